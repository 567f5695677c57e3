import {
  type AgentRunner,
  type CallResult,
  type CallWithToolsOptions,
  callWithTools,
  defineTool,
  hardMaxTurns,
  resume,
} from '@intarsia/core';
import { answer, argumentsOf, type Contestant, checkOperation, multiply, prompt, tokens } from './scenario.ts';

/**
 * `callWithTools` with everything that it does where nothing is switched off. One call of the verb makes at most 50 rounds: a longer operation is gone on from
 * with `resume`, under the same claims, as a caller would.
 */
export const intarsia: Contestant = {
  name: 'Intarsia',
  async operation(rounds) {
    let calls = 0;
    const tool = defineTool({
      ...multiply,
      effect: 'none',
      run: (input) => {
        calls += 1;
        return multiply.run(input);
      },
    });
    const options = { model: instantModel(rounds), tools: [tool], autoExecute: true, maxTurns: hardMaxTurns, log };
    let result = await callWithTools({ ...options, prompt });
    while (isUnfinished(result)) result = await resume(result, options);
    checkOperation(this.name, result.type === 'final_answer' ? result.text : JSON.stringify(result), calls, rounds);
  },
};

const isUnfinished = (result: CallResult): boolean => result.type === 'tool_calls' && result.reason === 'max_turns_reached';

const log: NonNullable<CallWithToolsOptions['log']> = ({ message, cause }) => {
  throw new Error(message, { cause });
};

function instantModel(rounds: number): AgentRunner {
  let round = 0;
  const reply = { kind: 'replied', model: 'instant', usage: { inputTokens: tokens.input, outputTokens: tokens.output } } as const;
  return {
    async run() {
      if (round === rounds) return { ...reply, text: answer, toolCalls: [], finishReason: 'stop' };
      const call = { id: `call_${round}`, name: multiply.name, arguments: argumentsOf(round) };
      round += 1;
      return { ...reply, text: '', toolCalls: [call], finishReason: 'tool_calls' };
    },
  };
}
