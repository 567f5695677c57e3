import type { Ids } from '../ports/index.ts';

/** Ids that count 1, 2, 3, ... in hex, padded with zeros; short ids wrap around. */
export function countingIds(): Ids {
  let count = 0;
  return {
    randomHex(bytes) {
      count += 1;
      const digits = bytes * 2;
      return count.toString(16).padStart(digits, '0').slice(-digits);
    },
  };
}
