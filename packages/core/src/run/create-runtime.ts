import { initialContext, variablesWithoutReader } from '../context/index.ts';
import type { Workflow } from '../documents/workflow.ts';
import { compileGraph, person } from '../graph/compile.ts';
import { events } from '../journal/envelope.ts';
import { type FactData, factDraft } from '../journal/facts.ts';
import type { JournalState } from '../journal/state.ts';
import { IntarsiaError } from '../ports/errors.ts';
import { type RunId, runId } from '../ports/ids.ts';
import type { JsonObject } from '../ports/json.ts';
import type { Channel, ConversationScope } from '../ports/network.ts';
import { personOf, runActivation, stopError } from './activation.ts';
import { refuseAnswer, refuseResume, refuseWorkflow } from './admission/admission.ts';
import { admit, type Begin, isRepeated } from './admission/admit.ts';
import { openingPacket, participantId, participantsOf, userWrites } from './admission/opening.ts';
import { refuse, refuseNewer } from './admission/refusal.ts';
import { type Beginning, takeDecision, takeResponse } from './admission/respond.ts';
import { takeOver } from './admission/take-over.ts';
import { resolveCall } from './calls/index.ts';
import { createLiveText, scopeKey } from './live-text.ts';
import { registeredTools } from './registered-tools.ts';
import type { Activation, RunHandle, RunResult, Runtime, RuntimeOptions, StartResult } from './runtime.ts';
import type { RuntimeSettings } from './turn/turn-context.ts';

type RunStart = FactData<'intarsia.run.started'>;

