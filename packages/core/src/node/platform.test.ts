import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from './platform.ts';

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
