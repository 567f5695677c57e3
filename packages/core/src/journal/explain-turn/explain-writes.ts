import type { ContextWriter } from '../../documents/workflow.ts';
import { person } from '../../graph/compile.ts';
import { callKey } from '../../ports/ids.ts';
import { type ContextUpdates, events } from '../envelope.ts';
import { attemptOf, carriesWritesOf } from '../fold.ts';
import { packetOf, updatesOf } from '../packet.ts';
import type { ChannelFacts } from '../state.ts';
import type { CallExplanation, RefusedWriteExplanation, WriteExplanation, WriteOrigin } from './turn-explanation.ts';
import type { Entry, TurnSpan } from './turn-spans.ts';

/**
 * The writes of a turn, in the order in which they were recorded. What a call wrote comes into the context with the turn's packet, or before it where the
 * turn stopped; of several writes of one variable in one commit that of the last call wins, as in the commit itself.
 */
export function explainWrites(facts: ChannelFacts, span: TurnSpan, calls: readonly CallExplanation[]): readonly WriteExplanation[] {
  let writes: readonly WriteExplanation[] = [];
  for (const entry of span.entries) writes = withEntry(writes, entry, { facts, span, calls });
  return writes;
}

interface Turn {
  readonly facts: ChannelFacts;
  readonly span: TurnSpan;
  readonly calls: readonly CallExplanation[];
}

function withEntry(writes: readonly WriteExplanation[], entry: Entry, turn: Turn): readonly WriteExplanation[] {
  const { envelope, fact } = entry;
  if (fact?.type === 'intarsia.tool.settled' || fact?.type === 'intarsia.effect.resolved' || fact?.type === 'intarsia.approval.decided') {
    const call = turn.calls.find(({ key }) => key === fact.data.key);
    if (call === undefined || fact.data.delta === undefined) return writes;
    return [...writes, ...written(fact.data.delta, { kind: 'tool', call: call.key, tool: call.tool }, 'pending')];
  }
  if (envelope.event_type === events.contextSet) {
    if (carriesWritesOf(turn.span.id, envelope.causation_id)) return committed(writes, turn.calls, 'context_set');
    return [...writes, ...written(updatesOf(envelope.event_data) ?? nothing, originOf(turn, entry), 'context_set')];
  }
  const packet = entry === turn.span.spoken && envelope.event_type === events.packet ? packetOf(envelope) : null;
  return packet === null ? writes : withPacket(committed(writes, turn.calls, 'packet'), packet.context_updates, turn.span);
}

/** The writes that the rules refused. */
export const explainRefusals = ({ entries }: TurnSpan): readonly RefusedWriteExplanation[] =>
  entries.flatMap(({ fact }) => {
    if (fact?.type !== 'intarsia.context.refused') return [];
    const call = fact.data.call === null ? null : callKey(fact.data.call);
    return fact.data.writes.map((write) => ({ ...write, call }));
  });

const nothing: ContextUpdates = { set: {}, delete: [] };

const writers: { readonly [Kind in WriteOrigin['kind']]: ContextWriter | null } = {
  tool: 'deterministic_tool',
  outcome: 'deterministic_tool',
  ui_response: 'ui_response_trigger',
  agent_text: 'agent_text',
  person_words: 'user_text_trigger',
  participant: null,
};

/** Deletes first, then sets, as they are applied. */
function written(updates: ContextUpdates, origin: WriteOrigin, state: WriteExplanation['committed']): readonly WriteExplanation[] {
  const writer = writers[origin.kind];
  const deletes = updates.delete.map((key) => ({ key, operation: 'delete', value: null, writer, origin, committed: state }) as const);
  const sets = Object.entries(updates.set).map(
    ([key, value]) => ({ key, operation: 'set', value, writer, origin, committed: state }) as const,
  );
  return [...deletes, ...sets];
}

/** What calls wrote and nothing carried yet, carried now. */
function committed(
  writes: readonly WriteExplanation[],
  calls: readonly CallExplanation[],
  by: 'packet' | 'context_set',
): readonly WriteExplanation[] {
  const rank = ({ origin }: WriteExplanation) => ('call' in origin ? calls.findIndex(({ key }) => key === origin.call) : -1);
  const pending = writes.filter((write) => write.committed === 'pending').sort((left, right) => rank(left) - rank(right));
  const winners = new Map(pending.map((write) => [write.key, write]));
  return writes.map((write) => {
    return write.committed === 'pending' ? { ...write, committed: winners.get(write.key) === write ? by : 'overwritten' } : write;
  });
}

/** What a packet carries beside the writes of calls, its agent's words set; in a channel without facts nobody says how. */
function withPacket(writes: readonly WriteExplanation[], updates: ContextUpdates, span: TurnSpan): readonly WriteExplanation[] {
  const ofCalls = new Set(writes.filter(({ committed, origin }) => committed === 'packet' && origin.kind === 'tool').map(({ key }) => key));
  const isOther = (key: string) => !ofCalls.has(key);
  const rest = {
    set: Object.fromEntries(Object.entries(updates.set).filter(([key]) => isOther(key))),
    delete: updates.delete.filter((key) => isOther(key) && !Object.hasOwn(updates.set, key)),
  };
  return [...writes, ...written(rest, saidIn(span), 'packet')];
}

function saidIn(span: TurnSpan): WriteOrigin {
  if (!hasFacts(span)) return { kind: 'participant', sender: span.agent };
  return { kind: span.agent === person ? 'person_words' : 'agent_text', sender: span.agent };
}

/** Where an `ag2.context.set` comes from that carries no kept writes. */
function originOf({ facts, span, calls }: Turn, { envelope, place }: Entry): WriteOrigin {
  const sender = facts.names[envelope.sender_id] ?? envelope.sender_id;
  const counted = calls.find(({ key }) => envelope.causation_id === attemptOf(key));
  if (counted !== undefined) return { kind: 'outcome', call: counted.key, tool: counted.tool };
  if (sender !== person || !hasFacts(span)) return { kind: 'participant', sender };
  if (span.agent === person) return { kind: 'person_words', sender };
  const answer = span.entries.findLast((entry) => entry.place < place && entry.fact?.type === 'intarsia.ui.answered')?.fact;
  const asked = calls.find(({ key }) => answer?.type === 'intarsia.ui.answered' && key === answer.data.key);
  return asked === undefined ? { kind: 'participant', sender } : { kind: 'ui_response', call: asked.key, tool: asked.tool };
}

const hasFacts = ({ entries }: TurnSpan): boolean => entries.some(({ fact }) => fact !== null);
