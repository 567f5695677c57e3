import { compileWorkflow, type Json, type JsonObject, type ToolContext, type ToolDefinition, type Workflow } from '@intarsia/core';
import { type Conversation, converse, type Setup, scope, tool } from './conversation.test-support.ts';

/** What a call of `check` does: it gives back this status, gives back what is no status, or fails. */
export type Act = { readonly returns: Json } | 'throws' | ((context: ToolContext) => Json | Promise<Json>);

const says = (status: string): Act => ({ returns: { status } });
export const ready = says('ready');
export const needsRevision = says('needs_revision');

interface Variant {
  /** Where each value leads; `failed` ends the workflow as failed. */
  readonly onReady?: 'completed' | 'user';
  readonly onRevision?: 'Drafter' | 'user';
  readonly onError?: 'user' | 'failed';
  /** Without it `check` is a plain auto tool. */
  readonly hasOutcome?: boolean;
}

const outcome =
  'outcome: { context_key: check_result, attempts_key: check_tries, values: [ready, needs_revision, blocked], error_value: blocked, max_attempts: 2, retry_on: [needs_revision] }';
const targets = {
  completed: 'target_agent: terminate',
  failed: 'target_agent: terminate, termination_reason: workflow_failed',
  user: 'target_agent: user',
  Drafter: 'target_agent: Drafter',
};
const route = (value: string, target: keyof typeof targets) =>
  `  - { source_agent: Checker, ${targets[target]}, transition_type: condition, condition_type: context_equals, condition_key: check_result, condition_value: ${value} }`;

/** Drafter writes, Checker answers with a Draft that its auto tool `check` judges: on it goes, back to Drafter, or to the person. */
export function reviewed({ onReady = 'completed', onRevision = 'Drafter', onError = 'user', hasOutcome = true }: Variant = {}): Workflow {
  const texts = {
    'orchestrator.yaml': `schema_version: mozaiks.orchestrator.v1
workflow_name: Tracker
workflow_startup_mode: UserDriven
initial_agent: Drafter
max_turns: 20`,
    'agents.yaml': `agents:
  - { name: Drafter, system_message: Write., structured_outputs_required: false }
  - { name: Checker, system_message: Check., structured_outputs_required: true }`,
    'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Drafter: null, Checker: Draft }
models:
  Draft: { type: model, fields: { title: { type: str } } }`,
    'tools.yaml': `tools:
  - { agent: Checker, file: check.ts, function: check, tool_type: Agent_Tool, auto_tool_call: true, bind_to_agent: false${hasOutcome ? `, ${outcome}` : ''} }`,
    'context_variables.yaml': `definitions:
  check_result: { type: string, authority_class: closed_writer_routing_state, writer_ids: [deterministic_tool], persisted: true, source: { type: state, default: blocked } }
  check_tries: { type: integer, authority_class: closed_writer_quality_state, writer_ids: [deterministic_tool], persisted: true, source: { type: state, default: 0 } }
  notes: { type: string, source: { type: state, default: none } }`,
    'transition_graph.yaml': `transition_rules:
  - { source_agent: user, target_agent: Drafter, transition_type: after_turn }
  - { source_agent: Drafter, target_agent: Checker, transition_type: after_turn }
${route('ready', onReady)}
${route('needs_revision', onRevision)}
${route('blocked', onError)}`,
  };
  const files = Object.entries(texts).map(([file, text]) => ({ file, text }));
  const result = compileWorkflow(files, { folderName: 'Tracker', folder: null });
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.problems));
  return result.workflow;
}

/** `check`, whose calls do these acts in order; `entered` holds the context that each call saw. */
export function checker(
  acts: readonly Act[],
  extra: Parameters<typeof tool>[1] = {},
): { readonly check: ToolDefinition; readonly entered: JsonObject[] } {
  const entered: JsonObject[] = [];
  const check = tool((_input, context) => {
    entered.push(context.contextVariables.snapshot());
    const act = acts[entered.length - 1];
    if (act === undefined) throw new Error('It was called too often.');
    if (act === 'throws') throw new Error('no rules');
    return typeof act === 'function' ? act(context) : act.returns;
  }, extra);
  return { check, entered };
}

/** Answers of the two agents, however often they are asked. */
export const script = {
  Drafter: Array.from({ length: 9 }, (_, number) => `Draft ${number + 1}.`),
  Checker: Array.from({ length: 9 }, () => '{"title":"Bugs"}'),
};

/** A conversation of `reviewed` whose `check` does these acts. */
export function review(acts: readonly Act[], setup: Partial<Setup> = {}, extra: Parameters<typeof tool>[1] = {}) {
  const { check, entered } = checker(acts, extra);
  const talk = converse({ workflow: reviewed(), script, tools: { check }, ...setup });
  return { talk, entered };
}

/** The context variables of the conversation, as its journal has them. */
export const contextOf = async (talk: Conversation): Promise<JsonObject | undefined> =>
  (await talk.runtime.inspect(scope))?.state.channel.contextVariables;

/** Every value that the journal ever gave the variable, in order. */
export async function valuesOf(talk: Conversation, key: string): Promise<readonly Json[]> {
  const envelopes = await talk.envelopes();
  return envelopes.flatMap(({ event_type: type, event_data: data }) => {
    const updates = type === 'ag2.context.set' ? data : type === 'ag2.packet' ? data['context_updates'] : null;
    const set = Object(Object(updates)['set']);
    return Object.hasOwn(set, key) ? [set[key]] : [];
  });
}
