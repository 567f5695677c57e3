import { canonicalJson } from '../outputs/canonical.ts';
import { pointerTo } from '../outputs/model-definition.ts';
import { didYouMean } from '../outputs/nearest-name.ts';
import type { RuleDefinition, TransitionDocument } from './document-schemas.ts';
import { checkAgent, endName, participantName, personName } from './participants.ts';
import type { Placed, Reading } from './reading.ts';
import type { TransitionRule } from './workflow.ts';

/** Where a transition's condition names a context variable. */
export interface ConditionKey {
  readonly path: string;
  readonly key: string;
}

/** The checked rules in the order they are looked at, and the variables that they look at. */
export interface CompiledTransitions {
  readonly rules: readonly TransitionRule[];
  readonly keys: readonly ConditionKey[];
}

const conditionFields = ['condition_type', 'condition_key', 'condition_value', 'context_expression', 'tool_name'] as const;
const laterConditions = ['context_expression', 'tool_called'];
const retiredConditions = ['expression', 'llm', 'string_llm'];

/** Checks the rules of transition_graph.yaml and brings them into order: per source, conditions before after_turn (workflow-documents 8.2). */
export function compileTransitions(document: TransitionDocument, agents: ReadonlySet<string>, reading: Reading): CompiledTransitions {
  const read = document.transition_rules.flatMap((placed) => {
    const rule = ruleOf(placed, agents, reading);
    return rule === null ? [] : [{ path: placed.path, rule }];
  });
  refuseUnreachable(read, reading);
  warnOpenEnds(read, agents, reading);
  const rules = read.map(({ rule }) => rule);
  const sources = [...new Set(rules.map(({ source }) => source))];
  const keys = document.transition_rules.flatMap(({ path, value }) =>
    value.condition_key === null ? [] : [{ path: pointerTo(path, 'condition_key'), key: value.condition_key }],
  );
  return { rules: sources.flatMap((source) => ordered(rules.filter((rule) => rule.source === source))), keys };
}

const ordered = (rules: readonly TransitionRule[]): readonly TransitionRule[] => [
  ...rules.filter(({ when }) => when.kind === 'context_equals'),
  ...rules.filter(({ when }) => when.kind === 'after_turn'),
];

function ruleOf({ path, value }: Placed<RuleDefinition>, agents: ReadonlySet<string>, reading: Reading): TransitionRule | null {
  const source = participantName(value.source_agent);
  const target = participantName(value.target_agent);
  const sourcePath = pointerTo(path, 'source_agent');
  if (source === endName) refuseAt(reading, sourcePath, 'wrong_value', '`terminate` ends the run; no rule can start from it.');
  else if (source !== personName) checkAgent(reading, sourcePath, source, agents);
  if (target !== endName && target !== personName) checkAgent(reading, pointerTo(path, 'target_agent'), target, agents);
  if (value.termination_reason !== null && target !== endName) {
    refuseAt(
      reading,
      pointerTo(path, 'termination_reason'),
      'field_not_allowed',
      '`termination_reason` goes with `target_agent: terminate` only.',
    );
  }
  checkLegacyTarget(path, value, target, reading);
  const when = value.transition_type === 'after_turn' ? afterTurn(path, value, reading) : condition(path, value, reading);
  return when === null ? null : { source, target, when, terminationReason: value.termination_reason };
}

function checkLegacyTarget(path: string, value: RuleDefinition, target: string, reading: Reading): void {
  if (value.transition_target === null) return;
  const place = pointerTo(path, 'transition_target');
  if (value.transition_target !== 'TerminateTarget') {
    const message = `\`transition_target: ${value.transition_target}\` is accepted and has no effect yet; \`target_agent\` decides.`;
    reading.problems.warn(reading.document.placeOf(place, 'key'), 'no_effect_yet', message);
  } else if (target !== endName)
    refuseAt(reading, place, 'field_not_allowed', '`TerminateTarget` goes with `target_agent: terminate` only.');
}

