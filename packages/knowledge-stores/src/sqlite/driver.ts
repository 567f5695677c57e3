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

/** The primary result code of an error that SQLite reported, or null (https://sqlite.org/rescode.html). */
export function resultCodeOf(error: unknown): number | null {
  const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'errcode') : undefined;
  return typeof code === 'number' ? code & 0xff : null;
}
