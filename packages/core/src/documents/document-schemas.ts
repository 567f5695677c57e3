import { isScalar, isSeq } from 'yaml';
import type { FieldDefinition, ModelDefinition } from '../outputs/model-definition.ts';
import type { Json } from '../ports/json.ts';
import { closedObject, notSupported, optional, required, variantsOf, withoutEffect } from './closed-object.ts';
import { boolean, integer, json, listOf, mapOf, oneOf, type Placed, type Reader, text, textList, textOrNull } from './reading.ts';
import type { AuthorityClass, ContextWriter } from './workflow.ts';

type ValueOf<R> = R extends Reader<infer Value> ? Value : never;
const none: readonly Placed<never>[] = [];
const noEntries: ReadonlyMap<string, Placed<never>> = new Map();
const oneOrMore = Number.MAX_SAFE_INTEGER;

/** orchestrator.yaml (workflow-documents 1.3). */
export const orchestratorDocument = closedObject(
  {
    schema_version: required(oneOf(['mozaiks.orchestrator.v1'])),
    workflow_name: required(text),
    workflow_startup_mode: required(oneOf(['AgentDriven', 'UserDriven', 'BackendOnly'])),
    max_turns: optional(integer(1, 500), 50),
    human_in_the_loop: optional(boolean, false),
    orchestration_pattern: withoutEffect(text, 'ag2_network'),
    initial_message: optional(textOrNull, null),
    initial_agent: optional(textOrNull, null),
    triggers: notSupported([]),
    failure_message_key: notSupported(null),
  },
  { entry_point: 'name the first agent with `initial_agent`', startup_mode: 'did you mean `workflow_startup_mode`?' },
);

const promptSection = closedObject({ id: optional(textOrNull, null), heading: required(text), content: required(text) });

const agent = closedObject(
  {
    name: required(text),
    prompt_sections: optional(listOf(promptSection), none),
    prompt_sections_custom: optional(listOf(promptSection), none),
    system_message: optional(textOrNull, null),
    description: optional(textOrNull, null),
    human_input_mode: withoutEffect(textOrNull, null),
    max_consecutive_auto_reply: withoutEffect(integer(0, oneOrMore), 2),
    structured_outputs_required: required(boolean),
    pending_turn_replay: optional(oneOf(['allow', 'block']), 'allow'),
    multimodal_inputs_enabled: notSupported(false),
    image_generation_enabled: notSupported(false),
    image_generation: notSupported(null),
    sandbox_shell: notSupported(false),
    web_search: notSupported(false),
    web_fetch: notSupported(false),
    duck_search: notSupported(false),
  },
  { auto_tool_mode: 'set `auto_tool_call: true` on the tool, in tools.yaml' },
);

/** agents.yaml (workflow-documents 1.4). */
export const agentsDocument = closedObject({ agents: optional(listOf(agent), none) });

const transitionRule = closedObject(
  {
    source_agent: required(text),
    target_agent: required(text),
    transition_type: required(oneOf(['after_turn', 'condition'])),
    condition_type: optional(textOrNull, null),
    condition_key: optional(textOrNull, null),
    condition_value: optional<Json | undefined>(json, undefined),
    context_expression: optional(textOrNull, null),
    tool_name: optional(textOrNull, null),
    transition_target: optional(textOrNull, null),
    termination_reason: optional<'workflow_complete' | 'workflow_failed' | null>(oneOf(['workflow_complete', 'workflow_failed']), null),
  },
  { condition: 'use `condition_type: context_equals` with `condition_key` and `condition_value`' },
);

/** transition_graph.yaml (workflow-documents 1.5). */
export const transitionDocument = closedObject({ transition_rules: optional(listOf(transitionRule), none) });

const match = closedObject({ equals: optional(textOrNull, null), contains: optional(textOrNull, null), regex: optional(textOrNull, null) });
const trigger = variantsOf(
  'type',
  {
    agent_text: closedObject({
      type: required(oneOf(['agent_text'])),
      agent: required(text),
      match: required(match),
      ui_hidden: optional(boolean, false),
    }),
    user_text: closedObject({ type: required(oneOf(['user_text'])), match: required(match), ui_hidden: optional(boolean, false) }),
  },
  ['ui_response'],
);
const source = variantsOf(
  'type',
  {
    state: closedObject({
      type: required(oneOf(['state'])),
      default: optional(json, null),
      triggers: optional(listOf(trigger), none),
      persist: withoutEffect<boolean | null>(boolean, null),
    }),
    config: closedObject({
      type: required(oneOf(['config'])),
      env_var: optional(textOrNull, null),
      default: optional(json, null),
      required: optional(boolean, false),
    }),
  },
  ['data_reference', 'data_entity', 'computed', 'external', 'file', 'build_context'],
);

const authorityClasses = [
  'immutable_runtime_authority',
  'closed_writer_quality_state',
  'closed_writer_routing_state',
  'derived_information',
  'tool_only_information',
  'mutable_workflow_state',
] as const satisfies readonly AuthorityClass[];
const writers = [
  'runtime_system',
  'caller_input',
  'transition_router',
  'live_user_context',
  'context_bridge',
  'tool_writeback',
  'agent_text',
  'ui_response_trigger',
  'user_text_trigger',
  'persisted_replay',
  'task_batch',
  'structured_output',
  'lifecycle_tool',
  'deterministic_tool',
] as const satisfies readonly ContextWriter[];

