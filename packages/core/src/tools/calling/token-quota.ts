import type { Clock } from '../../ports/clock.ts';

/** What a quota allows within one window. Absent: no limit; 0: nothing. */
export interface QuotaLimits {
  /** Default 60,000. */
  readonly windowMs?: number;
  /** Model calls. */
  readonly maxRequests?: number;
  readonly maxTotalTokens?: number;
}

/** What was used of a quota in the window that is open now. */
export interface QuotaStatus {
  readonly windowMs: number;
  readonly usage: { readonly requests: number; readonly totalTokens: number };
  readonly limits: { readonly maxRequests: number | null; readonly maxTotalTokens: number | null };
  readonly overBudget: boolean;
}

/** Counts model calls and their tokens over all operations that share it, in fixed windows. */
export interface TokenQuota {
  /** Counts one more model call, before it is made; false when the window has none left, and nothing is counted. */
  take(): boolean;
  /** Counts what a model call used. */
  add(totalTokens: number): void;
  status(): QuotaStatus;
  /** Begins a new window. */
  reset(): void;
}

/**
 * A quota in memory (tool-calling 15, case TOOL-80). Calls are counted before they are made; tokens are known only afterwards, so parallel calls can end above
 * `maxTotalTokens`, and the next one is refused.
 */
export function createQuota(limits: QuotaLimits, clock: Pick<Clock, 'monotonic'>): TokenQuota {
  const { windowMs = 60_000, maxRequests = null, maxTotalTokens = null } = limits;
  let opened = clock.monotonic();
  let usage = { requests: 0, totalTokens: 0 };
  const reset = () => {
    opened = clock.monotonic();
    usage = { requests: 0, totalTokens: 0 };
  };
  const status = (): QuotaStatus => {
    if (clock.monotonic() - opened >= windowMs) reset();
    const overBudget = usage.requests >= (maxRequests ?? Infinity) || usage.totalTokens >= (maxTotalTokens ?? Infinity);
    return { windowMs, usage: { ...usage }, limits: { maxRequests, maxTotalTokens }, overBudget };
  };
  return {
    take() {
      if (status().overBudget) return false;
      usage.requests += 1;
      return true;
    },
    add(totalTokens) {
      status();
      usage.totalTokens += totalTokens;
    },
    status,
    reset,
  };
}
