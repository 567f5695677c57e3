import { type NextSpeaker, resolveTarget, selectTarget } from '../graph/transition-graph.ts';
import { type AgentId, agentId, callKey, runId, turnId } from '../ports/ids.ts';
import type { JsonObject } from '../ports/json.ts';
import { type ContextUpdates, type Envelope, events, type Packet } from './envelope.ts';
import { checkVersion, type Fact, type FactData, factOf } from './facts.ts';
import { packetOf, textOf, updatesOf } from './packet.ts';
import {
  type CallRecord,
  type ChannelFacts,
  type ChannelState,
  type JournalState,
  journalStateVersion,
  type OpenTurn,
  type Transcript,
} from './state.ts';

/** How many messages the transcript keeps whole. */
const transcriptLimit = 200;
/** How many client requests are remembered. */
const requestLimit = 64;
const noUpdates: ContextUpdates = { set: {}, delete: [] };

/** The state of a channel before its first envelope. */
export function initialState(facts: ChannelFacts): JournalState {
  return {
    version: journalStateVersion,
    envelopes: 0,
    lastEnvelope: null,
    channel: {
      status: 'active',
      closeReason: '',
      expectedSpeaker: facts.graph.initial_speaker,
      lastSpeaker: null,
      trigger: null,
      turnCount: 0,
      pendingCloseReason: '',
      contextVariables: facts.contextVariables,
    },
    run: null,
    turn: null,
    transcript: { earlier: { count: 0, senders: [] }, messages: [] },
    requests: [],
  };
}

/**
 * The next state. Pure, and total for every envelope that `checkEnvelope` lets into a journal; what AG2 would store and fold past
 * (types of others) changes nothing but the counters. Throws `journal_version` for a record of ours that only a newer release knows.
 */
export function foldJournal(facts: ChannelFacts, state: JournalState, envelope: Envelope): JournalState {
  checkVersion(envelope);
  const counted = { ...state, envelopes: state.envelopes + 1, lastEnvelope: envelope.envelope_id };
  const fact = factOf(envelope);
  return fact === null ? foldEvent(facts, counted, envelope) : foldFact(counted, fact);
}

/** Why the channel has to be closed now, or null: nobody is next, or the turns are used up (ag2-network 7.2). */
export function closeReasonOf(facts: ChannelFacts, channel: ChannelState): string | null {
  if (channel.expectedSpeaker === null) return channel.pendingCloseReason || 'workflow_terminated';
  return facts.graph.max_turns !== null && channel.turnCount >= facts.graph.max_turns ? 'max_turns' : null;
}

function foldEvent(facts: ChannelFacts, state: JournalState, envelope: Envelope): JournalState {
  switch (envelope.event_type) {
    case events.text: {
      const said = remember(state, facts, envelope, textOf(envelope) ?? '');
      return { ...said, channel: advance(facts, said.channel, envelope, null) };
    }
    case events.packet: {
      const packet = packetOf(envelope);
      if (packet === null) return state;
      const contextVariables = applyUpdates(state.channel.contextVariables, packet.context_updates);
      const said = remember(state, facts, envelope, packet.body);
      const turn = said.turn?.agent === facts.names[envelope.sender_id] ? null : said.turn;
      return { ...said, turn, channel: advance(facts, { ...said.channel, contextVariables }, envelope, packet.routing) };
    }
    case events.contextSet: {
      const updates = updatesOf(envelope.event_data);
      if (updates === null) return state;
      const channel = { ...state.channel, contextVariables: applyUpdates(state.channel.contextVariables, updates) };
      return { ...state, channel, turn: markWritten(state.turn, envelope.causation_id) };
    }
    case events.channelClosed:
    case events.channelExpired: {
      const reason = envelope.event_data['reason'];
      const closeReason = typeof reason === 'string' ? reason : 'explicit_close';
      return { ...state, channel: { ...state.channel, status: 'closed', closeReason, expectedSpeaker: null } };
    }
    default:
      return state;
  }
}

/** AG2's fold of something said. */
function advance(facts: ChannelFacts, channel: ChannelState, envelope: Envelope, routing: Packet['routing'] | null): ChannelState {
  const spoken: ChannelState = {
    ...channel,
    lastSpeaker: envelope.sender_id,
    trigger: envelope.envelope_id,
    turnCount: channel.turnCount + 1,
    pendingCloseReason: '',
  };
  const next = pastGraph(routing) ?? nextSpeaker(facts, spoken, envelope.sender_id, routing?.tool ?? null);
  return next.kind === 'speaks'
    ? { ...spoken, expectedSpeaker: next.agent }
    : { ...spoken, expectedSpeaker: null, pendingCloseReason: next.reason };
}

