import { IntarsiaError } from '../ports/errors.ts';
import type { Json } from '../ports/json.ts';
import { type Envelope, events, type Packet } from './envelope.ts';
import { checkFact } from './facts.ts';
import { packetOf, textOf, updatesOf } from './packet.ts';
import type { ChannelFacts, JournalState } from './state.ts';

const outOfTurn = 'it is not the turn of its sender';
/** Events of the channel's life, which only the hub posts. */
const lifecycle: readonly string[] = [
  events.channelInvite,
  events.channelInviteAck,
  events.channelOpened,
  events.channelClosed,
  events.channelExpired,
];

/**
 * Refuses (`journal_invalid`) what may not enter a journal in this state: a sender that takes no part, a turn out of order, data that
 * cannot be folded, anything after the channel closed. AG2 appends first and folds afterwards; a bad line there stops it from
 * opening again (ag2-network 13.3).
 */
export function checkEnvelope(facts: ChannelFacts, state: JournalState, envelope: Envelope): void {
  const refuse = (why: string): never => {
    throw new IntarsiaError('journal_invalid', `Envelope ${envelope.event_type} was refused: ${why}.`);
  };
  if (state.channel.status === 'closed') refuse('the channel is closed');
  if (!Object.hasOwn(facts.names, envelope.sender_id)) refuse('its sender takes no part in the channel');
  if (envelope.event_type.startsWith('intarsia.')) {
    checkFact(envelope.event_type, envelope.event_data); // closed: it looks at every number, too
    return;
  }
  if (!hasFiniteNumbers(envelope.event_data)) refuse('it holds a number that JSON cannot hold');
  if (lifecycle.includes(envelope.event_type)) return;
  switch (envelope.event_type) {
    case events.text:
      if (textOf(envelope) === null) refuse('it has no text');
      if (state.channel.expectedSpeaker !== envelope.sender_id) refuse(outOfTurn);
      return;
    case events.packet:
      if (packetOf(envelope) === null) refuse('its routing, updates or body are malformed');
      if (handsOverToNobody(facts, packetOf(envelope))) refuse('it hands over to nobody in the channel');
      if (state.channel.expectedSpeaker !== envelope.sender_id) refuse(outOfTurn);
      return;
    case events.contextSet:
      if (updatesOf(envelope.event_data) === null) refuse('its updates are malformed');
      return;
    default:
      if (envelope.event_type.startsWith('ag2.')) refuse('a workflow channel does not take it');
  }
}

/** AG2 would expect an agent that never comes. */
function handsOverToNobody(facts: ChannelFacts, packet: Packet | null): boolean {
  const { kind, target = '' } = packet?.routing ?? {};
  return kind === 'handoff' && target !== '' && !Object.hasOwn(facts.names, target);
}

/** NaN and the infinities would be null once read back. */
function hasFiniteNumbers(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers);
}
