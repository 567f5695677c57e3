import type { JournalStore } from '../../../ports/index.ts';
import { journalCases, knowledgeCases } from '../contract.ts';
import type { SharedStoreHarness, StoreHarness, StoreOffers, StoreOpener } from '../harness.ts';
import { appendDefects } from './appends.ts';
import { changeDefects } from './changes.ts';
import { commitDefects } from './commits.ts';
import { type Defect, methodsOf } from './defect.ts';
import { expectationDefects } from './expectations.ts';
import { fileDefects } from './files.ts';
import { folderDefects } from './folders.ts';
import { leaseDefects } from './leases.ts';
import { lifetimeDefects } from './lifetime.ts';
import { nameDefects } from './names.ts';
import { namespaceDefects } from './namespaces.ts';
import { restartDefects } from './restarts.ts';
import { sharedDefects } from './shared.ts';
import { sharedRaceDefects } from './shared-races.ts';
import { statDefects } from './stats.ts';

const defects: readonly Defect[] = [
  ...nameDefects,
  ...fileDefects,
  ...folderDefects,
  ...appendDefects,
  ...changeDefects,
  ...lifetimeDefects,
  ...statDefects,
  ...commitDefects,
  ...expectationDefects,
  ...leaseDefects,
  ...namespaceDefects,
  ...restartDefects,
];

/** A store with exactly one defect, and the case of the contract that must catch it. */
export interface FaultyStore {
  readonly defect: string;
  readonly caughtBy: string;
  readonly open: StoreOpener;
}

/**
 * Stores with one defect each, made from a correct one: those that a case of `journalStoreContract(open, offers)` must catch. A contract
 * suite that lets one of them pass is worth nothing.
 */
export function faultyStores(open: StoreOpener, offers: StoreOffers = {}): readonly FaultyStore[] {
  const cases = [...knowledgeCases, ...journalCases].filter(({ needs }) => needs === undefined || offers[needs] === true);
  const names = new Set(cases.map(({ name }) => name));
  return defects
    .filter(({ caughtBy }) => names.has(caughtBy))
    .map(({ defect, caughtBy, make }) => ({ defect, caughtBy, open: async () => withDefect(await open(), make) }));
}

function withDefect(harness: StoreHarness, make: Defect['make']): StoreHarness {
  let life = 0;
  const faulty = (store: JournalStore): JournalStore => ({ ...methodsOf(store), ...make(store, life) });
  const { reopen } = harness;
  return {
    ...harness,
    store: faulty(harness.store),
    ...(reopen === undefined
      ? {}
      : {
          async reopen() {
            life += 1;
            return faulty(await reopen());
          },
        }),
  };
}

/** Two handles with exactly one defect between them, and the case of the shared contract that must catch it. */
export interface FaultySharedStore {
  readonly defect: string;
  readonly caughtBy: string;
  readonly open: () => Promise<SharedStoreHarness>;
}

/** Handles with one defect each, made from two correct ones. */
export const faultySharedStores = (open: () => Promise<SharedStoreHarness>): readonly FaultySharedStore[] =>
  [...sharedDefects, ...sharedRaceDefects].map(({ defect, caughtBy, make }) => ({
    defect,
    caughtBy,
    async open() {
      const harness = await open();
      return { ...harness, ...make(harness) };
    },
  }));
