import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { type DiskCalls, systemCalls } from './calls.ts';
import { temporaryRoot } from './disk.test-support.ts';
import { diskStoreOn } from './disk-store.ts';

/** Calls of a process that stands still when it flushes such a folder, once it was told to. */
function standingStill(at: (folder: string) => boolean) {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let armed = false;
  const calls: DiskCalls = {
    ...systemCalls,
    async flushFolder(folder) {
      if (armed && at(folder)) {
        armed = false;
        reach();
        await released;
      }
      await systemCalls.flushFolder(folder);
    },
  };
  return {
    calls,
    reached,
    release,
    arm() {
      armed = true;
    },
  };
}

const enoughToCompact = Array.from({ length: 20 });
const text = 'x'.repeat(1_000);

test('two compactions on the way at once, one behind the other: no file loses its bytes', async () => {
  const { root, remove } = await temporaryRoot();
  const before = diskStoreOn(systemCalls, { root });
  for (const name of ['a', 'b', 'c', 'kept']) await before.write(`/${name}`, text);
  for (const _ of enoughToCompact) await before.write('/count', 'x');
  await before.close(); // brings all of them into one data file

  const first = standingStill((folder) => basename(folder) === 'data');
  const one = diskStoreOn(first.calls, { root });
  for (const name of ['a', 'b', 'c']) await one.delete(`/${name}`); // the data file is not worth keeping for the last one
  for (const _ of enoughToCompact) await one.write('/count', 'xx');
  first.arm();
  const oneClosed = one.close();
  await first.reached; // its log is sealed, its checkpoint is not there yet

  const second = standingStill((folder) => basename(dirname(folder)) === 'log');
  const other = diskStoreOn(second.calls, { root });
  for (const _ of enoughToCompact) await other.write('/count', 'xxx'); // nothing is left of what the first log held
  second.arm();
  const otherClosed = other.close();
  await second.reached; // its log is sealed too, on the state before both checkpoints

  first.release();
  await oneClosed;
  second.release();
  await otherClosed;

  const after = diskStoreOn(systemCalls, { root });
  expect([await after.list(), await after.read('/kept'), await after.read('/count')]).toEqual([['count', 'kept'], text, 'xxx']);
  await after.close();
  await remove();
});
