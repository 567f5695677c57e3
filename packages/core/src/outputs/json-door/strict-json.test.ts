import { describe, expect, it } from 'vitest';
import { strictJson } from './strict-json.ts';

const fence = (body: string, info = 'json') => `\`\`\`${info}\n${body}\n\`\`\``;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const parsed = (value: unknown, repair: 'fence' | null = null) => ({ kind: 'parsed', value, repair });
const refused = (code: string, path: string, message: string) => {
  return { kind: 'refused', problem: { path, code, message: expect.stringContaining(message) } };
};

describe('strictJson takes', () => {
  it.each<[string, string, unknown]>([
    ['an object', ' {"a": [1, -0.5e3, true, null, "x"]}\n', { a: [1, -500, true, null, 'x'] }],
    ['a bare string', '"x"', 'x'],
    ['a bare number', ' 12 ', 12],
    ['escapes', String.raw`"\u0041\n\ud83d\ude00\"\\\/\b\f\r\t"`, 'A\n😀"\\/\b\f\r\t'],
    ['the largest exact integer', '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['the largest exact integer, written otherwise', '9.007199254740991E+15', Number.MAX_SAFE_INTEGER],
    ['fractions as the nearest double', '[0.1000000000000000055, 1.00000000000000000001, 5e-324]', [0.1, 1, 5e-324]],
    ['tiny numbers beside zeros', '[0, 1e-300, 0.0, "1e-400"]', [0, 1e-300, 0, '1e-400']],
    ['a zero', '[0, 0.0, 0e9, 0e-400]', [0, 0, 0, 0]],
    ['equal keys in different objects', '{"a":{"a":1},"b":[{"a":2}]}', { a: { a: 1 }, b: [{ a: 2 }] }],
    ['an empty key', '{"":{"":[]}}', { '': { '': [] } }],
    ['64 levels', nested(64), JSON.parse(nested(64))],
    ['large digits in a string', '{"id":"9007199254740993"}', { id: '9007199254740993' }],
  ])('%s', (_, text, value) => {
    expect(strictJson(text)).toEqual(parsed(value));
  });

  it('a name that every object inherits as an own property, and calls no setter of it', () => {
    const result = strictJson(String.raw`{"toString":1,"constructor":{"name":"x"},"hasOwnProperty":"\u0041","valueOf":{"prototype":2}}`);
    if (result.kind === 'refused') throw new Error(result.problem.message);
    expect(Object.keys(Object(result.value))).toEqual(['toString', 'constructor', 'hasOwnProperty', 'valueOf']);
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(result.value).toEqual({ toString: 1, constructor: { name: 'x' }, hasOwnProperty: 'A', valueOf: { prototype: 2 } });
  });
});

describe('a fence', () => {
  it.each<[string, string]>([
    ['J1 a json fence around the whole reply', fence('{"a":1}')],
    ['J1 a fence without a language', fence('{"a":1}', '')],
    ['J1 a fence with white space around it', ` \n${fence('{"a":1}')} \n`],
    ['J1 a fence with carriage returns and an indented end', '```json \r\n{"a":1}\r\n  ```\r\n'],
    ['J1 a fence around a value with unicode escapes', fence(String.raw`{"\u0061":1}`)],
  ])('%s is accepted, and the result says so', (_, text) => {
    expect(strictJson(text)).toEqual(parsed({ a: 1 }, 'fence'));
  });

  it('J2 in a string is left alone, whether the whole reply is fenced or not', () => {
    const value = { script: fence('{"b":2}'), more: fence('ls', 'bash') };
    expect(strictJson(JSON.stringify(value))).toEqual(parsed(value));
    expect(strictJson(fence(JSON.stringify(value)))).toEqual(parsed(value, 'fence'));
  });

  it.each<[string, string, string, string]>([
    ['J2 of another language before the value', `${fence('ls', 'bash')}\n{"a":1}`, 'json_syntax', 'column 1: found ````bash`'],
    ['J2 of another language before a fenced value', `${fence('ls', 'bash')}\n${fence('{"a":1}')}`, 'json_syntax', 'column 1'],
    ['of another language around the value', fence('{}', 'yaml'), 'json_syntax', 'found ````yaml`'],
    ['after text', `Sure!\n${fence('{}')}`, 'json_syntax', 'Line 1, column 1: found `Sure!`'],
    ['before text', `${fence('{}')}\nDone.`, 'json_ambiguous', 'Line 4, column 1'],
    ['before another', `${fence('{}')}\n${fence('{}')}`, 'json_ambiguous', 'Line 4, column 1'],
    ['around nothing', '```\n```', 'json_syntax', 'Line 2, column 1'],
    ['that never ends', '```json\n{"a":1}\n', 'json_syntax', 'Line 3, column 1: the text ends where a closing ```'],
    ['that ends too early', '```json\n{"a":1}\n``', 'json_syntax', 'the text ends where a closing ```'],
    ['that ends on the line of the value', '```json\n{"a":1}```', 'json_ambiguous', 'Line 2, column 8'],
    ['with a longer end', '```json\n{"a":1}\n````', 'json_ambiguous', 'Line 3, column 4'],
    ['that only begins', '```js', 'json_syntax', 'the text ends where a JSON value'],
    ['that only ends', '{}\n```', 'json_ambiguous', 'Line 2, column 1'],
  ])('%s is refused', (_, text, code, message) => {
    expect(strictJson(text)).toEqual(refused(code, '', message));
  });

  it('around a fault leaves the place of the fault as it is in the message', () => {
    expect(strictJson(fence('{"a":1,\n"a":2}'))).toEqual(refused('json_duplicate_key', '/a', 'Line 3, column 1: the key `a`'));
  });
});

describe('strictJson refuses', () => {
  it.each<[string, string, string]>([
    ['J3 two objects', '{"a":"x"}{"a":"y"}', 'Line 1, column 10'],
    ['J3 two objects on two lines', '{"a":"x"}\n{"a":"y"}', 'Line 2, column 1'],
    ['J3 an object and then prose', '{"a":"x"}\nDone.', 'Line 2, column 1: the JSON value ended, and more text follows'],
    ['J3 two words', '1 2', 'column 3'],
    ['J3 one bracket too many', '{"a":[]}]', 'column 9'],
    ['J9 prose around a value', '{"a":1}\nDone', 'Line 2'],
  ])('%s as ambiguous', (_, text, message) => {
    expect(strictJson(text)).toEqual(refused('json_ambiguous', '', message));
  });

  it.each<[string, string, string]>([
    ['in a string', '{"a":"x', '/a'],
    ['after an escape', String.raw`{"a":"x\u00`, '/a'],
    ['after a value', '{"a":"x"', ''],
    ['after a comma', '{"a":[1,', '/a/1'],
    ['after a key', '{"a"', '/a'],
    ['in a word', '{"a":tru', '/a'],
    ['in a number', '{"a":1.', '/a'],
    ['before a bracket', '{"a":[{"b":1}', '/a'],
  ])('J4 a text that ends %s', (_, text, path) => {
    expect(strictJson(text)).toEqual(refused('json_syntax', path, 'Line 1, column '));
  });

  it.each<[string, string, string, string]>([
    ['J5 a key that stands twice', '{"a":1,\n "a":2}', '/a', 'Line 2, column 2: the key `a` stands twice'],
    ['J5 a key twice deep inside', '{"rows":[{"id":1},{"id":2,"x/y":{"n~":1,"n~":1}}]}', '/rows/1/x~1y/n~0', 'column 41'],
    ['J5 a key twice, one of them escaped', String.raw`{"k":{"a":1,"\u0061":2}}`, '/k/a', 'column 13'],
    ['J5 a key twice with equal values', '[{"a":null,"a":null}]', '/0/a', 'column 12'],
    ['J5 an inherited name twice', '{"toString":1,"toString":1}', '/toString', 'column 15'],
  ])('%s', (_, text, path, message) => {
    expect(strictJson(text)).toEqual(refused('json_duplicate_key', path, message));
  });

  it.each<[string, string, string, string]>([
    ['J6 an integer that loses digits', '{"id": 9007199254740993}', '/id', 'column 8: the integer is beyond'],
    ['J6 an integer just beyond the safe range', '[1,-9007199254740992]', '/1', 'Write it as a string'],
    ['J6 an integer of 400 digits', '1'.repeat(400), '', 'too large'],
    ...['9007199254740993.0', '9007199254740993e0', '9007199254740993.5', '90071992547409930e-1', '1e20', '-1E+300'].map(
      (text): [string, string, string, string] => [
        `J6 an integer that loses digits, written ${text}`,
        `[${text}]`,
        '/0',
        'would lose digits',
      ],
    ),
    ...['1e-400', '-1e-400', '2E-324', `0.${'0'.repeat(330)}1`, `1${'0'.repeat(20)}.0e-400`].map(
      (text, index): [string, string, string, string] => [
        `J6 what would become 0 (${index})`,
        `{"b":0,"a":${text}}`,
        '/a',
        'would become 0',
      ],
    ),
    ['J6 a number beyond all', '{"a":[1e400]}', '/a/0', 'too large'],
    ['J6 a number below all', '-1.5E+999', '', 'too large'],
    ...['-0', '-0.0', '-0e0', '-0.00E+7', '-0e-400'].map((text): [string, string, string, string] => [
      `J6 a negative zero written ${text}`,
      `{"a":${text}}`,
      '/a',
      'negative zero',
    ]),
  ])('%s', (_, text, path, message) => {
    expect(strictJson(text)).toEqual(refused('json_number', path, message));
  });

  it.each<[string, string, string]>([
    ['J7 __proto__', '{"__proto__":{"admin":true}}', '/__proto__'],
    ['J7 __proto__ deep inside', '{"a":[{"b":{"__proto__":{"admin":true}}}]}', '/a/0/b/__proto__'],
    ['J7 __proto__ written with an escape', String.raw`{"a":{"\u005f_proto__":{"admin":true}}}`, '/a/__proto__'],
    ['J7 prototype in constructor', '{"constructor":{"prototype":{"admin":true}}}', '/constructor/prototype'],
    [
      'J7 prototype in constructor, escaped and deep inside',
      String.raw`[{"a":{"construct\u006fr":{"x":1,"prototyp\u0065":{"admin":true}}}}]`,
      '/0/a/constructor/prototype',
    ],
  ])('%s, and no object is touched', (_, text, path) => {
    expect(strictJson(text)).toEqual(refused('json_forbidden_key', path, 'is never accepted'));
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('J9 prose around a value, which a repair would turn into another shape', () => {
    expect(strictJson('Sure!\n{"a":1}\nDone')).toEqual(refused('json_syntax', '', 'Line 1, column 1: found `Sure!`'));
    expect(strictJson('Sure! {"a":1}').kind).toBe('refused');
    expect(strictJson(`Sure!\n${fence('{"a":1}')}\nDone`).kind).toBe('refused');
  });

  it.each<[string, string, string, string, string]>([
    ['nothing', ' \n', 'json_empty', '', 'Line 2, column 1: the text is empty'],
    ['a byte order mark', '\ufeff{}', 'json_syntax', '', 'Line 1, column 1: the text begins with a byte order mark'],
    ['a byte order mark inside', ' \ufeff{}', 'json_syntax', '', 'column 2'],
    ['a comment', '{ // no\n}', 'json_syntax', '', 'Line 1, column 3: found `/`'],
    ['a trailing comma', '{"a":1,}', 'json_syntax', '', 'column 8: found `}` where a key in double quotes'],
    ['a trailing comma in an array', '[1,]', 'json_syntax', '/1', 'column 4: found `]`'],
    ['a missing comma', '{"a":[1 2]}', 'json_syntax', '/a', 'column 9: found `2` where `,` or `]`'],
    ['the wrong bracket', '{"a":[}}', 'json_syntax', '/a/0', 'column 7: found `}`'],
    ['single quotes', "{'a':1}", 'json_syntax', '', "column 2: found `'`"],
    ['a raw line break in a string', '"a\nb"', 'json_syntax', '', 'column 3: a string holds a raw control character'],
    ['an unknown escape', String.raw`{"a":"b\x41"}`, 'json_syntax', '/a', 'column 8: a string holds a backslash'],
    ['a short unicode escape', String.raw`"\u00g0"`, 'json_syntax', '', 'column 2: a string holds a backslash'],
    ['a leading zero', '[01]', 'json_syntax', '/0', 'column 2: found `01`'],
    ['a lone minus', '-', 'json_syntax', '', 'found `-` where a JSON value'],
    ['NaN', 'NaN', 'json_syntax', '', 'column 1: found `NaN`'],
    ['other white space', '\u000b1', 'json_syntax', '', 'column 1'],
    ['65 levels', nested(65), 'json_too_deep', '/0'.repeat(64), 'column 65: values are nested more than 64 levels'],
    ['half a surrogate pair', '{"a":"b\ud800"}', 'json_surrogate', '/a', 'column 8'],
    ['half a surrogate pair outside strings', '{"a":1}\udc00', 'json_surrogate', '', 'column 8'],
    ['an escaped half', String.raw`{"a":"\ud83d"}`, 'json_surrogate', '/a', 'column 6'],
    ['a value of 80 letters, shown shortened', `[${'x'.repeat(80)}]`, 'json_syntax', '/0', `found \`${'x'.repeat(60)}…\``],
  ])('%s', (_, text, code, path, message) => {
    expect(strictJson(text)).toEqual(refused(code, path, message));
  });

  it('more bytes than its limit, counted as UTF-8, where the limit is reached', () => {
    expect(strictJson('[1]', { maxBytes: Number.NaN })).toEqual(refused('json_too_large', '', 'column 1'));
    expect(strictJson('"éé"', { maxBytes: 6 }).kind).toBe('parsed');
    expect(strictJson('"éé"', { maxBytes: 5 })).toEqual(refused('json_too_large', '', 'column 4: the text is larger than 5 bytes'));
    expect(strictJson('"€😀"', { maxBytes: 9 }).kind).toBe('parsed');
    expect(strictJson('"€😀"', { maxBytes: 8 }).kind).toBe('refused');
    expect(strictJson(`"${'x'.repeat(4 * 1024 * 1024)}"`)).toEqual(refused('json_too_large', '', 'larger than 4194304 bytes'));
  });
});

describe('a problem of the strict JSON door', () => {
  it.each<[string, string, string]>([
    ['a key of 4 MB that stands twice', `{"${'k'.repeat(1_900_000)}":1,"${'k'.repeat(1_900_000)}":2}`, `/${'k'.repeat(100)}…`],
    ['a fault inside of long keys', `${`{"${'/'.repeat(60)}":`.repeat(60)}x`, `${`/${'~1'.repeat(60)}`.repeat(8)}/…`],
    ['a key that is cut inside of a surrogate pair', `{"${'k'.repeat(99)}😀":x}`, `/${'k'.repeat(99)}\ufffd…`],
  ])('stays short: %s', (_, text, path) => {
    const result = strictJson(text);
    expect(result).toMatchObject({ kind: 'refused', problem: { path } });
    expect(JSON.stringify(result).length).toBeLessThan(2000);
  });
});
