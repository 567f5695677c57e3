/** Time, injected: nothing in core reads a clock of its own. */
export interface Clock {
  /** Whole milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes back; only differences mean something. */
  monotonic(): number;
  /** Calls back once after `delayMs`; returns the way to cancel it. Whoever stops waiting cancels it. */
  timer(delayMs: number, callback: () => void): () => void;
}

/** Randomness, injected. */
export interface Ids {
  /** `bytes` random bytes as lower-case hex, two digits a byte. */
  randomHex(bytes: number): string;
}

/** A rejection with `AbortSignal.reason` when the signal fires first; resolves after `delayMs` else. */
export function delay(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const cancel = clock.timer(delayMs, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    const abort = () => {
      cancel();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** The same for who goes on either way: true once `delayMs` are over, false when the signal fired first. */
export function waited(clock: Clock, delayMs: number, signal: AbortSignal): Promise<boolean> {
  return delay(clock, delayMs, signal).then(
    () => true,
    () => false,
  );
}

/** The result of work that may not listen to the signal: a rejection with `AbortSignal.reason` when it fires first; what the work comes to later is dropped. */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const over = () => signal.removeEventListener('abort', abort);
    work.then(resolve, reject).finally(over);
  });
}
