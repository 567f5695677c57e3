import { bindCase, type ContractCase } from './case.ts';
import { journalCases, knowledgeCases, sharedCases } from './contract.ts';
import type { KnowledgeStoreHarness, SharedStoreHarness, StoreHarness, StoreOffers } from './harness.ts';

export type { ContractCase } from './case.ts';
export type { FaultySharedStore, FaultyStore } from './defects/faulty-stores.ts';
export { faultySharedStores, faultyStores } from './defects/faulty-stores.ts';
export type { KnowledgeStoreHarness, SharedStoreHarness, StoreHarness, StoreOffers, StoreOpener } from './harness.ts';

/** What every KnowledgeStore must do: paths, files, folders, appends, ranges and changes. Each case opens a store of its own. */
export function knowledgeStoreContract(open: () => Promise<KnowledgeStoreHarness>): readonly ContractCase[] {
  return knowledgeCases.map((storeCase) => bindCase(storeCase, open));
}

/**
 * What every JournalStore must do: all of `knowledgeStoreContract`, and stat, commits, fences, leases and namespaces. Each case opens a
 * store of its own. Cases that need more of a harness than a store are in the list only when that is offered.
 */
export function journalStoreContract(open: () => Promise<StoreHarness>, offers: StoreOffers = {}): readonly ContractCase[] {
  const offered = journalCases.filter(({ needs }) => needs === undefined || offers[needs] === true);
  return [...knowledgeStoreContract(open), ...offered.map((storeCase) => bindCase(storeCase, open))];
}

/** What must hold between two handles on the same data: for stores that several processes can open. */
export function sharedStoreContract(open: () => Promise<SharedStoreHarness>): readonly ContractCase[] {
  return sharedCases.map((storeCase) => bindCase(storeCase, open));
}
