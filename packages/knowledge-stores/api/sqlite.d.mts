import { JournalStore } from "@intarsia/core";
/** What a column can hold. */
type SqliteValue = null | number | bigint | string | Uint8Array;
/** One row, by column name. */
type SqliteRow = Readonly<Record<string, SqliteValue>>;
/** A prepared statement; its parameters are positional. */
interface SqliteStatement {
  run(...parameters: SqliteValue[]): void;
  get(...parameters: SqliteValue[]): SqliteRow | undefined;
  all(...parameters: SqliteValue[]): readonly SqliteRow[];
  iterate(...parameters: SqliteValue[]): Iterable<SqliteRow>;
}
/** All that the store needs of an SQLite library: synchronous, one connection. Another library is another implementation of this. */
interface SqliteDriver {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}
/** Opens a connection that waits up to `timeoutMs` for the locks of others, and creates the file where it is missing. */
type OpenSqlite = (file: string, timeoutMs: number) => SqliteDriver;
/** Where an SQLite store lives. */
interface SqliteStoreOptions {
  /** The database file; it and its folders are created. Several processes of one machine may open it. */
  readonly file: string;
  /** How long a call, and the opening, wait for the locks of other processes before `store_unavailable`. Default 5,000. */
  readonly timeoutMs?: number;
  /** The SQLite library. Default: `node:sqlite`. */
  readonly open?: OpenSqlite;
}
/**
 * A JournalStore in one SQLite file: write-ahead log, every commit flushed to disk before it is acknowledged. Processes of one machine share
 * it; leases run on the machine's clock. A call blocks the process for as long as SQLite works, and waits without blocking for the locks of
 * others; the opening blocks for them too. Schemas of older versions are brought up to date.
 * Throws, and its methods reject with, `store_read_only`, `store_corrupt`, `store_version` and `store_unavailable`.
 */
export declare function sqliteStore(options: SqliteStoreOptions): JournalStore;
export type { OpenSqlite, SqliteDriver, SqliteRow, SqliteStatement, SqliteStoreOptions, SqliteValue };
