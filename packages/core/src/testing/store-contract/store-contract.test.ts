import { describe, expect, it } from 'vitest';
import { memoryStore, scopedStore } from '../../journal/index.ts';
import { virtualClock } from '../virtual-clock.ts';
import { faultyStores, journalStoreContract, type StoreOpener } from './index.ts';

const openMemory: StoreOpener = async () => {
  const clock = virtualClock();
  const store = memoryStore(clock);
  return { store, close: () => store.close(), advance: (ms) => clock.advance(ms) };
};

const openScoped =
  (prefix: string): StoreOpener =>
  async () => {
    const harness = await openMemory();
    await harness.store.write('/outside', 'x');
    await harness.store.write(`${prefix}-beside/a`, 'x');
    return { ...harness, store: scopedStore(harness.store, prefix) };
  };

describe('the memory store', () => {
  it.each(journalStoreContract(openMemory))('$name', ({ run }) => run());
});

describe('a scope of the memory store', () => {
  it.each(journalStoreContract(openScoped('/tenants/%_/chat')))('$name', ({ run }) => run());
});

describe('the contract', () => {
  it('has a name of its own for every case', () => {
    const names = journalStoreContract(openMemory).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a faulty store for every case', () => {
    const caught = new Set(faultyStores(openMemory).map(({ caughtBy }) => caughtBy));
    expect(
      journalStoreContract(openMemory)
        .filter(({ name }) => !caught.has(name))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it.each(faultyStores(openMemory))('catches a store that $defect', async ({ open, caughtBy }) => {
    const failing = journalStoreContract(open).find(({ name }) => name === caughtBy);
    await expect(failing?.run()).rejects.toThrow();
  });
});
