import {
  type AgentId,
  agentId,
  type ChannelFacts,
  type ConversationScope,
  type ConversationSnapshot,
  channelId,
  createLiveRegistry,
  type Envelope,
  type EnvelopeDraft,
  envelopeId,
  envelopeOf,
  type FactData,
  type FactType,
  factDraft,
  foldJournal,
  type GraphTransition,
  initialState,
  type JournalSlice,
  type LiveEvent,
  type Packet,
  type RunHandle,
  type Runtime,
  runId,
} from '@intarsia/core';

/** The participants of every scripted conversation. */
export const user: AgentId = agentId('a0');
export const planner: AgentId = agentId('a1');
export const writer: AgentId = agentId('a2');

const after = (from: AgentId, to: AgentId): GraphTransition => ({ when: speaks(from), then: goesTo(to), priority: 0 });
const speaks = (agent: AgentId): GraphTransition['when'] => ({ name: 'from_speaker', args: { agent_id: agent } });
const goesTo = (agent: AgentId): GraphTransition['then'] => ({ name: 'agent', args: { agent_id: agent } });

/** The person, then the planner, then the writer, then the person again. */
export const facts: ChannelFacts = {
  names: { a0: 'user', a1: 'Planner', a2: 'Writer' },
  contextVariables: {},
  graph: {
    initial_speaker: user,
    transitions: [after(user, planner), after(planner, writer), after(writer, user)],
    default_target: { name: 'terminate', args: { reason: 'workflow_complete' } },
    max_turns: null,
  },
};

const channel = channelId('c'.repeat(32));

/** An envelope with the place in the journal as its id and time. */
export function envelopeAt(index: number, draft: EnvelopeDraft): Envelope {
  const at = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString().replace('Z', '+00:00');
  return envelopeOf(draft, { channel, id: envelopeId(index.toString(16).padStart(32, '0')), at });
}

/** A journal of the drafts. */
export const journalOf = (drafts: readonly EnvelopeDraft[]): readonly Envelope[] =>
  drafts.map((draft, index) => envelopeAt(index + 1, draft));

export function packet(sender: AgentId, body: string, more: Partial<Packet> = {}): EnvelopeDraft {
  const data = { routing: { kind: 'text' as const }, context_updates: { set: {}, delete: [] }, body, ...more };
  return {
    sender,
    type: 'ag2.packet',
    data: { ...data, routing: { ...data.routing }, context_updates: { ...data.context_updates } },
    audience: null,
    causation: null,
  };
}

/** A fact of the planner's with the members that matter to the test; the rest is filled in. */
export function fact<Type extends FactType>(type: Type, data: Partial<FactData<Type>> = {}): EnvelopeDraft {
  const filled: FactData<Type> = { ...defaults[type], ...data };
  return factDraft(planner, type, filled);
}

