/** Until when a piece of work may go on, on the monotonic clock of this process. */
export interface Deadline {
  remainingMs(): number;
  passed(): boolean;
}

/** A deadline so many milliseconds from now. */
export function deadlineIn(ms: number): Deadline {
  const at = performance.now() + ms;
  const remainingMs = (): number => Math.max(0, at - performance.now());
  return { remainingMs, passed: () => remainingMs() === 0 };
}

/** The deadline that is further away. */
export const later = (first: Deadline, second: Deadline): Deadline => (first.remainingMs() >= second.remainingMs() ? first : second);

/** The promise, or a rejection with what `late` makes when the deadline passes or the signal is aborted first. */
export async function within<Value>(
  promise: Promise<Value>,
  deadline: Deadline,
  late: () => Error,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const { promise: given, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), deadline.remainingMs());
  const aborted = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', aborted, { once: true });
  try {
    return await Promise.race([promise, given]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', aborted);
    promise.catch(() => undefined); // whoever came too late has nobody to tell
  }
}
