import { Agent, type Model, type ModelResponse, Runner, tool, Usage } from '@openai/agents-core';
import { answer, argumentsOf, type Contestant, checkOperation, multiply, prompt, tokens } from './scenario.ts';

const runner = new Runner({ tracingDisabled: true });

/** The runner of the OpenAI Agents SDK, with its tracing off. */
export const openAiAgentsSdk: Contestant = {
  name: 'OpenAI Agents SDK, no tracing',
  async operation(rounds) {
    let calls = 0;
    const { name, description, input: parameters, run } = multiply;
    const execute = (given: Parameters<typeof run>[0]) => {
      calls += 1;
      return run(given);
    };
    const tools = [tool({ name, description, parameters, execute })];
    const agent = new Agent({ name: 'Multiplier', model: instantModel(rounds), tools });
    const { finalOutput } = await runner.run(agent, prompt, { maxTurns: rounds + 1 });
    checkOperation(this.name, finalOutput, calls, rounds);
  },
};

function instantModel(rounds: number): Model {
  let round = 0;
  const reply = (item: ModelResponse['output'][number]): ModelResponse => ({
    usage: new Usage({ requests: 1, inputTokens: tokens.input, outputTokens: tokens.output, totalTokens: tokens.input + tokens.output }),
    output: [item],
  });
  return {
    async getResponse() {
      if (round === rounds)
        return reply({ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: answer }] });
      const callId = `call_${round}`;
      const given = argumentsOf(round);
      round += 1;
      return reply({ type: 'function_call', callId, name: multiply.name, status: 'completed', arguments: given });
    },
    getStreamedResponse: () => {
      throw new Error('Nobody streams here.');
    },
  };
}
