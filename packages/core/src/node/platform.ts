import { randomBytes } from 'node:crypto';
import type { Clock, Ids } from '../ports/clock.ts';

/** The machine's clock. A timer keeps the process alive until it fired or was cancelled, as a run that only waits must go on. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Random ids from the machine's secure source. */
export const randomIds: Ids = {
  randomHex: (bytes) => randomBytes(bytes).toString('hex'),
};
