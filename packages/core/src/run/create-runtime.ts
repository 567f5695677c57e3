import { initialContext, userText } from '../context/index.ts';
import type { Workflow } from '../documents/workflow.ts';
import { compileGraph, person } from '../graph/compile.ts';
import { type EnvelopeDraft, events } from '../journal/envelope.ts';
import { type FactData, factDraft } from '../journal/facts.ts';
import type { JournalState } from '../journal/state.ts';
import { delay } from '../ports/clock.ts';
import { type ErrorCode, errorCodes, IntarsiaError } from '../ports/errors.ts';
import { type AgentId, type CallKey, type RunId, runId } from '../ports/ids.ts';
import type { JsonObject } from '../ports/json.ts';
import type { Channel, ConversationScope } from '../ports/network.ts';
import { personOf, runActivation, stopError } from './activation.ts';
import { refuseAnswer, refuseResume, refuseWorkflow } from './admission.ts';
import { createLiveText, scopeKey } from './live-text.ts';
import type { Activation, Resolution, RunHandle, RunResult, Runtime, RuntimeOptions, StartResult } from './runtime.ts';
import type { RuntimeSettings } from './turn-context.ts';

const retryTakeOverMs = 250;
type Refusal = { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };
type RunStart = FactData<'intarsia.run.started'>;

