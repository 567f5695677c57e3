import { didYouMean, nearestName } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { RuleDefinition, TransitionDocument } from '../schemas/transition-graph.ts';
import type { DeclaredOutcome } from './outcomes.ts';
import { declaredCount, endName, participantName, personName } from './participants.ts';
import { isKeyTold, refuseAt } from './reports.ts';

/** transition_graph.yaml, as far as it could be read. */
export interface ReadTransitions {
  readonly document: TransitionDocument;
  readonly reading: Reading;
}

/**
 * Checks the rules of each agent that has an outcome: they look at the outcome alone, every value leads on exactly once, and what failed leads to the
 * person or to the end as failed (workflow-documents 5.2). Rules that stand twice, and names that nothing declares, are told with the graph.
 */
export function checkOutcomeRoutes(
  outcomes: readonly DeclaredOutcome[],
  variables: ReadonlySet<string>,
  { document, reading }: ReadTransitions,
  tools: Reading,
): void {
  const unread = declaredCount(reading.document, 'transition_rules') - document.transition_rules.length;
  const sourceless = outcomes.length === 0 ? [] : document.transition_rules.filter(({ path }) => isKeyTold(reading, path, 'source_agent'));
  for (const declared of outcomes) {
    const { owner, outcome } = declared;
    if (owner === null || isTold(declared, tools)) continue;
    const unrouted = new Set(outcome.values.map(({ value }) => value));
    // A rule that routes no value was meant for one: that mistake is told already, and its value is not missed as well.
    const strays = [...Array.from({ length: unread }, () => ''), ...sourceless.flatMap((rule) => writtenValue(rule) ?? [])];
    for (const rule of document.transition_rules.filter(({ value }) => participantName(value.source_agent) === owner)) {
      checkTarget(rule, declared, reading);
      const written = writtenValue(rule);
      if (written !== null && !(isRoute(rule, declared, variables, reading) && unrouted.delete(written))) strays.push(written);
    }
    for (const stray of strays) unrouted.delete(nearestName(stray, unrouted) ?? [...unrouted][0] ?? '');
    for (const value of outcome.values.filter((each) => unrouted.has(each.value))) {
      const message = `No rule of \`${owner}\` says what follows when the outcome is \`${value.value}\`.`;
      const hint = `add a rule with \`condition_key: ${outcome.context_key}\` and \`condition_value: ${value.value}\``;
      refuseAt(tools, value.path, 'outcome_route', message, hint);
    }
  }
}

/** True when what the rules would be held against is wrong itself. */
function isTold({ path, tool }: DeclaredOutcome, tools: Reading): boolean {
  const isUnclear = ['values', 'error_value', 'context_key'].some((key) => isKeyTold(tools, path, key));
  return isUnclear || tools.problems.isTold(tools.document.file, pointerTo(tool.path, 'agent'), 'unknown_agent');
}

/** The value that a condition is for, as text; null for a rule without a condition. */
function writtenValue({ value }: Placed<RuleDefinition>): string | null {
  if (value.transition_type === 'after_turn') return null;
  return typeof value.condition_value === 'string' ? value.condition_value : '';
}

/** True when a condition looks at the outcome, and at a value that it can have; what is wrong with it otherwise is told. */
function isRoute(
  { path, value: rule }: Placed<RuleDefinition>,
  { outcome, owner, tool }: DeclaredOutcome,
  variables: ReadonlySet<string>,
  reading: Reading,
): boolean {
  const type = rule.condition_type?.toLowerCase();
  const because = `\`${owner}\` routes on the outcome of \`${tool.value.function}\` alone`;
  const hint = `use \`condition_type: context_equals\` with \`condition_key: ${outcome.context_key}\``;
  const isOther = type === 'context_expression' || type === 'tool_called';
  if (isOther && !reading.problems.isTold(reading.document.file, path))
    refuseAt(reading, pointerTo(path, 'condition_type'), 'outcome_route', `${because}, not on \`${type}\`.`, hint);
  if (type !== 'context_equals' || rule.condition_key === null) return false;
  if (rule.condition_key !== outcome.context_key) {
    const message = `${because}, not on \`${rule.condition_key}\`.`;
    if (variables.has(rule.condition_key)) refuseAt(reading, pointerTo(path, 'condition_key'), 'outcome_route', message, hint);
    return false;
  }
  if (isKeyTold(reading, path, 'condition_value')) return false;
  const values = outcome.values.map(({ value }) => value);
  if (typeof rule.condition_value === 'string' && values.includes(rule.condition_value)) return true;
  const got = JSON.stringify(rule.condition_value ?? null);
  reading.problems.refuse(
    reading.document.placeOf(pointerTo(path, 'condition_value')),
    'outcome_route',
    `${got} is not an outcome of \`${tool.value.function}\`, so this rule is never taken.`,
    { expected: values.map((known) => `\`${known}\``).join(', '), got, hint: didYouMean(writtenOf(rule.condition_value), values) },
  );
  return false;
}

const writtenOf = (value: RuleDefinition['condition_value']): string => (typeof value === 'string' ? value : '');

/** What a failed tool leaves, and what no value takes up, must not look like success. */
function checkTarget({ path, value: rule }: Placed<RuleDefinition>, { outcome }: DeclaredOutcome, reading: Reading): void {
  const isFallback = rule.transition_type === 'after_turn';
  const isError = rule.condition_key === outcome.context_key && rule.condition_value === outcome.error_value;
  const target = participantName(rule.target_agent);
  const isSafe = target === personName || (target === endName && rule.termination_reason === 'workflow_failed');
  const isTold = ['target_agent', 'termination_reason'].some((key) => isKeyTold(reading, path, key));
  if ((!isFallback && !isError) || isSafe || isTold) return;
  const what = isFallback ? 'What no outcome takes up' : `\`${outcome.error_value}\`, which a failed tool leaves,`;
  const message = `${what} must lead to \`user\`, or to \`terminate\` with \`termination_reason: workflow_failed\`.`;
  refuseAt(reading, pointerTo(path, 'target_agent'), 'outcome_route', message);
}
