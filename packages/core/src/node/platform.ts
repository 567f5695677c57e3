import { randomBytes, randomFillSync } from 'node:crypto';
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

const pool = Buffer.alloc(4096);
let unused = 0;

/** Random ids from the machine's secure source, which is asked for many at a time: a call of it costs as much as a kilobyte. Each byte is given once. */
export const randomIds: Ids = {
  randomHex(bytes) {
    if (bytes > pool.length) return randomBytes(bytes).toString('hex');
    if (bytes > unused) unused = randomFillSync(pool).length;
    unused -= bytes;
    return pool.toString('hex', unused, unused + bytes);
  },
};
