import { expect, it } from 'vitest';
import { delay } from '../../ports/clock.ts';
import { simulatedTime } from './time.ts';

it('runs from timer to timer until the work is done', async () => {
  const { clock, runUntil } = simulatedTime();
  const work = async () => {
    await delay(clock, 60_000);
    await delay(clock, 3_600_000);
    return clock.monotonic();
  };
  expect(await runUntil(work())).toEqual({ kind: 'done', value: 3_660_000 });
});

it('stands still while the outside works', async () => {
  const { clock, during, runUntil } = simulatedTime();
  clock.timer(10, () => {});
  const outside = async () => {
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    return clock.monotonic();
  };
  expect(await runUntil(during(outside()))).toEqual({ kind: 'done', value: 0 });
});

it('tells when nothing is left that could go on with the work, and throws what the work throws', async () => {
  expect(await simulatedTime().runUntil(new Promise(() => {}))).toEqual({ kind: 'stuck' });
  await expect(simulatedTime().runUntil(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
