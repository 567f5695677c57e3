import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OpenSqlite, SqliteDriver } from './driver.ts';
import { isLocked, storeFailure } from './failures.ts';
import { prepareSchema } from './schema.ts';

const retryMs = 10;
const briefTimeoutMs = 5; // longer waits are up to the caller, who can do other work meanwhile

/** Opens or creates the database file and its folders. Throws `store_read_only`, `store_corrupt` or `store_unavailable`. */
export function openStoreDatabase(file: string, open: OpenSqlite, timeoutMs: number): SqliteDriver {
  let driver: SqliteDriver | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Says more about a file that cannot be opened than SQLite does, and keeps a new one to its user: journals hold what people said.
    closeSync(openSync(file, 'a', 0o600));
    driver = open(file, timeoutMs);
    switchToWriteAheadLog(driver, timeoutMs);
    prepareSchema(driver, file);
    driver.exec(`PRAGMA busy_timeout = ${briefTimeoutMs}`);
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
