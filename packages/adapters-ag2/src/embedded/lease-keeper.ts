import { type Clock, conversationLease, type JournalStore } from '@intarsia/core';

/** A held lease that is renewed until it is released or lost. */
export interface LeaseKeeper {
  readonly epoch: number;
  /** Aborted once the lease is lost. */
  readonly signal: AbortSignal;
  /** What is left of it on this process's own clock. */
  remainingMs(): number;
  /** Marks it as lost: a write was refused as stale. */
  lose(): void;
  release(): Promise<void>;
}

/** Renews at a third of the lease's time. It counts from before the request was sent, so the store never thinks it shorter than we do. */
export function keepLease(
  store: JournalStore,
  clock: Clock,
  held: { readonly epoch: number; readonly ttlMs: number; readonly since: number },
): LeaseKeeper {
  const lost = new AbortController();
  let until = held.since + held.ttlMs;
  let cancelTimer = () => {};
  let released = false;
  const renew = async () => {
    const since = clock.monotonic();
    const kept = await store.lease.renew(conversationLease, { epoch: held.epoch, ttlMs: held.ttlMs }).catch(() => null);
    if (released) return;
    if (kept === true) until = since + held.ttlMs;
    if (kept === false || clock.monotonic() >= until) lost.abort();
    else schedule();
  };
  const schedule = () => {
    cancelTimer = clock.timer(held.ttlMs / 3, () => void renew());
  };
  schedule();
  return {
    epoch: held.epoch,
    signal: lost.signal,
    remainingMs: () => Math.max(0, until - clock.monotonic()),
    lose: () => lost.abort(),
    async release() {
      if (released) return;
      released = true;
      cancelTimer();
      await store.lease.release(conversationLease, { epoch: held.epoch });
    },
  };
}
