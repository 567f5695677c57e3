import { type EnvelopeDraft, events } from '../../journal/envelope.ts';
import { factDraft } from '../../journal/facts.ts';
import { writesOf } from '../../journal/fold.ts';
import type { CallRecord, OpenTurn } from '../../journal/state.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import type { AgentId, CallKey } from '../../ports/ids.ts';
import type { Channel } from '../../ports/network.ts';
import { unwrittenUpdates } from './turn-context.ts';

/** Releases of what this owner claimed and never started: a later owner may start it without asking anybody (architecture 4.7). */
export function releaseUnstarted(channel: Channel, turn: OpenTurn | null, started: ReadonlySet<CallKey>): readonly EnvelopeDraft[] {
  if (turn === null) return [];
  const unstarted = turn.calls.filter((call) => call.status === 'claimed' && call.epoch === channel.epoch && !started.has(call.key));
  return unstarted.map((call) => releaseOf(senderOf(channel, turn), call, { turn: turn.id, agent: turn.agent }));
}

/** The release of a call that was claimed and not started. */
export const releaseOf = (
  sender: AgentId,
  { key, attempt }: Pick<CallRecord, 'key' | 'attempt'>,
  inTurn: { readonly turn: string; readonly agent: string },
): EnvelopeDraft => factDraft(sender, 'intarsia.tool.released', { v: 1, ...inTurn, key, attempt });

/** Writes of settled calls as `ag2.context.set`, so that they survive without the packet (architecture 4.2). */
export function keepWrites(channel: Channel, turn: OpenTurn | null): readonly EnvelopeDraft[] {
  const updates = unwrittenUpdates(turn);
  if (turn === null || (Object.keys(updates.set).length === 0 && updates.delete.length === 0)) return [];
  const data = { set: updates.set, delete: updates.delete };
  const causation = writesOf(turn.id, turn.nextOrdinal);
  return [{ sender: senderOf(channel, turn), type: events.contextSet, data, audience: null, causation }];
}

function senderOf(channel: Channel, turn: OpenTurn): AgentId {
  const id = channel.participants.get(turn.agent);
  if (id === undefined) throw new IntarsiaError('internal', `"${turn.agent}" has an open turn and takes no part in the channel.`);
  return id;
}
