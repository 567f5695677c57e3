import type { RetryPolicy } from './tool-call.ts';

const defaultBackoffMs = 250;
const maxBackoffMs = 30_000;

/** How long to wait after the failed try `attempt`, from 1, in milliseconds; null when there is no further one (case TOOL-45). */
export function waitAfter(attempt: number, { retries = 0, backoffMs = defaultBackoffMs }: Partial<RetryPolicy> = {}): number | null {
  return attempt <= retries ? Math.min(backoffMs * 2 ** (attempt - 1), maxBackoffMs) : null;
}

/** The longest of the waits. */
export const longestWaitMs = (retry: Partial<RetryPolicy> = {}): number => waitAfter(Math.max(1, retry.retries ?? 0), retry) ?? 0;