const inTurn = { v: 1, turn: 't1:Planner', agent: 'Planner' } as const;
const place = { key: 'k1', position: 'auto:0', call_id: null, effect: 'unsafe', arguments_digest: '' } as const;
const defaults: { readonly [Type in FactType]: FactData<Type> } = {
  'intarsia.run.started': {
    v: 1,
    run: 'r1',
    workflow: 'AppFactory',
    digest: 'd',
    reason: 'start',
    seed: 'person',
    epoch: 1,
    request: null,
  },
  'intarsia.run.paused': { v: 1, run: 'r1', reason: 'input_required', calls: [] },
  'intarsia.run.ended': { v: 1, run: 'r1', status: 'completed', code: null, message: '', resumable: false },
  'intarsia.model.replied': {
    ...inTurn,
    ordinal: 0,
    text: '',
    tool_calls: [],
    model: 'm',
    finish_reason: 'stop',
    usage: null,
    visibility: 'shown',
  },
  'intarsia.output.accepted': { ...inTurn, ordinal: 0, model: 'Plan', data: {}, repair: null, auto_tool_call: false },
  'intarsia.output.rejected': { ...inTurn, ordinal: 0, model: 'Plan', problems: [], total: 0 },
  'intarsia.tool.claimed': {
    ...inTurn,
    ...place,
    tool: 'save_plan',
    attempt: 1,
    epoch: 1,
    surface: null,
  },
  'intarsia.tool.settled': {
    ...inTurn,
    key: 'k1',
    attempt: 1,
    status: 'ok',
    result: null,
    code: null,
    delta: { set: {}, delete: [] },
    duration_ms: 5,
  },
  'intarsia.tool.late': { ...inTurn, key: 'k1', attempt: 1, status: 'ok', result: null, duration_ms: 5 },
  'intarsia.context.refused': { v: 1, turn: inTurn.turn, agent: inTurn.agent, call: 'k1', writes: [] },
  'intarsia.ui.requested': {
    ...inTurn,
    ...place,
    tool: 'ask_approval',
    surface: { component: 'ApprovalCard', mode: 'inline' },
    payload: {},
    actions: [],
  },
  'intarsia.ui.answered': { ...inTurn, key: 'k1', action: null, response: {} },
  'intarsia.approval.requested': {
    ...inTurn,
    ...place,
    tool: 'pay',
    arguments: {},
    definition: '',
    risk: 'medium',
  },
  'intarsia.approval.decided': { ...inTurn, key: 'k1', decision: 'allow', reason: null, by: 'user', result: null },
  'intarsia.tool.released': { ...inTurn, key: 'k1', attempt: 1 },
  'intarsia.effect.uncertain': { ...inTurn, key: 'k1', tool: 'save_plan', attempt: 1 },
  'intarsia.effect.resolved': { ...inTurn, key: 'k1', attempt: 1, resolution: 'happened', result: null, by: 'user' },
  'intarsia.turn.failed': { ...inTurn, code: 'model_timeout', message: '', retryable: true },
};

/** One whole exchange: the person asks, the planner plans and saves, the writer answers, the run waits. Ten visible events. */
export function exchange(round: number): readonly EnvelopeDraft[] {
  const turn = `t${round}:Planner`;
  const writing = { turn: `t${round}:Writer`, agent: 'Writer' };
  const key = `k${round}`;
  return [
    fact('intarsia.run.started', { run: `r${round}`, reason: round === 1 ? 'start' : 'answer' }),
    packet(user, `question ${round}`),
    fact('intarsia.model.replied', { turn, text: '{"hidden":"plan"}', visibility: 'hidden' }),
    fact('intarsia.output.accepted', { turn }),
    fact('intarsia.tool.claimed', { turn, key }),
    fact('intarsia.tool.settled', { turn, key }),
    packet(planner, '{"hidden":"plan"}'),
    factDraft(writer, 'intarsia.model.replied', { ...defaults['intarsia.model.replied'], ...writing, text: `answer ${round}` }),
    packet(writer, `answer ${round}`),
    fact('intarsia.run.paused', { run: `r${round}` }),
  ];
}

/** A conversation whose journal a test writes, behind the reading half of a runtime. */
export interface ScriptedConversation {
  readonly scope: ConversationScope;
  readonly runtime: Runtime;
  /** Appends in one commit and tells who watches. */
  post(...drafts: readonly EnvelopeDraft[]): void;
  /** Streams to who listens live. */
  say(event: LiveEvent): void;
  /** From now on every read fails with this. */
  breakStore(cause: unknown): void;
  repairStore(): void;
  setOwner(owner: string | null): void;
  /** How many watch and listen now. */
  listeners(): { readonly watch: number; readonly live: number };
  /** What was asked of the runtime that could have changed something. */
  readonly asked: readonly string[];
}

/** What a scripted runtime answers to the verbs; everything is refused by default. */
export type Verbs = Partial<Pick<Runtime, 'start' | 'answer' | 'respond' | 'decide' | 'resume' | 'resolve' | 'active'>>;

