import type { LeaseOperations } from '../ports/store.ts';
import type { PreparedConditions } from './prepared-commit.ts';

/** A lease as it was granted or released last. */
export interface StoredLease {
  /** Null once released. */
  readonly owner: string | null;
  readonly epoch: number;
  /** When it runs out, on the clock of the store. */
  readonly until: number;
}

/** What a table of leases is given. */
export interface LeaseTableOptions {
  /** The time of the store, in milliseconds. */
  readonly now: () => number;
  /** Epochs begin with the number after this one. Default 0. */
  readonly epochsAfter?: number;
  /** Makes a change last, and has it `set` then; when it throws, nothing changed. Default: it is set, and lasts as long as the table. */
  readonly save?: (name: string, lease: StoredLease) => void;
}

/** The leases of a store that keeps them in memory. Names are normalised, and each call is one step that nothing comes between. */
export interface LeaseTable extends LeaseOperations {
  /** Puts a lease there as it was saved. */
  set(name: string, lease: StoredLease): void;
  /** The epoch granted last when the fence does not hold, else null. A lease that ran out still fences until another owner takes it. */
  staleAgainst(fence: PreparedConditions['fence']): number | null;
}

/** A table without a lease. */
export function leaseTable(options: LeaseTableOptions): LeaseTable {
  const leases = new Map<string, StoredLease>();
  const set = (name: string, lease: StoredLease): void => {
    leases.set(name, lease);
  };
  const { now, epochsAfter = 0, save = set } = options;
  const current = (name: string, epoch: number): StoredLease | undefined => {
    const stored = leases.get(name);
    return stored !== undefined && stored.owner !== null && stored.epoch === epoch ? stored : undefined;
  };
  const held = (name: string) => {
    const { owner = null, epoch = 0, until = 0 } = leases.get(name) ?? {};
    const remainingMs = until - now();
    return owner === null || remainingMs <= 0 ? null : { owner, epoch, remainingMs };
  };

  return {
    set,
    async acquire(name, { owner, ttlMs }) {
      const holder = held(name);
      if (holder !== null && holder.owner !== owner) return { kind: 'held', owner: holder.owner, remainingMs: holder.remainingMs };
      const epoch = (leases.get(name)?.epoch ?? epochsAfter) + 1;
      save(name, { owner, epoch, until: now() + ttlMs });
      return { kind: 'acquired', epoch, ttlMs };
    },
    async renew(name, { epoch, ttlMs }) {
      const stored = current(name, epoch);
      if (stored !== undefined) save(name, { ...stored, until: now() + ttlMs });
      return stored !== undefined;
    },
    async release(name, { epoch }) {
      const stored = current(name, epoch);
      if (stored !== undefined) save(name, { ...stored, owner: null }); // stays, so that no epoch comes back
    },
    holder: async (name) => held(name),
    staleAgainst(fence) {
      if (fence === null || current(fence.lease, fence.epoch) !== undefined) return null;
      return leases.get(fence.lease)?.epoch ?? 0;
    },
  };
}