/** A runtime over the given ports. Nothing starts by itself: `start`, `answer` and `resume` are the only verbs that run anything. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const settings = withDefaults(options);
  const { network } = settings;
  const live = createLiveText();
  const workflows = new Map(settings.workflows.map((workflow) => [workflow.name, workflow]));
  const active = new Map<string, RunHandle>();

  const launch = (workflow: Workflow, channel: Channel, run: RunId, unpersisted: JsonObject): StartResult => {
    const stop = new AbortController();
    const key = scopeKey(channel.scope);
    const done: Promise<RunResult> = runActivation({ settings, live, workflow, channel, run, unpersisted, stop }).finally(() =>
      active.delete(key),
    );
    const handle: RunHandle = {
      run,
      scope: channel.scope,
      done,
      cancel: () => stop.abort(stopError('cancelled')),
      interrupt: () => stop.abort(stopError('interrupted')),
    };
    active.set(key, handle);
    return { kind: 'started', handle };
  };

  const wasRequested = async (activation: Activation): Promise<boolean> => {
    if (activation.request === undefined) return false;
    const snapshot = await network.inspect(activation.scope);
    return snapshot !== null && isRepeated(snapshot.state, activation);
  };

  /** Takes the conversation, checks under the lease, commits what begins the activation, and runs it. */
  const goOn = async (
    activation: Activation,
    refuse: (state: JournalState, workflow: Workflow, channel: Channel) => Refusal | null,
    begin: (channel: Channel, started: EnvelopeDraft, workflow: Workflow) => readonly EnvelopeDraft[],
    reason: 'answer' | 'resume',
  ): Promise<StartResult> => {
    const running = active.get(scopeKey(activation.scope));
    if (running !== undefined) {
      const state = (await network.inspect(activation.scope))?.state;
      if (state?.run?.status === 'running') return isRepeated(state, activation) ? { kind: 'repeated' } : refusalOf('conversation_busy');
      await running.done; // its last commit stands: it is only giving the lease back
    }
    const taken = await takeOver(settings, activation.scope, reason === 'resume' ? settings.takeOverMs : 0);
    if (taken.kind === 'refused') return (await wasRequested(activation)) ? { kind: 'repeated' } : taken;
    const { channel } = taken;
    try {
      const state = channel.state();
      const workflow = workflows.get(state.run?.workflow ?? '');
      const repeated = isRepeated(state, activation);
      const context = workflow === undefined ? null : initialContext(workflow, settings.environment);
      const refusal = repeated ? null : workflow === undefined ? refusalOf('workflow_unknown') : refuse(state, workflow, channel);
      if (workflow === undefined || context?.kind !== 'ready' || refusal !== null || repeated) {
        await channel.release();
        if (repeated) return { kind: 'repeated' };
        return refusal ?? refusalOf('config_invalid', context?.kind === 'refused' ? context.message : undefined);
      }
      const run = newRun(settings);
      const data = { ...runStart(workflow, run, channel.epoch, activation), reason, seed: 'none' } as const;
      await channel.post(begin(channel, factDraft(personOf(channel), 'intarsia.run.started', data), workflow));
      return launch(workflow, channel, run, context.unpersisted);
    } catch (cause) {
      await channel.release().catch(() => undefined);
      throw cause;
    }
  };

  return {
    workflows,
    async start(request) {
      const workflow = workflows.get(request.workflow);
      if (workflow === undefined) return refusalOf('workflow_unknown', `No workflow "${request.workflow}" is loaded.`);
      const refused = refuseWorkflow(workflow, settings.agents);
      if (refused !== null) return refused;
      const context = initialContext(workflow, settings.environment);
      if (context.kind === 'refused') return refusalOf(context.code, context.message);
      if (request.input === undefined && workflow.startupMode === 'UserDriven')
        return refusalOf('bad_request', `"${workflow.name}" starts with a person's words.`);
      const run = newRun(settings);
      const seed = request.input === undefined ? (workflow.initialMessage === null ? 'none' : 'document') : 'person';
      const body = request.input ?? workflow.initialMessage ?? '';
      const opened = await network.open({
        scope: request.scope,
        workflow: workflow.name,
        participants: participantsOf(workflow),
        graph: (ids) => compileGraph(workflow, ids),
        contextVariables: context.values,
        labels: { workflow: workflow.name, app: request.app ?? request.scope.chat },
        opening: ({ ids, epoch }) => {
          const sender = participantId(ids, person);
          const started = factDraft(sender, 'intarsia.run.started', { ...runStart(workflow, run, epoch, request), reason: 'start', seed });
          return [started, ...userWrites(workflow, sender, body), openingPacket(sender, participantId(ids, workflow.initialAgent), body)];
        },
      });
      if (opened.kind === 'owned') return launch(workflow, opened.channel, run, context.unpersisted);
      if (await wasRequested(request)) return { kind: 'repeated' };
      return refusalOf(opened.kind === 'exists' ? 'conversation_exists' : 'conversation_busy');
    },
    answer: ({ text, ...activation }) =>
      goOn(
        activation,
        refuseAnswer,
        (channel, started, workflow) => {
          const sender = personOf(channel);
          const said = { sender, type: events.text, data: { text }, audience: null, causation: null };
          return [started, ...userWrites(workflow, sender, text), said];
        },
        'answer',
      ),
    resume: (activation) => goOn(activation, refuseResume, (_channel, started) => [started], 'resume'),
    async resolve(scope, call, resolution, by) {
      if (active.has(scopeKey(scope))) return refusalOf('conversation_busy');
      const taken = await takeOver(settings, scope, settings.takeOverMs);
      if (taken.kind === 'refused') return taken;
      try {
        return await resolveCall(taken.channel, call, resolution, by);
      } finally {
        await taken.channel.release();
      }
    },
    active: (scope) => active.get(scopeKey(scope)) ?? null,
    inspect: (scope) => network.inspect(scope),
    read: (scope, after) => network.read(scope, after),
    watch: (scope, listener) => network.watch(scope, listener),
    live: (scope, listener) => live.listen(scope, listener),
    conversations: (tenant) => network.conversations(tenant),
    async close() {
      const handles = [...active.values()];
      for (const handle of handles) handle.interrupt();
      await Promise.all(handles.map((handle) => handle.done));
      await network.close();
    },
  };
}