/** A handle whose run ends when it is told to. */
export function scriptedHandle(scope: ConversationScope, onCancel: () => void = () => undefined): RunHandle {
  const run = runId('r1');
  return { run, scope, done: new Promise(() => undefined), cancel: onCancel, interrupt: () => undefined };
}

export function scriptedConversation(chat = 'chat-1', verbs: Verbs = {}): ScriptedConversation {
  const scope = { tenant: 'local', chat };
  const envelopes: Envelope[] = [];
  const watching = new Set<() => void>();
  const listening = new Set<(event: LiveEvent) => void>();
  const asked: string[] = [];
  let broken: { readonly cause: unknown } | null = null;
  let owner: string | null = null;
  let openText: { readonly agent: string; readonly message: string; readonly text: string } | null = null;
  const isMine = (other: ConversationScope) => other.tenant === scope.tenant && other.chat === scope.chat;
  const check = () => {
    if (broken !== null) throw broken.cause;
  };
  const refused = { kind: 'refused', code: 'conversation_unknown', message: 'No such conversation.' } as const;
  const subscribe = <Listener>(set: Set<Listener>, listener: Listener) => {
    set.add(listener);
    return { close: () => void set.delete(listener) };
  };

  const runtime: Runtime = {
    workflows: new Map(),
    async start(activation) {
      asked.push('start');
      return verbs.start?.(activation) ?? refused;
    },
    async answer(activation) {
      asked.push('answer');
      return verbs.answer?.(activation) ?? refused;
    },
    async respond(activation) {
      asked.push('respond');
      return verbs.respond?.(activation) ?? refused;
    },
    async decide(activation) {
      asked.push('decide');
      return verbs.decide?.(activation) ?? refused;
    },
    async resume(activation) {
      asked.push('resume');
      return verbs.resume?.(activation) ?? refused;
    },
    async resolve(...given) {
      asked.push('resolve');
      return verbs.resolve?.(...given) ?? refused;
    },
    agentTools: () => createLiveRegistry(),
    active: (given) => verbs.active?.(given) ?? null,
    async inspect(given): Promise<ConversationSnapshot | null> {
      check();
      if (!isMine(given)) return null;
      const state = envelopes.reduce((folded, envelope) => foldJournal(facts, folded, envelope), initialState(facts));
      const participants = new Map(Object.entries(facts.names).map(([id, name]) => [name, agentId(id)]));
      return { channel, state, participants, labels: {}, facts, owner };
    },
    async read(given, after): Promise<JournalSlice> {
      check();
      // Two envelopes at a time, so that readers have to read on.
      const slice = isMine(given) ? envelopes.slice(after, after + 2) : [];
      return { envelopes: slice, next: after + slice.length, quarantined: after === 0 ? [17] : [] };
    },
    watch: (_given, listener) => subscribe(watching, listener),
    live(_given, listener) {
      if (openText !== null) listener({ kind: 'text', ...openText });
      return subscribe(listening, listener);
    },
    async conversations(tenant) {
      check();
      return tenant === scope.tenant ? [chat] : [];
    },
    async close() {
      watching.clear();
    },
  };

  return {
    scope,
    runtime,
    post(...drafts) {
      for (const draft of drafts) envelopes.push(envelopeAt(envelopes.length + 1, draft));
      for (const listener of [...watching]) listener();
    },
    say(event) {
      if (event.kind === 'reset') openText = null;
      else openText = { ...event, text: openText?.message === event.message ? openText.text + event.text : event.text };
      for (const listener of [...listening]) listener(event);
    },
    breakStore(cause) {
      broken = { cause };
      for (const listener of [...watching]) listener();
    },
    repairStore() {
      broken = null;
    },
    setOwner(given) {
      owner = given;
    },
    listeners: () => ({ watch: watching.size, live: listening.size }),
    asked,
  };
}
