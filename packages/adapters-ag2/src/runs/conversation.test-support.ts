import {
  type Agent,
  type AgentRunner,
  type ContextVariable,
  createRuntime,
  defineTool,
  type Envelope,
  type JournalStore,
  type Json,
  type JsonObject,
  memoryStore,
  type OutputModel,
  type RunHandle,
  type RunResult,
  type Runtime,
  type RuntimeOptions,
  type StartResult,
  type ToolAuthoring,
  type ToolBinding,
  type ToolDefinition,
  type TransitionRule,
  type Workflow,
} from '@intarsia/core';
import {
  countingIds,
  type ScriptedAgents,
  type ScriptedReply,
  scriptedAgents,
  type VirtualClock,
  virtualClock,
} from '@intarsia/core/testing';
import { embeddedNetwork } from '../embedded/embedded-network.ts';
import { type ObservedStore, observedStore } from './observed-store.test-support.ts';

/** The conversation of every test. */
export const scope = { tenant: 'acme', chat: 'tracker' };
/** How long a dead owner's lease lasts. */
export const leaseTtlMs = 10_000;

/** A model that takes any object, so that a test can say what it likes. */
export const anyObject: OutputModel = {
  name: 'Anything',
  shapes: new Map(),
  digest: 'd',
  providerSchema: () => ({ schema: { type: 'object' }, strict: false, reasons: [], unsaid: [] }),
  matches: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  validate: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { kind: 'accepted', value: value as JsonObject }
      : { kind: 'rejected', problems: [{ path: '', code: 'wrong_type', message: 'not an object' }], total: 1 },
};

/** An agent without an output model or tools, as far as `extra` does not say otherwise. */
export const agent = (name: string, extra: Partial<Agent> = {}): Agent => ({
  name,
  description: null,
  prompt: `You are ${name}.`,
  structuredOutputsRequired: false,
  pendingTurnReplay: 'allow',
  output: null,
  view: [],
  autoTools: [],
  callableTools: [],
  ...extra,
});

const binding = (owner: string, name: string, index: number): ToolBinding => ({
  agent: owner,
  index,
  file: `${name}.ts`,
  function: name,
  description: null,
  type: 'Agent_Tool',
  surface: null,
  timeoutMs: null,
  onError: { kind: 'continue' },
  outcome: null,
  ui: null,
  selfEmitsUi: false,
});

/** An agent that gives any object and has these auto tools. */
export const autoAgent = (name: string, tools: readonly string[], extra: Partial<Agent> = {}): Agent =>
  agent(name, { output: anyObject, autoTools: tools.map((tool, index) => binding(name, tool, index)), ...extra });

/** An agent that speaks freely and may call these tools. */
export const callingAgent = (name: string, tools: readonly string[], extra: Partial<Agent> = {}): Agent =>
  agent(name, { callableTools: tools.map((tool, index) => binding(name, tool, index)), ...extra });

/** A rule without a condition; `terminate` ends the workflow as completed. */
export const rule = (source: string, target: string): TransitionRule => ({
  source,
  target,
  when: { kind: 'after_turn' },
  terminationReason: target === 'terminate' ? 'workflow_complete' : null,
});

/** A declared variable that any tool may write. */
export const variable = (name: string, initial: Json = null): ContextVariable => ({
  name,
  type: null,
  description: null,
  authorityClass: 'mutable_workflow_state',
  writers: [],
  modelVisible: true,
  toolVisible: true,
  persisted: true,
  routing: false,
  authorization: false,
  source: { kind: 'state', initial },
  triggers: [],
});

/** A workflow of these agents; the first one starts. */
export function workflowOf(
  agents: readonly Agent[],
  transitions: readonly TransitionRule[],
  extra: Partial<Workflow> & { readonly variables?: readonly ContextVariable[] } = {},
): Workflow {
  const { variables = [], ...rest } = extra;
  return {
    name: 'Tracker',
    digest: 'digest',
    startupMode: 'UserDriven',
    maxTurns: 20,
    humanInTheLoop: true,
    initialMessage: null,
    initialAgent: agents[0]?.name ?? '',
    agents: new Map(agents.map((each) => [each.name, each])),
    outputModels: new Map(),
    transitions,
    contextVariables: new Map(variables.map((each) => [each.name, each])),
    failureMessageKey: null,
    unsupported: [],
    folder: null,
    ...rest,
  };
}

/** A tool of effect `keyed`, unless told otherwise. */
export const tool = (run: ToolDefinition['run'], extra: Omit<ToolAuthoring<JsonObject>, 'run'> = {}): ToolDefinition =>
  defineTool({ effect: 'keyed', run, ...extra });

/** One model's call of a tool. */
export const call = (name: string, given: JsonObject | string = {}, id = `call-${name}`) => ({
  id,
  name,
  arguments: typeof given === 'string' ? given : JSON.stringify(given),
});

/** What a conversation under test is made of. */
export interface Setup {
  readonly workflow: Workflow;
  readonly script?: Readonly<Record<string, readonly ScriptedReply[]>>;
  readonly agents?: AgentRunner;
  readonly tools?: Readonly<Record<string, ToolDefinition>>;
  readonly clock?: VirtualClock;
  readonly store?: JournalStore;
  readonly options?: Partial<RuntimeOptions>;
}

/** A runtime over an observed store, and short forms of what tests do with it. */
export interface Conversation {
  readonly runtime: Runtime;
  readonly agents: ScriptedAgents;
  readonly clock: VirtualClock;
  readonly store: ObservedStore;
  readonly log: readonly { readonly message: string; readonly cause?: unknown }[];
  start(input?: string): Promise<RunResult>;
  answer(text: string): Promise<RunResult>;
  resume(): Promise<RunResult>;
  envelopes(): Promise<readonly Envelope[]>;
  facts(type: string): Promise<readonly JsonObject[]>;
}

const ids = countingIds();

/** Opens a process of its own on the store: a runtime with a hub with an owner of its own. */
export function converse(setup: Setup): Conversation {
  const clock = setup.clock ?? virtualClock();
  const store = observedStore(setup.store ?? memoryStore(clock));
  const agents = scriptedAgents(setup.script ?? {});
  const log: { readonly message: string; readonly cause?: unknown }[] = [];
  const runtime = createRuntime({
    workflows: [setup.workflow],
    network: embeddedNetwork({ store, clock, ids, leaseTtlMs }),
    agents: setup.agents ?? agents,
    tools: {
      async load(_workflow, { function: name }) {
        const found = setup.tools?.[name];
        return found === undefined
          ? { kind: 'missing', code: 'tool_not_found', message: `${name} is missing.` }
          : { kind: 'loaded', tool: found };
      },
    },
    clock,
    ids,
    log: (entry) => log.push(entry),
    ...setup.options,
  });
  const envelopes = async () => (await runtime.read(scope, 0)).envelopes;
  return {
    runtime,
    agents,
    clock,
    store,
    log,
    start: async (input = 'a bug tracker') => handleOf(await runtime.start({ workflow: setup.workflow.name, scope, input })).done,
    answer: async (text) => handleOf(await runtime.answer({ scope, text })).done,
    resume: async () => handleOf(await runtime.resume({ scope })).done,
    envelopes,
    facts: async (type) => (await envelopes()).filter((each) => each.event_type === type).map((each) => each.event_data),
  };
}

/** The handle of an activation that began; throws what refused it. */
export function handleOf(result: StartResult): RunHandle {
  if (result.kind !== 'started') throw new Error(`Not started: ${JSON.stringify(result)}`);
  return result.handle;
}

/** Something to wait for and something to open. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
