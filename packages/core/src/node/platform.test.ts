import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { randomIds, systemClock } from './platform.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([60_000, 86_400_000, 1e12, Number.POSITIVE_INFINITY])('a timer of %d ms does not fire before its time', (delayMs) => {
  const fired: number[] = [];
  systemClock.timer(delayMs, () => fired.push(delayMs));
  vi.advanceTimersByTime(59_999);
  expect(fired).toEqual([]);
});

it('a timer fires at its time, once, and not when it was cancelled', () => {
  const fired: string[] = [];
  systemClock.timer(1_000, () => fired.push('kept'));
  systemClock.timer(1_000, () => fired.push('cancelled'))();
  vi.advanceTimersByTime(5_000);
  expect(fired).toEqual(['kept']);
});

it('random ids have the length that was asked for, and none comes twice', () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => randomIds.randomHex(8 + (index % 3)));
  expect(ids.every((id, index) => /^[0-9a-f]+$/.test(id) && id.length === 2 * (8 + (index % 3)))).toBe(true);
  expect(new Set(ids.map((id) => id.slice(0, 16))).size).toBe(ids.length);
});

it('a random id may be longer than what is kept in store', () => {
  expect(randomIds.randomHex(5_000)).toMatch(/^[0-9a-f]{10000}$/);
});
