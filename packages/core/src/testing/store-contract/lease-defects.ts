import { type Defect, methodsOf, without } from './defect.ts';

/** Defects in leases and fences. */
export const leaseDefects: readonly Defect[] = [
  {
    defect: 'grants a lease to everybody',
    caughtBy: 'lease: one owner holds it; another is told who and how long',
    make: (store) => ({
      lease: {
        ...methodsOf(store).lease,
        acquire: async (lease, request, options) => {
          const owner = (await store.lease.holder(lease, options))?.owner ?? request.owner;
          return store.lease.acquire(lease, { ...request, owner }, options);
        },
      },
    }),
  },
  {
    defect: 'looks first and takes the lease later',
    caughtBy: 'lease: of concurrent takers exactly one gets it',
    make: (store) => ({
      lease: {
        ...methodsOf(store).lease,
        acquire: async (lease, request, options) => {
          const holder = await store.lease.holder(lease, options);
          if (holder !== null && holder.owner !== request.owner)
            return { kind: 'held', owner: holder.owner, remainingMs: holder.remainingMs };
          const result = await store.lease.acquire(lease, request, options);
          return result.kind === 'held' ? store.lease.acquire(lease, { ...request, owner: result.owner }, options) : result;
        },
      },
    }),
  },
  {
    defect: 'never lets a lease run out',
    caughtBy: 'lease: runs out on the clock of the store and can then be taken',
    make: (store) => ({
      lease: {
        ...methodsOf(store).lease,
        acquire: (lease, request, options) => store.lease.acquire(lease, { ...request, ttlMs: 3_600_000 }, options),
      },
    }),
  },
  {
    defect: 'does not renew a lease that ran out',
    caughtBy: 'lease: a renewal extends it from now, also one that ran out and that nobody took',
    make: (store) => ({
      lease: {
        ...methodsOf(store).lease,
        renew: async (lease, request, options) =>
          (await store.lease.holder(lease, options)) !== null && store.lease.renew(lease, request, options),
      },
    }),
  },
  {
    defect: 'releases a lease whatever the epoch',
    caughtBy: 'lease: a release frees it, but only under the epoch that holds it',
    make: (store) => ({
      lease: {
        ...methodsOf(store).lease,
        release: async (lease, request, options) => {
          const epoch = (await store.lease.holder(lease, options))?.epoch ?? request.epoch;
          await store.lease.release(lease, { epoch }, options);
        },
      },
    }),
  },
  {
    defect: 'forgets the epochs when all files are deleted',
    caughtBy: 'lease: its epoch grows at every grant and never comes back',
    make: (store) => {
      const base = new Map<string, number>();
      const last = new Map<string, number>();
      return {
        delete: async (path, options) => {
          await store.delete(path, options);
          if (path === '/') for (const [lease, epoch] of last) base.set(lease, epoch);
        },
        lease: {
          ...methodsOf(store).lease,
          acquire: async (lease, request, options) => {
            const result = await store.lease.acquire(lease, request, options);
            if (result.kind === 'held') return result;
            last.set(lease, result.epoch);
            return { ...result, epoch: result.epoch - (base.get(lease) ?? 0) };
          },
        },
      };
    },
  },
  {
    defect: 'takes leases with a common beginning for one',
    caughtBy: 'lease: is named like a path, and each name is a lease of its own',
    make: (store) => ({
      lease: {
        ...methodsOf(store).lease,
        acquire: (lease, request, options) => store.lease.acquire(lease.replace(/^\/runs\/.+$/, '/runs/1'), request, options),
      },
    }),
  },
  {
    defect: 'does not look at the fence',
    caughtBy: 'fence: the current epoch commits; an older, unknown or released one is refused and changes nothing',
    make: (store) => ({ commit: (operations, conditions, options) => store.commit(operations, without(conditions, 'fence'), options) }),
  },
  {
    defect: 'refuses an epoch that ran out although nobody took over',
    caughtBy: 'fence: an epoch that ran out commits until another owner takes over',
    make: (store) => ({
      commit: async (operations, conditions, options) => {
        const fence = conditions?.fence;
        if (fence !== undefined && (await store.lease.holder(fence.lease, options)) === null)
          return { kind: 'stale_epoch', currentEpoch: fence.epoch };
        return store.commit(operations, conditions, options);
      },
    }),
  },
  {
    defect: 'lets a fence stand for the expectations',
    caughtBy: 'fence: is checked with the expectations, and both must hold',
    make: (store) => ({
      commit: (operations, conditions, options) =>
        store.commit(operations, conditions?.fence === undefined ? conditions : without(conditions, 'expect'), options),
    }),
  },
  {
    defect: 'checks the fence before it writes, not with the write',
    caughtBy: 'fence: once a new epoch was granted, nothing of an older one is written',
    make: (store) => ({
      commit: async (operations, conditions, options) => {
        const checked = await store.commit([], conditions, options);
        if (conditions?.fence !== undefined) await new Promise((resolve) => setImmediate(resolve)); // the way to a store and back
        return checked.kind === 'committed' ? store.commit(operations, without(conditions, 'fence'), options) : checked;
      },
    }),
  },
];
