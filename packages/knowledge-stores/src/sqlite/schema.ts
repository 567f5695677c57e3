import { IntarsiaError } from '@intarsia/core';
import type { SqliteDriver } from './driver.ts';
import { columnReader, corruptFailure } from './failures.ts';
import { transact } from './transaction.ts';

/** What brings a database from one version of its schema to the next, and the tables that it makes. */
interface Migration {
  readonly tables: readonly string[];
  readonly sql: string;
}

/**
 * The first one makes a new database.
 *
 * A file is one row of `entries` and any number of `chunks`. An append adds a chunk and changes one entry, whatever the size of the file.
 * Bodies are kept out of WITHOUT ROWID tables: there they would spill to overflow pages. A lease row stays for ever, so no epoch comes back.
 * `changes` says in order which files were written, for the subscriptions of other processes.
 */
const migrations: readonly Migration[] = [
  {
    tables: ['entries', 'chunks', 'leases'],
    sql: `CREATE TABLE entries (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, version TEXT NOT NULL) STRICT;
  CREATE TABLE chunks (file INTEGER NOT NULL, start INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (file, start)) STRICT;
  CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT, epoch INTEGER NOT NULL, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  },
  { tables: ['changes'], sql: 'CREATE TABLE changes (seq INTEGER PRIMARY KEY, path TEXT NOT NULL) STRICT;' },
];

/**
 * The version of the schema of a database, 0 for an empty one. Changes nothing. Throws `store_version` for a newer one and `store_corrupt` for another program's:
 * many of those count the versions of their schemas, too, so the tables decide.
 */
export function schemaVersion(driver: SqliteDriver, file: string): number {
  // One statement, so that no other process makes the schema in between.
  const rows = driver.prepare('SELECT user_version AS version, name FROM pragma_user_version LEFT JOIN sqlite_schema').all();
  const version = columnReader(file).integer(rows[0] ?? {}, 'version');
  if (version > migrations.length) throw newerSchema(file, version);
  const names = new Set(rows.map(({ name }) => name));
  const isOurs =
    version === 0
      ? names.has(null)
      : migrations.every(({ tables }, index) => tables.every((table) => names.has(table) === index < version));
  if (version < 0 || !isOurs)
    throw corruptFailure(file, 'is the database of another program, or its schema is damaged: name another file or restore a backup');
  return version;
}

/** Makes the schema of a new database or brings an older one up to date. Throws what `schemaVersion` throws. */
export function prepareSchema(driver: SqliteDriver, file: string): void {
  if (schemaVersion(driver, file) === migrations.length) return;
  transact(driver, () => {
    const version = schemaVersion(driver, file); // again: another process may have been faster
    for (const { sql } of migrations.slice(version)) driver.exec(sql);
    driver.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

const newerSchema = (file: string, version: number): IntarsiaError =>
  new IntarsiaError(
    'store_version',
    `${file} has schema ${version}, and this version knows up to ${migrations.length}: open it with the version that wrote it, or a newer one.`,
    { details: { file, found: version, known: migrations.length } },
  );
