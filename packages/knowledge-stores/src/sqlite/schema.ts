import { IntarsiaError } from '@intarsia/core';
import type { SqliteDriver } from './driver.ts';
import { columnReader, corruptFailure } from './failures.ts';
import { transact } from './transaction.ts';

/**
 * What brings a database from one version of its schema to the next; the first one makes a new database.
 *
 * A file is one row of `entries` and any number of `chunks`. An append adds a chunk and changes one entry, whatever the size of the file.
 * Bodies are kept out of WITHOUT ROWID tables: there they would spill to overflow pages. A lease row stays for ever, so no epoch comes back.
 * `changes` says in order which files were written, for the subscriptions of other processes.
 */
const migrations: readonly string[] = [
  `CREATE TABLE entries (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, version TEXT NOT NULL) STRICT;
  CREATE TABLE chunks (file INTEGER NOT NULL, start INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (file, start)) STRICT;
  CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT, epoch INTEGER NOT NULL, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  'CREATE TABLE changes (seq INTEGER PRIMARY KEY, path TEXT NOT NULL) STRICT;',
];

/** Makes the schema of a new database or brings an older one up to date. Throws `store_version` for a newer one and `store_corrupt` for another program's. */
export function prepareSchema(driver: SqliteDriver, file: string): void {
  const columns = columnReader(file);
  const count = (sql: string, column: string) => columns.integer(driver.prepare(sql).get() ?? {}, column);
  const found = () => count('PRAGMA user_version', 'user_version');
  if (found() === migrations.length) return;
  transact(driver, () => {
    const version = found(); // again: another process may have been faster
    if (version > migrations.length) throw newerSchema(file, version);
    if (version === 0 && count('SELECT count(*) AS tables FROM sqlite_schema', 'tables') > 0) {
      throw corruptFailure(file, 'is the database of another program: name another file');
    }
    for (const step of migrations.slice(version)) driver.exec(step);
    driver.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

const newerSchema = (file: string, version: number): IntarsiaError =>
  new IntarsiaError(
    'store_version',
    `${file} has schema ${version}, and this version knows up to ${migrations.length}: open it with the version that wrote it, or a newer one.`,
    { details: { file, found: version, known: migrations.length } },
  );
