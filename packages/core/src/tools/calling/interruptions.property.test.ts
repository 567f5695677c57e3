import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AgentReply, AgentRunner } from '../../ports/agents.ts';
import { countingIds, virtualClock } from '../../testing/index.ts';
import { memoryClaims } from '../claims/index.ts';
import { defineTool } from '../define-tool.ts';
import { callWithTools, resume } from './call-with-tools.ts';
import type { CallResult, CallWithToolsOptions, Decision } from './call-with-tools-types.ts';
import { asking, asks } from './calling.test-support.ts';
import { transcriptProblem } from './transcript.ts';

/** What happens at one entry of a tool or one question to the model, counted over the whole operation. */
type Event = 'fine' | 'abort' | 'fail';

const rounds = 2;
const callsInRound = 3;

/** An operation of two rounds of three calls, gone on from until it has its answer, however often it is stopped. */
async function untilAnswered(
  events: readonly Event[],
  decisions: readonly Decision['kind'][],
  isStored: boolean,
  keepsClaims: boolean,
  concurrency: number,
) {
  let happened = 0;
  let controller = new AbortController();
  const next = (): Event => {
    const event = events[happened++] ?? 'fine';
    if (event === 'abort') controller.abort();
    return event;
  };
  const entered: string[] = [];
  const model: AgentRunner = {
    async run({ messages, signal }) {
      if (next() === 'fail') return { kind: 'failed', code: 'model_refused', message: 'No.', retryable: false };
      signal.throwIfAborted();
      const round = messages.filter(({ role }) => role === 'tool').length / callsInRound;
      const calls = Array.from({ length: callsInRound }, (_, n) =>
        asks(n === 1 ? 'risky' : 'note', { n: `${round}.${n}` }, `${round}.${n}`),
      );
      const reply: AgentReply = { kind: 'replied', text: 'Done.', toolCalls: [], model: 'm', finishReason: 'stop', usage: null };
      return round < rounds ? { ...reply, ...asking(...calls) } : reply;
    },
  };
  const run = ({ n }: { n: string }) => {
    entered.push(n);
    next();
    return n;
  };
  const options: CallWithToolsOptions = {
    model,
    prompt: 'Go.',
    tools: [
      defineTool({ name: 'note', effect: 'unsafe', run }),
      defineTool({ name: 'risky', effect: 'unsafe', requiresApproval: true, run }),
    ],
    autoExecute: true,
    concurrency,
    clock: virtualClock(),
    ids: countingIds(),
    ...(keepsClaims && { claims: memoryClaims() }),
  };
  let result = await callWithTools({ ...options, signal: controller.signal });
  for (let tries = 0; result.type !== 'final_answer'; tries++) {
    if (tries > 30) throw new Error(`It never ends: ${JSON.stringify(result)}`);
    expect(transcriptProblem(result.type === 'approval_required' ? result.messages.slice(0, -1) : result.messages)).toBeNull();
    const earlier: CallResult = isStored ? JSON.parse(JSON.stringify(result)) : result;
    const pending = result.type === 'approval_required' ? result.pending : [];
    const said = pending.map(
      ({ approvalId, position }) => [approvalId, { kind: decisions[Number(position.at(-3)) % 2] ?? 'allow' }] as const,
    );
    controller = new AbortController();
    result = await resume(earlier, { ...options, signal: controller.signal, decisions: Object.fromEntries(said) });
  }
  return { result, entered };
}

it('enters every call once and tells the model of each once, whatever stops the operation and however it is stored meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Event>('fine', 'fine', 'abort', 'fail'), { maxLength: 14 }),
      fc.tuple(fc.constantFrom<Decision['kind']>('allow', 'deny'), fc.constantFrom<Decision['kind']>('allow', 'deny')),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 1, max: 3 }),
      async (events, decisions, isStored, keepsClaims, concurrency) => {
        const { result, entered } = await untilAnswered(events, decisions, isStored, keepsClaims, concurrency);
        expect(new Set(entered).size).toBe(entered.length);
        expect(transcriptProblem(result.messages)).toBeNull();
        expect(result.toolResults.map(({ toolCallId }) => toolCallId)).toEqual(['0.0', '0.1', '0.2', '1.0', '1.1', '1.2']);
        expect(result.turns).toBe(rounds);
        for (const each of result.toolResults) {
          const wasEntered = entered.includes(each.toolCallId);
          expect(each.status === 'success' ? each.result : each.error.type).toBe(wasEntered ? each.toolCallId : 'approval_denied');
        }
      },
    ),
    { numRuns: 300 },
  );
});