/** A runtime over the given ports. Nothing starts by itself: `start`, `answer` and `resume` are the only verbs that run anything. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const settings = withDefaults(options);
  const { network } = settings;
  const live = createLiveText();
  const registered = registeredTools();
  const workflows = new Map(settings.workflows.map((workflow) => [workflow.name, workflow]));
  const active = new Map<string, RunHandle>();

  const closing = new AbortController();
  for (const workflow of settings.workflows) tellUnread(workflow, settings);

  const launch = (workflow: Workflow, channel: Channel, run: RunId, unpersisted: JsonObject): StartResult => {
    const stop = new AbortController();
    // What was asked for before the runtime closed, or after it, may have begun: it runs nothing, and a resume goes on with it.
    if (closing.signal.aborted) stop.abort(closing.signal.reason);
    const key = scopeKey(channel.scope);
    const done: Promise<RunResult> = runActivation({ settings, live, workflow, registered, channel, run, unpersisted, stop }).finally(() =>
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
    const snapshot = await network.inspect(activation.scope).catch(refuseNewer);
    return snapshot !== null && 'state' in snapshot && isRepeated(snapshot.state, activation);
  };

  /** The state of an activation of ours that still works, or null: one whose last commit stands is waited for, it is only giving the lease back. */
  const working = async (scope: ConversationScope): Promise<JournalState | null> => {
    const running = active.get(scopeKey(scope));
    if (running === undefined) return null;
    const state = (await network.inspect(scope))?.state;
    if (state?.run?.status === 'running') return state;
    await running.done;
    return null;
  };

  /** Takes the conversation, checks under the lease, commits what begins the activation, and runs it. */
  const goOn = async (activation: Activation, begin: Begin, reason: 'answer' | 'resume'): Promise<StartResult> => {
    const state = await working(activation.scope);
    if (state !== null) return isRepeated(state, activation) ? { kind: 'repeated' } : refuse('conversation_busy');
    const taken = await takeOver(settings, activation.scope, reason === 'resume' ? settings.takeOverMs : 0);
    if (taken.kind === 'refused') return (await wasRequested(activation)) ? { kind: 'repeated' } : taken;
    const { channel } = taken;
    try {
      const beginNow: Begin = (state, workflow, open) => begin(state, registered.current(workflow), open);
      const admitted = await admit({ settings, workflows, closing: closing.signal }, activation, channel, beginNow);
      if (admitted.kind !== 'admitted') {
        await channel.release();
        return admitted;
      }
      const { workflow, unpersisted, drafts, buildContext } = admitted;
      const run = newRun(settings);
      const data = { ...runStart(workflow, run, channel.epoch, activation, buildContext), reason, seed: 'none' } as const;
      await channel.post([factDraft(personOf(channel), 'intarsia.run.started', data), ...drafts]);
      return launch(workflow, channel, run, unpersisted);
    } catch (cause) {
      await channel.release().catch(() => undefined);
      throw cause;
    }
  };

  return {
    workflows,
    async start(request) {
      const workflow = workflows.get(request.workflow);
      if (workflow === undefined) return refuse('workflow_unknown', `No workflow "${request.workflow}" is loaded.`);
      const refused = refuseWorkflow(workflow, settings.agents);
      if (refused !== null) return refused;
      if (request.input === undefined && workflow.startupMode === 'UserDriven')
        return refuse('bad_request', `"${workflow.name}" starts with a person's words.`);
      const app = request.app ?? request.scope.chat;
      const context = await initialContext({ ...settings, workflow, scope: request.scope, app, saved: null, signal: closing.signal });
      if (context.kind === 'refused') return (await wasRequested(request)) ? { kind: 'repeated' } : context;
      const run = newRun(settings);
      const seed = request.input === undefined ? (workflow.initialMessage === null ? 'none' : 'document') : 'person';
      const body = request.input ?? workflow.initialMessage ?? '';
      const opened = await network.open({
        scope: request.scope,
        workflow: workflow.name,
        participants: participantsOf(workflow),
        graph: (ids) => compileGraph(workflow, ids),
        contextVariables: context.values,
        labels: { workflow: workflow.name, app },
        opening: ({ ids, epoch }) => {
          const sender = participantId(ids, person);
          const begins = { ...runStart(workflow, run, epoch, request, context.buildContext), reason: 'start', seed } as const;
          const opening = openingPacket(sender, participantId(ids, workflow.initialAgent), body);
          return [factDraft(sender, 'intarsia.run.started', begins), ...userWrites(workflow, sender, body).drafts, opening];
        },
      });
      if (opened.kind === 'owned') {
        const { unpersisted } = userWrites(workflow, personOf(opened.channel), body);
        return launch(workflow, opened.channel, run, { ...context.unpersisted, ...unpersisted });
      }
      if (await wasRequested(request)) return { kind: 'repeated' };
      return refuse(opened.kind === 'exists' ? 'conversation_exists' : 'conversation_busy');
    },
    answer: ({ text, ...activation }) =>
      goOn(
        activation,
        (state, workflow, channel) => {
          const refused = refuseAnswer(state, workflow, channel);
          if (refused !== null) return refused;
          const sender = personOf(channel);
          const said = { sender, type: events.text, data: { text }, audience: null, causation: null };
          const { drafts, unpersisted } = userWrites(workflow, sender, text);
          return { kind: 'begins', drafts: [...drafts, said], unpersisted };
        },
        'answer',
      ),
    respond: ({ call, action = null, response = {}, ...activation }) =>
      goOn(activation, (state, workflow, channel) => takeResponse(state, workflow, channel, { call, action, response }), 'answer'),
    decide: ({ call, decision, reason = null, by, definition = null, ...activation }) =>
      goOn(
        activation,
        (state, workflow, channel) => takeDecision(state, workflow, channel, { call, decision, reason, by, definition }),
        'answer',
      ),
    resume: (activation) => goOn(activation, (state, workflow, channel) => refuseResume(state, workflow, channel) ?? nothing, 'resume'),
    async resolve(scope, call, resolution, by) {
      if ((await working(scope)) !== null) return refuse('conversation_busy');
      const taken = await takeOver(settings, scope, settings.takeOverMs);
      if (taken.kind === 'refused') return taken;
      try {
        return await resolveCall(taken.channel, call, resolution, by);
      } finally {
        await taken.channel.release();
      }
    },
    agentTools(name, agent) {
      const workflow = workflows.get(name);
      if (workflow === undefined) throw new IntarsiaError('workflow_unknown', `No workflow "${name}" is loaded.`);
      return registered.of(workflow, agent);
    },
    active: (scope) => active.get(scopeKey(scope)) ?? null,
    inspect: (scope) => network.inspect(scope),
    read: (scope, after) => network.read(scope, after),
    watch: (scope, listener) => network.watch(scope, listener),
    live: (scope, listener) => live.listen(scope, listener),
    conversations: (tenant) => network.conversations(tenant),
    async close() {
      closing.abort(stopError('interrupted'));
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
    sources: {},
    idleTimeoutMs: 300_000,
    graceMs: 2_000,
    takeOverMs: 20_000,
    modelRetries: 2,
    ...options,
    log: neverThrowing(options.log),
  };
}

/** What a tool threw can be anything, also what a host's log fails on: that must not fail the run. */
function neverThrowing(log: RuntimeSettings['log'] = () => {}): RuntimeSettings['log'] {
  return (entry) => {
    try {
      log(entry);
    } catch {
      // there is nobody left to tell
    }
  };
}

const nothing: Beginning = { kind: 'begins', drafts: [], unpersisted: {} };

const newRun = (settings: RuntimeSettings): RunId => runId(settings.ids.randomHex(16));

function runStart(
  workflow: Workflow,
  run: RunId,
  epoch: number,
  activation: Activation,
  buildContext: string | null,
): Omit<RunStart, 'reason' | 'seed'> {
  const built = buildContext === null ? {} : { build_context: buildContext };
  return { v: 1, run, workflow: workflow.name, digest: workflow.digest, epoch, request: activation.request ?? null, ...built };
}

function tellUnread(workflow: Workflow, { sources, log }: RuntimeSettings): void {
  const names = variablesWithoutReader(workflow, sources);
  if (names.length === 0) return;
  const message = `Workflow "${workflow.name}": the host gives no source for ${names.join(', ')}, so the default stands.`;
  log({ level: 'warn', message });
}
