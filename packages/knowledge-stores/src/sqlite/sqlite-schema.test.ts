import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './driver.ts';
import { sqliteStore } from './index.ts';
import { temporaryDatabase } from './temporary-database.test-support.ts';

let file = '';
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ file, remove } = await temporaryDatabase());
});

afterEach(() => remove());

/** What version 1 wrote: one file of two chunks, and a lease that was taken twice. */
const firstVersion = `
  CREATE TABLE entries (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, version TEXT NOT NULL) STRICT;
  CREATE TABLE chunks (file INTEGER NOT NULL, start INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (file, start)) STRICT;
  CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT, epoch INTEGER NOT NULL, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO entries VALUES (7, '/log', 5, 'old.2');
  INSERT INTO chunks VALUES (7, 0, x'6f6c64'), (7, 3, x'c3a9');
  INSERT INTO leases VALUES ('/run', NULL, 2, 0);
  PRAGMA user_version = 1;
`;

function writeFirstVersion(): void {
  const driver = openDatabase(file, 0);
  driver.exec(firstVersion);
  driver.close();
}

test('a file of the first version is brought up to date in place, with all it holds', async () => {
  writeFirstVersion();
  const store = sqliteStore({ file });
  expect([await store.read('/log'), await store.stat('/log')]).toEqual(['oldé', { size: 5, version: 'old.2' }]);
  expect(await store.append('/log', '!')).toBe(5);
  expect(await store.lease.acquire('/run', { owner: 'a', ttlMs: 1_000 })).toMatchObject({ epoch: 3 });
  await store.close();
  const again = sqliteStore({ file });
  expect(await again.read('/log')).toBe('oldé!');
  await again.close();
});

test('two handles open a file of the first version: both can use it, and hear of each other', async () => {
  writeFirstVersion();
  const store = sqliteStore({ file });
  const other = sqliteStore({ file });
  const heard = new Promise<string>((resolve) => store.onChange('/', resolve));
  await other.write('/a', 'x');
  expect([await heard, await store.read('/a')]).toEqual(['/a', 'x']);
  await store.close();
  await other.close();
});

test('a file of a newer version is refused with both versions, and left as it was', async () => {
  await sqliteStore({ file }).close();
  const driver = openDatabase(file, 0);
  driver.exec('PRAGMA user_version = 99');
  expect(() => sqliteStore({ file })).toThrowError(
    expect.objectContaining({
      code: 'store_version',
      details: { file, found: 99, known: 2 },
      message: expect.stringContaining('schema 99'),
    }),
  );
  expect(driver.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
  driver.close();
});
