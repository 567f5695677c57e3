import type { LeaseOperations } from '@intarsia/core';
import { memoryStore } from '../memory/index.ts';

/** Leases of one process. */
export interface ProcessLeases {
  readonly operations: LeaseOperations;
  /** The epoch granted last when this one fences nothing any more, else null. */
  staleAgainst(fence: { readonly lease: string; readonly epoch: number }): Promise<number | null>;
}

/** No leases yet. Epochs begin with the microseconds of the clock, so that those of a later process are greater. */
export function processLeases(): ProcessLeases {
  const first = Date.now() * 1_000;
  const store = memoryStore();
  const { lease: inner } = store;
  return {
    operations: {
      async acquire(lease, request) {
        const result = await inner.acquire(lease, request);
        return result.kind === 'held' ? result : { ...result, epoch: first + result.epoch };
      },
      renew: (lease, { epoch, ttlMs }) => inner.renew(lease, { epoch: epoch - first, ttlMs }),
      release: (lease, { epoch }) => inner.release(lease, { epoch: epoch - first }),
      async holder(lease) {
        const holder = await inner.holder(lease);
        return holder === null ? null : { ...holder, epoch: first + holder.epoch };
      },
    },
    async staleAgainst({ lease, epoch }) {
      const result = await store.commit([], { fence: { lease, epoch: epoch - first } });
      if (result.kind !== 'stale_epoch') return null;
      return result.currentEpoch === 0 ? 0 : first + result.currentEpoch;
    },
  };
}
