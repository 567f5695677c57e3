import type { Clock } from '../ports/index.ts';

/** A Clock that stands still until it is told to go on. */
export interface VirtualClock extends Clock {
  /** Goes on by `ms`: runs every timer that falls due, in order, and lets pending promises settle before and after each. */
  advance(ms: number): Promise<void>;
  /** Goes on to the timer that falls due first, runs it and lets pending promises settle; false when no timer waits. */
  next(): Promise<boolean>;
  /** How many timers wait. */
  pending(): number;
}

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Lets everything that is ready run: one turn of the event loop drains all microtasks. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const isBefore = (left: Timer, right: Timer): boolean => (left.due === right.due ? left.order < right.order : left.due < right.due);

/** A clock for tests. `startMs` is what `now()` says first (default 2026-01-01T00:00:00Z). */
export function virtualClock(startMs: number = Date.UTC(2026, 0, 1)): VirtualClock {
  const timers = new Set<Timer>();
  let elapsed = 0;
  let order = 0;
  const nextDue = (until: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) if (timer.due <= until && (first === undefined || isBefore(timer, first))) first = timer;
    return first;
  };
  const run = async (timer: Timer): Promise<void> => {
    timers.delete(timer);
    elapsed = Math.max(elapsed, timer.due);
    timer.callback();
    await settle();
  };

  return {
    now: () => Math.floor(startMs + elapsed), // whole, as a machine's clock is
    monotonic: () => elapsed,
    timer(delayMs, callback) {
      const timer: Timer = { due: elapsed + Math.max(0, delayMs), order: order++, callback };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    async advance(ms) {
      const until = elapsed + ms;
      await settle();
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) await run(timer);
      elapsed = Math.max(elapsed, until);
    },
    async next() {
      const timer = nextDue(Number.POSITIVE_INFINITY);
      if (timer !== undefined) await run(timer);
      return timer !== undefined;
    },
    pending: () => timers.size,
  };
}
