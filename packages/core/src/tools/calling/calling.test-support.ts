import { z } from 'zod';
import type { AgentReply, AgentRequest, ModelMessage, ModelToolCall } from '../../ports/agents.ts';
import { countingIds, type ScriptedAgents, type ScriptedReply, scriptedAgents, virtualClock } from '../../testing/index.ts';
import { defineTool } from '../define-tool.ts';
import type { CallResult, CallWithToolsOptions } from './call-with-tools-types.ts';

/** One call that a model asks for; `given` as JSON, or as the text that it is. */
export const asks = (name: string, given: unknown = {}, id = 'tc_1'): ModelToolCall => ({
  id,
  name,
  arguments: typeof given === 'string' ? given : JSON.stringify(given),
});

/** A reply that asks for calls. */
export const asking = (...toolCalls: readonly ModelToolCall[]): Partial<AgentReply> => ({ toolCalls, finishReason: 'tool_calls' });

/** The reply of the fake model "calc": it asks for the calculator as long as nothing was calculated. */
export const addition = asking(asks('calculator', { operation: 'add', a: 5, b: 3 }));

/** The tool of the fake model "calc"; `ran` holds what it was run with. */
export function calculator() {
  const ran: unknown[] = [];
  const tool = defineTool({
    name: 'calculator',
    description: 'Calculates.',
    effect: 'none',
    input: z.object({ operation: z.enum(['add']), a: z.number(), b: z.number() }),
    run: (input) => {
      ran.push(input);
      return input.a + input.b;
    },
  });
  return { tool, ran };
}

/** Options for a scripted model on a clock that stands still. */
export function scripted(replies: readonly ScriptedReply[], options: Partial<CallWithToolsOptions> = {}) {
  const model = scriptedAgents(replies);
  const clock = virtualClock();
  return { model, clock, options: { model, clock, ids: countingIds(), prompt: 'Calculate 5 + 3.', ...options } };
}

/** A model that asks for the same calls for ever, each with the id that the round has. */
export const looper = (calls: (round: number) => Partial<AgentReply>): ScriptedAgents =>
  scriptedAgents(Array.from({ length: 60 }, (_, round) => calls(round)));

/** What the model was sent at one of its calls, from 0. */
export function sent(model: ScriptedAgents, call: number): AgentRequest {
  const request = model.requests[call];
  if (request === undefined) throw new Error(`The model was asked ${model.requests.length} times.`);
  return request;
}

/** The answers to calls in a transcript, read. */
export const answers = (messages: readonly ModelMessage[]): readonly { readonly ok: boolean; readonly [key: string]: unknown }[] =>
  messages.flatMap((message) => (message.role === 'tool' ? [JSON.parse(message.content)] : []));

type Ended<Type extends CallResult['type']> = Extract<CallResult, { readonly type: Type }>;

/** A result of one kind; fails for another. */
export function ofType<Type extends CallResult['type']>(result: CallResult, type: Type): Ended<Type> {
  const isOfType = (given: CallResult): given is Ended<Type> => given.type === type;
  if (!isOfType(result)) throw new Error(`The operation ended as ${JSON.stringify(result)}.`);
  return result;
}
