import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from './json-scanner.ts';
import { strictJson } from './strict-json.ts';

const fence = (body: string, info = 'json') => `\`\`\`${info}\n${body}\n\`\`\``;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('strictJson takes', () => {
  it.each<[string, string, unknown]>([
    ['an object', ' {"a": [1, -0.5e3, true, null, "x"]}\n', { a: [1, -500, true, null, 'x'] }],
    ['a bare string', '"x"', 'x'],
    ['escapes', String.raw`"\u0041\n\ud83d\ude00"`, 'A\n😀'],
    ['the largest exact integer', '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['a float beyond it', '1e20', 1e20],
    ['equal keys in different objects', '{"a":{"a":1},"b":[{"a":2}]}', { a: { a: 1 }, b: [{ a: 2 }] }],
    ['`constructor` as a key', '{"constructor":1,"toString":2}', { constructor: 1, toString: 2 }],
    ['64 levels', nested(64), JSON.parse(nested(64))],
    ['a fence inside a string', JSON.stringify({ a: fence('{}') }), { a: fence('{}') }],
  ])('%s', (_, text, value) => {
    expect(strictJson(text)).toEqual({ kind: 'parsed', value, fenceRemoved: false });
  });

  it.each([fence('{"a":1}'), fence('{"a":1}', ''), ` \n${fence('{"a":1}')} \n`, '```json \r\n{"a":1}\r\n  ```\r\n'])(
    'one fence around all: %j',
    (text) => {
      expect(strictJson(text)).toEqual({ kind: 'parsed', value: { a: 1 }, fenceRemoved: true });
    },
  );
});

describe('strictJson refuses', () => {
  it.each<[string, string, string, string]>([
    ['nothing', ' \n', 'json_empty', 'The text is empty'],
    ['a byte order mark', '\ufeff{}', 'json_syntax', 'byte order mark'],
    ['text before', 'Here it is: {}', 'json_syntax', 'Line 1, column 1: found `H` where a JSON value'],
    ['text after', '{}\nDone.', 'json_syntax', 'Line 2, column 1: the JSON value ended'],
    ['two values', '{}{}', 'json_syntax', 'Line 1, column 3'],
    ['a comment', '{ // no\n}', 'json_syntax', 'Line 1, column 3: found `/`'],
    ['a trailing comma', '{"a":1,}', 'json_syntax', 'column 8: found `}` where a key in double quotes'],
    ['a trailing comma in an array', '[1,]', 'json_syntax', 'column 4'],
    ['single quotes', "{'a':1}", 'json_syntax', "column 2: found `'`"],
    ['an unfinished object', '{"a":1', 'json_syntax', 'the text ends where `,` or `}`'],
    ['an unfinished string', '"abc', 'json_syntax', 'column 5: the text ends inside a string'],
    ['a raw line break in a string', '"a\nb"', 'json_syntax', 'raw control character'],
    ['an unknown escape', String.raw`"\x41"`, 'json_syntax', 'no JSON escape'],
    ['a leading zero', '01', 'json_syntax', 'column 2'],
    ['a lone minus', '-', 'json_syntax', 'a number is expected'],
    ['NaN', 'NaN', 'json_syntax', 'column 1'],
    ['other white space', '\u000b1', 'json_syntax', 'column 1'],
    ['a key twice', '{"a":1,\n "a":2}', 'json_duplicate_key', 'Line 2, column 2: the key `a` stands twice'],
    ['a key twice, one of them escaped', String.raw`{"a":1,"\u0061":2}`, 'json_duplicate_key', 'column 8'],
    ['__proto__', '{"a":{"__proto__":{}}}', 'json_forbidden_key', 'column 7'],
    ['__proto__, escaped', String.raw`{"\u005f_proto__":{}}`, 'json_forbidden_key', 'column 2'],
    ['65 levels', nested(65), 'json_too_deep', 'column 65: values are nested more than 64 levels'],
    ['an integer that loses digits', '{"id": 9007199254740993}', 'json_number', 'column 8'],
    ['an integer beyond the safe range', '-9007199254740992', 'json_number', 'Write it as a string'],
    ['a number beyond all', '1e400', 'json_number', 'too large'],
    ['half a surrogate pair', '"a\ud800"', 'json_surrogate', 'column 3'],
    ['an escaped half', String.raw`{"a":"\ud83d"}`, 'json_surrogate', 'column 6'],
    ['text before a fence', `Sure!\n${fence('{}')}`, 'json_syntax', 'column 1'],
    ['text after a fence', `${fence('{}')}\nDone.`, 'json_syntax', 'column 1'],
    ['two fences', `${fence('{}')}\n${fence('{}')}`, 'json_syntax', 'Line 3, column 1'],
    ['a fence of another language', fence('{}', 'yaml'), 'json_syntax', 'column 1'],
    ['an empty fence', '```\n```', 'json_syntax', 'column 1'],
    ['a fault inside a fence, at its place in the message', fence('{"a":1,\n"a":2}'), 'json_duplicate_key', 'Line 3, column 1'],
  ])('%s', (_, text, code, message) => {
    const result = strictJson(text);
    expect(result).toEqual({ kind: 'refused', problem: { path: '', code, message: expect.stringContaining(message) } });
  });

  it('more bytes than its limit, counted as UTF-8', () => {
    expect(strictJson('"éé"', { maxBytes: 6 }).kind).toBe('parsed');
    expect(strictJson('"éé"', { maxBytes: 5 })).toMatchObject({ kind: 'refused', problem: { code: 'json_too_large' } });
    expect(strictJson(`"${'x'.repeat(4 * 1024 * 1024)}"`)).toMatchObject({ kind: 'refused', problem: { code: 'json_too_large' } });
  });

  it('a text of nothing but brackets without running out of stack', () => {
    expect(strictJson('['.repeat(4_000_000))).toMatchObject({ kind: 'refused', problem: { code: 'json_too_deep' } });
  });
});

describe('strictJson and JSON.parse agree', () => {
  const plain = fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 }).filter((value) => {
    const text = JSON.stringify(value);
    return !text.includes('__proto__') && !/\\ud[89a-f]/.test(text) && !/(?<![\d.e+-])-?\d{16,}(?![\d.e])/.test(text);
  });

  it('on every valid text', () => {
    fc.assert(
      fc.property(plain, fc.constantFrom(0, 2, '\t', '\r\n '), (value, indent) => {
        const text = JSON.stringify(value, null, indent).replaceAll('\r\n', '\n');
        expect(strictJson(text)).toEqual({ kind: 'parsed', value: JSON.parse(text), fenceRemoved: false });
      }),
      { numRuns: 500 },
    );
  });

  it('on keys that stand twice, whatever stands in the strings', () => {
    const piece = fc.constantFrom('a', 'b', ':', '"', '\\', '\\":', '{"a":1}', '\n');
    const name = fc.array(piece, { maxLength: 3 }).map((parts) => parts.join(''));
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        name.map((text) => JSON.stringify(text)),
        fc.constant('1'),
        fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
        fc
          .array(fc.tuple(name, tie('value')), { maxLength: 3 })
          .map((members) => `{${members.map(([key, item]) => `${JSON.stringify(key)}: ${item}`).join(',')}}`),
      ),
    }));
    fc.assert(
      fc.property(value, (text) => {
        const fault = scanJson(text, 64);
        const result = strictJson(text);
        expect(result.kind === 'refused' ? result.problem.code : null).toBe(fault?.code ?? null);
      }),
      { numRuns: 2000 },
    );
  });

  it('on what is no JSON at all', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b',
      '"',
      '\\',
      '1',
      '-',
      '.5',
      'e1',
      'true',
      'nul',
      ' ',
      '\n',
      '\u00a0',
      '/',
      '\\u00',
    ];
    const accepts = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const result = strictJson(text);
        const isOwnRule = result.kind === 'refused' && result.problem.code === 'json_duplicate_key';
        expect(result.kind === 'parsed' || isOwnRule).toBe(accepts(text));
      }),
      { numRuns: 3000 },
    );
  });
});
