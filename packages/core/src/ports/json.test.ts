import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { isJson } from './json.ts';

it.each<[string, unknown, boolean]>([
  ['null', null, true],
  ['text', '', true],
  ['a boolean', false, true],
  ['a number', -0.5, true],
  ['a list', [1, ['a', null]], true],
  ['an object', { a: { b: [{}] } }, true],
  ['an object without a prototype', Object.create(null), true],
  ['an object of another realm', runInNewContext('({ a: [{}] })'), true],
  ['the key __proto__', JSON.parse('{"__proto__":{"a":1}}'), true],
  ['undefined', undefined, false],
  ['a member that is undefined', { a: undefined }, false],
  ['NaN', [Number.NaN], false],
  ['an infinity', { a: { b: Number.NEGATIVE_INFINITY } }, false],
  ['a bigint', 1n, false],
  ['a function', [() => 1], false],
  ['a symbol', Symbol('s'), false],
  ['a date', { at: new Date(0) }, false],
  ['a map', [new Map()], false],
])('%s: whether it is JSON as it is', (_, value, expected) => {
  expect(isJson(value)).toBe(expected);
});
