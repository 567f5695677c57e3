import { setTimeout as after } from 'node:timers/promises';
import type { Sandbox } from '@intarsia/core';

/** What came of the wait for an app: it answers, its process ended, or it lives and did not answer in time. */
export type Boot = 'answers' | 'ended' | 'silent';

/** How long an app may take until it answers, in milliseconds. */
export const bootTimeoutMs = 15_000;

const probeTimeoutMs = 2_000;
const betweenProbesMs = 50;

/** Waits until the app at a port of a sandbox answers `/healthz` with 200, or cannot any more. */
export async function booted(sandbox: Sandbox, port: number, signal: AbortSignal): Promise<Boot> {
  const giveUpAt = performance.now() + bootTimeoutMs;
  while (performance.now() < giveUpAt) {
    signal.throwIfAborted();
    if (await answersNow(sandbox, port, signal)) return 'answers';
    const services = await sandbox.services({ signal });
    if (!services.some((service) => service.port === port && service.running)) return 'ended';
    await after(betweenProbesMs, undefined, { signal });
  }
  return 'silent';
}

/** Asks once. Only a 200 of the app itself counts: where it sends to is not asked. */
export async function answersNow(sandbox: Sandbox, port: number, signal?: AbortSignal): Promise<boolean> {
  const limit = AbortSignal.timeout(probeTimeoutMs);
  try {
    const response = await fetch(new URL('healthz', sandbox.localUrl(port)), {
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    signal?.throwIfAborted();
    return false; // not listening, or too slow
  }
}
