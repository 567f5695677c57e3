import { JournalStore, KnowledgeStore } from "@intarsia/core";
/** A lock that several processes share, by name, as AG2's `LockedKnowledgeStore` takes one (ag2-network 9.7). */
interface StoreLock {
  /** Takes the lock for at most `ttlMs`; false at once when another holds it. */
  acquire(name: string, ttlMs: number): Promise<boolean>;
  release(name: string): Promise<void>;
}
/**
 * A store whose writes wait for nobody: each takes the lock `store:write:{path}` first, by the normalised path, so that no other spelling gets
 * around it, and is refused with `store_unavailable`, to be tried again, when another holds it. A commit takes the locks of all its paths; a
 * delete also those of every file that stands beneath. Reads, leases and subscriptions take none.
 *
 * The locks keep writers apart that all use them, those of AG2 included; what makes a commit atomic and fences it is the store itself. A file
 * that is created beneath a folder while the folder is deleted is not kept apart. A lock lasts 30 s: a write that has not begun by then is
 * refused, one that takes longer has lost it and leaves it to whoever has it now. Closing it closes the store.
 */
export declare function lockedStore(store: JournalStore, lock: StoreLock): JournalStore;
export declare function lockedStore(store: KnowledgeStore, lock: StoreLock): KnowledgeStore;
export type { StoreLock };