const definition = closedObject({
  type: optional<string | null>(oneOf(['string', 'boolean', 'integer', 'number', 'object', 'array', 'any']), null),
  description: optional(textOrNull, null),
  authority_class: optional<AuthorityClass | null>(oneOf(authorityClasses), null),
  model_visible: optional<boolean | null>(boolean, null),
  tool_visible: optional<boolean | null>(boolean, null),
  persisted: optional<boolean | null>(boolean, null),
  routing: optional<boolean | null>(boolean, null),
  authorization: optional<boolean | null>(boolean, null),
  writer_ids: optional(listOf(oneOf(writers)), none),
  allow_text_routing: optional(boolean, false),
  source: required(source),
});

/** context_variables.yaml (workflow-documents 1.6). */
export const contextDocument = closedObject({
  definitions: optional(mapOf(definition), noEntries),
  agents: optional(mapOf(closedObject({ variables: optional(listOf(text), none) })), noEntries),
});

const oneVariant: Reader<string> = (node, path, reading) => (isScalar(node) && node.value === null ? 'null' : text(node, path, reading));
const variants = listOf(oneVariant);

const field = closedObject({
  type: required(text),
  description: optional(textOrNull, null),
  default: optional<Json | undefined>(json, undefined),
  items: optional(textOrNull, null),
  values: optional<readonly Placed<Json>[] | null>(listOf(json), null),
  variants: optional<readonly Placed<string>[] | null>(variants, null),
});
const description = optional(textOrNull, null);
const model = variantsOf('type', {
  model: closedObject({ type: required(oneOf(['model'])), description, fields: required(mapOf(field)) }),
  literal: closedObject({ type: required(oneOf(['literal'])), description, values: required(listOf(json)) }),
  union: closedObject({ type: required(oneOf(['union'])), description, variants: required(variants) }),
});

/** structured_outputs.yaml (workflow-documents 1.11). */
export const outputsDocument = closedObject({
  schema_version: required(oneOf(['mozaiks.structured_outputs.v1'])),
  registry: optional(mapOf(textOrNull), noEntries),
  models: optional(mapOf(model), noEntries),
});

/** A model as the compiler of `outputs/` takes it. */
export function definitionOf(written: ValueOf<typeof model>): ModelDefinition {
  if (written.type === 'literal') return { ...written, values: valuesOf(written.values) };
  if (written.type === 'union') return { ...written, variants: valuesOf(written.variants) };
  const fields = [...written.fields].map(([name, { value }]): [string, FieldDefinition] => [
    name,
    { ...value, values: value.values && valuesOf(value.values), variants: value.variants && valuesOf(value.variants) },
  ]);
  return { type: 'model', description: written.description, fields: new Map(fields) };
}

const valuesOf = <Value>(placed: readonly Placed<Value>[]): readonly Value[] => placed.map(({ value }) => value);

const surface = closedObject({
  component: required(text),
  mode: optional(text, 'inline'),
  workflow_primitive: optional(textOrNull, null),
  realization: optional(textOrNull, null),
});
const agentNames: Reader<readonly string[]> = (node, path, reading) => {
  if (isSeq(node)) return textList(node, path, reading);
  const name = text(node, path, reading);
  return typeof name === 'string' ? [name] : name;
};
const foldToolType = (word: string): string => word.trim().toLowerCase().replaceAll('-', '_');

const tool = closedObject(
  {
    agent: required(agentNames),
    file: required(text),
    function: required(text),
    description: optional(textOrNull, null),
    tool_type: required(oneOf(['Agent_Tool', 'UI_Tool', 'UI_Surface'], foldToolType)),
    auto_tool_call: optional(boolean, false),
    bind_to_agent: optional<boolean | null>(boolean, null),
    outcome: notSupported(null),
    ui: optional<ValueOf<typeof surface> | null>(
      (node, path, reading) => (isScalar(node) && node.value === null ? null : surface(node, path, reading)),
      null,
    ),
    ui_contract: notSupported(null),
  },
  { name: 'a tool has the name of its `function`', auto_invoke: 'did you mean `auto_tool_call`?' },
);

/** tools.yaml (workflow-documents 1.7). */
export const toolsDocument = closedObject({ tools: optional(listOf(tool), none), lifecycle_tools: notSupported([]) });

/** Documents whose features do not work yet: they are refused key by key, and accepted while they say nothing. */
export const laterDocuments: ReadonlyMap<string, Reader<unknown>> = new Map<string, Reader<unknown>>([
  ['ui_config.yaml', closedObject({ visual_agents: notSupported([]) })],
  ['middleware.yaml', closedObject({ prompt_middleware: notSupported([]) })],
  ['a2a.yaml', closedObject({ agents: notSupported([]) })],
  [
    'extended_orchestration/task_batches.yaml',
    closedObject({ version: optional(integer(1, 1), 1), batches: notSupported([]), conveyors: notSupported([]) }),
  ],
]);

export type OrchestratorDocument = ValueOf<typeof orchestratorDocument>;
export type AgentDefinition = ValueOf<typeof agent>;
export type RuleDefinition = ValueOf<typeof transitionRule>;
export type VariableDefinition = ValueOf<typeof definition>;
export type ToolEntry = ValueOf<typeof tool>;
export type AgentsDocument = ValueOf<typeof agentsDocument>;
export type TransitionDocument = ValueOf<typeof transitionDocument>;
export type ContextDocument = ValueOf<typeof contextDocument>;
export type OutputsDocument = ValueOf<typeof outputsDocument>;
export type ToolsDocument = ValueOf<typeof toolsDocument>;
