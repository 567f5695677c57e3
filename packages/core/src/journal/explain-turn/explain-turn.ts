import { explainTarget } from '../../graph/explain.ts';
import type { TurnId } from '../../ports/ids.ts';
import { type Envelope, events } from '../envelope.ts';
import { closeReasonOf, pastGraph } from '../fold.ts';
import { packetOf, textOf } from '../packet.ts';
import type { ChannelFacts } from '../state.ts';
import { explainCalls } from './explain-calls.ts';
import { judgementsOf, repliesOf, runEventsOf } from './explain-facts.ts';
import { explainRefusals, explainWrites } from './explain-writes.ts';
import type { NextExplanation, TurnExplanation, TurnStatus, TurnSummary } from './turn-explanation.ts';
import { type TurnSpan, turnSpans } from './turn-spans.ts';

/**
 * The turns of a journal in their order, from its first envelope on: everything said, by agents and by the person, and the turn that an agent still owes.
 * Works on any journal, also on one without facts, as AG2 alone writes it. Throws `journal_version` for a record of ours that only a newer release knows.
 */
export function turnsOf(facts: ChannelFacts, envelopes: readonly Envelope[]): readonly TurnSummary[] {
  return turnSpans(facts, envelopes).map(summary);
}

/** Everything that a journal tells of one turn; null when it has no turn of that id. Throws as `turnsOf` does. */
export function explainTurn(facts: ChannelFacts, envelopes: readonly Envelope[], id: TurnId): TurnExplanation | null {
  const spans = turnSpans(facts, envelopes);
  const index = spans.findIndex((span) => span.id === id);
  const span = spans[index];
  if (span === undefined) return null;
  const calls = explainCalls(span);
  return {
    ...summary(span, index),
    names: facts.names,
    trigger: triggerOf(facts, envelopes, span),
    replies: repliesOf(span),
    judgements: judgementsOf(span),
    calls,
    writes: explainWrites(facts, span, calls),
    refusedWrites: explainRefusals(span),
    runEvents: runEventsOf(span),
    said: saidIn(span),
    next: nextOf(facts, span),
    contextVariables: span.channel.contextVariables,
  };
}

function summary(span: TurnSpan, index: number): TurnSummary {
  const first = span.entries[0];
  const last = span.entries.at(-1);
  const envelopes = first === undefined || last === undefined ? null : { first: first.place, last: last.place };
  return { id: span.id, place: index + 1, agent: span.agent, status: statusOf(span), envelopes, at: first?.envelope.created_at ?? null };
}

/** Of a turn without an answer the latest event of its run says how far it came. */
function statusOf(span: TurnSpan): TurnStatus {
  if (span.spoken !== null) return 'answered';
  const latest = runEventsOf(span).findLast(({ kind }) => kind !== 'turn_failed' && kind !== 'closed');
  if (latest?.kind === 'paused') return 'paused';
  if (latest?.kind !== 'ended') return 'open';
  return latest.status === 'cancelled' ? 'cancelled' : 'failed';
}

function triggerOf(facts: ChannelFacts, envelopes: readonly Envelope[], { trigger }: TurnSpan): TurnExplanation['trigger'] {
  const envelope = envelopes.find(({ envelope_id }) => envelope_id === trigger);
  if (envelope === undefined) return null;
  return { envelope: envelope.envelope_id, sender: facts.names[envelope.sender_id] ?? envelope.sender_id, text: wordsOf(envelope) };
}

function saidIn({ spoken }: TurnSpan): TurnExplanation['said'] {
  if (spoken === null) return null;
  const { envelope } = spoken;
  return { envelope: envelope.envelope_id, text: wordsOf(envelope), routing: routingOf(envelope) };
}

const wordsOf = (envelope: Envelope): string => (envelope.event_type === events.text ? textOf(envelope) : packetOf(envelope)?.body) ?? '';
const routingOf = (envelope: Envelope) => (envelope.event_type === events.packet ? (packetOf(envelope)?.routing ?? null) : null);

/** What the fold made of the turn's words, with its reasons. */
function nextOf(facts: ChannelFacts, { spoken, channel }: TurnSpan): NextExplanation | null {
  if (spoken === null) return null;
  const { envelope } = spoken;
  const { expectedSpeaker, pendingCloseReason, contextVariables } = channel;
  const routing = routingOf(envelope);
  const asked = { speaker: envelope.sender_id, tool: routing?.tool ?? null, contextVariables };
  return {
    by:
      routing !== null && pastGraph(routing) !== null
        ? { kind: 'packet', routing }
        : { kind: 'graph', explanation: explainTarget(facts.graph, asked) },
    leads:
      expectedSpeaker === null
        ? { kind: 'ends', reason: pendingCloseReason }
        : { kind: 'speaks', agent: facts.names[expectedSpeaker] ?? expectedSpeaker },
    closes: closeReasonOf(facts, channel),
  };
}
