import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainCopy } from './plain-copy.ts';

const maxText = 400;

test('a copy is what the text of the value says, and its text is not longer than it may be', () => {
  const value = fc.anything({ withDate: true, withNullPrototype: true, withBoxedValues: true, maxDepth: 4 });
  fc.assert(
    fc.property(fc.oneof(value, fc.jsonValue()), (given) => {
      const copied = plainCopy(given, maxText);
      if (copied === undefined) return;
      const text = JSON.stringify(given);
      expect(JSON.stringify(copied)).toBe(text);
      expect(copied).toStrictEqual(JSON.parse(text));
      expect(text.length).toBeLessThanOrEqual(maxText);
    }),
    { numRuns: 500 },
  );
});

test('a copy is detached', () => {
  const given = { list: [{ a: 1 }] };
  const copied = plainCopy(given, maxText);
  given.list.push({ a: 2 });
  expect(copied).toEqual({ list: [{ a: 1 }] });
});

class Listed extends Array {
  toJSON = () => 'listed';
}
const itself: unknown[] = [];
itself.push(itself);

test.each([
  ['undefined', undefined],
  ['a member that is undefined', { a: undefined }],
  ['a hole', new Array(2)],
  ['a number that is not finite', [Number.NaN]],
  ['a function', { a() {} }],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', new Uint8Array(1)],
  ['a list of a class', Listed.from([1])],
  ['an object with a word for itself', { toJSON: () => 1 }],
  ['an object that names its kind', { [Symbol.toStringTag]: 'Module' }],
  ['what holds itself', itself],
  ['a text that is too long', 'a'.repeat(maxText)],
  ['a key that is too long', { ['a'.repeat(maxText)]: 1 }],
  ['too many values', Array.from({ length: maxText }, () => 1)],
])('%s takes a closer look', (_, value) => {
  expect(plainCopy(value, maxText)).toBeUndefined();
});