function withDefaults(options: RuntimeOptions): RuntimeSettings {
  return {
    services: {},
    environment: {},
    idleTimeoutMs: 300_000,
    graceMs: 2_000,
    takeOverMs: 20_000,
    modelRetries: 2,
    log: () => {},
    ...options,
  };
}

/** True when the journal holds what this request started. */
const isRepeated = (state: JournalState, { request }: Activation): boolean => request !== undefined && state.requests.includes(request);

const newRun = (settings: RuntimeSettings): RunId => runId(settings.ids.randomHex(16));

const refusalOf = (code: ErrorCode, message: string = errorCodes[code]): Refusal => ({ kind: 'refused', code, message });

function runStart(workflow: Workflow, run: RunId, epoch: number, activation: Activation): Omit<RunStart, 'reason' | 'seed'> {
  return { v: 1, run, workflow: workflow.name, digest: workflow.digest, epoch, request: activation.request ?? null };
}

function participantsOf(workflow: Workflow) {
  const agents = [...workflow.agents.values()].map(
    ({ name, description }) => ({ name, kind: 'agent', description: description ?? '' }) as const,
  );
  return [{ name: person, kind: 'human', description: 'The person of this conversation.' } as const, ...agents];
}

function participantId(ids: ReadonlyMap<string, AgentId>, name: string): AgentId {
  const id = ids.get(name);
  if (id === undefined) throw new IntarsiaError('internal', `"${name}" was not registered.`);
  return id;
}

/** The words that open a channel go to the initial agent, whatever the graph says of later words: AG2's hand-off routing. */
function openingPacket(sender: AgentId, initialAgent: AgentId, body: string): EnvelopeDraft {
  const data = { routing: { kind: 'handoff', target: initialAgent, reason: '' }, context_updates: { set: {}, delete: [] }, body };
  return { sender, type: events.packet, data, audience: null, causation: null };
}

/** Variables that a person's words set, in force before the graph looks at them (workflow-documents 7.5). */
function userWrites(workflow: Workflow, sender: AgentId, text: string): readonly EnvelopeDraft[] {
  const { sets } = userText(workflow, text);
  if (sets.length === 0) return [];
  const set = Object.fromEntries(sets.map((key) => [key, true]));
  return [{ sender, type: events.contextSet, data: { set, delete: [] }, audience: null, causation: null }];
}

/** Takes an existing conversation. With `waitMs` it waits for the lease of an owner that died, but not for one that renews it. */
async function takeOver(
  settings: RuntimeSettings,
  scope: ConversationScope,
  waitMs: number,
): Promise<{ readonly kind: 'owned'; readonly channel: Channel } | Refusal> {
  const until = settings.clock.monotonic() + waitMs;
  let seen = Number.POSITIVE_INFINITY;
  for (;;) {
    const taken = await settings.network.resume(scope);
    if (taken.kind === 'owned') return taken;
    if (taken.kind !== 'busy') return refusalOf('conversation_unknown');
    const renewed = taken.remainingMs > seen;
    seen = taken.remainingMs;
    if (renewed || settings.clock.monotonic() + taken.remainingMs > until) return refusalOf('conversation_busy');
    await delay(settings.clock, Math.min(taken.remainingMs, retryTakeOverMs));
  }
}

async function resolveCall(
  channel: Channel,
  key: CallKey,
  resolution: Resolution,
  by: string,
): Promise<{ readonly kind: 'resolved' } | Refusal> {
  const { turn } = channel.state();
  const call = turn?.calls.find((candidate) => candidate.key === key && candidate.status === 'uncertain');
  if (turn === null || call === undefined) return refusalOf('call_unknown');
  const result = resolution.kind === 'happened' ? resolution.result : null;
  const data = { v: 1, turn: turn.id, agent: turn.agent, key, attempt: call.attempt, resolution: resolution.kind, result, by } as const;
  await channel.post([factDraft(personOf(channel), 'intarsia.effect.resolved', data)]);
  return { kind: 'resolved' };
}
