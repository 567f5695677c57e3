import { type Clock, memoryStore as coreMemoryStore, type JournalStore } from '@intarsia/core';

/** What a memory store can be given. */
export interface MemoryStoreOptions {
  /** The clock of its leases. Default: the one of this process. */
  readonly clock?: Clock;
}

const processClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** A store in the memory of this process: for tests, trials and conversations that need not survive. Other processes do not see it. */
export const memoryStore = ({ clock = processClock }: MemoryStoreOptions = {}): JournalStore => coreMemoryStore(clock);
