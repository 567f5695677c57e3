import { expect, it } from 'vitest';
import { bytes, count, duration, relativeTime, runningDuration } from './format.ts';

it.each([
  [0, '0 s', '0 s'],
  [420, '0.4 s', '0 s'],
  [7000, '7 s', '7 s'],
  [9960, '10 s', '9 s'],
  [59_400, '59 s', '59 s'],
  [60_000, '1 min', '1 min'],
  [185_000, '3 min 5 s', '3 min 5 s'],
  [7_800_000, '2 h 10 min', '2 h 10 min'],
  [-5, '0 s', '0 s'],
])('%i ms', (given, whole, running) => {
  expect([duration(given), runningDuration(given)]).toEqual([whole, running]);
});

it.each([
  [0, 'just now'],
  [-3, '3 min ago'],
  [12, 'in 12 min'],
  [-180, '3 h ago'],
  [-2 * 1440, '2 days ago'],
])('%i minutes from now', (minutes, text) => {
  expect(relativeTime(minutes * 60_000, 0)).toBe(text);
});

it('amounts have their units', () => {
  expect([count(1, 'file'), count(1204, 'line'), count(0, 'entry', 'entries')]).toEqual(['1 file', '1,204 lines', '0 entries']);
  expect([bytes(999), bytes(1240), bytes(3_400_000)]).toEqual(['999 B', '1.2 KB', '3.4 MB']);
});
