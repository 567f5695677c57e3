import { z } from 'zod';
import { type AgentId, agentId } from '../ports/ids.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import { applies } from './conditions.ts';
import { parseExpression } from './expressions/parse.ts';

/**
 * When a transition applies (ag2-network 7.1). AG2's own conditions look at one thing; those named `speaker_…` are ours and tie it to the turn of their
 * source agent, as workflow documents do (workflow-documents 8.2).
 */
export type GraphCondition =
  | { readonly name: 'always'; readonly args: Readonly<Record<string, never>> }
  | { readonly name: 'from_speaker'; readonly args: { readonly agent_id: AgentId } }
  | { readonly name: 'tool_called'; readonly args: { readonly tool_name: string } }
  | { readonly name: 'context_equals'; readonly args: { readonly key: string; readonly value: Json } }
  | { readonly name: 'speaker_context_equals'; readonly args: { readonly agent_id: AgentId; readonly key: string; readonly value: Json } }
  | { readonly name: 'speaker_context_expression'; readonly args: ExpressionArguments }
  | { readonly name: 'speaker_tool_called'; readonly args: { readonly agent_id: AgentId; readonly tool_name: string } };

/** Arguments of a condition with an expression. */
export interface ExpressionArguments {
  readonly agent_id: AgentId;
  /** Its text, as the document has it. */
  readonly expression: string;
}

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

/** What a rule may look at: who just spoke, which tool its packet names (`routingTool`), and the context after that turn's updates. */
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

const afterWork: GraphTarget & { readonly name: 'terminate' } = { name: 'terminate', args: { reason: 'after_work' } };
const agent = z.string().transform(agentId);
const noArguments = z
  .object({})
  .nullish()
  .transform((): Readonly<Record<string, never>> => ({}));
const expression = z.string().refine((text) => parseExpression(text).kind === 'parsed');
/** Any value, as it is: a copy would lose a key named `__proto__`. */
const value = z.custom<Json>((given) => given !== undefined);
const condition = z.discriminatedUnion('name', [
  z.object({ name: z.literal('always'), args: noArguments }),
  z.object({ name: z.literal('from_speaker'), args: z.object({ agent_id: agent }) }),
  z.object({ name: z.literal('tool_called'), args: z.object({ tool_name: z.string() }) }),
  z.object({ name: z.literal('context_equals'), args: z.object({ key: z.string(), value }) }),
  z.object({ name: z.literal('speaker_context_equals'), args: z.object({ agent_id: agent, key: z.string(), value }) }),
  z.object({ name: z.literal('speaker_context_expression'), args: z.object({ agent_id: agent, expression }) }),
  z.object({ name: z.literal('speaker_tool_called'), args: z.object({ agent_id: agent, tool_name: z.string() }) }),
]);
const target = z.discriminatedUnion('name', [
  z.object({ name: z.literal('agent'), args: z.object({ agent_id: agent }) }),
  z.object({ name: z.enum(['round_robin', 'stay', 'revert_to_initiator']), args: noArguments }),
  z.object({
    name: z.literal('terminate'),
    args: z
      .object({ reason: z.string().default('after_work') })
      .nullish()
      .transform((args) => args ?? afterWork.args),
  }),
]);
const graphSchema: z.ZodType<TransitionGraph> = z.object({
  initial_speaker: agent,
  transitions: z
    .array(z.object({ when: condition, then: target, priority: z.int().default(0) }))
    .nullish()
    .transform((transitions) => transitions ?? []),
  default_target: target.nullable().default(null),
  max_turns: z.int().nullable().default(null),
});

/**
 * A stored graph, or null when it has conditions or targets that this fold does not know. As in AG2, unknown keys are ignored, and transitions and
 * arguments that are null or not there are none.
 */
export function readGraph(stored: Json): TransitionGraph | null {
  return graphSchema.safeParse(stored).data ?? null;
}

/**
 * The tool that the packet of `speaker` names, of those that it called in its turn, in the order of the calls: the first that one of its rules looks at
 * (ag2-network 7.3). Calls without a rule are passed over; null when none has one.
 */
export function routingTool(graph: TransitionGraph, speaker: AgentId, called: readonly string[]): string | null {
  const looksAt = ({ when }: GraphTransition, tool: string): boolean => {
    if (when.name === 'tool_called') return when.args.tool_name === tool;
    return when.name === 'speaker_tool_called' && when.args.agent_id === speaker && when.args.tool_name === tool;
  };
  return called.find((tool) => graph.transitions.some((transition) => looksAt(transition, tool))) ?? null;
}

/** The target of the first rule that applies: by priority, then in order; the default target when none does. */
export function selectTarget(graph: TransitionGraph, facts: GraphFacts): GraphTarget {
  return firingTransition(graph, facts)?.then ?? defaultTarget(graph);
}

/** The rule that `selectTarget` follows; null when none applies. */
export function firingTransition(graph: TransitionGraph, facts: GraphFacts): GraphTransition | null {
  let best: GraphTransition | null = null;
  for (const transition of graph.transitions) {
    if ((best === null || transition.priority < best.priority) && applies(transition.when, facts)) best = transition;
  }
  return best;
}

/** Where a graph leads when no rule applies. */
export const defaultTarget = (graph: TransitionGraph): GraphTarget => graph.default_target ?? afterWork;

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
