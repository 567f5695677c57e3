import type { Clock } from '../../ports/clock.ts';
import { IntarsiaError } from '../../ports/errors.ts';

/** Why something was stopped before it ended. */
export type StopCause =
  | { readonly kind: 'aborted'; readonly reason: unknown }
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  /** The store of claims failed: nothing more may be entered (case T7). */
  | { readonly kind: 'claims'; readonly cause: unknown };

/** One signal for everything that may stop a piece of work, and which of it was first. */
export interface Stop {
  readonly signal: AbortSignal;
  cause(): StopCause | null;
  /** Stops it; only the first cause counts. */
  stop(cause: StopCause): void;
  /** Leaves no listener and no timer behind. */
  close(): void;
}

/** Opens what stops with a signal, after a time limit, or when it is told to. */
export function openStop(clock: Clock, signal: AbortSignal | undefined, timeoutMs: number | null): Stop {
  const controller = new AbortController();
  let first: StopCause | null = null;
  const stop = (cause: StopCause) => {
    first ??= cause;
    controller.abort(reasonOf(cause));
  };
  const abort = () => stop({ kind: 'aborted', reason: signal?.reason });
  const cancelTimer = timeoutMs === null ? () => {} : clock.timer(timeoutMs, () => stop({ kind: 'timeout', timeoutMs }));
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    cause: () => first,
    stop,
    close() {
      cancelTimer();
      signal?.removeEventListener('abort', abort);
    },
  };
}

/** What tools and models are told by their signals: an error, as they may throw it. */
const reasonOf = (cause: StopCause): unknown =>
  cause.kind === 'aborted' ? cause.reason : new IntarsiaError('cancelled', 'The operation was stopped.', { cause });
