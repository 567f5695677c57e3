import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentReply } from '../../ports/agents.ts';
import { defineTool } from '../define-tool.ts';
import type { ToolEvent } from '../execution/index.ts';
import { callWithTools, resume } from './call-with-tools.ts';
import { addition, answers, asking, asks, calculator, looper, ofType, scripted, sent } from './calling.test-support.ts';
import { transcriptProblem } from './transcript.ts';

const auto = { autoExecute: true } as const;
const echo = defineTool({ name: 'echo', effect: 'none', run: (input) => input });
const boom = defineTool({
  name: 'boom',
  run: () => {
    throw new Error('It is broken.');
  },
});

describe('the loop', () => {
  it('TOOL-13 runs what the model asks for and ends with its answer', async () => {
    const { tool, ran } = calculator();
    const { options } = scripted([addition, 'It is 8.'], { ...auto, tools: [tool] });
    const result = await callWithTools(options);
    expect(result).toMatchObject({ type: 'final_answer', text: 'It is 8.', turns: 1, modelCalls: 2 });
    expect(ran).toEqual([{ operation: 'add', a: 5, b: 3 }]);
    expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(result.messages[2]).toMatchObject({ callId: 'tc_1' });
    expect(answers(result.messages)).toEqual([{ ok: true, result: 8 }]);
  });

  it('TOOL-14 sends the same tools, limits and temperature with every model call, and a choice of tools with the first', async () => {
    const { tool } = calculator();
    const told = { maxTokens: 123, temperature: 0.2 };
    const { options, model } = scripted([addition, 'Done.'], { ...auto, ...told, tools: [tool], toolChoice: { tool: 'calculator' } });
    await callWithTools(options);
    expect(sent(model, 0)).toMatchObject({ ...told, toolChoice: { tool: 'calculator' } });
    expect(sent(model, 1)).toMatchObject({ ...told, toolChoice: 'auto', tools: sent(model, 0).tools });
  });

  it('TOOL-15 adds usage up', async () => {
    const usage = (inputTokens: number, outputTokens: number, cost: number, line: string): Partial<AgentReply> => ({
      usage: { inputTokens, outputTokens },
      usageDetails: { cost, line_items: [line] },
    });
    const { options } = scripted(
      [
        { ...asking(asks('echo')), ...usage(10, 8, 0.001, 'first') },
        { text: 'Done.', ...usage(12, 6, 0.002, 'second') },
      ],
      {
        ...auto,
        tools: [echo],
      },
    );
    expect((await callWithTools(options)).usage).toEqual({
      inputTokens: 22,
      outputTokens: 14,
      totalTokens: 36,
      details: { cost: 0.003, line_items: ['second'] },
    });
  });

  it('TOOL-16 gives a provider back what it said with its reply', async () => {
    const metadata = { response_id: 'resp_1', reasoning_details: [{ signature: 'abc' }] };
    const { options, model } = scripted([{ ...asking(asks('echo')), metadata }, 'Done.'], { ...auto, tools: [echo] });
    await callWithTools(options);
    expect(sent(model, 1).messages[1]).toMatchObject({ role: 'assistant', metadata });
  });

  it('TOOL-17 ends at maxTurns with what the model asks for last, and can be gone on from', async () => {
    const model = looper((round) => asking(asks('echo', { round }, `tc_${round}`)));
    const { options } = scripted([], { ...auto, model, tools: [echo], maxTurns: 1 });
    const result = ofType(await callWithTools(options), 'tool_calls');
    expect(result).toMatchObject({
      reason: 'max_turns_reached',
      turns: 1,
      modelCalls: 2,
      toolCalls: [{ id: 'tc_1', arguments: { round: 1 } }],
    });
    expect(result.toolResults).toHaveLength(1);
    expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    const further = await resume(result, { ...options, maxTurns: 2 });
    expect(further).toMatchObject({
      type: 'tool_calls',
      reason: 'max_turns_reached',
      turns: 3,
      modelCalls: 4,
      toolCalls: [{ id: 'tc_3' }],
    });
    expect(further.toolResults.map((each) => each.status === 'success' && each.result)).toEqual([{ round: 0 }, { round: 1 }, { round: 2 }]);
  });

  it('TOOL-18 runs nothing where maxTurns is 0', async () => {
    const { tool, ran } = calculator();
    const { options, model } = scripted([addition], { ...auto, tools: [tool], maxTurns: 0 });
    const result = await callWithTools(options);
    expect(result).toMatchObject({
      type: 'tool_calls',
      reason: 'max_turns_reached',
      turns: 0,
      toolCalls: [{ name: 'calculator' }],
      toolResults: [],
    });
    expect(ran).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it('TOOL-19 sends each assistant message once, and every answer right after its call', async () => {
    const { options, model } = scripted([asking(asks('echo', { n: 1 }, 'a')), asking(asks('echo', { n: 2 }, 'b')), 'Done.'], {
      ...auto,
      tools: [echo],
    });
    const result = await callWithTools(options);
    expect(result).toMatchObject({ type: 'final_answer', turns: 2 });
    const asked = { role: 'assistant', content: '' };
    expect(sent(model, 2).messages).toEqual([
      { role: 'user', content: 'Calculate 5 + 3.' },
      { ...asked, toolCalls: [asks('echo', { n: 1 }, 'a')] },
      { role: 'tool', callId: 'a', content: '{"ok":true,"result":{"n":1}}' },
      { ...asked, toolCalls: [asks('echo', { n: 2 }, 'b')] },
      { role: 'tool', callId: 'b', content: '{"ok":true,"result":{"n":2}}' },
    ]);
    expect(result.messages).toEqual([...sent(model, 2).messages, { role: 'assistant', content: 'Done.' }]);
  });

  it('TOOL-20 tells the model of a tool that fails, is unknown, gets bad arguments or takes too long, and goes on', async () => {
    const { tool } = calculator();
    const slow = defineTool({ name: 'slow', timeoutMs: 20, run: () => new Promise<null>(() => {}) });
    const calls = [asks('boom', {}, '1'), asks('nope', {}, '2'), asks('calculator', { a: 'x' }, '3'), asks('slow', {}, '4')];
    const { options, clock } = scripted([asking(...calls), 'Done.'], { ...auto, tools: [boom, tool, slow] });
    const running = callWithTools(options);
    await clock.advance(20);
    const result = await running;
    expect(result).toMatchObject({ type: 'final_answer', text: 'Done.' });
    expect(answers(result.messages)).toMatchObject(
      ['execution_error', 'not_found', 'invalid_arguments', 'timeout'].map((type) => ({ ok: false, error: { type } })),
    );
  });

  it('TOOL-21 answers every call of a reply in order, whichever of them fails', async () => {
    const calls = [asks('echo', { n: 1 }, 'a'), asks('boom', {}, 'b'), asks('echo', { n: 3 }, 'c')];
    const { options } = scripted([asking(...calls), 'Done.'], { ...auto, tools: [echo, boom] });
    const result = await callWithTools(options);
    expect(result.messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))).toEqual(['a', 'b', 'c']);
    expect(answers(result.messages).map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(result.toolResults.map(({ status }) => status)).toEqual(['success', 'error', 'success']);
  });

  /** Four calls that end in the order of `ends`, two at a time. */
  async function inOrder(ends: readonly number[]) {
    const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<string>());
    const started: number[] = [];
    const wait = defineTool<{ n: number }>({
      name: 'wait',
      run: ({ n }) => {
        started.push(n);
        return gates[n]?.promise;
      },
    });
    const events: ToolEvent[] = [];
    const calls = gates.map((_, n) => asks('wait', { n }, `w${n}`));
    const { options, clock } = scripted([asking(...calls), 'Done.'], {
      ...auto,
      tools: [wait],
      concurrency: 2,
      onEvent: (event) => events.push(event),
    });
    const running = callWithTools(options);
    for (const n of ends) {
      await clock.advance(1);
      expect(started.length).toBeLessThanOrEqual(2 + ends.indexOf(n));
      gates[n]?.resolve(`done ${n}`);
    }
    await clock.advance(0);
    return { result: await running, events };
  }

  it('TOOL-22 keeps messages, results and events in the order of the calls when they end in reverse', async () => {
    const { result, events } = await inOrder([1, 2, 3, 0]);
    const ids = ['w0', 'w1', 'w2', 'w3'];
    expect(result.toolResults.map(({ toolCallId }) => toolCallId)).toEqual(ids);
    expect(answers(result.messages).map((each) => each['result'])).toEqual(['done 0', 'done 1', 'done 2', 'done 3']);
    for (const kind of ['tool.start', 'tool.end'])
      expect(events.filter((event) => event.kind === kind).map(({ callId }) => callId)).toEqual(ids);
  });

  it('T21 gives byte-identical messages whatever order parallel calls end in', async () => {
    const [first, ...others] = await Promise.all(
      [
        [0, 1, 2, 3],
        [1, 0, 3, 2],
        [1, 2, 3, 0],
      ].map(inOrder),
    );
    for (const { result } of others) expect(JSON.stringify(result.messages)).toBe(JSON.stringify(first?.result.messages));
  });

  it('TOOL-23 keeps turns, usage and results when a later model call fails, and goes on from there', async () => {
    const failure = { kind: 'failed', code: 'model_refused', message: 'No.', retryable: false } as const;
    const usage = { inputTokens: 10, outputTokens: 8 };
    const { options, model } = scripted([{ ...asking(asks('echo', { n: 1 })), usage }, failure, 'Done.'], { ...auto, tools: [echo] });
    const failed = await callWithTools(options);
    expect(failed).toMatchObject({
      type: 'error',
      error: { type: 'model_error', code: 'model_refused' },
      turns: 1,
      modelCalls: 1,
      usage: { totalTokens: 18 },
      toolResults: [{ status: 'success', result: { n: 1 } }],
    });
    expect(transcriptProblem(failed.messages)).toBeNull();
    expect(await resume(failed, options)).toMatchObject({
      type: 'final_answer',
      text: 'Done.',
      turns: 1,
      modelCalls: 2,
      toolResults: [{}],
    });
    expect(sent(model, 2).messages).toEqual(failed.messages);
  });
});

