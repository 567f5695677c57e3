import { closedObject, optional, required, withheldNote } from '../reading/closed-object.ts';
import {
  boolean,
  filledListOf,
  integer,
  listOf,
  noItems,
  oneOf,
  orNull,
  text,
  textList,
  textOrNull,
  unbounded,
  type ValueOf,
} from '../reading/reading.ts';

const source = closedObject({
  kind: required(oneOf(['context_variable', 'structured_output']), 'Where the tasks stand.'),
  path: required(text, 'The variable, or the field of the output, with dots.', 'DecompositionPlan.tasks'),
  task_model: optional(textOrNull, null, 'The model of one task; advice only.', 'DecomposedTask'),
});
const worker = closedObject({
  mode: optional(oneOf(['ag2_agent']), 'ag2_agent', 'Who works; there is one way.'),
  agent_field: optional(text, 'initial_agent', 'The field of a task that names its agent.'),
  prompt_field: optional(text, 'initial_message', 'The field of a task that holds its prompt.'),
  context_fields: optional(textList, [], 'Fields of a task that its agent is shown.'),
});
const concurrency = optional(integer(1, 32), 4, 'Tasks worked on at once.');
const failurePolicy = optional(
  oneOf(['fail_batch', 'continue_with_available', 'collect_errors']),
  'fail_batch',
  'What a failed task does to the batch.',
);
const retryLimit = optional(integer(0, 5), 0, 'Attempts after the first, for each task.');
const timeoutSeconds = optional(orNull(integer(1, unbounded)), null, 'Seconds that one attempt may take.', 300);
const execution = closedObject({
  concurrency,
  dependency_field: optional(text, 'depends_on', 'The field of a task that names the tasks before it.'),
  failure_policy: failurePolicy,
  retry_limit: retryLimit,
  timeout_seconds: timeoutSeconds,
});
const result = closedObject({
  context_key: required(text, 'The variable that gets the results.', 'page_results'),
  status_key: required(text, 'The variable that gets the status.', 'page_status'),
  merge_strategy: optional(oneOf(['collect_task_outputs', 'collect_outputs']), 'collect_task_outputs', 'How results are put together.'),
  require_owned_paths: optional(boolean, true, 'Whether no two tasks may own one path.'),
});
const recovery = closedObject({
  trigger_agent: required(text, 'The agent whose turn starts the recovery.', 'Repairer'),
  request_key: required(text, 'The variable that asks for it.'),
  outcome_key: required(text, 'The variable that gets its outcome.'),
  status_key: required(text, 'The variable that gets its status.'),
  input_keys: optional(textList, [], 'The variables that it reads.'),
});

const batch = closedObject({
  id: required(text, 'The name of the batch; unique, conveyors included.', 'pages'),
  trigger_agent: required(text, 'The agent after whose turn it runs.', 'Planner'),
  source: required(source, 'The tasks.'),
  worker: optional(orNull(worker), null, 'Who works on a task.'),
  execution: optional(orNull(execution), null, 'How the tasks are worked on.'),
  result: required(result, 'Where the results go.'),
  recovery: optional(orNull(recovery), null, 'How rejected tasks are worked on again.'),
});

const conveyor = closedObject({
  id: required(text, 'The name; results stand in `<id>_results` and `<id>_status`.', 'build'),
  decomposition_agent: required(text, 'The agent that cuts the work into tasks.', 'Planner'),
  execution_agents: required(filledListOf(text), 'The agents that may work on them.', ['Builder']),
  concurrency,
  failure_policy: failurePolicy,
  retry_limit: retryLimit,
  timeout_seconds: timeoutSeconds,
  require_owned_paths: optional(boolean, false, 'Whether no two tasks may own one path.'),
});

/** extended_orchestration/task_batches.yaml (workflow-documents 1.12). */
export const taskBatchesDocument = closedObject({
  version: optional(integer(1, 1), 1, 'The version of this document.'),
  batches: optional(listOf(batch), noItems, `Batches of tasks. ${withheldNote}`),
  conveyors: optional(listOf(conveyor), noItems, `Batches in the usual form: one agent plans, others build. ${withheldNote}`),
});

export type BatchDefinition = ValueOf<typeof batch>;
export type ConveyorDefinition = ValueOf<typeof conveyor>;
export type TaskBatchesDocument = ValueOf<typeof taskBatchesDocument>;
