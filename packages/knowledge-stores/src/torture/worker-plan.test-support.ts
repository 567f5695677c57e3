/** What a worker is told. */
export interface WorkerPlan {
  readonly url: string;
  readonly name: string;
  readonly seed: number;
  /** After how many it ends by itself. */
  readonly operations: number;
  readonly leaseTtlMs: number;
}

/** What a worker tells while it works. */
export type WorkerReport = { readonly kind: 'ready' | 'acknowledged' | 'acquired' };

/** What a worker is asked while it lives; it works from the first to the second. */
export type WorkerOrder = 'begin' | 'stop';

/** Where all of them work. */
export const namespace = { tenant: 'torture', chat: 'one' } as const;