describe('replies that are not what they should be', () => {
  const ended = async (reply: Partial<AgentReply>) => {
    const { options } = scripted([reply], { ...auto, tools: [echo] });
    return callWithTools(options);
  };

  it('TOOL-24 takes text for the answer where the calls are missing; without text the reply is incomplete', async () => {
    expect(await ended({ text: 'It is 8.', finishReason: 'tool_calls' })).toMatchObject({ type: 'final_answer', text: 'It is 8.' });
    expect(await ended({ text: ' ', finishReason: 'tool_calls' })).toMatchObject({
      type: 'error',
      error: { type: 'incomplete_response', code: 'empty_reply' },
      modelCalls: 1,
      messages: [{ role: 'user' }],
    });
  });

  it.each(['length', 'content_filter', 'error', 'cancelled', 'anything'])(
    'TOOL-25 takes nothing from a reply that ended as %s, and runs no half call',
    async (finishReason) => {
      const result = await ended({ text: 'So', toolCalls: [asks('echo', '{"n":')], finishReason });
      expect(result).toMatchObject({
        type: 'error',
        error: { type: 'incomplete_response' },
        toolResults: [],
        messages: [{ role: 'user' }],
      });
    },
  );

  it('runs none of more calls than a reply may have', async () => {
    expect(await ended(asking(...Array.from({ length: 65 }, (_, n) => asks('echo', {}, `${n}`))))).toMatchObject({
      type: 'error',
      error: { type: 'incomplete_response', code: 'too_many_calls' },
      toolResults: [],
    });
  });

  it.each(['{"a":1', '[1]', '7', 'null', '{"a":1}{"a":2}'])(
    'TOOL-26 tells the model what is wrong with the arguments %s, and runs nothing',
    async (given) => {
      const ran: unknown[] = [];
      const tool = defineTool({ name: 'count', run: (input) => void ran.push(input) });
      const { options } = scripted([asking(asks('count', given)), 'Done.'], { ...auto, tools: [tool] });
      const result = await callWithTools(options);
      expect(result).toMatchObject({
        type: 'final_answer',
        toolResults: [{ status: 'error', attempts: 0, error: { type: 'invalid_arguments' } }],
      });
      expect(answers(result.messages)).toMatchObject([{ ok: false, error: { message: expect.stringContaining('JSON') } }]);
      expect(ran).toEqual([]);
    },
  );

  it('TOOL-27 gives a call without an id one of its own, and calls with one id two', async () => {
    const calls = [
      asks('echo', { n: 1 }, ''),
      asks('echo', { n: 2 }, 'x'),
      asks('echo', { n: 3 }, 'x'),
      asks('echo', { n: 4 }, 'call_0_0'),
    ];
    const { options } = scripted([asking(...calls), 'Done.'], { ...auto, tools: [echo] });
    const { messages } = await callWithTools(options);
    const asked = messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : [])).map(({ id }) => id);
    expect(new Set(asked).size).toBe(4);
    expect(asked).not.toContain('');
    expect(messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))).toEqual(asked);
    expect(transcriptProblem(messages)).toBeNull();
  });

  it('T5 runs both calls of a provider that numbers them anew in each reply, under keys by position', async () => {
    const keys: string[] = [];
    const tool = defineTool({ name: 'note', run: (_, { idempotencyKey }) => void keys.push(idempotencyKey) });
    const call = asking(asks('note', {}, 'call_0'));
    const { options } = scripted([call, call, 'Done.'], { ...auto, tools: [tool], hintOnRepeat: false });
    const { messages } = await callWithTools(options);
    expect(new Set(keys).size).toBe(2);
    expect(transcriptProblem(messages)).toBeNull();
  });

  it('TOOL-28 gives the model one hint when a round only repeats the one before', async () => {
    const rounds = (messages: readonly { readonly role: string }[]) => messages.map(({ role }) => role.slice(0, 1)).join('');
    const same = (round: number) => asking(asks('echo', { b: 1, a: 2 }, `tc_${round}`));
    const { options } = scripted([same(1), same(2), same(3), same(4), 'Done.'], { ...auto, tools: [echo] });
    const result = await callWithTools(options);
    expect(rounds(result.messages)).toBe('u' + 'at' + 'at' + 'u' + 'at' + 'at' + 'a');
    expect(result.messages[5]).toMatchObject({ role: 'user', content: expect.stringContaining('same calls') });
    const without = scripted([same(1), same(2), 'Done.'], { ...auto, tools: [echo], hintOnRepeat: false });
    expect(rounds((await callWithTools(without.options)).messages)).toBe('u' + 'at' + 'at' + 'a');
    const other = scripted([same(1), asking(asks('echo', { a: 3 }, 'o')), same(3), 'Done.'], { ...auto, tools: [echo] });
    expect(rounds((await callWithTools(other.options)).messages)).toBe('u' + 'atatat' + 'a');
  });
});

