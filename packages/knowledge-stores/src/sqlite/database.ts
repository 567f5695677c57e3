import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { IntarsiaError } from '@intarsia/core';
import { type SqliteChanges, sqliteChanges } from './changes.ts';
import type { OpenSqlite, SqliteDriver } from './driver.ts';
import { columnReader, isLocked, storeFailure } from './failures.ts';
import { type SqliteFiles, sqliteFiles } from './files.ts';
import { type SqliteLeases, sqliteLeases } from './leases.ts';
import { prepareSchema, schemaVersion } from './schema.ts';

const retryMs = 10;
const briefTimeoutMs = 5; // longer waits are up to the caller, who can do other work meanwhile

/** An open database and what is in it. */
export interface StoreDatabase {
  readonly driver: SqliteDriver;
  readonly files: SqliteFiles;
  readonly leases: SqliteLeases;
  readonly changes: SqliteChanges;
}

/** Opens or creates the database file and its folders. Throws `store_read_only`, `store_corrupt`, `store_version` or `store_unavailable`. */
export function openStoreDatabase(file: string, open: OpenSqlite, timeoutMs: number): StoreDatabase {
  let driver: SqliteDriver | undefined;
  try {
    refuseNoFile(file);
    mkdirSync(dirname(file), { recursive: true });
    // Says more about a file that cannot be opened than SQLite does, and keeps a new one to its user: journals hold what people said.
    closeSync(openSync(file, 'a', 0o600));
    driver = open(file, timeoutMs);
    schemaVersion(driver, file); // refuses the database of another program before anything in it is changed
    switchToWriteAheadLog(driver, timeoutMs);
    prepareSchema(driver, file);
    driver.exec(`PRAGMA busy_timeout = ${briefTimeoutMs}`);
    const columns = columnReader(file);
    return {
      driver,
      files: sqliteFiles(driver, columns),
      leases: sqliteLeases(driver, columns),
      changes: sqliteChanges(driver, columns),
    };
  } catch (error) {
    driver?.close();
    throw storeFailure(file, error);
  }
}

/** The opening of a pipe waits for its other end, which may never come; SQLite waits for one, too, and keeps nothing in a device. */
function refuseNoFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile())
    throw new IntarsiaError('store_unavailable', `${file} is not a file that can be kept: name another one.`, { details: { file } });
}

/**
 * The change to WAL needs the file alone, and SQLite refuses it at once, without its time limit, while another process opens the same new
 * file. Whoever comes second tries again.
 */
function switchToWriteAheadLog(driver: SqliteDriver, timeoutMs: number): void {
  const until = performance.now() + timeoutMs;
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
