import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { BatchDefinition, ConveyorDefinition, TaskBatchesDocument } from '../schemas/task-batches.ts';
import { checkTaskSource, type TaskSource, type TaskSourceNames } from './batch-sources.ts';
import { checkAgent } from './participants.ts';
import { refuseAt, withholdAt } from './reports.ts';
import { checkVariable, type NamedVariable } from './variable-names.ts';

/** A name in task_batches.yaml and where it stands. */
interface Named {
  readonly path: string;
  readonly name: string;
}

/** A batch as the checks look at it, or a conveyor as the batch that it stands for (workflow-documents 1.12). */
export interface TaskBatch {
  readonly id: Named;
  readonly trigger: Named;
  /** Agents that may work on its tasks, where the document names them. */
  readonly workers: readonly Named[];
  readonly source: TaskSource;
  /** The variables of its result. */
  readonly results: readonly NamedVariable[];
  readonly recovery: Recovery | null;
}

interface Recovery {
  readonly trigger: Named;
  readonly request: NamedVariable;
  /** The variables that it writes. */
  readonly results: readonly NamedVariable[];
  readonly inputs: readonly NamedVariable[];
}

/** The names of the other documents that batches refer to. */
export interface BatchNames extends TaskSourceNames {
  readonly agents: ReadonlySet<string>;
}

/** The batches of the document, conveyors expanded. */
export function batchesOf(document: TaskBatchesDocument): readonly TaskBatch[] {
  return [...document.batches.map(fromBatch), ...document.conveyors.map(fromConveyor)];
}

/** The variables that batches write. */
export const taskKeysOf = (batches: readonly TaskBatch[]): ReadonlySet<string> =>
  new Set(batches.flatMap(({ results, recovery }) => [...results, ...(recovery?.results ?? [])]).map(({ key }) => key));

/** Checks batches and conveyors: ids are unique over both, and everything that they name is declared (workflow-documents 1.12, 1.14). */
export function checkTaskBatches(document: TaskBatchesDocument, batches: readonly TaskBatch[], names: BatchNames, reading: Reading): void {
  for (const section of ['batches', 'conveyors'] as const) {
    if (document[section].length > 0) withholdAt(reading, pointerTo('', section), `\`${section}\``);
  }
  const ids = new Set<string>();
  for (const batch of batches) {
    if (ids.has(batch.id.name))
      refuseAt(reading, batch.id.path, 'duplicate', `A batch or conveyor \`${batch.id.name}\` is declared already.`);
    ids.add(batch.id.name);
    checkBatch(batch, names, reading);
  }
}

function checkBatch(batch: TaskBatch, names: BatchNames, reading: Reading): void {
  const { id, trigger, workers, source, results, recovery } = batch;
  for (const { path, name } of [trigger, ...workers]) checkAgent(reading, path, name, names.agents);
  checkTaskSource(source, trigger.name, names, reading);
  const distinct = recovery === null ? results : [...results, recovery.request, ...recovery.results];
  const keys = new Set<string>();
  for (const { path, key } of distinct) {
    if (keys.has(key)) refuseAt(reading, path, 'duplicate', `\`${key}\` is a key of \`${id.name}\` already; its keys must differ.`);
    // The keys of a conveyor follow from its id: a wrong one is told once.
    else if (path !== id.path || !reading.problems.isTold(reading.document.file, path)) checkVariable(reading, path, key, names.variables);
    keys.add(key);
  }
  if (recovery !== null) checkRecovery(batch, recovery, names, reading);
}

function checkRecovery({ id, trigger, source }: TaskBatch, recovery: Recovery, names: BatchNames, reading: Reading): void {
  for (const { path, key } of recovery.inputs) checkVariable(reading, path, key, names.variables);
  const { path, name } = recovery.trigger;
  if (name === trigger.name) {
    refuseAt(reading, path, 'wrong_value', `\`${name}\` starts the batch \`${id.name}\`, so another agent must start its recovery.`);
  } else checkAgent(reading, path, name, names.agents);
  if (source.kind === 'context_variable') return;
  const message = `The recovery of \`${id.name}\` reads its tasks again, so \`kind\` must be \`context_variable\`.`;
  refuseAt(reading, source.kindPath, 'wrong_value', message, 'let a tool keep the tasks in a variable, or leave `recovery` out');
}

function fromBatch({ path, value }: Placed<BatchDefinition>): TaskBatch {
  const { source, result } = value;
  const at = (section: string, field: string): string => pointerTo(pointerTo(path, section), field);
  return {
    id: { path: pointerTo(path, 'id'), name: value.id },
    trigger: { path: pointerTo(path, 'trigger_agent'), name: value.trigger_agent },
    workers: [],
    source: {
      kind: source.kind,
      kindPath: at('source', 'kind'),
      path: at('source', 'path'),
      field: source.path,
      taskModel: source.task_model === null ? null : { path: at('source', 'task_model'), name: source.task_model },
      taskFields: taskFieldsOf(value, at),
    },
    results: (['context_key', 'status_key'] as const).map((field) => ({ path: at('result', field), key: result[field] })),
    recovery: value.recovery === null ? null : recoveryOf(pointerTo(path, 'recovery'), value.recovery),
  };
}

/** The fields of the sections that are written: without them a batch says nothing of its tasks. */
function taskFieldsOf({ worker, execution }: BatchDefinition, at: (section: string, field: string) => string): TaskSource['taskFields'] {
  const written = [
    { path: at('worker', 'agent_field'), name: worker?.agent_field },
    { path: at('worker', 'prompt_field'), name: worker?.prompt_field },
    ...(worker?.context_fields ?? []).map((name) => ({ path: at('worker', 'context_fields'), name })),
    { path: at('execution', 'dependency_field'), name: execution?.dependency_field },
  ];
  return written.flatMap(({ path, name }) => (name === undefined ? [] : [{ path, name }]));
}

function recoveryOf(path: string, written: NonNullable<BatchDefinition['recovery']>): Recovery {
  return {
    trigger: { path: pointerTo(path, 'trigger_agent'), name: written.trigger_agent },
    request: { path: pointerTo(path, 'request_key'), key: written.request_key },
    results: (['outcome_key', 'status_key'] as const).map((field) => ({ path: pointerTo(path, field), key: written[field] })),
    inputs: written.input_keys.map((key) => ({ path: pointerTo(path, 'input_keys'), key })),
  };
}

function fromConveyor({ path, value }: Placed<ConveyorDefinition>): TaskBatch {
  const id = { path: pointerTo(path, 'id'), name: value.id };
  const trigger = { path: pointerTo(path, 'decomposition_agent'), name: value.decomposition_agent };
  return {
    id,
    trigger,
    workers: value.execution_agents.map((worker) => ({ path: worker.path, name: worker.value })),
    source: {
      kind: 'structured_output',
      kindPath: path,
      path: trigger.path,
      field: 'DecompositionPlan.tasks',
      taskModel: null,
      taskFields: [{ path: trigger.path, name: 'execution_agent' }],
    },
    results: ['results', 'status'].map((part) => ({ path: id.path, key: `${id.name}_${part}` })),
    recovery: null,
  };
}
