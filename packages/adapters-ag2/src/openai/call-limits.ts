import type { Clock } from '@intarsia/core';

/** How long one call may take, in milliseconds. */
export interface CallDurations {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
}

/** The limits of one call: one signal that fires when the caller gives up or the time is used up. */
export interface CallLimits {
  readonly controller: AbortController;
  /** Tells that a piece of the reply came. From the first on, the next must come within `idleTimeoutMs`. */
  progress(): void;
  /** Which limit ended the call, if one did. */
  exceeded(): 'timeout' | 'idle' | null;
  /** Stops the timers; to be called once, however the call ended. */
  release(): void;
}

/** Starts the limits of a call. A caller that gives up (`outer`) aborts with its own reason. */
export function limitCall(clock: Clock, durations: CallDurations, outer: AbortSignal): CallLimits {
  const controller = new AbortController();
  let exceeded: 'timeout' | 'idle' | null = null;
  let cancelIdle: () => void = () => undefined;
  const exceed = (limit: 'timeout' | 'idle') => {
    exceeded ??= limit;
    controller.abort();
  };
  const giveUp = () => controller.abort(outer.reason);
  outer.addEventListener('abort', giveUp, { once: true });
  const cancelTimeout = clock.timer(durations.timeoutMs, () => exceed('timeout'));
  return {
    controller,
    progress() {
      cancelIdle();
      cancelIdle = clock.timer(durations.idleTimeoutMs, () => exceed('idle'));
    },
    exceeded: () => exceeded,
    release() {
      cancelIdle();
      cancelTimeout();
      outer.removeEventListener('abort', giveUp);
    },
  };
}
