import type { Clock } from '../../ports/clock.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import { claimMarginMs } from '../claims/index.ts';
import { graceAfterStop } from './grace.ts';

/** Who waits for a store, and until when. */
export interface StoreWait {
  readonly clock: Clock;
  /** Aborted by who wants the whole result no longer. */
  readonly signal: AbortSignal;
}

/**
 * What a store of claims answers, for as long as anybody waits: a stopped caller gives it `claimMarginMs` more, because what it records then is what others go
 * by, and does not wait for ever. Rejects with `store_unavailable` when they are over; what the store does later is up to it.
 */
export async function storeAnswer<Answer>(asked: Promise<Answer>, { clock, signal }: StoreWait): Promise<Answer> {
  const grace = graceAfterStop(clock, claimMarginMs, signal);
  const silent = grace.over.then((): never => {
    throw new IntarsiaError('store_unavailable', 'The store of claims did not answer.', { retryable: true });
  });
  try {
    return await Promise.race([asked, silent]);
  } finally {
    grace.cancel();
  }
}
