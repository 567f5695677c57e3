import { bindCase, type ContractCase } from '../store-contract/case.ts';
import { type ClaimStoreHarness, claimStoreCases } from './cases.ts';

export type { ClaimStoreHarness } from './cases.ts';
export type { FaultyClaimStore } from './faulty-claim-stores.ts';
export { faultyClaimStores } from './faulty-claim-stores.ts';

/** What every ClaimStore must do. Each case opens handles of its own. */
export function claimStoreContract(open: () => Promise<ClaimStoreHarness>): readonly ContractCase[] {
  return claimStoreCases.map((storeCase) => bindCase(storeCase, open));
}
