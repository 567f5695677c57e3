import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Json } from '../../ports/json.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { ContextDocument, VariableDefinition } from '../schemas/context-variables.ts';
import type { AuthorityClass, ContextVariable } from '../workflow.ts';
import type { DeclaredOutcome } from './outcomes.ts';
import { checkVariable } from './variable-names.ts';

/** What a state variable of an outcome must be (workflow-documents 5.2). */
interface StateRule {
  readonly name: string;
  /** What it holds, in words. */
  readonly role: string;
  readonly type: 'string' | 'integer';
  /** Undefined when that is not clear. */
  readonly initial: Json | undefined;
  readonly authorityClass: AuthorityClass;
}

/** context_variables.yaml, as far as it could be read. */
export interface ReadVariables {
  readonly document: ContextDocument;
  readonly compiled: ReadonlyMap<string, ContextVariable>;
  readonly reading: Reading;
}

/**
 * Checks the two variables that each outcome keeps its state in: they are declared, persisted, without triggers, and nobody but the tool writes them
 * (workflow-documents 5.2). `variables` are the declared names; `read` is null when the document could not be read.
 */
export function checkOutcomeState(
  outcomes: readonly DeclaredOutcome[],
  variables: ReadonlySet<string>,
  read: ReadVariables | null,
  tools: Reading,
): void {
  for (const { path, tool, outcome } of outcomes) {
    const { function: name } = tool.value;
    const hasErrorValue = outcome.values.some(({ value }) => value === outcome.error_value);
    const result: StateRule = {
      name: outcome.context_key,
      role: `the outcome of \`${name}\``,
      type: 'string',
      initial: hasErrorValue ? outcome.error_value : undefined,
      authorityClass: 'closed_writer_routing_state',
    };
    const attempts: StateRule = {
      name: outcome.attempts_key,
      role: `the attempts of \`${name}\``,
      type: 'integer',
      initial: 0,
      authorityClass: 'closed_writer_quality_state',
    };
    if (checkVariable(tools, pointerTo(path, 'context_key'), outcome.context_key, variables) && read !== null) checkRule(result, read);
    if (outcome.attempts_key === outcome.context_key) continue;
    if (checkVariable(tools, pointerTo(path, 'attempts_key'), outcome.attempts_key, variables) && read !== null) checkRule(attempts, read);
  }
}

function checkRule(rule: StateRule, { document, compiled, reading }: ReadVariables): void {
  const definition = document.definitions.get(rule.name);
  const variable = compiled.get(rule.name);
  if (definition === undefined || variable === undefined) return;
  for (const fault of faultsOf(rule, definition, variable)) {
    const path = `${definition.path}${fault.path}`;
    if (reading.problems.isTold(reading.document.file, path) || isWordOfAnother(fault, definition, reading)) continue;
    const message = `\`${rule.name}\` holds ${rule.role}, so ${fault.must}.`;
    reading.problems.refuse(reading.document.placeOf(path), 'outcome_state', message, { hint: fault.hint });
  }
}

interface Fault {
  /** Pointer in the definition. */
  readonly path: '/type' | '/source/type' | '/source/default' | '/source/triggers' | '/persisted' | '/authority_class' | '/writer_ids';
  readonly must: string;
  readonly hint?: string;
}

function faultsOf(rule: StateRule, { value: definition }: Placed<VariableDefinition>, variable: ContextVariable): readonly Fault[] {
  const faults: Fault[] = [];
  const { source } = definition;
  const writers = definition.writer_ids.map(({ value }) => value);
  if (definition.type !== rule.type) faults.push({ path: '/type', must: `its \`type\` must be \`${rule.type}\`` });
  if (source.type !== 'state') faults.push({ path: '/source/type', must: 'its source must be `state`' });
  else {
    const initial = JSON.stringify(rule.initial);
    if (rule.initial !== undefined && source.default !== rule.initial)
      faults.push({
        path: '/source/default',
        must: `its \`default\` must be ${initial}${rule.type === 'string' ? ', the error value' : ''}`,
      });
    if (source.triggers.length > 0) faults.push({ path: '/source/triggers', must: 'no text may set it' });
  }
  if (!variable.persisted) faults.push({ path: '/persisted', must: 'it must be persisted', hint: 'write `persisted: true`' });
  if (variable.authorityClass !== rule.authorityClass)
    faults.push({ path: '/authority_class', must: `its \`authority_class\` must be \`${rule.authorityClass}\`` });
  if (writers.length !== 1 || writers[0] !== 'deterministic_tool')
    faults.push({ path: '/writer_ids', must: 'nobody but its tool may write it', hint: 'write `writer_ids: [deterministic_tool]`' });
  return faults;
}

/** True when the fault is what another problem of the definition already says in its own words. */
function isWordOfAnother({ path }: Fault, definition: Placed<VariableDefinition>, { problems, document }: Reading): boolean {
  if (path === '/writer_ids') return problems.isTold(document.file, definition.path, 'routing_without_writer');
  return path === '/type' && problems.isTold(document.file, `${definition.path}/source/default`, 'wrong_default');
}
