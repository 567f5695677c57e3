import { clipRange, type FileStat, folderPrefix } from '@intarsia/core';
import type { SqliteDriver, SqliteRow } from './driver.ts';
import type { ColumnReader } from './failures.ts';

const chunkBytes = 64 * 1024; // so that a range of a large write needs only a part of it

/** The paths beneath a folder as a range of the path index: '0' follows '/' in every order that compares bytes. */
function beneath(path: string): readonly [from: string, to: string] {
  const prefix = folderPrefix(path);
  return [prefix, `${prefix.slice(0, -1)}0`];
}

const statements = (driver: SqliteDriver) => ({
  stat: driver.prepare('SELECT size, version FROM entries WHERE path = ?'),
  // One statement sees one state of the database, also while others write. A file without bytes gives one row without a chunk.
  read: driver.prepare(`
    SELECT entries.size, chunks.start, chunks.bytes FROM entries LEFT JOIN chunks ON chunks.file = entries.id
    WHERE entries.path = ? ORDER BY chunks.start`),
  readRange: driver.prepare(`
    SELECT entries.size, chunks.start, chunks.bytes FROM entries LEFT JOIN chunks ON chunks.file = entries.id AND chunks.start < ?3
      AND chunks.start >= (SELECT max(start) FROM chunks WHERE file = entries.id AND start <= ?2)
    WHERE entries.path = ?1 ORDER BY chunks.start`),
  paths: driver.prepare('SELECT path FROM entries WHERE path >= ? AND path < ? ORDER BY path'),
  anyBeneath: driver.prepare('SELECT 1 FROM entries WHERE path = ?1 OR (path >= ?2 AND path < ?3) LIMIT 1'),
  grow: driver.prepare(`
    INSERT INTO entries (path, size, version) VALUES (?, ?, ?)
    ON CONFLICT (path) DO UPDATE SET size = size + excluded.size, version = excluded.version RETURNING id, size`),
  replace: driver.prepare(`
    INSERT INTO entries (path, size, version) VALUES (?, ?, ?)
    ON CONFLICT (path) DO UPDATE SET size = excluded.size, version = excluded.version RETURNING id`),
  addChunk: driver.prepare('INSERT INTO chunks (file, start, bytes) VALUES (?, ?, ?)'),
  dropChunks: driver.prepare('DELETE FROM chunks WHERE file = ?'),
  dropEntries: driver.prepare('DELETE FROM entries WHERE path = ?1 OR (path >= ?2 AND path < ?3) RETURNING id, path'),
});

/** A part of a file, in whole chunks that follow each other without a gap. */
export interface ChunkRange {
  readonly size: number;
  readonly start: number;
  readonly chunks: readonly Uint8Array[];
}

/** The files in an open database. Writing methods belong inside a transaction; paths are normalised. */
export interface SqliteFiles {
  stat(path: string): FileStat | null;
  /** The chunks of a file in order, or null. Throws `store_corrupt` where they are not as long as the file. */
  read(path: string): readonly Uint8Array[] | null;
  /** The chunks that overlap [start, end), where the first one starts, and the size of the file; null when there is none. */
  readRange(path: string, start: number, end: number | undefined): ChunkRange | null;
  list(path: string): readonly string[];
  exists(path: string): boolean;
  /** Every file beneath a folder. */
  paths(folder: string): readonly string[];
  write(path: string, bytes: Uint8Array, version: string): void;
  /** Returns the byte offset at which the bytes start. */
  append(path: string, bytes: Uint8Array, version: string): number;
  /** Returns the paths of the deleted files. */
  delete(path: string): readonly string[];
}

/** Prepares the statements of an open database. */
export function sqliteFiles(driver: SqliteDriver, columns: ColumnReader): SqliteFiles {
  const prepared = statements(driver);
  const one = (row: SqliteRow | undefined): SqliteRow => row ?? {};
  const addChunks = (file: number, start: number, bytes: Uint8Array): void => {
    for (let from = 0; from < bytes.length; from += chunkBytes) {
      prepared.addChunk.run(file, start + from, bytes.subarray(from, from + chunkBytes));
    }
  };

  /** The chunks in `rows`, which must cover the range without a gap. SQLite does not look for what a damaged page lost. */
  const chunksOf = (rows: readonly SqliteRow[], path: string, size: number, { start: from, end: to }: ReturnType<typeof clipRange>) => {
    const found = rows.filter((row) => row['start'] !== null);
    const start = found[0] === undefined ? from : columns.integer(found[0], 'start');
    const chunks = found.map((row) => columns.bytes(row, 'bytes'));
    let end = start;
    let isWhole = start <= from;
    for (const [index, row] of found.entries()) {
      isWhole &&= columns.integer(row, 'start') === end;
      end += chunks[index]?.length ?? 0;
    }
    if (isWhole && end >= to && end <= size) return { start, chunks };
    throw columns.corrupt(`has lost bytes of ${path}: restore a backup`);
  };

  return {
    stat(path) {
      const row = prepared.stat.get(path);
      return row === undefined ? null : { size: columns.integer(row, 'size'), version: columns.text(row, 'version') };
    },
    read(path) {
      const rows = prepared.read.all(path);
      if (rows[0] === undefined) return null;
      const size = columns.integer(rows[0], 'size');
      return chunksOf(rows, path, size, { start: 0, end: size }).chunks;
    },
    readRange(path, start, end) {
      const range = clipRange(Number.MAX_SAFE_INTEGER, start, end); // the file's size is known with its chunks
      const rows = prepared.readRange.all(path, range.start, range.end);
      const [first] = rows;
      if (first === undefined) return null;
      const size = columns.integer(first, 'size');
      return { size, ...chunksOf(rows, path, size, clipRange(size, start, end)) };
    },
    list(path) {
      const [prefix, end] = beneath(path);
      const names: string[] = [];
      // Files come one after the other; behind the first path of a folder the search goes on past that folder.
      for (let from: string | null = prefix; from !== null; ) {
        let next: string | null = null;
        for (const row of prepared.paths.iterate(from, end)) {
          const name = columns.text(row, 'path').slice(prefix.length);
          const slash = name.indexOf('/');
          names.push(slash === -1 ? name : name.slice(0, slash + 1));
          if (slash === -1) continue;
          next = beneath(`${prefix}${name.slice(0, slash)}`)[1];
          break;
        }
        from = next;
      }
      return names.sort();
    },
    exists: (path) => prepared.anyBeneath.get(path, ...beneath(path)) !== undefined,
    paths: (folder) => prepared.paths.all(...beneath(folder)).map((row) => columns.text(row, 'path')),
    write(path, bytes, version) {
      const file = columns.integer(one(prepared.replace.get(path, bytes.length, version)), 'id');
      prepared.dropChunks.run(file);
      addChunks(file, 0, bytes);
    },
    append(path, bytes, version) {
      const row = one(prepared.grow.get(path, bytes.length, version));
      const start = columns.integer(row, 'size') - bytes.length;
      addChunks(columns.integer(row, 'id'), start, bytes);
      return start;
    },
    delete(path) {
      const rows = prepared.dropEntries.all(path, ...beneath(path));
      for (const row of rows) prepared.dropChunks.run(columns.integer(row, 'id'));
      return rows.map((row) => columns.text(row, 'path'));
    },
  };
}