it('answers a call of a tool that is gone when the operation goes on with not_found', async () => {
  const { options } = scripted([asking(asks('echo')), 'Done.'], { tools: [echo] });
  const asked = ofType(await callWithTools(options), 'tool_calls');
  expect(await resume(asked, { ...options, tools: [] })).toMatchObject({
    type: 'final_answer',
    toolResults: [{ error: { type: 'not_found' } }],
  });
});

it('steps through rounds with resume where nothing is run by itself', async () => {
  const { options } = scripted([asking(asks('echo', { n: 1 }, 'a')), asking(asks('echo', { n: 2 }, 'b')), 'Done.'], { tools: [echo] });
  const first = ofType(await callWithTools(options), 'tool_calls');
  const second = ofType(await resume(JSON.parse(JSON.stringify(first)), options), 'tool_calls');
  expect(second).toMatchObject({ turns: 1, toolCalls: [{ id: 'b' }], toolResults: [{ result: { n: 1 } }] });
  expect(await resume(second, options)).toMatchObject({ type: 'final_answer', turns: 2, modelCalls: 3 });
});

it('has nothing to go on with after a final answer, whose messages another operation begins with', async () => {
  const { options, model } = scripted(['Hello.', 'Fine.']);
  const first = await callWithTools(options);
  expect(await resume(first, options)).toMatchObject({ type: 'error', error: { type: 'not_suspended' }, messages: first.messages });
  expect(await callWithTools({ ...options, messages: first.messages, prompt: 'How are you?' })).toMatchObject({ text: 'Fine.' });
  expect(sent(model, 1).messages).toEqual([...first.messages, { role: 'user', content: 'How are you?' }]);
});

