import { describe, expect, it } from 'vitest';
import { memoryStore, scopedStore } from '../../journal/index.ts';
import { memoryClaims, storeClaims } from '../../tools/index.ts';
import { virtualClock } from '../virtual-clock.ts';
import { type ClaimStoreHarness, claimStoreContract, faultyClaimStores } from './index.ts';

const openMemory = async (): Promise<ClaimStoreHarness> => {
  const claims = memoryClaims();
  return { claims, other: claims, close: async () => {} };
};

const openStore = async (): Promise<ClaimStoreHarness> => {
  const store = memoryStore(virtualClock());
  return { claims: storeClaims(store), other: storeClaims(store), close: () => store.close() };
};

const openScoped = async (): Promise<ClaimStoreHarness> => {
  const store = memoryStore(virtualClock());
  await storeClaims(store).append('order', { outside: true });
  await storeClaims(scopedStore(store, '/tenants/b')).append('order', { of: 'b' });
  const claims = storeClaims(scopedStore(store, '/tenants/a'));
  return { claims, other: storeClaims(scopedStore(store, '/tenants/a')), close: () => store.close() };
};

describe('claims in memory', () => {
  it.each(claimStoreContract(openMemory))('$name', ({ run }) => run());
});

describe('claims in a store', () => {
  it.each(claimStoreContract(openStore))('$name', ({ run }) => run());
});

describe('claims in the scope of a tenant', () => {
  it.each(claimStoreContract(openScoped))('$name', ({ run }) => run());
});

describe('the contract', () => {
  const names = claimStoreContract(openMemory).map(({ name }) => name);

  it('has a name of its own, and a faulty store, for every case', () => {
    expect(new Set(names).size).toBe(names.length);
    expect([...new Set(faultyClaimStores(openMemory).map(({ caughtBy }) => caughtBy))]).toEqual(names);
  });

  it.each(faultyClaimStores(openStore))('catches a store that $defect', async ({ open, caughtBy }) => {
    const failing = claimStoreContract(open).find(({ name }) => name === caughtBy);
    await expect(failing?.run()).rejects.toThrow();
  });
});
