import { delay } from '../../ports/clock.ts';
import type { Channel, ConversationScope } from '../../ports/network.ts';
import type { RuntimeSettings } from '../turn/turn-context.ts';
import { type Refusal, refuse, refuseNewer } from './refusal.ts';

const retryTakeOverMs = 250;

/** Takes an existing conversation. With `waitMs` it waits for the lease of an owner that died, but not for one that renews it. */
export async function takeOver(
  settings: RuntimeSettings,
  scope: ConversationScope,
  waitMs: number,
): Promise<{ readonly kind: 'owned'; readonly channel: Channel } | Refusal> {
  const until = settings.clock.monotonic() + waitMs;
  let seen = Number.POSITIVE_INFINITY;
  for (;;) {
    const taken = await settings.network.resume(scope).catch(refuseNewer);
    if (taken.kind === 'owned' || taken.kind === 'refused') return taken;
    if (taken.kind !== 'busy') return refuse('conversation_unknown');
    const renewed = taken.remainingMs > seen;
    seen = taken.remainingMs;
    if (renewed || settings.clock.monotonic() + taken.remainingMs > until) return refuse('conversation_busy');
    await delay(settings.clock, Math.min(taken.remainingMs, retryTakeOverMs));
  }
}
