import { journalStoreContract, type StoreOpener } from '@intarsia/core/testing';
import { describe, expect, it, test } from 'vitest';
import { openBetterSqlite } from './better-sqlite3.test-support.ts';
import { resultCodeOf } from './driver.ts';
import { sqliteStore } from './index.ts';
import { temporaryDatabase } from './temporary-database.test-support.ts';

const openBetter: StoreOpener = async () => {
  const { file, remove } = await temporaryDatabase();
  const store = sqliteStore({ file, open: openBetterSqlite });
  return {
    store,
    async close() {
      await store.close();
      await remove();
    },
  };
};

describe('the sqlite store over another library', () => {
  it.each(journalStoreContract(openBetter))('$name', ({ run }) => run());

  test('says that the file is locked, as over node:sqlite', async () => {
    const { file, remove } = await temporaryDatabase();
    const store = sqliteStore({ file, open: openBetterSqlite, timeoutMs: 30 });
    const other = openBetterSqlite(file, 0);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.write('/a', 'x')).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
    other.close();
    await store.close();
    await remove();
  });
});

test.each([
  [{ errcode: 5 }, 5],
  [{ errcode: 517 }, 5],
  [{ code: 'SQLITE_BUSY_SNAPSHOT' }, 5],
  [{ code: 'SQLITE_NOTADB' }, 26],
  [{ code: 'EACCES' }, null],
  ['SQLITE_BUSY', null],
])('the result code of %j is %j', (error, code) => {
  expect(resultCodeOf(error)).toBe(code);
});
