import { expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest-name.ts';

it.each<[string, readonly string[], string | null]>([
  ['multiplly', ['add', 'multiply'], 'multiply'],
  ['mutliply', ['multiply'], 'multiply'],
  ['Send-Mail', ['send_mail'], 'send_mail'],
  ['ids', ['id'], 'id'],
  ['divide', ['multiply'], null],
  ['C', ['a', 'c'], 'c'],
  // Any letter is as near as another.
  ['c', ['a', 'b'], null],
  ['', ['a'], null],
])('%j among %j most likely stands for %j', (name, known, nearest) => {
  expect(nearestName(name, known)).toBe(nearest);
  expect(didYouMean(name, known)).toBe(nearest === null ? undefined : `did you mean \`${nearest}\`?`);
});
