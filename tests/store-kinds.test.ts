import { expect, test } from 'vitest';
import { inStores, type StoreKind } from './support/store-kinds.ts';

const kinds = (['sqlite', 'file'] as const).map((kind): StoreKind => ({ kind, open: () => Promise.reject(new Error('not opened')) }));

test.each([
  [false, ['0 sqlite', '1 file', '2 sqlite']],
  [true, ['0 sqlite', '0 file', '1 sqlite', '1 file', '2 sqlite', '2 file']],
])('the cases of a suite in stores; all of them in each: %s', (all, expected) => {
  expect(inStores([0, 1, 2], kinds, all).map(({ given, kind }) => `${given} ${kind}`)).toEqual(expected);
});
