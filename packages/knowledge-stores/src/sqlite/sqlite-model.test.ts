import { scopedStore } from '@intarsia/core';
import { test } from 'vitest';
import { sameAsMemory } from '../model/test/same-as-memory.ts';
import { sqliteStore } from './index.ts';
import { temporaryDatabase } from './temporary-database.test-support.ts';

test('any sequence of calls does the same on sqlite as in memory', { timeout: 60_000 }, async () => {
  const { file, remove } = await temporaryDatabase();
  const sqlite = sqliteStore({ file });
  await sameAsMemory({ place: (name) => [scopedStore(sqlite, `/${name}`)], runs: 150 });
  await sqlite.close();
  await remove();
});
