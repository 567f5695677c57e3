import { closedObject, closedVariants, optional, required, variantsOf, withoutEffect } from '../reading/closed-object.ts';
import {
  boolean,
  json,
  listOf,
  mapOf,
  noEntries,
  noItems,
  oneOf,
  openObject,
  orNull,
  text,
  textList,
  textOrNull,
  type ValueOf,
} from '../reading/reading.ts';
import type { AuthorityClass, ContextWriter } from '../workflow.ts';

const match = closedObject({
  equals: optional(textOrNull, null, 'The whole text, trimmed, without case.', 'NEXT'),
  contains: optional(textOrNull, null, 'A part of the text, without case.'),
  regex: optional(textOrNull, null, 'An ECMAScript regular expression, without case.', '^done\\b'),
});
const trigger = variantsOf(
  'type',
  closedVariants('type', {
    agent_text: {
      type: required(oneOf(['agent_text']), 'Text of an agent sets the variable to true.'),
      agent: required(text, 'The agent.', 'Interviewer'),
      match: required(match, 'What its text must be.'),
      ui_hidden: optional(boolean, false, 'Whether text that matches is control text, which no person is shown.'),
    },
    user_text: {
      type: required(oneOf(['user_text']), 'Text of the person sets the variable to true.'),
      match: required(match, 'What the text must be.'),
      ui_hidden: withoutEffect(boolean, false, 'Whether text that matches is control text, which no person is shown.'),
    },
    ui_response: {
      type: required(oneOf(['ui_response']), "The person's answer to a UI_Tool sets the variable."),
      tool: required(text, 'The function of the tool.', 'choose_plan'),
      response_key: optional(
        textOrNull,
        null,
        'Where in the answer the value stands, a key or a path with dots; `action` and `approved` are of the chosen action; nothing means all of it.',
        'choice',
      ),
      ui_hidden: withoutEffect(boolean, false, 'Whether the answer is control text, which no person is shown.'),
    },
  }),
);

