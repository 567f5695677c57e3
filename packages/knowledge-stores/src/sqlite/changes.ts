import type { SqliteDriver } from './driver.ts';
import type { ColumnReader } from './failures.ts';

const keptChanges = 10_000;
const dropEvery = 1_000; // so that most commits drop nothing

/** Which files changed, in the order of their commits: how one process learns what another did. */
export interface SqliteChanges {
  /** Notes the files that a transaction changed, within it; the number of the last change. */
  note(paths: Iterable<string>): number;
  /** The number of the last change of all. */
  last(): number;
  /** The files of the changes after a number, in order; null when some of them are not kept any more. */
  after(seq: number): readonly string[] | null;
  /** A number that changes when another connection has committed. */
  otherCommits(): number;
}

const statements = (driver: SqliteDriver) => ({
  add: driver.prepare('INSERT INTO changes (path) VALUES (?) RETURNING seq'),
  drop: driver.prepare('DELETE FROM changes WHERE seq <= ?'),
  last: driver.prepare('SELECT coalesce(max(seq), 0) AS seq FROM changes'),
  first: driver.prepare('SELECT coalesce(min(seq), 0) AS seq FROM changes'),
  after: driver.prepare('SELECT path FROM changes WHERE seq > ? ORDER BY seq'),
  otherCommits: driver.prepare('PRAGMA data_version'),
});

/** Prepares the statements of an open database. */
export function sqliteChanges(driver: SqliteDriver, columns: ColumnReader): SqliteChanges {
  const prepared = statements(driver);
  const last = () => columns.integer(prepared.last.get() ?? {}, 'seq');
  return {
    last,
    note(paths) {
      let seq = 0;
      for (const path of paths) {
        seq = columns.integer(prepared.add.get(path) ?? {}, 'seq');
        if (seq % dropEvery === 0) prepared.drop.run(seq - keptChanges);
      }
      return seq;
    },
    after(seq) {
      if (columns.integer(prepared.first.get() ?? {}, 'seq') > seq + 1) return null;
      return prepared.after.all(seq).map((row) => columns.text(row, 'path'));
    },
    otherCommits: () => columns.integer(prepared.otherCommits.get() ?? {}, 'data_version'),
  };
}
