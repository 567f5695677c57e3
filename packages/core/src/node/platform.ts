import { randomBytes } from 'node:crypto';
import type { Clock, Ids } from '../ports/clock.ts';

/** Node fires a timer of a longer delay at once; 25 days are longer than any process waits. */
const maxDelayMs = 2 ** 31 - 1;

/** The machine's clock. A timer keeps the process alive until it fired or was cancelled, as a run that only waits must go on. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, maxDelayMs));
    return () => clearTimeout(timer);
  },
};

/** Random ids from the machine's secure source. */
export const randomIds: Ids = {
  randomHex: (bytes) => randomBytes(bytes).toString('hex'),
};
