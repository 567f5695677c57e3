import { randomBytes } from 'node:crypto';
import type { Clock, Ids } from '../ports/clock.ts';

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Random ids from the machine's secure source. */
export const randomIds: Ids = {
  randomHex: (bytes) => randomBytes(bytes).toString('hex'),
};
