import { it } from 'vitest';
import { memoryStore } from '../../journal/memory-store.ts';
import { journalStoreContract } from '../store-contract/index.ts';
import { virtualClock } from '../virtual-clock.ts';
import { simulatedLeases } from './simulated-leases.ts';

/** A store whose own leases never run out, with leases on a clock that can be moved. */
const open = async () => {
  const clock = virtualClock();
  const store = simulatedLeases(memoryStore({ ...clock, monotonic: () => 0 }), clock);
  return { store, close: () => store.close(), advance: (ms: number) => clock.advance(ms) };
};

const ofClosedLeases = /^close: commits, leases and stat after it are refused/; // the leases outlive their store

it.each(journalStoreContract(open).filter(({ name }) => !ofClosedLeases.test(name)))('a store with simulated leases: $name', ({ run }) =>
  run(),
);
