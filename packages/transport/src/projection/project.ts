import {
  type ChannelFacts,
  closeReasonOf,
  type Envelope,
  events as eventTypes,
  type Fact,
  factOf,
  foldJournal,
  packetOf,
  person,
  textOf,
} from '@intarsia/core';
import { projectFact } from './project-fact.ts';
import type { ProjectionState, Step } from './projection-state.ts';
import type { NumberedEvent } from './visible-event.ts';
import { isBlank, messageId } from './words.ts';

/** How many envelope ids are remembered. A re-emission follows a recovery at once; a commit holds far fewer envelopes. */
const recentLimit = 64;

/** The state after an envelope, and what a person is shown of it. */
export interface Projected {
  readonly state: ProjectionState;
  readonly events: readonly NumberedEvent[];
}

/**
 * The next state and the visible events of one envelope. Pure: live delivery, reconnect and replay call it alike and get the same
 * numbers. What is shown is chosen field by field: names, codes with their fixed sentences, words said to the person, and the payload of
 * a tool that declared a surface. An envelope that was projected before gives nothing.
 */
export function project(facts: ChannelFacts, state: ProjectionState, envelope: Envelope): Projected {
  if (state.recent.includes(envelope.envelope_id)) return { state, events: [] };
  const kept = state.recent.length < recentLimit ? state.recent : state.recent.slice(1 - recentLimit);
  const recent = [...kept, envelope.envelope_id];
  const folded = { ...state, recent, journal: foldJournal(facts, state.journal, envelope) };
  const fact = factOf(envelope);
  const step = fact === null ? projectWords(facts, folded, envelope) : withResumedSpeaker(facts, fact, projectFact(folded, fact));
  const events = step.events.map((event, index) => ({ seq: state.seq + index + 1, at: envelope.created_at, event }));
  return { state: { ...step.state, seq: state.seq + events.length }, events };
}

function projectWords(facts: ChannelFacts, state: ProjectionState, envelope: Envelope): Step {
  const text = wordsOf(envelope);
  const sender = facts.names[envelope.sender_id];
  if (text === null || sender === undefined) return { state, events: [] };
  const said = sender === person ? personSaid(state, envelope, text) : agentSaid(facts, state, envelope, sender, text);
  return withSpeaker(facts, said);
}

/** The words of an envelope that moves the conversation, or null for any other. */
function wordsOf(envelope: Envelope): string | null {
  if (envelope.event_type === eventTypes.text) return textOf(envelope);
  if (envelope.event_type === eventTypes.packet) return packetOf(envelope)?.body ?? null;
  return null;
}

function personSaid(state: ProjectionState, envelope: Envelope, text: string): Step {
  const next = { ...state, openingHidden: false, question: null };
  if (state.openingHidden || isBlank(text)) return { state: next, events: [] };
  return { state: next, events: [{ kind: 'message', message: envelope.envelope_id, role: 'person', agent: person, text }] };
}

function agentSaid(facts: ChannelFacts, state: ProjectionState, envelope: Envelope, agent: string, text: string): Step {
  const reply = state.reply?.agent === agent ? state.reply : null;
  const next = { ...state, reply: null, calls: [] };
  if (reply === null || !reply.shown || reply.accepted) return { state: next, events: [] };
  if (isBlank(text) || !isForPerson(facts, envelope)) return { state: next, events: [] };
  const message = messageId(reply.turn, reply.ordinal);
  return { state: { ...next, question: text }, events: [{ kind: 'message', message, role: 'agent', agent, text }] };
}

/** A packet with an audience is shown only when the person is among it (ag2-network 5.4). */
function isForPerson(facts: ChannelFacts, envelope: Envelope): boolean {
  return envelope.audience === null || envelope.audience.some((id) => facts.names[id] === person);
}

/** Says whose turn it is when that changed. Nobody is announced when the turns are used up. */
function withSpeaker(facts: ChannelFacts, step: Step): Step {
  const { channel } = step.state.journal;
  const next = closeReasonOf(facts, channel) === null ? channel.expectedSpeaker : null;
  if (next === step.state.announced) return step;
  const state = { ...step.state, announced: next };
  const agent = next === null ? undefined : facts.names[next];
  return agent === undefined ? { state, events: step.events } : { state, events: [...step.events, { kind: 'speaker', agent }] };
}

/** After a resume the same agent goes on: it is announced once more. */
function withResumedSpeaker(facts: ChannelFacts, fact: Fact, step: Step): Step {
  if (fact.type !== 'intarsia.run.started' || fact.data.reason !== 'resume') return step;
  return withSpeaker(facts, { ...step, state: { ...step.state, announced: null } });
}
