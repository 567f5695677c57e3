import type { AgentId } from '../ports/ids.ts';
import type { Json, JsonObject } from '../ports/json.ts';

/**
 * When a transition applies (ag2-network 7.1). AG2's own conditions look at one thing; `speaker_context_equals` is ours and ties an
 * equality to the turn of its source agent, as workflow documents do (workflow-documents 8.2).
 */
export type GraphCondition =
  | { readonly name: 'always'; readonly args: Readonly<Record<string, never>> }
  | { readonly name: 'from_speaker'; readonly args: { readonly agent_id: AgentId } }
  | { readonly name: 'context_equals'; readonly args: { readonly key: string; readonly value: Json } }
  | { readonly name: 'speaker_context_equals'; readonly args: { readonly agent_id: AgentId; readonly key: string; readonly value: Json } };

/** Who speaks next; `terminate` closes the channel with its reason. */
export type GraphTarget =
  | { readonly name: 'agent'; readonly args: { readonly agent_id: AgentId } }
  | { readonly name: 'terminate'; readonly args: { readonly reason: string } };

/** One rule; a lower priority number is looked at first. */
export interface GraphTransition {
  readonly when: GraphCondition;
  readonly then: GraphTarget;
  readonly priority: number;
}

/** AG2's transition graph as it stands in a channel's knobs. */
export interface TransitionGraph {
  readonly initial_speaker: AgentId;
  readonly transitions: readonly GraphTransition[];
  readonly default_target: GraphTarget;
  readonly max_turns: number | null;
}

/** What a rule may look at: who just spoke, and the context after that turn's updates. */
export interface GraphFacts {
  readonly speaker: AgentId;
  readonly contextVariables: JsonObject;
}

/** The target of the first rule that applies: by priority, then in order; the default target when none does. */
export function selectTarget(graph: TransitionGraph, facts: GraphFacts): GraphTarget {
  let best: GraphTransition | undefined;
  for (const transition of graph.transitions) {
    if ((best === undefined || transition.priority < best.priority) && applies(transition.when, facts)) best = transition;
  }
  return best?.then ?? graph.default_target;
}

function applies(condition: GraphCondition, facts: GraphFacts): boolean {
  switch (condition.name) {
    case 'always':
      return true;
    case 'from_speaker':
      return condition.args.agent_id === facts.speaker;
    case 'context_equals':
      return pythonEquals(contextValue(facts, condition.args.key), condition.args.value);
    case 'speaker_context_equals':
      return condition.args.agent_id === facts.speaker && pythonEquals(contextValue(facts, condition.args.key), condition.args.value);
  }
}

const contextValue = (facts: GraphFacts, key: string): Json =>
  Object.hasOwn(facts.contextVariables, key) ? (facts.contextVariables[key] ?? null) : null;

/** Equality as Python's `==` has it on JSON values: `true == 1`, `1 == 1.0`, deep on lists and objects. AG2's fold uses it. */
export function pythonEquals(left: Json, right: Json): boolean {
  if (isNumeric(left) && isNumeric(right)) return Number(left) === Number(right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => pythonEquals(item, right[index]));
  }
  if (isObject(left) && isObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && pythonEquals(left[key] ?? null, right[key] ?? null))
    );
  }
  return left === right;
}

const isNumeric = (value: Json): value is number | boolean => typeof value === 'number' || typeof value === 'boolean';
const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
