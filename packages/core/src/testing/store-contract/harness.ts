import type { JournalStore, KnowledgeStore } from '../../ports/index.ts';

/** A fresh, empty store of files, and how to end it. */
export interface KnowledgeStoreHarness {
  readonly store: KnowledgeStore;
  /** Closes the store, if a case did not, and removes what it left behind. */
  close(): Promise<void>;
}

/** A fresh, empty JournalStore, how to end it, and what else can be done to it. */
export interface StoreHarness extends KnowledgeStoreHarness {
  readonly store: JournalStore;
  /** Moves the store's clock on. Left out where the store has a real clock: cases then wait for short leases to run out. Offer: `advances`. */
  advance?(ms: number): Promise<void> | void;
  /**
   * Closes the store that was opened last and opens the same data anew, as a host that starts again does; `close` ends that one too.
   * Offer: `reopens`.
   */
  reopen?(): Promise<JournalStore>;
  /** Makes one call of the store whose answer gets lost on its way, after the store got the call. Offer: `losesAnswers`. */
  loseAnswer?<Result>(call: () => Promise<Result>): Promise<Result>;
}

/**
 * What a harness can do beyond opening a store. A case that needs more than is offered is left out of the list, so that nobody counts it
 * as passed.
 */
export interface StoreOffers {
  /** `advance` moves the clock of the leases. */
  readonly advances?: boolean;
  /** `reopen` opens the same data again. */
  readonly reopens?: boolean;
  /** `loseAnswer` loses an answer. */
  readonly losesAnswers?: boolean;
  /** Leases are timed by a clock of the store's own, whatever `Date.now` of this process says. */
  readonly ownTime?: boolean;
}

/** Two handles on the same data, as two processes have them. */
export interface SharedStoreHarness {
  readonly store: JournalStore;
  readonly other: JournalStore;
  /** Closes both and removes what they left behind. */
  close(): Promise<void>;
}

/** Makes one harness for each case. */
export type StoreOpener = () => Promise<StoreHarness>;
