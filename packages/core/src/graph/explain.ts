import type { AgentId } from '../ports/ids.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import { applies, contextValue, expressionOf } from './conditions.ts';
import { variablesOf } from './expressions/expression.ts';
import {
  defaultTarget,
  firingTransition,
  type GraphCondition,
  type GraphFacts,
  type GraphTarget,
  type GraphTransition,
  type TransitionGraph,
} from './transition-graph.ts';

/**
 * What became of a rule: it fired; it applies, but one that is looked at earlier fired (`earlier_fired`); or the first thing that kept it from applying.
 * What was wanted stands in the rule's own condition, what was found in `values` and in the explanation's facts.
 */
export type RuleVerdict = 'fired' | 'earlier_fired' | 'other_speaker' | 'other_value' | 'expression_false' | 'no_tool' | 'other_tool';

/** One rule of a graph and what became of it. */
export interface RuleExplanation {
  readonly transition: GraphTransition;
  /** Place in the graph, from 1: in a graph of documents the place in the order of rules. */
  readonly place: number;
  readonly verdict: RuleVerdict;
  /** The context variables that the condition looks at, as they were; null for one that was not there. */
  readonly values: JsonObject;
}

/** Why a graph led where it led. */
export interface GraphExplanation {
  readonly speaker: AgentId;
  /** The tool that the packet names; null when it names none. */
  readonly tool: string | null;
  /** Every rule, in the order in which rules are looked at. */
  readonly rules: readonly RuleExplanation[];
  /** Where no rule leads: chosen when none fired. */
  readonly defaultTarget: GraphTarget;
  /** What was chosen: what `selectTarget` gives. */
  readonly target: GraphTarget;
}

/** Tells of every rule why it fired or did not. It decides nothing of its own: which rule fired is asked where `selectTarget` asks. */
export function explainTarget(graph: TransitionGraph, facts: GraphFacts): GraphExplanation {
  const fired = firingTransition(graph, facts);
  const firedAt = fired === null ? -1 : graph.transitions.indexOf(fired);
  const rules = graph.transitions.map((transition, index): RuleExplanation => {
    const verdict = index === firedAt ? 'fired' : verdictOf(transition.when, facts);
    return { transition, place: index + 1, verdict, values: valuesOf(transition.when, facts) };
  });
  return {
    speaker: facts.speaker,
    tool: facts.tool,
    rules: rules.sort((left, right) => left.transition.priority - right.transition.priority),
    defaultTarget: defaultTarget(graph),
    target: fired?.then ?? defaultTarget(graph),
  };
}

/** Of a rule that did not fire. */
function verdictOf(when: GraphCondition, facts: GraphFacts): RuleVerdict {
  if (applies(when, facts)) return 'earlier_fired';
  if ('agent_id' in when.args && when.args.agent_id !== facts.speaker) return 'other_speaker';
  switch (when.name) {
    case 'always':
    case 'from_speaker':
      return 'other_speaker';
    case 'context_equals':
    case 'speaker_context_equals':
      return 'other_value';
    case 'speaker_context_expression':
      return 'expression_false';
    case 'tool_called':
    case 'speaker_tool_called':
      return facts.tool === null ? 'no_tool' : 'other_tool';
  }
}

function valuesOf(when: GraphCondition, facts: GraphFacts): JsonObject {
  const value = (key: string): readonly [string, Json] => [key, contextValue(facts, key)];
  switch (when.name) {
    case 'context_equals':
    case 'speaker_context_equals':
      return Object.fromEntries([value(when.args.key)]);
    case 'speaker_context_expression': {
      const expression = expressionOf(when.args);
      return Object.fromEntries(expression === null ? [] : variablesOf(expression).map(({ name }) => value(name)));
    }
    case 'always':
    case 'from_speaker':
    case 'tool_called':
    case 'speaker_tool_called':
      return {};
  }
}
