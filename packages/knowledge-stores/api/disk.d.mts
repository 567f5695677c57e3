import { JournalStore } from "@intarsia/core";
/** Where a disk store lives. */
interface DiskStoreOptions {
  /** The folder of the store; it is created. Several processes of one machine may open it. */
  readonly root: string;
  /** How long a call may wait for the disk, or for its turn among other writers. Default 5 000. */
  readonly timeoutMs?: number;
}
/**
 * A JournalStore in a folder: every commit is on the disk before it is acknowledged, processes of one machine share it, and none of them can
 * harm it by dying or by standing still at any moment (docs/adr/0011). Leases run on the machine's clock. A namespace is a folder of its own.
 * The names of all files of an open namespace are kept in memory, their bytes are not. Text that was replaced or deleted leaves the disk with
 * the next checkpoint: at once after the delete of a folder, else after at most 128 commits or a sixteenth of the number of files.
 * The file system must know hard links. A root that cannot be written can still be read.
 * Throws, and its methods reject with, `store_read_only`, `store_corrupt`, `store_version` and `store_unavailable`.
 */
export declare const diskStore: (options: DiskStoreOptions) => JournalStore;
export type { DiskStoreOptions };
