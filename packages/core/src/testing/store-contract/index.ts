import { appendCases } from './append-cases.ts';
import { bindCase, type ContractCase, type StoreOpener } from './case.ts';
import { changeCases } from './change-cases.ts';
import { commitCases } from './commit-cases.ts';
import { fileCases } from './file-cases.ts';
import { leaseCases } from './lease-cases.ts';
import { lifetimeCases } from './lifetime-cases.ts';
import { pathCases } from './path-cases.ts';
import { type SharedStoreHarness, sharedCases } from './shared-cases.ts';

export type { ContractCase, StoreHarness, StoreOpener } from './case.ts';
export type { FaultySharedStore, FaultyStore } from './faulty-stores.ts';
export { faultySharedStores, faultyStores } from './faulty-stores.ts';
export type { SharedStoreHarness } from './shared-cases.ts';

/** What every JournalStore must do. Each case opens a store of its own. */
export function journalStoreContract(open: StoreOpener): readonly ContractCase[] {
  const cases = [...pathCases, ...fileCases, ...appendCases, ...changeCases, ...commitCases, ...leaseCases, ...lifetimeCases];
  return cases.map((storeCase) => bindCase(storeCase, open));
}

/** What must hold between two handles on the same data: for stores that several processes can open. */
export function sharedStoreContract(open: () => Promise<SharedStoreHarness>): readonly ContractCase[] {
  return sharedCases.map((storeCase) => bindCase(storeCase, open));
}
