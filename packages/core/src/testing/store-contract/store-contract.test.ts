import { beforeAll, describe, expect, it } from 'vitest';
import { scopedStore } from '../../journal/index.ts';
import { memoryStore } from '../../journal/memory-store.ts';
import { virtualClock } from '../virtual-clock.ts';
import { fileMethodsOf } from './defects/defect.ts';
import {
  type ContractCase,
  faultySharedStores,
  faultyStores,
  journalStoreContract,
  knowledgeStoreContract,
  type StoreHarness,
  type StoreOpener,
  sharedStoreContract,
} from './index.ts';
import { everything, openMemory, openSharedMemory } from './memory.test-support.ts';

const openPlain: StoreOpener = async () => {
  const clock = virtualClock();
  const store = memoryStore(clock);
  return { store, close: () => store.close(), advance: (ms) => clock.advance(ms) };
};

const openScoped =
  (prefix: string): StoreOpener =>
  async (): Promise<StoreHarness> => {
    const harness = await openPlain();
    await harness.store.write('/outside', 'x');
    await harness.store.write(`${prefix}-beside/a`, 'x');
    return { ...harness, store: scopedStore(harness.store, prefix) };
  };

/** A store of files that is nothing more. */
const openFiles = async () => {
  const { store } = await openPlain();
  const files = fileMethodsOf(store);
  return { store: files, close: () => files.close() };
};

describe('the memory store', () => {
  it.each(journalStoreContract(openPlain, { advances: true, ownTime: true }))('$name', ({ run }) => run());
});

describe('a store of files', () => {
  it.each(knowledgeStoreContract(openFiles))('$name', ({ run }) => run());
});

describe('a scope of the memory store', () => {
  it.each(journalStoreContract(openScoped('/tenants/%_/chat'), { advances: true, ownTime: true }))('$name', ({ run }) => run());
});

describe('memory that outlives its handles', () => {
  it.each(journalStoreContract(openMemory, everything))('$name', ({ run }) => run());
  it.each(sharedStoreContract(openSharedMemory))('$name', ({ run }) => run());
});

describe('the contract', () => {
  const every = [...journalStoreContract(openMemory, everything), ...sharedStoreContract(openSharedMemory)];
  const faulty = faultyStores(openMemory, everything);
  const faultyShared = faultySharedStores(openSharedMemory);
  const namesOf = (cases: readonly { readonly name: string }[]) => cases.map(({ name }) => name);

  it('has a name of its own for every case', () => {
    expect(new Set(namesOf(every)).size).toBe(every.length);
    expect(every.length).toBeGreaterThan(150);
  });

  it('names a list with a name that leads nowhere, and does not follow it for ever', async () => {
    const open = async () => {
      const { store, close } = await openPlain();
      const list: typeof store.list = async (path, options) => (path === '/' ? store.list(path, options) : ['/']);
      return { store: { ...store, list }, close };
    };
    const [first] = journalStoreContract(open).filter(({ name }) => name.startsWith('delete: a missing path is no error'));
    await expect(first?.run()).rejects.toThrow(/the list of \/.* has "\/"/);
  });

  it('leaves out what is not offered, case by case', () => {
    const count = (offers: object) => journalStoreContract(openMemory, offers).length;
    const offers = Object.keys(everything);
    const added = offers.map((offer) => count({ [offer]: true }) - count({}));
    expect(added.every((cases) => cases > 0)).toBe(true);
    expect(count(everything) - count({})).toBe(added.reduce((sum, cases) => sum + cases, 0));
    expect(count(Object.fromEntries(offers.map((offer) => [offer, false])))).toBe(count({}));
  });

  it('fails where a harness lacks what it offers', async () => {
    for (const { name, run } of journalStoreContract(async () => ({ ...(await openPlain()), advance: undefined }) as never, everything)) {
      if (/^(?:clock: a|restart|lost answer: an? (?:append|write|lease))/.test(name)) await expect(run(), name).rejects.toThrow();
    }
  });

  it('has a faulty store for every case', () => {
    const caught = new Set([...faulty, ...faultyShared].map(({ caughtBy }) => caughtBy));
    expect(namesOf(every).filter((name) => !caught.has(name))).toEqual([]);
  });

  it('has cases for every faulty store', () => {
    expect([...faulty, ...faultyShared].map(({ caughtBy }) => caughtBy).filter((name) => !namesOf(every).includes(name))).toEqual([]);
  });

  describe('catches', () => {
    const outcomes = new Map<string, Promise<'caught' | 'passed' | 'unknown'>>();
    const run = (cases: readonly ContractCase[], caughtBy: string) =>
      cases
        .find(({ name }) => name === caughtBy)
        ?.run()
        .then(
          () => 'passed' as const,
          () => 'caught' as const,
        );

    beforeAll(() => {
      // All at once: a store that misses a change is caught by waiting for it.
      for (const { defect, caughtBy, open } of faulty) {
        outcomes.set(defect, run(journalStoreContract(open, everything), caughtBy) ?? Promise.resolve('unknown'));
      }
      for (const { defect, caughtBy, open } of faultyShared) {
        outcomes.set(defect, run(sharedStoreContract(open), caughtBy) ?? Promise.resolve('unknown'));
      }
      expect(outcomes.size).toBe(faulty.length + faultyShared.length);
    });

    it.each(faulty)('a store that $defect', async ({ defect }) => {
      expect(await outcomes.get(defect)).toBe('caught');
    });

    it.each(faultyShared)('handles of which one $defect', async ({ defect }) => {
      expect(await outcomes.get(defect)).toBe('caught');
    });
  });
});
