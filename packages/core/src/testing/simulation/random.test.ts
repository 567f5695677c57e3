import { expect, it } from 'vitest';
import { seededRandom } from './random.ts';

const numbers = (...seed: readonly number[]) => {
  const random = seededRandom(...seed);
  return Array.from({ length: 2_000 }, () => random.between(1, 6));
};

it('a seed gives the same stream each time, and every part of it another stream', () => {
  expect(numbers(7, 1)).toEqual(numbers(7, 1));
  for (const other of [numbers(8, 1), numbers(7, 2), numbers(1, 7), numbers(7)]) expect(numbers(7, 1)).not.toEqual(other);
});

it('numbers reach both ends and come about equally often', () => {
  const drawn = numbers(3);
  for (const face of [1, 2, 3, 4, 5, 6]) expect(drawn.filter((each) => each === face).length).toBeGreaterThan(250);
  expect(drawn.every((each) => each >= 1 && each <= 6)).toBe(true);
});

it('chances and picks follow their odds', () => {
  const random = seededRandom(5);
  const hits = Array.from({ length: 2_000 }, () => random.chance(0.25)).filter(Boolean).length;
  expect(hits).toBeGreaterThan(400);
  expect(hits).toBeLessThan(600);
  expect(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']));
  expect(random.chance(0)).toBe(false);
});
