import { setTimeout as wait } from 'node:timers/promises';
import { isLocked } from './failures.ts';

const shortestWaitMs = 1;
const longestWaitMs = 25;

/** Runs a synchronous call; where it finds the database locked by another process, it is tried again until the time is over. */
export type Patience = <Result>(call: () => Result) => Promise<Result>;

/**
 * Calls of one handle, in the order in which they came. While one waits for a lock the process goes on with other work: SQLite's own waiting
 * would block all of it.
 */
export function patience(timeoutMs: number): Patience {
  let waiting: Promise<void> | null = null;

  const retry = async <Result>(call: () => Result, since: number): Promise<Result> => {
    for (let waitMs = shortestWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      await wait(waitMs * (0.5 + Math.random())); // at random, so that two waiting processes do not always come together
      try {
        return call();
      } catch (error) {
        if (!isLocked(error) || performance.now() - since >= timeoutMs) throw error;
      }
    }
  };

  return async (call) => {
    const since = performance.now();
    while (waiting !== null) await waiting;
    try {
      return call();
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting = promise;
    try {
      return await retry(call, since);
    } finally {
      waiting = null;
      resolve();
    }
  };
}
