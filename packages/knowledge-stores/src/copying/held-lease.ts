import { setTimeout } from 'node:timers/promises';
import { conversationLease, IntarsiaError, type JournalStore } from '@intarsia/core';

const ttlMs = 10_000;
/** How long the lease of an owner that died is waited for. */
const patienceMs = 15_000;
const retryMs = 250;

/** The lease of a conversation that is copied. It is renewed by whoever works under it, between two steps. */
export interface HeldLease {
  readonly kind: 'held';
  readonly epoch: number;
  /** Renews it when that is due; rejects with `stale_epoch` when it was lost. */
  keep(): Promise<void>;
  release(): Promise<void>;
}

/** Somebody else owns the conversation. */
export interface BusyLease {
  readonly kind: 'busy';
  readonly owner: string;
}

/** Takes the lease of a conversation. Waits for that of an owner who died, but not for one who renews it. */
export async function holdLease(space: JournalStore, owner: string, signal?: AbortSignal): Promise<HeldLease | BusyLease> {
  for (let seen = patienceMs; ; ) {
    const since = performance.now();
    const taken = await space.lease.acquire(conversationLease, { owner, ttlMs });
    if (taken.kind === 'acquired') return heldLease(space, taken.epoch, since);
    if (taken.remainingMs > seen) return { kind: 'busy', owner: taken.owner };
    seen = taken.remainingMs;
    await setTimeout(Math.min(seen, retryMs), undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    signal?.throwIfAborted();
  }
}

function heldLease(space: JournalStore, epoch: number, since: number): HeldLease {
  let renewedAt = since;
  return {
    kind: 'held',
    epoch,
    async keep() {
      const now = performance.now();
      if (now - renewedAt < ttlMs / 3) return;
      if (!(await space.lease.renew(conversationLease, { epoch, ttlMs }))) {
        throw new IntarsiaError('stale_epoch', 'Somebody took the conversation over while it was copied: copy it again.', {
          retryable: true,
        });
      }
      renewedAt = now;
    },
    release: () => space.lease.release(conversationLease, { epoch }),
  };
}
