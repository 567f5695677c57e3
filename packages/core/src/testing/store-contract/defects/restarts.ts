import { IntarsiaError, isIntarsiaError } from '../../../ports/index.ts';
import { type Defect, failure, leasesOf, namespacesOf, onTheWay } from './defect.ts';
import { without } from './ways.ts';

/** What `otherwise` makes of a call whose answer got lost. */
async function unlessLost<Result>(call: Promise<Result>, otherwise: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (isIntarsiaError(error) && error.details['outcome'] === 'unknown') return otherwise();
    throw error;
  }
}

/** Defects that show after a restart or when an answer gets lost. */
export const restartDefects: readonly Defect[] = [
  {
    defect: 'loses the end of what it wrote last when it starts again',
    caughtBy: 'restart: everything that was acknowledged is there, and nothing that was deleted',
    make: (store, life) => (life === 0 ? {} : { read: async (path, options) => (await store.read(path, options))?.slice(0, -1) ?? null }),
  },
  {
    defect: 'finds only names of ASCII letters when it starts again',
    caughtBy: 'restart: names and text are kept byte for byte',
    make: (store, life) =>
      life === 0 ? {} : { list: async (path, options) => (await store.list(path, options)).filter((name) => /^[ -~]*$/.test(name)) },
  },
  {
    defect: 'reads 64 KB of a file when it starts again',
    caughtBy: 'restart: a large file is whole, and ranges of it too',
    make: (store, life) =>
      life === 0 ? {} : { read: async (path, options) => (await store.read(path, options))?.slice(0, 65_536) ?? null },
  },
  {
    defect: 'has room for 16 MB in a file',
    caughtBy: 'restart: a file of 17 MB is one like any other, before it and after it',
    make: (store) => ({
      async write(path, content, options) {
        if (content.length > 16 * 1024 * 1024) throw failure('The document is too large.');
        await store.write(path, content, options);
      },
    }),
  },
  {
    defect: 'frees its leases when it starts again',
    caughtBy: 'restart: a lease is still held, and its fence still holds',
    make: (store, life) =>
      leasesOf(store, {
        async acquire(lease, request, options) {
          const owner = life > 0 ? (await store.lease.holder(lease, options))?.owner : undefined;
          return store.lease.acquire(lease, { ...request, owner: owner ?? request.owner }, options);
        },
      }),
  },
  {
    defect: 'forgets that it released a lease when it starts again',
    caughtBy: 'restart: the release and the renewal of a lease last',
    make(store, life) {
      const released = new Map<string, number>();
      if (life > 0) return {};
      return leasesOf(store, {
        async release(lease, { epoch }) {
          released.set(lease, epoch);
        },
        async holder(lease, options) {
          const holder = await store.lease.holder(lease, options);
          return holder?.epoch === released.get(lease) ? null : holder;
        },
      });
    },
  },
  {
    defect: 'forgets that it renewed a lease when it starts again',
    caughtBy: 'restart: the release and the renewal of a lease last',
    make(store, life) {
      const renewed = new Map<string, number>();
      if (life > 0) return {};
      return leasesOf(store, {
        async renew(lease, { epoch, ttlMs }, options) {
          renewed.set(lease, ttlMs);
          return (await store.lease.holder(lease, options))?.epoch === epoch;
        },
        async holder(lease, options) {
          const holder = await store.lease.holder(lease, options);
          return holder && { ...holder, remainingMs: renewed.get(lease) ?? holder.remainingMs };
        },
      });
    },
  },
  {
    defect: 'counts epochs anew when it starts again',
    caughtBy: 'restart: no epoch comes back',
    make: (store) => {
      let epoch = 0;
      return leasesOf(store, {
        async acquire(lease, request, options) {
          const result = await store.lease.acquire(lease, request, options);
          if (result.kind === 'held') return result;
          epoch += 1;
          return { ...result, epoch };
        },
      });
    },
  },
  {
    defect: 'counts versions anew when it starts again',
    caughtBy: 'restart: no version comes back, and one that nobody changed stays',
    make: (store) => {
      let writes = 0;
      return {
        async write(path, content, options) {
          writes += 1;
          await store.write(path, content, options);
        },
        async stat(path, options) {
          const found = await store.stat(path, options);
          return found === null ? null : { ...found, version: String(writes) };
        },
      };
    },
  },
  {
    defect: 'lists no namespace of before when it starts again',
    caughtBy: 'restart: namespaces are listed as before, with their files and leases',
    make: (store, life) => (life === 0 ? {} : { ...namespacesOf(store, () => ({})), namespaces: async () => [] }),
  },
  {
    defect: 'acknowledges a commit before it makes it',
    caughtBy: 'restart: calls that were under way were made whole or not at all, and those that were acknowledged were made',
    make: (store) => ({
      async commit(operations, conditions, options) {
        void onTheWay().then(() => store.commit(operations, conditions, options).catch(() => undefined));
        return { kind: 'committed' };
      },
    }),
  },
  {
    defect: 'is silent about what a closed handle did not write',
    caughtBy: 'restart: a handle of before stays closed, and so do its views',
    make: (store) => ({ write: (path, content, options) => store.write(path, content, options).catch(() => undefined) }),
  },
  {
    defect: 'takes a repeated commit for a new one',
    caughtBy: 'lost answer: a commit that is repeated with what it expected is not made twice',
    make: (store) => ({ commit: (operations, conditions, options) => store.commit(operations, without(conditions, 'expect'), options) }),
  },
  {
    defect: 'refuses an owner the lease that it holds itself',
    caughtBy: 'lost answer: an owner that did not hear of its lease takes it again',
    make: (store) =>
      leasesOf(store, {
        async acquire(lease, request, options) {
          const holder = await store.lease.holder(lease, options);
          return holder === null ? store.lease.acquire(lease, request, options) : { kind: 'held', ...holder };
        },
      }),
  },
  {
    defect: 'sends a commit again when its answer got lost',
    caughtBy: 'lost answer: a commit is made once at most, whole, and never told as refused',
    make: (store) => ({
      commit: (operations, conditions, options) => {
        const send = () => store.commit(operations, conditions, options);
        return unlessLost(send(), send);
      },
    }),
  },
  {
    defect: 'sends an append again when its answer got lost',
    caughtBy: 'lost answer: an append is made once at most, and an offset that is told is right',
    make: (store) => ({
      append: (path, content, options) => {
        const send = () => store.append(path, content, options);
        return unlessLost(send(), send);
      },
    }),
  },
  {
    defect: 'says of a lost write that it was not made',
    caughtBy: 'lost answer: a write and a delete were made or not, and can be repeated',
    make: (store) => ({
      write: (path, content, options) =>
        unlessLost(store.write(path, content, options), () => {
          throw new IntarsiaError('store_unavailable', 'Nothing was written.', { retryable: true });
        }),
    }),
  },
  {
    defect: 'guesses the epoch of a lease when the answer got lost',
    caughtBy: 'lost answer: a lease was granted or not, and its owner gets it in the end',
    make: (store) =>
      leasesOf(store, {
        acquire: (lease, request, options) =>
          unlessLost(store.lease.acquire(lease, request, options), () => ({ kind: 'acquired', epoch: 1, ttlMs: request.ttlMs })),
      }),
  },
  {
    defect: 'takes a lost answer for an empty one',
    caughtBy: 'lost answer: what is only read is read in the end',
    make: (store) => ({ read: (path, options) => unlessLost(store.read(path, options), () => null) }),
  },
];