/** Where a packet leads by itself, past the graph; null when the graph decides (ag2-network 7.2). */
export function pastGraph(routing: Packet['routing'] | null): NextSpeaker | null {
  if (routing?.kind === 'finish') return { kind: 'ends', reason: routing.reason || 'finished' };
  return routing?.kind === 'handoff' && routing.target ? { kind: 'speaks', agent: agentId(routing.target) } : null;
}

function nextSpeaker(facts: ChannelFacts, channel: ChannelState, speaker: AgentId, tool: string | null): NextSpeaker {
  const target = selectTarget(facts.graph, { speaker, tool, contextVariables: channel.contextVariables });
  const order = Object.keys(facts.names);
  return resolveTarget(target, speaker, { order, creator: facts.creator ?? order[0] ?? null });
}

/** Context variables after deletes, then sets. The keys of other variables keep their values without a copy of them. */
export function applyUpdates(variables: JsonObject, updates: ContextUpdates): JsonObject {
  if (updates.delete.length === 0 && Object.keys(updates.set).length === 0) return variables;
  const kept = Object.entries(variables).filter(([key]) => !updates.delete.includes(key) && !Object.hasOwn(updates.set, key));
  return Object.fromEntries([...kept, ...Object.entries(updates.set)]);
}

function remember(state: JournalState, facts: ChannelFacts, envelope: Envelope, text: string): JournalState {
  if (text === '') return state;
  const sender = facts.names[envelope.sender_id] ?? envelope.sender_id;
  const messages = [...state.transcript.messages, { envelope: envelope.envelope_id, sender, text }];
  return { ...state, transcript: shorten({ ...state.transcript, messages }) };
}

function shorten(transcript: Transcript): Transcript {
  const [oldest, ...rest] = transcript.messages;
  if (oldest === undefined || transcript.messages.length <= transcriptLimit) return transcript;
  const senders = [...new Set([...transcript.earlier.senders, oldest.sender])].sort();
  return { earlier: { count: transcript.earlier.count + 1, senders }, messages: rest };
}

/** The causation id of the `ag2.context.set` that carries what a turn wrote before it failed. */
export const writesOf = (turn: string, ordinal: number): string => `writes:${turn}:${ordinal}`;

/** The causation id of the `ag2.context.set` that counts an attempt of a call whose tool has an outcome. It is its own: it marks no write of the turn as written. */
export const attemptOf = (call: string): string => `outcome:${call}`;

/** True for the causation id of such an envelope. */
export const carriesWritesOf = (turn: string, causation: string | null): boolean => causation?.startsWith(`writes:${turn}:`) ?? false;

function markWritten(turn: OpenTurn | null, causation: string | null): OpenTurn | null {
  if (turn === null || !carriesWritesOf(turn.id, causation)) return turn;
  return { ...turn, calls: turn.calls.map((call) => (call.status === 'settled' ? { ...call, written: true } : call)) };
}

function foldFact(state: JournalState, fact: Fact): JournalState {
  switch (fact.type) {
    case 'intarsia.run.started': {
      const { run, workflow, digest, epoch, request, build_context: buildContext = state.run?.buildContext ?? null } = fact.data;
      const requests = request === null ? state.requests : [...state.requests, request].slice(-requestLimit);
      const record = {
        id: runId(run),
        workflow,
        digest,
        epoch,
        buildContext,
        status: 'running',
        reason: null,
        code: null,
        message: '',
        resumable: true,
      } as const;
      return { ...state, requests, run: record };
    }
    case 'intarsia.run.paused':
      return state.run === null ? state : { ...state, run: { ...state.run, status: 'paused', reason: fact.data.reason } };
    case 'intarsia.run.ended': {
      const { status, code, message, resumable } = fact.data;
      return state.run === null ? state : { ...state, run: { ...state.run, status, code, message, resumable } };
    }
    case 'intarsia.turn.failed':
    case 'intarsia.tool.late':
    case 'intarsia.context.refused':
      return state;
    default:
      return { ...state, turn: foldTurn(openTurn(state, fact.data), fact) };
  }
}

function openTurn(state: JournalState, data: { readonly turn: string; readonly agent: string }): OpenTurn {
  if (state.turn?.id === data.turn) return state.turn;
  return { id: turnId(data.turn), agent: data.agent, nextOrdinal: 0, replies: [], accepted: null, calls: [] };
}

/** Facts that change the open turn. */
type TurnFact = Exclude<
  Fact,
  {
    readonly type:
      | 'intarsia.run.started'
      | 'intarsia.run.paused'
      | 'intarsia.run.ended'
      | 'intarsia.turn.failed'
      | 'intarsia.tool.late'
      | 'intarsia.context.refused';
  }
>;

