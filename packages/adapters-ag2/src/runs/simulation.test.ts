import { type JournalStore, journalLine, memoryStore } from '@intarsia/core';
import { type SimulationSetup, simulateCrashes, simulateHistories, simulation } from '@intarsia/core/testing';
import { expect, it } from 'vitest';
import { embeddedNetwork } from '../embedded/embedded-network.ts';

const setup: SimulationSetup = {
  network: embeddedNetwork,
  command: 'node_modules/.bin/vitest run packages/adapters-ag2/src/runs/simulation.test.ts',
};

it('2,000 histories of stores that fail and owners that crash, freeze and come back: each is one conversation', {
  timeout: 600_000,
}, async () => {
  await simulateHistories(setup, { count: 2_000 });
});

it('a process that dies at any one of its awaits, before or after what it waited for: it is one conversation', {
  timeout: 120_000,
}, async () => {
  await simulateCrashes(setup);
});

const journalOf = async (seed: number, given: SimulationSetup) => {
  const { record, trace } = await simulation(given).history(seed);
  return { journal: record?.envelopes.map(journalLine).join(''), trace: trace() };
};

it('a seed gives the same journal byte for byte, and the same trace, as often as it is lived', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) expect(await journalOf(seed, setup)).toEqual(await journalOf(seed, setup));
  expect(await journalOf(1, setup)).not.toEqual(await journalOf(2, setup));
});

it('a store whose calls take real time gives the same histories as one whose calls do not', async () => {
  const afterATurn = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    return work();
  };
  const slow = (store: JournalStore): JournalStore => ({
    ...store,
    read: (path) => afterATurn(() => store.read(path)),
    commit: (operations, conditions) => afterATurn(() => store.commit(operations, conditions)),
    list: (path) => afterATurn(() => store.list(path)),
    lease: { ...store.lease, acquire: (lease, request) => afterATurn(() => store.lease.acquire(lease, request)) },
  });
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    expect(await journalOf(seed, { ...setup, store: (clock) => slow(memoryStore(clock)) })).toEqual(await journalOf(seed, setup));
  }
});
