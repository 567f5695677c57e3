import { IntarsiaError } from '@intarsia/core';

/** The absolute ISO time `lifetimeMs` from now, but not after `latestMs`; rejects with `sandbox_limit` what is not a positive number. */
export function deadlineAfter(lifetimeMs: number, latestMs: number): string {
  if (!(lifetimeMs > 0)) {
    throw new IntarsiaError('sandbox_limit', 'The lifetime of a sandbox is a positive number of milliseconds.', {
      details: { lifetimeMs: String(lifetimeMs) },
    });
  }
  return new Date(Math.min(Date.now() + lifetimeMs, latestMs)).toISOString();
}
