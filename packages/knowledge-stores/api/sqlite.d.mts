import { JournalStore } from "@intarsia/core";
/** Where an SQLite store lives. */
interface SqliteStoreOptions {
  /** The database file; it and its folders are created. Several processes of one machine may open it. */
  readonly file: string;
}
/**
 * A JournalStore in one SQLite file: write-ahead log, every commit flushed to disk before it is acknowledged. Processes of one machine share
 * it; leases run on the machine's clock. Calls block for as long as SQLite works, at most 5 s for the locks of others.
 * Throws, and its methods reject with, `store_read_only`, `store_corrupt` and `store_unavailable`.
 */
export declare function sqliteStore(options: SqliteStoreOptions): JournalStore;
export type { SqliteStoreOptions };
