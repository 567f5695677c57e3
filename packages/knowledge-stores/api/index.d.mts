import { Clock, JournalStore } from "@intarsia/core";
/** What a memory store can be given. */
interface MemoryStoreOptions {
  /** The clock of its leases. Default: the one of this process. */
  readonly clock?: Clock;
}
/** A store in the memory of this process: for tests, trials and conversations that need not survive. Other processes do not see it. */
export declare const memoryStore: ({ clock }?: MemoryStoreOptions) => JournalStore;
export type { MemoryStoreOptions };
