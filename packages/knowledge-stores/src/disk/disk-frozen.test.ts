import { Worker } from 'node:worker_threads';
import type { CommitResult, JournalStore } from '@intarsia/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DiskCalls, systemCalls } from './calls.ts';
import { temporaryRoot } from './disk.test-support.ts';
import { diskStoreOn } from './disk-store.ts';
import type { ThawRequest } from './freezer.test.process.ts';
import { diskStore } from './index.ts';

const done = new Int32Array(new SharedArrayBuffer(4));
let others: Worker;

beforeAll(() => {
  others = new Worker(new URL('freezer.test.process.ts', import.meta.url), {
    workerData: done.buffer,
    execArgv: ['--conditions=@intarsia/source'],
  });
});
afterAll(() => others.terminate());

/** Stands still until another writer has done what is asked. */
function standStill(request: ThawRequest): void {
  Atomics.store(done, 0, 0);
  others.postMessage(request);
  expect(Atomics.wait(done, 0, 0, 20_000)).not.toBe('timed-out');
}

/** Calls that stand still before the `step`th of them. */
function freezingCalls(step: number, freeze: () => void) {
  let count = 0;
  const before = (): void => {
    count += 1;
    if (count === step) freeze();
  };
  const calls = Object.fromEntries(
    Object.entries(systemCalls).map(([name, call]) => [
      name,
      (...given: readonly unknown[]) => {
        before();
        return Reflect.apply(call, systemCalls, given);
      },
    ]),
  );
  return { calls: { ...systemCalls, ...calls } as DiskCalls, frozen: () => count >= step };
}

const append = (content: string) => [{ kind: 'append', path: '/log', content }] as const;

/** Appends, a commit that expects what was there, a large file that grows, and the delete of a folder. */
async function script(store: JournalStore): Promise<CommitResult> {
  await store.append('/log', '<a>');
  await store.commit([
    ...append('<b>'),
    { kind: 'write', path: '/big', content: 'b'.repeat(40_000) },
    { kind: 'write', path: '/own/a', content: 'x' },
  ]);
  await store.delete('/own');
  await store.append('/big', 'more');
  const size = (await store.stat('/log'))?.size ?? -1;
  const expected = await store.commit(append('<c>'), { expect: [{ path: '/log', size }] });
  await store.commit([...append('<d>'), { kind: 'write', path: '/own/a', content: 'x' }]);
  await store.delete('/own');
  await store.append('/log', '<e>');
  await store.close();
  return expected;
}

describe.each([{ replaces: false }, { replaces: true }])(
  'a writer that stands still, while others write (the log replaced: $replaces)',
  ({ replaces }) => {
    it('at any step, and goes on later, harms nothing: every commit is there, whole and once', { timeout: 120_000 }, async () => {
      for (let step = 1; ; step += 1) {
        const { root, remove } = await temporaryRoot();
        await diskStore({ root }).close();
        const { calls, frozen } = freezingCalls(step, () => standStill({ root, mark: 'other', replaces }));
        const expected = await script(diskStoreOn(calls, { root }));
        if (!frozen()) return remove();

        const store = diskStore({ root });
        const log = (await store.read('/log')) ?? '';
        const own = expected.kind === 'committed' ? ['<a>', '<b>', '<c>', '<d>', '<e>'] : ['<a>', '<b>', '<d>', '<e>'];
        const marks: readonly string[] = log.match(/<.*?>/g) ?? [];
        expect(
          marks.filter((mark) => mark.length === 3),
          `own commits, frozen at step ${step}`,
        ).toEqual(own);
        expect(
          marks.filter((mark) => mark.length > 3),
          `commits of others, frozen at step ${step}`,
        ).toEqual(['<other.1>', '<other.2>', '<other.3>']);
        expect(marks.join('')).toBe(log);
        expect(await store.read('/big')).toBe(`${'b'.repeat(40_000)}more`);
        expect(await store.list()).toEqual(replaces ? ['big', 'log'] : ['big', 'log', 'other/']);
        if (expected.kind === 'conflict') expect(marks.indexOf('<other.1>')).toBe(marks.indexOf('<d>') - 3);
        await store.close();
        await remove();
      }
    });
  },
);
