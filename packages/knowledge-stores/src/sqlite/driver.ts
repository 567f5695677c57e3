import { DatabaseSync } from 'node:sqlite';

/** What a column can hold. */
export type SqliteValue = null | number | bigint | string | Uint8Array;
/** One row, by column name. */
export type SqliteRow = Readonly<Record<string, SqliteValue>>;

/** A prepared statement; its parameters are positional. */
export interface SqliteStatement {
  run(...parameters: SqliteValue[]): void;
  get(...parameters: SqliteValue[]): SqliteRow | undefined;
  all(...parameters: SqliteValue[]): readonly SqliteRow[];
  iterate(...parameters: SqliteValue[]): Iterable<SqliteRow>;
}

/** All that the store needs of an SQLite library: synchronous, one connection. Another library is another implementation of this. */
export interface SqliteDriver {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** Opens a connection that waits up to `timeoutMs` for the locks of others, and creates the file where it is missing. */
export type OpenSqlite = (file: string, timeoutMs: number) => SqliteDriver;

/** A connection of `node:sqlite` that waits up to `timeoutMs` for the locks of others. */
export function openDatabase(file: string, timeoutMs: number): SqliteDriver {
  const database = new DatabaseSync(file, { timeout: timeoutMs });
  return {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        run: (...parameters) => void statement.run(...parameters),
        get: (...parameters) => statement.get(...parameters),
        all: (...parameters) => statement.all(...parameters),
        iterate: (...parameters) => statement.iterate(...parameters),
      };
    },
  };
}

const codesByName: readonly (readonly [string, number])[] = [
  ['SQLITE_BUSY', 5],
  ['SQLITE_LOCKED', 6],
  ['SQLITE_READONLY', 8],
  ['SQLITE_CORRUPT', 11],
  ['SQLITE_FULL', 13],
  ['SQLITE_CANTOPEN', 14],
  ['SQLITE_NOTADB', 26],
];

/**
 * The primary result code of an error that SQLite reported, or null (https://sqlite.org/rescode.html). `node:sqlite` gives it as the number
 * `errcode`, other libraries as a `code` that begins with its name.
 */
export function resultCodeOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null;
  const number = Reflect.get(error, 'errcode');
  if (typeof number === 'number') return number & 0xff;
  const name = Reflect.get(error, 'code');
  return typeof name === 'string' ? (codesByName.find(([start]) => name.startsWith(start))?.[1] ?? null) : null;
}
