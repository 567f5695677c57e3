/** What a call is rejected with when its time is over: no error, as the stack of one would cost more than the rest. */
const late = Symbol('late');

/** The end of the time that one call has, or its abort. */
export interface Deadline {
  /** The value, unless the time is over first. */
  within<Value>(promise: Promise<Value>): Promise<Value>;
  /** Whether `within` rejected with this because the time was over or the call aborted. */
  isOver(error: unknown): boolean;
  /** Whether `within` rejected with this because the time was over. */
  isLate(error: unknown): boolean;
  /** To be called when the call has ended. */
  end(): void;
}

/** A call that may take `timeoutMs` and that a signal can abort. */
export function deadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const { promise: over, reject } = Promise.withResolvers<never>();
  let reason: { readonly error: unknown } | undefined;
  const finish = (error: unknown): void => {
    reason ??= { error };
    reject(error);
  };
  const abort = (): void => finish(signal?.reason);
  over.catch(() => undefined);
  const timer = setTimeout(finish, timeoutMs, late);
  signal?.addEventListener('abort', abort, { once: true });
  return {
    within: (promise) => Promise.race([promise, over]),
    isOver: (error) => reason !== undefined && reason.error === error,
    isLate: (error) => error === late,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}
