import { generateText, isStepCount, type LanguageModel, tool } from 'ai';
import { answer, argumentsOf, type Contestant, checkOperation, multiply, prompt, tokens } from './scenario.ts';

/** `generateText` of the AI SDK. */
export const aiSdk: Contestant = {
  name: 'AI SDK',
  async operation(rounds) {
    let calls = 0;
    const { name, description, input, run } = multiply;
    const execute = (given: Parameters<typeof run>[0]) => {
      calls += 1;
      return run(given);
    };
    const { text } = await generateText({
      model: instantModel(rounds),
      tools: { [name]: tool({ description, inputSchema: input, execute }) },
      stopWhen: isStepCount(rounds + 1),
      prompt,
    });
    checkOperation(this.name, text, calls, rounds);
  },
};

type Model = Extract<LanguageModel, { readonly specificationVersion: 'v4' }>;
type Reply = Awaited<ReturnType<Model['doGenerate']>>;

function instantModel(rounds: number): Model {
  let round = 0;
  const usage = {
    inputTokens: { total: tokens.input, noCache: tokens.input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: tokens.output, text: tokens.output, reasoning: 0 },
  };
  return {
    specificationVersion: 'v4',
    provider: 'instant',
    modelId: 'instant',
    supportedUrls: {},
    async doGenerate(): Promise<Reply> {
      const reply = { usage, warnings: [] };
      if (round === rounds) return { ...reply, content: [{ type: 'text', text: answer }], finishReason: { unified: 'stop', raw: 'stop' } };
      const call = { type: 'tool-call', toolCallId: `call_${round}`, toolName: multiply.name, input: argumentsOf(round) } as const;
      round += 1;
      return { ...reply, content: [call], finishReason: { unified: 'tool-calls', raw: 'tool_calls' } };
    },
    doStream: () => Promise.reject(new Error('Nobody streams here.')),
  };
}
