import { MongoClient } from "mongodb";
import { JournalStore } from "@intarsia/core";
/** Which database, and how long a call may take. */
type MongoStoreOptions = {
  /** Default: the database in the URL or of the client, else `intarsia`. */
  readonly database?: string;
  /** What the names of its collections begin with. Default `intarsia_`. */
  readonly collectionPrefix?: string;
  /** After which a call gives up. Default 5 000. */
  readonly timeoutMs?: number;
} & ({
  /** `mongodb://` or `mongodb+srv://`. */
  readonly url: string;
} | {
  /** A client of package `mongodb`; it stays open when the store is closed. */
  readonly client: MongoClient;
});
/**
 * A JournalStore in a MongoDB database (4.4 or newer), shared by any number of processes and machines. Commits are documents of one sequence for each
 * namespace, and need no transactions; leases run on the server's clock. Connects at the first call. `namespace` gives the namespaces, the
 * handle itself is a place of its own beside them.
 * Throws `wiring_invalid`; its methods reject with `client_missing`, `store_unavailable`, `store_denied`, `store_read_only`,
 * `store_version` and `store_corrupt`. A commit may be of any size that fits into memory.
 */
export declare function mongoStore(options: MongoStoreOptions): JournalStore;
export type { MongoStoreOptions };
