import { bytesToHex } from '@noble/hashes/utils.js';
import type { Clock, Ids } from '../ports/clock.ts';

/** A platform fires a timer of a longer delay at once; 25 days are longer than any process waits. */
const maxDelayMs = 2 ** 31 - 1;

/** The platform's clock. A timer keeps a process alive until it fired or was cancelled, as a run that only waits must go on. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, maxDelayMs));
    return () => clearTimeout(timer);
  },
};

/** Random bytes that nobody got yet: asking the platform for a few at a time takes ten times as long. */
let drawn = { bytes: new Uint8Array(0), at: 0 };

/** Random ids from the platform's secure source. */
export const randomIds: Ids = {
  randomHex(bytes) {
    if (drawn.at + bytes > drawn.bytes.length) drawn = { bytes: crypto.getRandomValues(new Uint8Array(Math.max(1024, bytes))), at: 0 };
    const from = drawn.at;
    drawn.at += bytes;
    return bytesToHex(drawn.bytes.subarray(from, drawn.at));
  },
};
