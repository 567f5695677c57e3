import { expect, test } from 'vitest';
import { clipRange } from './store-text.ts';

test.each([
  [0, undefined, 0, 6],
  [2, 4, 2, 4],
  [4, 2, 4, 4],
  [-1, 99, 0, 6],
  [0.5, 2.5, 0, 2],
  [Number.NaN, Number.NaN, 0, 0],
  [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 6],
])('the range from %s to %s of six bytes is that from %i to %i', (start, end, from, to) => {
  expect(clipRange(6, start, end)).toEqual({ start: from, end: to });
});
