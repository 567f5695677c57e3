import { memoryStore, scopedStore } from '../../journal/index.ts';
import { IntarsiaError, type JournalStore } from '../../ports/index.ts';
import { virtualClock } from '../virtual-clock.ts';
import { methodsOf } from './defects/defect.ts';
import type { SharedStoreHarness, StoreHarness, StoreOffers } from './harness.ts';

/** All that a harness can offer. */
export const everything: Required<StoreOffers> = { advances: true, reopens: true, losesAnswers: true, ownTime: true };

/** Memory that outlives its handles, and an answer of it that can get lost. */
export async function openMemory(): Promise<Required<StoreHarness>> {
  const clock = virtualClock();
  const memory = memoryStore(clock);
  let losing = false;
  const reply = async <Result>(answer: Promise<Result>): Promise<Result> => {
    const loses = losing;
    losing = false;
    const result = await answer;
    if (!loses) return result;
    throw new IntarsiaError('store_unavailable', 'The answer got lost.', { retryable: true, details: { outcome: 'unknown' } });
  };
  let store = answering(scopedStore(memory, '/'), reply);
  return {
    store,
    close: () => store.close(),
    advance: (ms) => clock.advance(ms),
    async reopen() {
      await store.close();
      store = answering(scopedStore(memory, '/'), reply);
      return store;
    },
    loseAnswer(call) {
      losing = true;
      return call();
    },
  };
}

/** Two handles on one memory. */
export async function openSharedMemory(): Promise<SharedStoreHarness> {
  const memory = memoryStore({ ...virtualClock(), monotonic: () => performance.now() });
  const [store, other] = [scopedStore(memory, '/'), scopedStore(memory, '/')];
  return {
    store,
    other,
    async close() {
      await store.close();
      await other.close();
    },
  };
}

function answering(store: JournalStore, reply: <Result>(answer: Promise<Result>) => Promise<Result>): JournalStore {
  return {
    ...methodsOf(store),
    read: (path, options) => reply(store.read(path, options)),
    write: (path, content, options) => reply(store.write(path, content, options)),
    list: (path, options) => reply(store.list(path, options)),
    delete: (path, options) => reply(store.delete(path, options)),
    append: (path, content, options) => reply(store.append(path, content, options)),
    readRange: (path, start, end, options) => reply(store.readRange(path, start, end, options)),
    stat: (path, options) => reply(store.stat(path, options)),
    commit: (operations, conditions, options) => reply(store.commit(operations, conditions, options)),
    lease: {
      acquire: (lease, request, options) => reply(store.lease.acquire(lease, request, options)),
      renew: (lease, request, options) => reply(store.lease.renew(lease, request, options)),
      release: (lease, request, options) => reply(store.lease.release(lease, request, options)),
      holder: (lease, options) => store.lease.holder(lease, options),
    },
  };
}
