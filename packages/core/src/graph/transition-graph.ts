import { z } from 'zod';
import { type AgentId, agentId } from '../ports/ids.ts';
import type { Json, JsonObject } from '../ports/json.ts';

/**
 * When a transition applies (ag2-network 7.1). AG2's own conditions look at one thing; `speaker_context_equals` is ours and ties an
 * equality to the turn of its source agent, as workflow documents do (workflow-documents 8.2).
 */
export type GraphCondition =
  | { readonly name: 'always'; readonly args: Readonly<Record<string, never>> }
  | { readonly name: 'from_speaker'; readonly args: { readonly agent_id: AgentId } }
  | { readonly name: 'tool_called'; readonly args: { readonly tool_name: string } }
  | { readonly name: 'context_equals'; readonly args: { readonly key: string; readonly value: Json } }
  | { readonly name: 'speaker_context_equals'; readonly args: { readonly agent_id: AgentId; readonly key: string; readonly value: Json } };

/** Who speaks next; `terminate` closes the channel with its reason. */
export type GraphTarget =
  | { readonly name: 'agent'; readonly args: { readonly agent_id: AgentId } }
  | { readonly name: 'round_robin' | 'stay' | 'revert_to_initiator'; readonly args: Readonly<Record<string, never>> }
  | { readonly name: 'terminate'; readonly args: { readonly reason: string } };

/** One rule; a lower priority number is looked at first. */
export interface GraphTransition {
  readonly when: GraphCondition;
  readonly then: GraphTarget;
  readonly priority: number;
}

/** AG2's transition graph as it stands in a channel's knobs. Without a default target nobody next is `after_work`. */
export interface TransitionGraph {
  readonly initial_speaker: AgentId;
  readonly transitions: readonly GraphTransition[];
  readonly default_target: GraphTarget | null;
  readonly max_turns: number | null;
}

/** What a rule may look at: who just spoke, which tool its packet names, and the context after that turn's updates. */
export interface GraphFacts {
  readonly speaker: AgentId;
  readonly tool: string | null;
  readonly contextVariables: JsonObject;
}

/** Who takes part in a channel, in its order, and who created it. */
export interface GraphParticipants {
  readonly order: readonly string[];
  readonly creator: string | null;
}

/** A target with a name put to it: who speaks next, or why nobody does. */
export type NextSpeaker = { readonly kind: 'speaks'; readonly agent: AgentId } | { readonly kind: 'ends'; readonly reason: string };

const afterWork: GraphTarget = { name: 'terminate', args: { reason: 'after_work' } };
const agent = z.string().transform(agentId);
const noArguments = z.object({}).transform((): Readonly<Record<string, never>> => ({}));
const condition = z.discriminatedUnion('name', [
  z.object({ name: z.literal('always'), args: noArguments }),
  z.object({ name: z.literal('from_speaker'), args: z.object({ agent_id: agent }) }),
  z.object({ name: z.literal('tool_called'), args: z.object({ tool_name: z.string() }) }),
  z.object({ name: z.literal('context_equals'), args: z.object({ key: z.string(), value: z.json() }) }),
  z.object({ name: z.literal('speaker_context_equals'), args: z.object({ agent_id: agent, key: z.string(), value: z.json() }) }),
]);
const target = z.discriminatedUnion('name', [
  z.object({ name: z.literal('agent'), args: z.object({ agent_id: agent }) }),
  z.object({ name: z.enum(['round_robin', 'stay', 'revert_to_initiator']), args: noArguments }),
  z.object({ name: z.literal('terminate'), args: z.object({ reason: z.string().default('after_work') }) }),
]);
const graphSchema: z.ZodType<TransitionGraph> = z.object({
  initial_speaker: agent,
  transitions: z.array(z.object({ when: condition, then: target, priority: z.int().default(0) })),
  default_target: target.nullable().default(null),
  max_turns: z.int().nullable().default(null),
});

/** A stored graph, or null when it has conditions or targets that this fold does not know. Unknown keys are ignored, as AG2 does. */
export function readGraph(stored: Json): TransitionGraph | null {
  return graphSchema.safeParse(stored).data ?? null;
}

/** The target of the first rule that applies: by priority, then in order; the default target when none does. */
export function selectTarget(graph: TransitionGraph, facts: GraphFacts): GraphTarget {
  let best: GraphTransition | undefined;
  for (const transition of graph.transitions) {
    if ((best === undefined || transition.priority < best.priority) && applies(transition.when, facts)) best = transition;
  }
  return best?.then ?? graph.default_target ?? afterWork;
}

/** Puts a name to a target, once `speaker` has spoken (ag2-network 7.1). */
export function resolveTarget(chosen: GraphTarget, speaker: AgentId, participants: GraphParticipants): NextSpeaker {
  switch (chosen.name) {
    case 'agent':
      return { kind: 'speaks', agent: chosen.args.agent_id };
    case 'stay':
      return { kind: 'speaks', agent: speaker };
    case 'revert_to_initiator':
      return speaks(participants.creator);
    case 'round_robin':
      return speaks(participants.order[(participants.order.indexOf(speaker) + 1) % participants.order.length]);
    case 'terminate':
      return { kind: 'ends', reason: chosen.args.reason };
  }
}

const speaks = (id: string | null | undefined): NextSpeaker =>
  id === undefined || id === null ? { kind: 'ends', reason: 'no_participants' } : { kind: 'speaks', agent: agentId(id) };

function applies(when: GraphCondition, facts: GraphFacts): boolean {
  switch (when.name) {
    case 'always':
      return true;
    case 'from_speaker':
      return when.args.agent_id === facts.speaker;
    case 'tool_called':
      return when.args.tool_name === facts.tool;
    case 'context_equals':
      return pythonEquals(contextValue(facts, when.args.key), when.args.value);
    case 'speaker_context_equals':
      return when.args.agent_id === facts.speaker && pythonEquals(contextValue(facts, when.args.key), when.args.value);
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