const isGiven = (value: RuleDefinition, field: (typeof conditionFields)[number]): boolean =>
  field === 'condition_value' ? value.condition_value !== undefined : value[field] !== null;

function afterTurn(path: string, value: RuleDefinition, reading: Reading): TransitionRule['when'] | null {
  const given = conditionFields.filter((field) => isGiven(value, field));
  for (const field of given) {
    refuseAt(
      reading,
      pointerTo(path, field),
      'field_not_allowed',
      `An \`after_turn\` rule has no \`${field}\`.`,
      'a rule with a condition has `transition_type: condition`',
    );
  }
  return given.length === 0 ? { kind: 'after_turn' } : null;
}

function condition(path: string, value: RuleDefinition, reading: Reading): TransitionRule['when'] | null {
  const type = value.condition_type?.toLowerCase() ?? null;
  const typePath = pointerTo(path, 'condition_type');
  if (type === null) return refuseAt(reading, path, 'required', 'A `condition` rule needs `condition_type`.');
  if (laterConditions.includes(type)) {
    return refuseAt(
      reading,
      typePath,
      'not_supported_yet',
      `\`condition_type: ${type}\` in ${reading.document.file} is not supported yet.`,
      'let a tool write a variable and use `context_equals`',
    );
  }
  if (retiredConditions.includes(type)) {
    return refuseAt(
      reading,
      typePath,
      'retired',
      `\`condition_type: ${type}\` does not exist any more.`,
      'route on deterministic state: let a tool write a variable and use `context_equals`',
    );
  }
  if (type !== 'context_equals') {
    const known = ['context_equals', ...laterConditions];
    return refuseAt(reading, typePath, 'wrong_value', `\`condition_type\` must be one of ${known.join(', ')}.`, didYouMean(type, known));
  }
  for (const field of ['context_expression', 'tool_name'] as const) {
    if (isGiven(value, field))
      refuseAt(reading, pointerTo(path, field), 'field_not_allowed', `A \`context_equals\` condition has no \`${field}\`.`);
  }
  if (value.condition_key === null) return refuseAt(reading, path, 'required', 'A `context_equals` condition needs `condition_key`.');
  return { kind: 'context_equals', key: value.condition_key, value: value.condition_value ?? null };
}

interface ReadRule {
  readonly path: string;
  readonly rule: TransitionRule;
}

function refuseUnreachable(read: readonly ReadRule[], reading: Reading): void {
  const seen = new Set<string>();
  for (const { path, rule } of read) {
    const { when } = rule;
    const identity = canonicalJson(when.kind === 'after_turn' ? [rule.source] : [rule.source, when.key, when.value]);
    if (seen.has(identity)) {
      const message = `This rule is never reached: an earlier one of \`${rule.source}\` has the same ${when.kind === 'after_turn' ? 'unconditional end' : 'condition'}.`;
      refuseAt(reading, path, 'unreachable_rule', message);
    }
    seen.add(identity);
  }
}

function warnOpenEnds(read: readonly ReadRule[], agents: ReadonlySet<string>, reading: Reading): void {
  const sources = new Set(read.map(({ rule }) => rule.source));
  const rulesPath = reading.document.placeOf('/transition_rules', 'key');
  const targets = new Set(read.map(({ rule }) => rule.target));
  for (const agent of agents) {
    if (!sources.has(agent))
      reading.problems.warn(
        rulesPath,
        'no_way_on',
        `No rule starts from \`${agent}\`: a run fails after its turn, with no_transition_matched.`,
      );
  }
  if (targets.has(personName) && !sources.has(personName)) {
    reading.problems.warn(
      rulesPath,
      'no_way_on',
      'A rule gives the word to `user`, and none starts from `user`: the next message fails with no_transition_matched.',
    );
  }
}

function refuseAt(reading: Reading, path: string, code: string, message: string, hint?: string): null {
  reading.problems.refuse(reading.document.placeOf(path), code, message, { hint });
  return null;
}
