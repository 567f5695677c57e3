import { appendDefects } from './append-defects.ts';
import type { StoreOpener } from './case.ts';
import { commitDefects } from './commit-defects.ts';
import { methodsOf } from './defect.ts';
import { fileDefects } from './file-defects.ts';
import { leaseDefects } from './lease-defects.ts';
import type { SharedStoreHarness } from './shared-cases.ts';
import { sharedDefects } from './shared-defects.ts';

/** A store with exactly one defect, and the case of the contract that must catch it. */
export interface FaultyStore {
  readonly defect: string;
  readonly caughtBy: string;
  readonly open: StoreOpener;
}

/** Stores with one defect each, made from a correct one. A contract suite that lets one of them pass is worth nothing. */
export const faultyStores = (open: StoreOpener): readonly FaultyStore[] =>
  [...fileDefects, ...appendDefects, ...commitDefects, ...leaseDefects].map(({ defect, caughtBy, make }) => ({
    defect,
    caughtBy,
    async open() {
      const harness = await open();
      return { ...harness, store: { ...methodsOf(harness.store), ...make(harness.store) } };
    },
  }));

/** Two handles with exactly one defect between them, and the case of the shared contract that must catch it. */
export interface FaultySharedStore {
  readonly defect: string;
  readonly caughtBy: string;
  readonly open: () => Promise<SharedStoreHarness>;
}

/** Handles with one defect each, made from two correct ones. */
export const faultySharedStores = (open: () => Promise<SharedStoreHarness>): readonly FaultySharedStore[] =>
  sharedDefects.map(({ defect, caughtBy, make }) => ({
    defect,
    caughtBy,
    async open() {
      const harness = await open();
      return { ...harness, ...make(harness) };
    },
  }));
