import type { TransitionGraph } from '../graph/transition-graph.ts';
import { agentId, channelId, envelopeId } from '../ports/ids.ts';
import type { JsonObject } from '../ports/json.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import { type FactData, type FactType, factDraft } from './facts.ts';
import { foldJournal, initialState } from './fold.ts';
import type { ChannelFacts, JournalState } from './state.ts';

/** The participants of the channel under test. */
export const user = agentId('u0');
export const ann = agentId('a1');
export const ben = agentId('b2');

/** The person speaks first, then Ann, then Ben; Ben ends it when `done` is set. */
export const graph: TransitionGraph = {
  initial_speaker: user,
  transitions: [
    {
      when: { name: 'speaker_context_equals', args: { agent_id: ben, key: 'done', value: true } },
      then: { name: 'terminate', args: { reason: 'goal' } },
      priority: 0,
    },
    { when: { name: 'tool_called', args: { tool_name: 'ask' } }, then: { name: 'agent', args: { agent_id: user } }, priority: 1 },
  ],
  default_target: { name: 'round_robin', args: {} },
  max_turns: 50,
};

/** The channel under test. */
export const facts: ChannelFacts = {
  graph,
  contextVariables: { done: false, kept: 1 },
  names: { [user]: 'user', [ann]: 'Ann', [ben]: 'Ben' },
};

/** The id of the n-th envelope of a test. */
export const idOf = (index: number) => envelopeId(index.toString(16).padStart(32, '0'));

/** An envelope from Ann, unless told otherwise. */
export function envelope(type: string, data: JsonObject, extra: Partial<Envelope> = {}): Envelope {
  const draft = { sender: ann, type, data, audience: null, causation: null };
  return { ...envelopeOf(draft, { channel: channelId('c0'), id: idOf(1), at: '2026-01-01T00:00:00+00:00' }), ...extra };
}

/** A fact from Ann. */
export function fact<Type extends FactType>(type: Type, data: FactData<Type>): Envelope {
  return envelopeOf(factDraft(ann, type, data), { channel: channelId('c0'), id: idOf(1), at: '2026-01-01T00:00:00+00:00' });
}

/** The fold of these envelopes over a state, by default the first one. */
export const foldAll = (envelopes: readonly Envelope[], from: JournalState = initialState(facts)): JournalState =>
  envelopes.reduce((state, each) => foldJournal(facts, state, each), from);

/** What every fact of Ann's turn begins with. */
export const inTurn = { v: 1, turn: 't1', agent: 'Ann' } as const;

/** A claim of Ann's turn. */
export const claim = (extra: Partial<FactData<'intarsia.tool.claimed'>> = {}): Envelope =>
  fact('intarsia.tool.claimed', {
    ...inTurn,
    key: 'k1',
    position: 'auto:0',
    call_id: null,
    tool: 'save',
    effect: 'keyed',
    attempt: 1,
    arguments_digest: 'd',
    epoch: 1,
    surface: null,
    ...extra,
  });

/** A settle of Ann's turn. */
export const settle = (extra: Partial<FactData<'intarsia.tool.settled'>> = {}): Envelope =>
  fact('intarsia.tool.settled', {
    ...inTurn,
    key: 'k1',
    attempt: 1,
    status: 'ok',
    result: { saved: true },
    code: null,
    delta: { set: {}, delete: [] },
    duration_ms: 3,
    ...extra,
  });

/** A UI_Tool's request of Ann's turn. */
export const asked = (extra: Partial<FactData<'intarsia.ui.requested'>> = {}): Envelope =>
  fact('intarsia.ui.requested', {
    ...inTurn,
    key: 'k1',
    position: 'auto:0',
    call_id: null,
    tool: 'save',
    effect: 'keyed',
    arguments_digest: 'd',
    surface: { component: 'ApprovalCard', mode: 'inline' },
    payload: { total: 100 },
    actions: [{ id: 'approve', label: null, description: null, variant: null, approved: true, payload: null }],
    ...extra,
  });

/** A call of Ann's turn that needs approval. */
export const unapproved = (extra: Partial<FactData<'intarsia.approval.requested'>> = {}): Envelope =>
  fact('intarsia.approval.requested', {
    ...inTurn,
    key: 'k1',
    position: 'auto:0',
    call_id: null,
    tool: 'pay',
    effect: 'unsafe',
    arguments_digest: 'd',
    arguments: { amount: 5 },
    definition: 'f',
    risk: 'high',
    ...extra,
  });

/** What a person decided on it. */
export const decided = (extra: Partial<FactData<'intarsia.approval.decided'>> = {}): Envelope =>
  fact('intarsia.approval.decided', { ...inTurn, key: 'k1', decision: 'allow', reason: null, by: 'boss', result: null, ...extra });

/** A write of Ann's turn that the rules refused. */
export const refused = (extra: Partial<FactData<'intarsia.context.refused'>> = {}): Envelope =>
  fact('intarsia.context.refused', {
    v: 1,
    turn: 't1',
    agent: 'Ann',
    call: 'k1',
    writes: [{ key: 'done', operation: 'set', writer: 'deterministic_tool', rule: 'context_authority.rejected', message: 'No.' }],
    ...extra,
  });

/** A reply of Ann's turn. */
export const reply = (extra: Partial<FactData<'intarsia.model.replied'>> = {}): Envelope =>
  fact('intarsia.model.replied', {
    ...inTurn,
    ordinal: 0,
    text: 'hello',
    tool_calls: [],
    model: 'm',
    finish_reason: 'stop',
    usage: null,
    visibility: 'shown',
    ...extra,
  });

/** The start of a run. */
export const started = (extra: Partial<FactData<'intarsia.run.started'>> = {}): Envelope =>
  fact('intarsia.run.started', {
    v: 1,
    run: 'r1',
    workflow: 'W',
    digest: 'd',
    reason: 'start',
    seed: 'person',
    epoch: 1,
    request: null,
    ...extra,
  });

/** A packet from Ann. */
export const packet = (data: JsonObject = {}, extra: Partial<Envelope> = {}): Envelope =>
  envelope('ag2.packet', { routing: { kind: 'text' }, context_updates: { set: {}, delete: [] }, body: 'said', ...data }, extra);

/** Words of the person. */
export const text = (words: string, extra: Partial<Envelope> = {}): Envelope =>
  envelope('ag2.msg.text', { text: words }, { sender_id: user, ...extra });
