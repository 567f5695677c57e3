import type { AgentFailure, AgentReply, AgentRequest, AgentRunner } from '../ports/agents.ts';

/** One scripted answer: text, a full reply or failure, or a function of the request. */
export type ScriptedReply =
  | string
  | Partial<Omit<AgentReply, 'kind'>>
  | AgentFailure
  | ((request: AgentRequest) => ScriptedReply | Promise<ScriptedReply>);

/** A runner that answers from a script and keeps what it was asked. */
export interface ScriptedAgents extends AgentRunner {
  readonly requests: readonly AgentRequest[];
  /** Throws when the script has answers left that nobody asked for. */
  assertDone(): void;
}

/**
 * Answers in order, from a list for whoever asks, or a list for each agent; a call beyond its script fails, so that no surplus call passes unseen. A script of one
 * model, as `callWithTools` takes it, is a list.
 */
export function scriptedAgents(script: readonly ScriptedReply[] | Readonly<Record<string, readonly ScriptedReply[]>>): ScriptedAgents {
  const common = isList(script) ? [...script] : null;
  const left = new Map(isList(script) ? [] : Object.entries(script).map(([agent, replies]) => [agent, [...replies]]));
  const requests: AgentRequest[] = [];
  return {
    requests,
    async run(request) {
      requests.push(request);
      const next = (common ?? left.get(request.agent))?.shift();
      if (next === undefined) throw new Error(`The script has no answer left for ${request.agent} (call ${requests.length}).`);
      return settle(next, request);
    },
    assertDone() {
      if (common !== null && common.length > 0) throw new Error(`${common.length} scripted answer(s) were never asked for.`);
      for (const [agent, replies] of left)
        if (replies.length > 0) throw new Error(`${replies.length} scripted answer(s) of ${agent} were never asked for.`);
    },
  };
}

/** `Array.isArray` does not know of lists that are read only. */
const isList = (script: object): script is readonly ScriptedReply[] => Array.isArray(script);

async function settle(reply: ScriptedReply, request: AgentRequest): Promise<AgentReply | AgentFailure> {
  if (typeof reply === 'function') return settle(await reply(request), request);
  if (typeof reply !== 'string' && 'kind' in reply) return reply;
  const given = typeof reply === 'string' ? { text: reply } : reply;
  if (given.text !== undefined && given.text !== '') request.onText?.(given.text);
  return { kind: 'replied', text: '', toolCalls: [], model: 'scripted', finishReason: 'stop', usage: null, ...given };
}
