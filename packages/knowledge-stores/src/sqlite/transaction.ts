import type { SqliteDriver } from './driver.ts';

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
