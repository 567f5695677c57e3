import { storeClaims } from '@intarsia/core';
import type { ClaimStoreHarness, SharedStoreHarness } from '@intarsia/core/testing';

/** Opens claims in two handles on the same data. */
export const claimsOver = (open: () => Promise<SharedStoreHarness>) => async (): Promise<ClaimStoreHarness> => {
  const { store, other, close } = await open();
  return { claims: storeClaims(store), other: storeClaims(other), close };
};
