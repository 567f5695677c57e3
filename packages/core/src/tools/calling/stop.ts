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
  /** What work comes to that may not listen to the signal: a rejection with its reason when it is stopped first; what the work comes to later is dropped. */
  until<Value>(work: Promise<Value>): Promise<Value>;
  /** Leaves no listener and no timer behind. */
  close(): void;
}

/** Opens what stops with a signal, after a time limit, or when it is told to. */
export function openStop(clock: Clock, signal: AbortSignal | undefined, timeoutMs: number | null): Stop {
  const controller = new AbortController();
  const waiting = new Set<(reason: unknown) => void>();
  let first: StopCause | null = null;
  const stop = (cause: StopCause) => {
    first ??= cause;
    controller.abort(reasonOf(cause));
    for (const giveUp of waiting) giveUp(controller.signal.reason);
  };
  const abort = () => stop({ kind: 'aborted', reason: signal?.reason });
  const cancelTimer = timeoutMs === null ? () => {} : clock.timer(timeoutMs, () => stop({ kind: 'timeout', timeoutMs }));
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    cause: () => first,
    stop,
    until: (work) =>
      new Promise((resolve, reject) => {
        if (first === null) waiting.add(reject);
        else reject(controller.signal.reason);
        work.then(resolve, reject);
      }),
    close() {
      waiting.clear();
      cancelTimer();
      signal?.removeEventListener('abort', abort);
    },
  };
}

/** What tools and models are told by their signals: an error, as they may throw it. */
const reasonOf = (cause: StopCause): unknown =>
  cause.kind === 'aborted' ? cause.reason : new IntarsiaError('cancelled', 'The operation was stopped.', { cause });