it('begins with what it is given where the earlier input was refused', async () => {
  const { options, model } = scripted(['Hello.']);
  const refused = await callWithTools({ ...options, prompt: '' });
  expect(await resume(refused, options)).toMatchObject({ type: 'final_answer', operationId: refused.operationId });
  expect(sent(model, 0).messages).toEqual([{ role: 'user', content: 'Calculate 5 + 3.' }]);
});

it('makes no further model call once its tokens are used up, and goes on with more', async () => {
  const usage = { inputTokens: 60, outputTokens: 40 };
  const { options } = scripted([{ ...asking(asks('echo')), usage }, 'Done.'], { ...auto, tools: [echo] });
  const spent = await callWithTools({ ...options, tokenBudget: 100 });
  expect(spent).toMatchObject({ type: 'error', error: { type: 'token_budget_exhausted' }, turns: 1, toolResults: [{ status: 'success' }] });
  expect(await resume(spent, { ...options, tokenBudget: 101 })).toMatchObject({ type: 'final_answer' });
});

it('TOOL-19 any replies at all leave a transcript that providers take, with each call answered once', async () => {
  const call = fc.record({
    id: fc.constantFrom('', ' ', 'a', 'b', 'call_0_0', 'call_1_0'),
    name: fc.constantFrom('echo', 'boom', 'nope', ''),
    arguments: fc.constantFrom('{}', '{"n":1}', '{', '[]', ''),
  });
  const reply = fc.record({
    text: fc.constantFrom('', 'Text.'),
    toolCalls: fc.array(call, { maxLength: 4 }),
    finishReason: fc.constantFrom('stop', 'tool_calls', 'length'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(reply, { maxLength: 6 }), fc.integer({ min: 0, max: 4 }), async (replies, maxTurns) => {
      const { options, model } = scripted([...replies, 'Done.'], { ...auto, tools: [echo, boom], maxTurns });
      const result = await callWithTools(options);
      for (const { messages } of model.requests) expect(transcriptProblem(messages)).toBeNull();
      const isOpen = result.type === 'tool_calls';
      expect(transcriptProblem(isOpen ? result.messages.slice(0, -1) : result.messages)).toBeNull();
      const assistants = result.messages.filter(({ role }) => role === 'assistant').length;
      expect(assistants).toBe(result.modelCalls - (result.type === 'error' ? 1 : 0));
    }),
    { numRuns: 200 },
  );
});
