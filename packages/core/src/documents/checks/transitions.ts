import { parseExpression } from '../../graph/expressions/index.ts';
import { canonicalJson } from '../../outputs/canonical.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { RuleDefinition, TransitionDocument } from '../schemas/transition-graph.ts';
import type { TransitionRule } from '../workflow.ts';
import { type ConditionSubjects, conditionFields, conditionOf, isGiven, variablesAt } from './conditions.ts';
import { checkAgent, endName, participantName, personName, wordFor } from './participants.ts';
import { isKeyTold, refuseAt } from './reports.ts';
import type { NamedVariable } from './variable-names.ts';

/** The checked rules in the order they are looked at, and the variables that they look at. */
export interface CompiledTransitions {
  readonly rules: readonly TransitionRule[];
  readonly keys: readonly NamedVariable[];
}

/** Checks the rules of transition_graph.yaml and brings them into order: per source, conditions before after_turn (workflow-documents 8.2). */
export function compileTransitions(
  document: TransitionDocument,
  agents: ReadonlySet<string>,
  subjects: ConditionSubjects,
  reading: Reading,
): CompiledTransitions {
  const read = document.transition_rules.flatMap((placed) => {
    const rule = ruleOf(placed, agents, subjects, reading);
    return rule === null ? [] : [{ path: placed.path, rule }];
  });
  refuseUnreachable(read, reading);
  warnOpenEnds(read, agents, reading);
  const rules = read.map(({ rule }) => rule);
  const keys = document.transition_rules.flatMap((placed) => variablesAt(placed, reading));
  return { rules: [...Map.groupBy(rules, ({ source }) => source).values()].flatMap(ordered), keys };
}

const ordered = (rules: readonly TransitionRule[]): readonly TransitionRule[] => [
  ...rules.filter(({ when }) => when.kind !== 'after_turn'),
  ...rules.filter(({ when }) => when.kind === 'after_turn'),
];

function ruleOf(
  placed: Placed<RuleDefinition>,
  agents: ReadonlySet<string>,
  subjects: ConditionSubjects,
  reading: Reading,
): TransitionRule | null {
  const { path, value } = placed;
  const source = participantName(value.source_agent);
  const target = participantName(value.target_agent);
  const sourcePath = pointerTo(path, 'source_agent');
  if (source === endName) refuseAt(reading, sourcePath, 'wrong_value', '`terminate` ends the run; no rule can start from it.');
  const isKnown = source === personName || (source !== endName && checkAgent(reading, sourcePath, source, agents));
  if (target !== endName && target !== personName)
    checkAgent(reading, pointerTo(path, 'target_agent'), target, agents, 'value', wordFor(target));
  if (value.termination_reason !== null && target !== endName && !isKeyTold(reading, path, 'target_agent')) {
    refuseAt(
      reading,
      pointerTo(path, 'termination_reason'),
      'field_not_allowed',
      '`termination_reason` goes with `target_agent: terminate` only.',
    );
  }
  checkLegacyTarget(path, value, target, reading);
  const when =
    value.transition_type === 'after_turn'
      ? afterTurn(path, value, reading)
      : conditionOf(placed, isKnown ? source : null, subjects, reading);
  return when === null ? null : { source, target, when, terminationReason: value.termination_reason };
}

function checkLegacyTarget(path: string, value: RuleDefinition, target: string, reading: Reading): void {
  if (value.transition_target === null || isKeyTold(reading, path, 'target_agent')) return;
  const place = pointerTo(path, 'transition_target');
  if (value.transition_target !== 'TerminateTarget') {
    const message = `\`transition_target: ${value.transition_target}\` is accepted and has no effect yet; \`target_agent\` decides.`;
    reading.problems.warn(reading.document.placeOf(place, 'key'), 'no_effect_yet', message);
  } else if (target !== endName)
    refuseAt(reading, place, 'field_not_allowed', '`TerminateTarget` goes with `target_agent: terminate` only.');
}

function afterTurn(path: string, value: RuleDefinition, reading: Reading): TransitionRule['when'] | null {
  const [field] = conditionFields.filter((each) => isGiven(value, each));
  if (field === undefined) return { kind: 'after_turn' };
  const message = `An \`after_turn\` rule has no \`${field}\`.`;
  refuseAt(reading, pointerTo(path, field), 'field_not_allowed', message, 'a rule with a condition has `transition_type: condition`');
  return null;
}

interface ReadRule {
  readonly path: string;
  readonly rule: TransitionRule;
}

/** The same for conditions that hold together: how an expression is spaced says nothing. */
function identityOf(when: TransitionRule['when']): string {
  const result = when.kind === 'context_expression' ? parseExpression(when.expression) : null;
  if (result?.kind !== 'parsed') return canonicalJson(when);
  return JSON.stringify(result.expression, (key, value) => (key === 'at' ? undefined : value));
}

function refuseUnreachable(read: readonly ReadRule[], reading: Reading): void {
  const seen = new Set<string>();
  for (const { path, rule } of read) {
    const { when } = rule;
    const identity = `${rule.source}\n${identityOf(when)}`;
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
