import { type Defect, leasesOf } from './defect.ts';
import { looksFirst, without } from './ways.ts';

/** Defects in fences. */
export const fenceDefects: readonly Defect[] = [
  {
    defect: 'does not look at the fence',
    caughtBy: 'fence: the current epoch commits; an older, unknown or released one is refused and changes nothing',
    make: (store) => ({ commit: (operations, conditions, options) => store.commit(operations, without(conditions, 'fence'), options) }),
  },
  {
    defect: 'refuses an epoch that ran out although nobody took over',
    caughtBy: 'K9 fence: an epoch that ran out commits until another owner takes over, and never after',
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
    make: (store) => looksFirst(store, 'fence'),
  },
  {
    defect: 'takes an epoch of any lease for a fence',
    caughtBy: 'fence: an epoch is good for its own lease only',
    make: (store) => {
      const epochs = new Set<number>();
      return {
        ...leasesOf(store, {
          async acquire(lease, request, options) {
            const result = await store.lease.acquire(lease, request, options);
            if (result.kind === 'acquired') epochs.add(result.epoch);
            return result;
          },
        }),
        commit: (operations, conditions, options) =>
          store.commit(operations, epochs.has(conditions?.fence?.epoch ?? 0) ? without(conditions, 'fence') : conditions, options),
      };
    },
  },
  {
    defect: 'tells a conflict before a stale epoch',
    caughtBy: 'fence: a stale epoch is told before an expectation that does not hold',
    make: (store) => ({
      async commit(operations, conditions, options) {
        const checked = await store.commit([], without(conditions, 'fence'), options);
        return checked.kind === 'committed' ? store.commit(operations, conditions, options) : checked;
      },
    }),
  },
  {
    defect: 'lets a released epoch commit until the next one is granted',
    caughtBy: 'fence: after a release the next epoch is the only one that commits',
    make: (store) => ({
      async commit(operations, conditions, options) {
        const result = await store.commit(operations, conditions, options);
        if (result.kind !== 'stale_epoch' || result.currentEpoch !== conditions?.fence?.epoch) return result;
        return store.commit(operations, without(conditions, 'fence'), options);
      },
    }),
  },
  {
    defect: 'makes a new epoch with each renewal',
    caughtBy: 'fence: concurrent commits of one owner all pass while the lease is renewed',
    make: (store) =>
      leasesOf(store, {
        async renew(lease, request, options) {
          const holder = await store.lease.holder(lease, options);
          if (holder === null || !(await store.lease.renew(lease, request, options))) return false;
          await store.lease.acquire(lease, { owner: holder.owner, ttlMs: request.ttlMs }, options);
          return true;
        },
      }),
  },
];

/** Defects in what leases take for the time. */
export const clockDefects: readonly Defect[] = [
  {
    defect: 'lets a lease run out a moment early',
    caughtBy: 'clock: a lease is held until the last moment of its time and no longer',
    make: (store) =>
      leasesOf(store, {
        acquire: (lease, request, options) => store.lease.acquire(lease, { ...request, ttlMs: request.ttlMs - 1 }, options),
      }),
  },
  {
    defect: 'adds a renewal to what remains',
    caughtBy: 'clock: a renewal counts from now, and may shorten',
    make: (store) =>
      leasesOf(store, {
        async renew(lease, { epoch, ttlMs }, options) {
          const remainingMs = (await store.lease.holder(lease, options))?.remainingMs ?? 0;
          return store.lease.renew(lease, { epoch, ttlMs: ttlMs + remainingMs }, options);
        },
      }),
  },
  {
    defect: 'forgets a lease that ran out, with its epochs',
    caughtBy: 'clock: after a jump of a year leases are free, their epochs go on, and a fence holds until somebody takes over',
    make: (store) =>
      leasesOf(store, {
        async acquire(lease, request, options) {
          const free = (await store.lease.holder(lease, options)) === null;
          const result = await store.lease.acquire(lease, request, options);
          return free && result.kind === 'acquired' ? { ...result, epoch: 1 } : result;
        },
      }),
  },
  {
    defect: 'times leases by the clock of this process',
    caughtBy: 'clock: leases are judged by the time of the store, whatever this process takes the time for',
    make: (store) => {
      const ends = new Map<string, number>();
      return leasesOf(store, {
        async acquire(lease, request, options) {
          const result = await store.lease.acquire(lease, request, options);
          if (result.kind === 'acquired') ends.set(lease, Date.now() + result.ttlMs);
          return result;
        },
        async holder(lease, options) {
          const holder = await store.lease.holder(lease, options);
          return holder === null ? null : { ...holder, remainingMs: (ends.get(lease) ?? 0) - Date.now() };
        },
      });
    },
  },
];
