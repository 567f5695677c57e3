import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase, type SqliteDriver } from './driver.ts';
import { columnReader, corruptFailure, isLocked, storeFailure } from './failures.ts';

const schemaVersion = 1;
const lockTimeoutMs = 5_000;
const retryMs = 10;

// A file is one row of `entries` and any number of `chunks`. An append adds a chunk and changes one entry, whatever the size of the file.
// Bodies are kept out of WITHOUT ROWID tables: there they would spill to overflow pages. A lease row stays for ever, so no epoch comes back.
const schema = `
  CREATE TABLE entries (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, version TEXT NOT NULL) STRICT;
  CREATE TABLE chunks (file INTEGER NOT NULL, start INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (file, start)) STRICT;
  CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT, epoch INTEGER NOT NULL, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${schemaVersion};
`;

/** Runs `work` as one transaction that takes the write lock first, so that what it reads is what it writes on. */
export function transact<Result>(driver: SqliteDriver, work: () => Result): Result {
  driver.exec('BEGIN IMMEDIATE'); // a deferred one fails with SQLITE_BUSY as soon as two of them read before they write
  try {
    const result = work();
    driver.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(driver);
    throw error;
  }
}

function rollBack(driver: SqliteDriver): void {
  try {
    driver.exec('ROLLBACK');
  } catch {
    // SQLite rolls back by itself on a full disk or an I/O error; the first error is the one to report.
  }
}

/** Opens or creates the database file and its folders. Throws `store_read_only`, `store_corrupt` or `store_unavailable`. */
export function openStoreDatabase(file: string): SqliteDriver {
  let driver: SqliteDriver | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Says more about a file that cannot be opened than SQLite does, and keeps a new one to its user: journals hold what people said.
    closeSync(openSync(file, 'a', 0o600));
    driver = openDatabase(file, lockTimeoutMs);
    switchToWriteAheadLog(driver);
    prepareSchema(driver, file);
    return driver;
  } catch (error) {
    driver?.close();
    throw storeFailure(file, error);
  }
}

/**
 * The change to WAL needs the file alone, and SQLite refuses it at once, without its time limit, while another process opens the same new
 * file. Whoever comes second tries again.
 */
function switchToWriteAheadLog(driver: SqliteDriver): void {
  const until = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      driver.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}

function prepareSchema(driver: SqliteDriver, file: string): void {
  const columns = columnReader(file);
  const count = (sql: string, column: string) => columns.integer(driver.prepare(sql).get() ?? {}, column);
  const found = () => count('PRAGMA user_version', 'user_version');
  if (found() === schemaVersion) return;
  transact(driver, () => {
    const version = found(); // again: another process may have been faster
    if (version === schemaVersion) return;
    if (version !== 0) throw corruptFailure(file, `was written by another version of this store (schema ${version}): upgrade it`);
    if (count('SELECT count(*) AS tables FROM sqlite_schema', 'tables') > 0) {
      throw corruptFailure(file, 'is the database of another program: name another file');
    }
    driver.exec(schema);
  });
}
