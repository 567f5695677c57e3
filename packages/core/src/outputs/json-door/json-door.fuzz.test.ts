import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonReader, type StrictJsonResult } from './json-reader.ts';
import { plainJson } from './plain-json.ts';
import { referenceAnswer } from './reference-json.test-support.ts';
import { strictJson } from './strict-json.ts';

/** Runs of each property; a long run gives more through the environment. */
const numRuns = Number(process.env['INTARSIA_FUZZ_RUNS'] ?? 400);

const timeoutMs = 5000 + 10 * numRuns;

/** The pieces of a text, cut at places taken from anywhere. */
const cutAt = (text: string, places: readonly number[]): readonly string[] => {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((left, right) => left - right);
  return [0, ...at].map((start, index) => text.slice(start, at[index] ?? text.length));
};
const places = fc.array(fc.nat({ max: 5000 }), { maxLength: 12 });

const readPieces = (pieces: readonly string[], maxBytes?: number): StrictJsonResult => {
  const reader = jsonReader(maxBytes === undefined ? {} : { maxBytes });
  for (const piece of pieces) reader.push(piece);
  return reader.end();
};

/** Checks everything that is true of any text. */
function checkDoor(text: string, pieces: readonly string[]): void {
  const result = strictJson(text);
  expect(readPieces([text])).toEqual(result);
  expect(readPieces(pieces)).toEqual(result);
  expect(readPieces(text.split(''))).toEqual(result);
  const expected = referenceAnswer(text);
  if (expected.kind === 'parsed') {
    expect(result).toEqual(expected);
    // Plain objects with own properties, down to the last one.
    expect(JSON.stringify(result)).toBe(JSON.stringify(expected));
  } else {
    expect(result.kind).toBe('refused');
    expect(plainJson(text)).toBeUndefined();
    if (result.kind === 'refused') {
      expect(result.problem.message).toMatch(/^Line \d+, column \d+: /);
      expect(JSON.stringify(result.problem).isWellFormed() && result.problem.message.isWellFormed()).toBe(true);
    }
  }
  expect(Reflect.ownKeys(Object.prototype)).not.toContain('admin');
}

const keys = ['a', 'b', '\\u0061', '__proto__', '\\u005f_proto__', 'constructor', 'prototype', 'toString', '', 'é', '\\ud83d\\ude00'];
const scalars = [
  '0',
  '-0',
  '-0.0',
  '1',
  '-1.5e3',
  '1e400',
  '1E-400',
  '-1e-400',
  '9007199254740991',
  '9007199254740993',
  '9007199254740993.0',
  '90071992547409930e-1',
  '900719925474099.30e1',
  '1e15',
  '1e21',
  '0e-400',
  '01',
  '1.',
  'true',
  'nul',
];
const others = [
  '{"constructor":{"prototype":1}}',
  '"x"',
  '""',
  '"a\\nb"',
  '"\\ud83d"',
  '"\\ude00\\ud83d"',
  '"```json"',
  '":"',
  '"\\""',
  '"\\\\"',
  '"admin"',
  '"\\x"',
  '"😀"',
  '"é"',
];
const spaces = ['', ' ', '\n', '\r\n', '\t', '\u00a0', '\ufeff'];

/** Text that is nearly JSON: every rule of the door is close by. */
const nearlyJson = fc.letrec<{ value: string }>((tie) => {
  const space = fc.oneof({ weight: 20, arbitrary: fc.constant('') }, fc.constantFrom(...spaces));
  const key = fc.constantFrom(...keys).map((name) => `"${name}"`);
  const spaced = (parts: readonly fc.Arbitrary<string>[]) =>
    fc.tuple(...parts.flatMap((part) => [space, part]), space).map((all) => all.join(''));
  const member = spaced([key, fc.constant(':'), tie('value')]);
  return {
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...scalars, ...others),
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(',')}}`),
    ),
  };
}).value;

const fenced = (text: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const opening = fc.constantFrom('```json\n', '```\n', ' ```json \r\n', '```js\n', '```json', '');
  const closing = fc.constantFrom('\n```', '\n```\n', '\n \t``` \n', '\r\n```', '```', '\n````', '\n``', '\n```\n```', '');
  return fc.tuple(opening, text, closing).map((parts) => parts.join(''));
};

/** One change anywhere in a text. */
const mutated = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      text,
      fc.nat({ max: 5000 }),
      fc.nat({ max: 3 }),
      fc.constantFrom('', '"', '\\', '{', '}', ',', ':', '\ud800', '\n', '0', '-', '`'),
    )
    .map(([whole, place, removed, put]) => {
      const at = place % (whole.length + 1);
      return whole.slice(0, at) + put + whole.slice(at + removed);
    });

/** Up to 70 levels of both kinds, nearly always closed again. */
const nested = fc.tuple(fc.array(fc.boolean(), { minLength: 55, maxLength: 70 }), fc.constantFrom(0, 0, 0, 1)).map(([levels, missing]) => {
  const opening = levels.map((isObject) => (isObject ? '{"a":' : '['));
  const closing = levels.map((isObject) => (isObject ? '}' : ']')).reverse();
  return `${opening.join('')}1${closing.slice(missing).join('')}`;
});

const json = fc
  .tuple(fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 }), fc.constantFrom(0, 2, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

describe('the strict JSON door', () => {
  it.each<[string, fc.Arbitrary<string>]>([
    [
      'any text',
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({
          unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'u', '0', '-', 'e', '.', '`', '\n', ' ', '\ud83d', '\ude00'),
        }),
      ),
    ],
    ['any JSON', json],
    ['JSON with one change', mutated(json)],
    ['what is nearly JSON', nearlyJson],
    ['what is nearly JSON, with one change', mutated(nearlyJson)],
    ['what is nearly a fence', fenced(fc.oneof(json, nearlyJson))],
    ['what is nearly a fence, with one change', mutated(fenced(nearlyJson))],
    ['brackets of any depth', nested],
  ])(
    'answers %s like a simple reference, wherever it was cut',
    (_, text) => {
      fc.assert(
        fc.property(text, places, (whole, at) => checkDoor(whole, cutAt(whole, at))),
        { numRuns },
      );
    },
    timeoutMs,
  );

  it(
    'answers any text within any limit of bytes wherever it was cut',
    () => {
      fc.assert(
        fc.property(fc.oneof(json, nearlyJson, fenced(nearlyJson)), fc.nat({ max: 80 }), places, (text, maxBytes, at) => {
          const result = strictJson(text, { maxBytes });
          expect(readPieces(cutAt(text, at), maxBytes)).toEqual(result);
          expect(readPieces(text.split(''), maxBytes)).toEqual(result);
          if (result.kind === 'parsed') expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(maxBytes);
          else if (strictJson(text).kind === 'parsed') expect(result.problem.code).toBe('json_too_large');
        }),
        { numRuns },
      );
    },
    timeoutMs,
  );
});
