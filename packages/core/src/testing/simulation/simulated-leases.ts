import { memoryStore } from '../../journal/memory-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JournalStore } from '../../ports/store.ts';
import { methodsOf } from '../store-contract/defects/defect.ts';

/**
 * A store with leases on this clock, for one that keeps its leases on the machine's: in simulated time those would never run out. Everything else, the
 * expectations of commits among it, stays the store's. Commits are fenced by the leases given here, as long as nothing else uses the store.
 */
export function simulatedLeases(store: JournalStore, clock: Clock): JournalStore {
  const leases = memoryStore(clock);
  return {
    ...methodsOf(store),
    lease: leases.lease,
    async commit(operations, { fence, ...conditions } = {}, options) {
      const fenced = fence === undefined ? null : await leases.commit([], { fence }, options);
      return fenced?.kind === 'stale_epoch' ? fenced : store.commit(operations, conditions, options);
    },
  };
}
