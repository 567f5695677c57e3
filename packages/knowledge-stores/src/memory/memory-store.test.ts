import { journalStoreContract, type StoreOpener, virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { memoryStore } from './index.ts';

const open: StoreOpener = async () => {
  const clock = virtualClock();
  const store = memoryStore({ clock });
  return { store, close: () => store.close(), advance: (ms) => clock.advance(ms) };
};

describe('the memory store', () => {
  it.each(journalStoreContract(open, { advances: true, ownTime: true }))('$name', ({ run }) => run());
});

it('times its leases by the clock of the process unless it is given one', async () => {
  const store = memoryStore();
  await store.lease.acquire('/run', { owner: 'a', ttlMs: 60_000 });
  expect((await store.lease.holder('/run'))?.remainingMs).toBeGreaterThan(50_000);
  await store.close();
});
