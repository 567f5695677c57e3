import { scopedStore } from '@intarsia/core';
import { test } from 'vitest';
import { sameAsMemory } from '../model/test/same-as-memory.ts';
import { temporaryRoot } from './disk.test-support.ts';
import { diskStore } from './index.ts';

test('any sequence of calls does the same on disk as in memory', { timeout: 60_000 }, async () => {
  const { root, remove } = await temporaryRoot();
  const disk = diskStore({ root });
  await sameAsMemory({ place: (name) => [scopedStore(disk, `/${name}`)], runs: 150 });
  await disk.close();
  await remove();
});