function foldTurn(turn: OpenTurn, fact: TurnFact): OpenTurn {
  switch (fact.type) {
    case 'intarsia.model.replied': {
      const { ordinal, text, tool_calls, visibility } = fact.data;
      return { ...turn, nextOrdinal: ordinal + 1, replies: [...turn.replies, { ordinal, text, toolCalls: tool_calls, visibility }] };
    }
    case 'intarsia.output.accepted':
      return { ...turn, accepted: { ordinal: fact.data.ordinal, model: fact.data.model, data: fact.data.data } };
    case 'intarsia.output.rejected':
      return { ...turn, replies: turn.replies.filter((reply) => reply.ordinal !== fact.data.ordinal) };
    case 'intarsia.ui.requested':
      return { ...turn, calls: putCall(turn.calls, { ...waiting(fact.data), effect: fact.data.effect }) };
    case 'intarsia.ui.answered': {
      const { key, action, response } = fact.data;
      return changeCall(turn, key, { status: 'answered', answer: { action, response } });
    }
    case 'intarsia.approval.requested': {
      const { effect, definition, outcome: declaredOutcome = null, registered } = fact.data;
      const attempt = turn.calls.find(({ key }) => key === fact.data.key)?.attempt ?? 0;
      const asked = { effect, attempt, declaredOutcome, approval: { definition, decision: null }, ...(registered && { registered }) };
      return { ...turn, calls: putCall(turn.calls, { ...waiting(fact.data), ...asked }) };
    }
    case 'intarsia.approval.decided':
      return { ...turn, calls: turn.calls.map((call) => (call.key === fact.data.key ? decided(call, fact.data) : call)) };
    case 'intarsia.tool.claimed':
      return { ...turn, calls: putCall(turn.calls, claimed(fact.data, turn.calls)) };
    case 'intarsia.tool.settled': {
      const { status, result, code, delta } = fact.data;
      return changeCall(turn, fact.data.key, { status: 'settled', outcome: { status, result, code }, delta });
    }
    case 'intarsia.tool.released':
      return changeCall(turn, fact.data.key, { status: 'released' });
    case 'intarsia.effect.uncertain':
      return changeCall(turn, fact.data.key, { status: 'uncertain' });
    case 'intarsia.effect.resolved': {
      const { resolution, result, delta = noUpdates, code = resolution === 'failed' ? 'tool_execution_failed' : null } = fact.data;
      if (resolution === 'run_again') return changeCall(turn, fact.data.key, { status: 'run_again' });
      const outcome = { status: code === null ? 'ok' : 'error', result, code } as const;
      return changeCall(turn, fact.data.key, { status: 'settled', outcome, delta });
    }
  }
}

/** A call that was not claimed yet, or is to be claimed anew. */
function waiting(data: FactData<'intarsia.ui.requested' | 'intarsia.approval.requested'>) {
  return { ...unsettled(data), attempt: 0, epoch: 0, status: 'requested', declaredOutcome: null, answer: null, approval: null } as const;
}

function decided(call: CallRecord, data: FactData<'intarsia.approval.decided'>): CallRecord {
  const { decision, result } = data;
  const delta: ContextUpdates = data.delta ?? noUpdates;
  const approval = call.approval && { ...call.approval, decision };
  if (decision === 'allow') return { ...call, status: 'answered', approval };
  return { ...call, status: 'settled', approval, outcome: { status: 'error', result, code: 'approval_denied' }, delta };
}

/** A claim keeps what a person answered or allowed before it. */
function claimed(data: FactData<'intarsia.tool.claimed'>, calls: readonly CallRecord[]): CallRecord {
  const { answer = null, approval = null } = calls.find(({ key }) => key === data.key) ?? {};
  const { effect, attempt, epoch, outcome: declaredOutcome = null } = data;
  const registered = data.registered === true ? { registered: true as const } : {};
  return { ...unsettled(data), ...registered, effect, attempt, epoch, status: 'claimed', declaredOutcome, answer, approval };
}

function unsettled(data: FactData<'intarsia.tool.claimed' | 'intarsia.ui.requested' | 'intarsia.approval.requested'>) {
  return {
    key: callKey(data.key),
    position: data.position,
    callId: data.call_id,
    tool: data.tool,
    argumentsDigest: data.arguments_digest,
    outcome: null,
    delta: noUpdates,
    written: false,
  };
}

/** A call that is claimed again keeps its place: writes are merged and results are shown in the order in which calls were first claimed. */
function putCall(calls: readonly CallRecord[], call: CallRecord): readonly CallRecord[] {
  if (!calls.some(({ key }) => key === call.key)) return [...calls, call];
  return calls.map((known) => (known.key === call.key ? call : known));
}

function changeCall(turn: OpenTurn, key: string, change: Partial<CallRecord>): OpenTurn {
  return { ...turn, calls: turn.calls.map((call) => (call.key === key ? { ...call, ...change } : call)) };
}
