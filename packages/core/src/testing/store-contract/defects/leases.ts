import { type Defect, leasesOf, methodsOf } from './defect.ts';
import { clockDefects, fenceDefects } from './fences.ts';
import { takesLater } from './ways.ts';

/** Defects in leases and fences. */
export const leaseDefects: readonly Defect[] = [
  ...fenceDefects,
  ...clockDefects,
  {
    defect: 'grants a lease to everybody',
    caughtBy: 'lease: one owner holds it; another is told who and how long',
    make: (store) =>
      leasesOf(store, {
        acquire: async (lease, request, options) => {
          const owner = (await store.lease.holder(lease, options))?.owner ?? request.owner;
          return store.lease.acquire(lease, { ...request, owner }, options);
        },
      }),
  },
  {
    defect: 'looks first and takes the lease later',
    caughtBy: 'lease: of concurrent takers exactly one gets it',
    make: (store) => leasesOf(store, takesLater(store)),
  },
  {
    defect: 'never lets a lease run out',
    caughtBy: 'lease: runs out on the clock of the store and can then be taken',
    make: (store) =>
      leasesOf(store, {
        acquire: (lease, request, options) => store.lease.acquire(lease, { ...request, ttlMs: 3_600_000 }, options),
      }),
  },
  {
    defect: 'does not renew a lease that ran out',
    caughtBy: 'lease: a renewal extends it from now, also one that ran out and that nobody took',
    make: (store) =>
      leasesOf(store, {
        renew: async (lease, request, options) =>
          (await store.lease.holder(lease, options)) !== null && store.lease.renew(lease, request, options),
      }),
  },
  {
    defect: 'releases a lease whatever the epoch',
    caughtBy: 'lease: a release frees it, but only under the epoch that holds it',
    make: (store) =>
      leasesOf(store, {
        release: async (lease, request, options) => {
          const epoch = (await store.lease.holder(lease, options))?.epoch ?? request.epoch;
          await store.lease.release(lease, { epoch }, options);
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
    make: (store) =>
      leasesOf(store, {
        acquire: (lease, request, options) => store.lease.acquire(lease.replace(/^\/runs\/.+$/, '/runs/1'), request, options),
      }),
  },
  {
    defect: 'gives an owner its lease again under the same epoch',
    caughtBy: 'lease: an owner that takes its own lease again has the new epoch only',
    make: (store) =>
      leasesOf(store, {
        async acquire(lease, request, options) {
          const holder = await store.lease.holder(lease, options);
          if (holder?.owner !== request.owner) return store.lease.acquire(lease, request, options);
          return { kind: 'acquired', epoch: holder.epoch, ttlMs: request.ttlMs };
        },
      }),
  },
  {
    defect: 'lets several take over what ran out',
    caughtBy: 'C16 lease: of many that find it run out exactly one takes it over',
    make: (store) => leasesOf(store, takesLater(store)),
  },
  {
    defect: 'says yes to every renewal',
    caughtBy: 'lease: of a renewal and a take-over of one that ran out exactly one succeeds',
    make: (store) => leasesOf(store, { renew: async () => true }),
  },
  {
    defect: 'releases every lease of that epoch',
    caughtBy: 'lease: two leases have nothing to do with each other',
    make: (store) => {
      const names = new Set<string>();
      return leasesOf(store, {
        async acquire(lease, request, options) {
          names.add(lease);
          return store.lease.acquire(lease, request, options);
        },
        async release(_lease, request, options) {
          for (const name of names) await store.lease.release(name, request, options);
        },
      });
    },
  },
  {
    defect: 'deletes a lease with the file of its name',
    caughtBy: 'lease: a file and a lease of one name are two things',
    make: (store) => ({
      async delete(path, options) {
        await store.delete(path, options);
        if (path !== '/') await store.lease.release(path, { epoch: (await store.lease.holder(path, options))?.epoch ?? 0 }, options);
      },
    }),
  },
  {
    defect: 'trims the names of owners',
    caughtBy: 'lease: its owner is any text, and comes back as it was given',
    make: (store) =>
      leasesOf(store, {
        acquire: (lease, request, options) => store.lease.acquire(lease, { ...request, owner: request.owner.trim() }, options),
      }),
  },
  {
    defect: 'keeps milliseconds in 32 bits',
    caughtBy: 'lease: may be taken for a month',
    make: (store) =>
      leasesOf(store, {
        acquire: (lease, request, options) => store.lease.acquire(lease, { ...request, ttlMs: request.ttlMs | 0 }, options),
      }),
  },
  {
    defect: 'wants a fence while somebody holds a lease',
    caughtBy: 'lease: who holds one does not hinder commits without its fence',
    make: (store) => {
      let held = false;
      return {
        ...leasesOf(store, {
          async acquire(lease, request, options) {
            held = true;
            return store.lease.acquire(lease, request, options);
          },
        }),
        async commit(operations, conditions, options) {
          if (held && conditions?.fence === undefined) return { kind: 'stale_epoch', currentEpoch: 1 };
          return store.commit(operations, conditions, options);
        },
      };
    },
  },
  {
    defect: 'keeps the end of a lease that its owner takes again',
    caughtBy: 'lease: an owner that takes its own lease again has it for the new time',
    make: (store) =>
      leasesOf(store, {
        async acquire(lease, request, options) {
          const holder = await store.lease.holder(lease, options);
          const ttlMs = holder?.owner === request.owner ? holder.remainingMs : request.ttlMs;
          return store.lease.acquire(lease, { ...request, ttlMs }, options);
        },
      }),
  },
];