const defaultValue = optional(json, null, 'The value without any other.');
const source = variantsOf(
  'type',
  closedVariants('type', {
    state: {
      type: required(oneOf(['state']), 'Kept in the conversation.'),
      default: optional(json, null, 'The first value.', false),
      triggers: optional(listOf(trigger), noItems, 'Texts and answers that set the variable.'),
      persist: withoutEffect(orNull(boolean), null, 'Whether it is kept; `persisted` of the definition decides.'),
    },
    config: {
      type: required(oneOf(['config']), 'Read from the configuration of the host.'),
      env_var: optional(textOrNull, null, 'The variable of the host.', 'SHOP_CURRENCY'),
      default: defaultValue,
      required: optional(boolean, false, 'Whether a run without a value is refused.'),
    },
    data_reference: {
      type: required(oneOf(['data_reference']), 'Read from a database of the host.'),
      database_name: optional(textOrNull, null, 'The database; without a name the one that the host takes for its own.', 'shop'),
      collection: required(text, 'The collection.', 'invoices'),
      query_template: optional(orNull(openObject), null, 'The query; `{{…}}` is filled in. Without it `app_id` must be the app.', {
        app_id: '{{runtime.app_id}}',
      }),
      fields: optional(
        textList,
        [],
        'The fields that are used: of one field the value, of several the document with these, of none the whole document, without `_id`.',
        ['status'],
      ),
      refresh_strategy: optional(
        orNull(oneOf(['once', 'per_phase', 'on_demand'])),
        null,
        'When it is read again; only `once` works: at the start, and again by every activation while it is not persisted.',
      ),
      default: defaultValue,
    },
    data_entity: {
      type: required(
        oneOf(['data_entity']),
        'A record that the workflow writes. The value names it: `kind` is `data_entity`, `name` the variable.',
      ),
      database_name: withoutEffect(textOrNull, null, 'The database.', 'shop'),
      collection: withoutEffect(textOrNull, null, 'The collection.', 'invoices'),
      schema: withoutEffect(orNull(openObject), null, 'The shape of the record.'),
      indexes: withoutEffect(listOf(json), noItems, 'Indexes of the collection.'),
      write_strategy: withoutEffect(orNull(oneOf(['immediate', 'on_phase_transition', 'on_workflow_end'])), null, 'When it is written.'),
      search_by: withoutEffect(textOrNull, null, 'The field that records are found by.'),
    },
    computed: {
      type: required(oneOf(['computed']), 'Computed by a tool: null until one writes it.'),
      computation: withoutEffect(textOrNull, null, 'The name of the computation.'),
      inputs: withoutEffect(textList, [], 'The variables that it reads.'),
      output_type: withoutEffect(textOrNull, null, 'The type of its value.'),
      persist_to: withoutEffect(textOrNull, null, 'Where the value is kept.'),
    },
    external: {
      type: required(oneOf(['external']), 'Fetched from a service by a tool: null until one writes it.'),
      service: withoutEffect(textOrNull, null, 'The service.'),
      operation: withoutEffect(textOrNull, null, 'What is asked of it.'),
      params: withoutEffect(orNull(openObject), null, 'What it is asked with.'),
      auth: withoutEffect(json, null, 'How it is asked.'),
      cache: withoutEffect(json, null, 'How long an answer is good.'),
      retry: withoutEffect(json, null, 'How it is asked again.'),
    },
    file: {
      type: required(oneOf(['file']), 'Read from a file.'),
      path: required(text, "The file, in the workflow's folder unless the host names another.", 'data/prices.json'),
      format: optional(orNull(oneOf(['json', 'yaml', 'text'])), null, 'What the file holds; without it the ending of its name says so.'),
      encoding: optional(orNull(oneOf(['utf-8', 'utf8'], 'folded')), null, 'The encoding of the file: UTF-8 and no other.'),
      required: optional(boolean, false, 'Whether a run without the file is refused.'),
      default: defaultValue,
    },
    build_context: {
      type: required(oneOf(['build_context']), 'Given by the host when the run starts, and the same whenever it goes on.'),
    },
  }),
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

/** What other languages call the types. */
const typeNames = new Map([
  ['str', 'string'],
  ['text', 'string'],
  ['bool', 'boolean'],
  ['int', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['dict', 'object'],
  ['map', 'object'],
  ['list', 'array'],
  ['tuple', 'array'],
] as const);

const definition = closedObject({
  type: optional(
    orNull(oneOf(['string', 'boolean', 'integer', 'number', 'object', 'array', 'any'], 'exact', typeNames)),
    null,
    'The type of its value; null always fits.',
  ),
  description: optional(textOrNull, null, 'What it holds, for people.'),
  authority_class: optional(orNull(oneOf(authorityClasses)), null, 'What it is for, which decides who may write it.'),
  model_visible: optional(orNull(boolean), null, 'Whether prompts may show it.'),
  tool_visible: optional(orNull(boolean), null, 'Whether tools may read it.'),
  persisted: optional(orNull(boolean), null, 'Whether its value is kept in the journal.'),
  routing: optional(orNull(boolean), null, 'Whether it decides routes.'),
  authorization: optional(orNull(boolean), null, 'Whether it carries rights.'),
  writer_ids: optional(listOf(oneOf(writers)), noItems, 'Who may write it.', ['deterministic_tool']),
  allow_text_routing: optional(boolean, false, 'Whether agent text may set it although a transition looks at it.'),
  source: required(source, 'Where its first value comes from.'),
});

const view = closedObject({ variables: optional(listOf(text), noItems, "Variables that the agent's prompt shows.", ['total']) });

/** context_variables.yaml (workflow-documents 1.6). */
export const contextDocument = closedObject({
  definitions: optional(mapOf(definition), noEntries, 'The variables by name.'),
  agents: optional(mapOf(view), noEntries, 'What each agent is shown.'),
});

export type SourceDefinition = ValueOf<typeof source>;
export type TriggerDefinition = ValueOf<typeof trigger>;
export type VariableDefinition = ValueOf<typeof definition>;
export type ContextDocument = ValueOf<typeof contextDocument>;
