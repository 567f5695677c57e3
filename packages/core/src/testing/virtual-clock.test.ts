import { expect, test } from 'vitest';
import { delay } from '../ports/index.ts';
import { countingIds, virtualClock } from './index.ts';

test('timers run in the order in which they fall due, each at its own time', async () => {
  const clock = virtualClock(1000);
  const seen: string[] = [];
  clock.timer(20, () => seen.push(`b${clock.now()}`));
  clock.timer(10, () => {
    seen.push(`a${clock.now()}`);
    clock.timer(5, () => seen.push(`c${clock.monotonic()}`));
  });
  clock.timer(20, () => seen.push('d'));
  clock.timer(15, () => seen.push('cancelled'))();
  clock.timer(31, () => seen.push('later'));
  await clock.advance(30);
  expect(seen).toEqual(['a1010', 'c15', 'b1020', 'd']);
  expect(clock.now()).toBe(1030);
  expect(clock.pending()).toBe(1);
});

test('a promise chain that waits for a timer goes on within one advance', async () => {
  const clock = virtualClock();
  let done = 0;
  const work = (async () => {
    for (let round = 0; round < 3; round += 1) await delay(clock, 10);
    done = clock.monotonic();
  })();
  await clock.advance(30);
  expect(done).toBe(30);
  await work;
});

test('next goes on to the timer that falls due first, and tells when none waits', async () => {
  const clock = virtualClock(1000);
  const seen: string[] = [];
  clock.timer(20, () => seen.push('b'));
  clock.timer(10.5, () => seen.push('a'));
  expect([await clock.next(), clock.monotonic(), clock.now(), seen]).toEqual([true, 10.5, 1010, ['a']]);
  expect([await clock.next(), clock.monotonic(), seen]).toEqual([true, 20, ['a', 'b']]);
  expect([await clock.next(), clock.monotonic()]).toEqual([false, 20]);
});

test('counting ids are distinct, deterministic and as long as asked', () => {
  const ids = countingIds();
  expect([ids.randomHex(2), ids.randomHex(4), ids.randomHex(16)]).toEqual(['0001', '00000002', '0'.repeat(31).concat('3')]);
});
