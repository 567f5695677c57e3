import type { Clock } from '../../ports/clock.ts';

/** A wait that somebody may give up. */
export interface Grace {
  /** Resolves once the signal was aborted and the grace time after it is over; never after `cancel`. */
  readonly over: Promise<void>;
  /** Leaves no listener and no timer behind. */
  cancel(): void;
}

/** Waits for `signal`, and for so long after it. */
export function graceAfterStop(clock: Clock, graceMs: number, signal: AbortSignal): Grace {
  const { promise, resolve } = Promise.withResolvers<void>();
  let cancelTimer = () => {};
  const wait = () => {
    cancelTimer = clock.timer(graceMs, resolve);
  };
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return {
    over: promise,
    cancel() {
      signal.removeEventListener('abort', wait);
      cancelTimer();
    },
  };
}
