import { person } from '../../graph/compile.ts';
import { type AgentId, type EnvelopeId, type TurnId, turnId, turnOf } from '../../ports/ids.ts';
import { type Envelope, events } from '../envelope.ts';
import { type Fact, factOf } from '../facts.ts';
import { closeReasonOf, foldJournal, initialState } from '../fold.ts';
import type { ChannelFacts, ChannelState, OpenTurn } from '../state.ts';

/** An envelope of a turn with its place in the journal, from 1. */
export interface Entry {
  readonly envelope: Envelope;
  readonly fact: Fact | null;
  readonly place: number;
}

/** The part of a journal that one turn is made of. */
export interface TurnSpan {
  readonly id: TurnId;
  readonly agent: string;
  readonly trigger: EnvelopeId | null;
  readonly entries: readonly Entry[];
  /** The words or the packet that end it; null while it is not answered. */
  readonly spoken: Entry | null;
  /** The channel after its words, or as far as it came. */
  readonly channel: ChannelState;
  /** What the fold knew of it before its words; null while nothing of it was recorded. */
  readonly record: OpenTurn | null;
}

interface GrowingSpan extends TurnSpan {
  agent: string;
  readonly entries: Entry[];
  spoken: Entry | null;
  channel: ChannelState;
  record: OpenTurn | null;
}

/**
 * Cuts a journal into turns: one for everything said, and one more when an agent owes an answer. What belongs to no turn (invitations, types of others) is
 * left out; what comes later and names a turn belongs to that one.
 */
export function turnSpans(facts: ChannelFacts, envelopes: readonly Envelope[]): readonly TurnSpan[] {
  const spans = new Map<TurnId, GrowingSpan>();
  let state = initialState(facts);
  /** The turn that is being worked on; null directly after something was said. */
  let current: TurnId | null = null;
  let spoke: TurnId | null = null;

  const open = (id: TurnId, agent: string): TurnId => {
    if (!spans.has(id))
      spans.set(id, { id, agent, trigger: state.channel.trigger, entries: [], spoken: null, channel: state.channel, record: null });
    current = id;
    return id;
  };
  const openNext = (sender: AgentId): TurnId => {
    const { expectedSpeaker, trigger } = state.channel;
    const agent = nameOf(facts, expectedSpeaker ?? sender);
    return open(trigger === null ? opening(agent) : turnOf(trigger, agent), agent);
  };
  const spanOf = (envelope: Envelope, fact: Fact | null): TurnId | null => {
    if (fact !== null && 'turn' in fact.data && fact.data.turn !== null) {
      const named = turnId(fact.data.turn);
      return spans.has(named) ? named : open(named, fact.data.agent);
    }
    if (isClosing(envelope)) return current ?? spoke;
    if (current !== null) return current;
    if (followsFromWords(fact) && spoke !== null && isOver(facts, state.channel)) return spoke;
    return openNext(envelope.sender_id);
  };

  for (const [index, envelope] of envelopes.entries()) {
    const fact = factOf(envelope);
    const before = state;
    const id = fact !== null || isOfTurn(envelope) ? spanOf(envelope, fact) : null;
    state = foldJournal(facts, state, envelope);
    const span = id === null ? undefined : spans.get(id);
    if (span === undefined) continue;
    const entry = { envelope, fact, place: index + 1 };
    span.entries.push(entry);
    const isSpoken = state.channel.turnCount > before.channel.turnCount;
    if (span.spoken === null) span.channel = state.channel;
    if (span.spoken === null && state.turn?.id === span.id) span.record = state.turn;
    if (!isSpoken) continue;
    span.spoken = entry;
    span.agent = nameOf(facts, envelope.sender_id); // where nobody is expected, anybody may speak
    spoke = span.id;
    current = null;
  }
  const { expectedSpeaker, status } = state.channel;
  if (current === null && status === 'active' && expectedSpeaker !== null && !isOver(facts, state.channel)) openNext(expectedSpeaker);
  return [...spans.values()];
}

const nameOf = (facts: ChannelFacts, id: AgentId): string => facts.names[id] ?? id;

const opening = (agent: string): TurnId => turnId(`opening:${agent}`);

const isClosing = ({ event_type }: Envelope): boolean => event_type === events.channelClosed || event_type === events.channelExpired;

const isOfTurn = (envelope: Envelope): boolean =>
  isClosing(envelope) ||
  envelope.event_type === events.text ||
  envelope.event_type === events.packet ||
  envelope.event_type === events.contextSet;

/** A pause or an end directly after words follows from them when no agent is next; else it is about the turn of that agent. */
const followsFromWords = (fact: Fact | null): boolean => fact?.type === 'intarsia.run.paused' || fact?.type === 'intarsia.run.ended';

const isOver = (facts: ChannelFacts, channel: ChannelState): boolean => {
  return closeReasonOf(facts, channel) !== null || (channel.expectedSpeaker !== null && facts.names[channel.expectedSpeaker] === person);
};
