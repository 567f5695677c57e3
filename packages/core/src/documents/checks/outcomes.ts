import { didYouMean } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { OutcomeDefinition, ToolEntry, ToolsDocument } from '../schemas/tools.ts';
import { isKeyTold, refuseAt } from './reports.ts';
import type { TaskBatch } from './task-batches.ts';

/** One outcome of tools.yaml with the tool that has it (workflow-documents 5.1). */
export interface DeclaredOutcome {
  /** Pointer of the outcome in tools.yaml. */
  readonly path: string;
  readonly tool: Placed<ToolEntry>;
  /** The agent whose auto tool it is; null when the tool has several, which is told. */
  readonly owner: string | null;
  readonly outcome: OutcomeDefinition;
}

/** The outcomes of tools.yaml, in document order. */
export function outcomesOf(document: ToolsDocument): readonly DeclaredOutcome[] {
  return document.tools.flatMap((tool) => {
    const { agent, outcome } = tool.value;
    const [first = null, ...others] = agent;
    return outcome === null ? [] : [{ path: pointerTo(tool.path, 'outcome'), tool, owner: others.length === 0 ? first : null, outcome }];
  });
}

/** Checks what each outcome says by itself, and against the other tools and the batches (workflow-documents 5.1, 5.2). */
export function checkOutcomes(
  document: ToolsDocument,
  outcomes: readonly DeclaredOutcome[],
  batches: readonly TaskBatch[],
  initialAgent: string | null,
  reading: Reading,
): void {
  for (const declared of outcomes) {
    checkTool(declared, reading);
    checkOwner(declared, batches, initialAgent, reading);
    checkValues(declared, reading);
    checkRetries(declared, reading);
  }
  for (const owner of new Set(outcomes.map((declared) => declared.owner))) {
    if (owner !== null) checkOnlyAutoTool(owner, document, reading);
  }
  checkOwnKeys(outcomes, reading);
}

function checkTool({ tool: { path, value }, owner }: DeclaredOutcome, reading: Reading): void {
  const it = `\`${value.function}\` has an outcome, so it`;
  if (!value.auto_tool_call && !isKeyTold(reading, path, 'auto_tool_call'))
    refuseAt(reading, path, 'outcome_tool', `${it} must be an auto tool.`, 'write `auto_tool_call: true`');
  if (value.bind_to_agent !== false && !isKeyTold(reading, path, 'bind_to_agent'))
    refuseAt(reading, path, 'outcome_tool', `${it} must not be callable by a model.`, 'write `bind_to_agent: false`');
  if (owner === null) refuseAt(reading, pointerTo(path, 'agent'), 'outcome_tool', `${it} belongs to one agent.`, 'name one agent');
  if (value.on_error !== 'continue')
    refuseAt(
      reading,
      pointerTo(path, 'on_error'),
      'outcome_tool',
      `${it} leads on from a failure by its error value alone.`,
      'take `on_error` away',
    );
}

function checkOnlyAutoTool(owner: string, { tools }: ToolsDocument, reading: Reading): void {
  const [, ...others] = tools.filter(({ value }) => value.auto_tool_call && value.agent.includes(owner));
  for (const { path } of others) {
    const message = `\`${owner}\` has a tool with an outcome, so that is its only auto tool.`;
    refuseAt(reading, path, 'outcome_owner', message, 'give it to another agent');
  }
}

/** While there are batches, an agent that routes on an outcome takes no part in them (case TO7). */
function checkOwner({ tool, owner }: DeclaredOutcome, batches: readonly TaskBatch[], initialAgent: string | null, reading: Reading): void {
  if (owner === null || batches.length === 0) return;
  const roles = batches.flatMap(({ id, trigger, recovery, workers }) => [
    ...(trigger.name === owner || recovery?.trigger.name === owner ? [`it cannot start the batch \`${id.name}\``] : []),
    ...(workers.some(({ name }) => name === owner) ? [`it cannot work on the batch \`${id.name}\``] : []),
  ]);
  if (owner === initialAgent) roles.push('it cannot be the initial agent of a workflow with batches');
  for (const role of roles) {
    const message = `\`${owner}\` has a tool with an outcome, so ${role}.`;
    refuseAt(reading, pointerTo(tool.path, 'agent'), 'outcome_owner', message);
  }
}

function checkValues({ path, outcome }: DeclaredOutcome, reading: Reading): void {
  const values = outcome.values.map(({ value }) => value);
  if (isKeyTold(reading, path, 'values')) return;
  if (values.length === 0) refuseAt(reading, pointerTo(path, 'values'), 'empty', 'An outcome needs at least one value.');
  refuseRepeated(reading, outcome.values);
  if (values.length > 0) refuseUnknown(reading, pointerTo(path, 'error_value'), outcome.error_value, values);
}

function checkRetries({ path, outcome }: DeclaredOutcome, reading: Reading): void {
  const { values, retry_on: retried, max_attempts: attempts, error_value: error } = outcome;
  const retryPath = pointerTo(path, 'retry_on');
  const attemptsPath = pointerTo(path, 'max_attempts');
  const known = values.map(({ value }) => value);
  refuseRepeated(reading, retried);
  for (const retry of retried) {
    const message = `\`${error}\` is the error value, after which nothing is tried again.`;
    if (retry.value === error) refuseAt(reading, retry.path, 'wrong_value', message);
    else if (!isKeyTold(reading, path, 'values')) refuseUnknown(reading, retry.path, retry.value, known);
  }
  if (isKeyTold(reading, path, 'retry_on') || isKeyTold(reading, path, 'max_attempts')) return;
  if (attempts > 1 && retried.length === 0) {
    const message = `\`max_attempts: ${attempts}\` needs \`retry_on\`: the outcomes after which the tool may run again.`;
    refuseAt(reading, attemptsPath, 'required', message);
  } else if (attempts === 1 && retried.length > 0) {
    refuseAt(reading, retryPath, 'field_not_allowed', '`retry_on` goes with `max_attempts` of 2 or more.');
  }
}

/** Each state key belongs to one outcome, as one of its two. */
function checkOwnKeys(outcomes: readonly DeclaredOutcome[], reading: Reading): void {
  const users = new Map<string, string>();
  for (const { path, tool, outcome } of outcomes) {
    for (const field of ['context_key', 'attempts_key'] as const) {
      const key = outcome[field];
      const user = users.get(key);
      const message = `\`${key}\` is a key of the outcome of \`${user}\` already; each key is one's own.`;
      if (user !== undefined) refuseAt(reading, pointerTo(path, field), 'duplicate', message);
      users.set(key, tool.value.function);
    }
  }
}

function refuseRepeated(reading: Reading, values: readonly Placed<string>[]): void {
  const seen = new Set<string>();
  for (const { path, value } of values) {
    if (seen.has(value)) refuseAt(reading, path, 'duplicate', `\`${value}\` stands twice.`);
    seen.add(value);
  }
}

function refuseUnknown(reading: Reading, path: string, value: string, values: readonly string[]): void {
  if (values.includes(value)) return;
  reading.problems.refuse(reading.document.placeOf(path), 'wrong_value', `\`${value}\` is not one of the \`values\`.`, {
    expected: values.map((known) => `\`${known}\``).join(', '),
    got: `\`${value}\``,
    hint: didYouMean(value, values),
  });
}
