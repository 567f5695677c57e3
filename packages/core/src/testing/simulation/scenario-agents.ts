import type { AgentRequest, ModelToolCall } from '../../ports/agents.ts';
import type { ToolEffect } from '../../tools/tool.ts';
import type { Scenario } from './scenario.ts';

/** A tool as it was drawn. */
export interface DrawnTool {
  readonly name: string;
  readonly effect: ToolEffect;
  readonly reconciles: boolean;
  /** It throws after its effect. */
  readonly fails: boolean;
  /** It asks a person first: a UI_Tool. */
  readonly asks: boolean;
}

/** An agent as it was drawn. */
export interface DrawnAgent {
  readonly name: string;
  /** Speaks freely; calls tools and then speaks; or gives structured output, for its auto tools. */
  readonly kind: 'speaks' | 'calls' | 'outputs';
  readonly tools: readonly DrawnTool[];
  /** The tools that a calling agent calls in parallel, round by round of a turn. */
  readonly rounds: readonly (readonly string[])[];
  /** How often it speaks again after its first turn. */
  readonly repeats: number;
  /** Who speaks afterwards: the next agent, a person first, one of two by a context variable, or by a called tool. */
  readonly then: 'next' | 'person' | 'fork' | 'by_call';
}

/** A model that answers from what it is sent alone. */
export function scriptedReply(agents: ReadonlyMap<string, DrawnAgent>): Scenario['reply'] {
  return ({ agent, messages }) => {
    const { turn, round, results } = placeOf(messages);
    const drawn = agents.get(agent);
    const called = drawn?.rounds[round];
    if (called !== undefined) return { text: '', toolCalls: called.map((name, index) => callOf(name, { turn, round, index })) };
    if (drawn?.kind === 'outputs') return { text: JSON.stringify({ turn, words: `${agent} in turn ${turn}` }), toolCalls: [] };
    return { text: `${agent} in turn ${turn}${results === '' ? '' : `, told ${results}`}.`, toolCalls: [] };
  };
}

/** Which turn of the agent it is and which reply of that turn, and what its tools gave in it. */
function placeOf(messages: AgentRequest['messages']) {
  const own = messages.filter((message) => message.role === 'assistant');
  const rounds = own.filter(({ toolCalls }) => toolCalls !== undefined && toolCalls.length > 0);
  const results = messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
  return { turn: own.length - rounds.length, round: rounds.length, results: results.join(' ') };
}

function callOf(name: string, input: { readonly turn: number; readonly round: number; readonly index: number }): ModelToolCall {
  return { id: `call-${input.turn}-${input.round}-${input.index}`, name, arguments: JSON.stringify(input) };
}
