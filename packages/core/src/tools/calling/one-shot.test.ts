import { expect, it } from 'vitest';
import { defineTool } from '../define-tool.ts';
import { callWithTools, resume } from './call-with-tools.ts';
import type { CallResult } from './call-with-tools-types.ts';
import { addition, answers, asking, asks, calculator, scripted, sent } from './calling.test-support.ts';

const tool = (name: string) => defineTool({ name, description: `Does ${name}.`, run: () => name });

it('TOOL-7 a plain question without tools is answered, with the model, no turns and the messages', async () => {
  const { options, model } = scripted(['It is 8.']);
  expect(await callWithTools(options)).toEqual({
    type: 'final_answer',
    text: 'It is 8.',
    result: 'It is 8.',
    thinking: '',
    repairs: 0,
    turns: 0,
    modelCalls: 1,
    replies: 1,
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0, details: {} },
    messages: [
      { role: 'user', content: 'Calculate 5 + 3.' },
      { role: 'assistant', content: 'It is 8.' },
    ],
    toolResults: [],
    model: 'scripted',
    finishReason: 'stop',
    operationId: '0'.repeat(31).concat('1'),
  });
  expect(sent(model, 0)).not.toHaveProperty('toolChoice');
});

it('TOOL-8 gives the calls that the model asks for and runs nothing', async () => {
  const { tool: add, ran } = calculator();
  const { options, model } = scripted([addition], { tools: [add] });
  expect(await callWithTools(options)).toMatchObject({
    type: 'tool_calls',
    toolCalls: [{ id: 'tc_1', name: 'calculator', arguments: { operation: 'add', a: 5, b: 3 } }],
    turns: 0,
    toolResults: [],
    messages: [{ role: 'user' }, { role: 'assistant', toolCalls: [{ id: 'tc_1' }] }],
  });
  expect(ran).toEqual([]);
  expect(sent(model, 0).tools).toMatchObject([
    { name: 'calculator', description: 'Calculates.', parameters: { additionalProperties: false } },
  ]);
  expect(model.requests).toHaveLength(1);
});

it('TOOL-9 keeps the text of a reply that also asks for a call', async () => {
  const { options } = scripted([{ ...addition, text: 'Let me see.' }]);
  const result = await callWithTools(options);
  expect(result).toMatchObject({ type: 'tool_calls', text: 'Let me see.', messages: [{}, { role: 'assistant', content: 'Let me see.' }] });
});

it.each([
  [
    'throws',
    (): never => {
      throw new Error('secret of the provider');
    },
  ],
  ['rejects', async () => Promise.reject(new Error('secret of the provider'))],
])('TOOL-10 ends as an error when the model %s: nothing is thrown, and the messages are those so far', async (_, run) => {
  const logged: unknown[] = [];
  const { options } = scripted([], { model: { run }, log: ({ cause }) => logged.push(cause) });
  const result = await callWithTools(options);
  expect(result).toMatchObject({
    type: 'error',
    error: { type: 'model_error', code: 'model_failed', retryable: false },
    messages: [{ role: 'user', content: 'Calculate 5 + 3.' }],
    modelCalls: 0,
  });
  expect(JSON.stringify(result)).not.toContain('secret');
  expect(logged).toEqual([new Error('secret of the provider')]);
});

it('is told what a runner answers that is no reply', async () => {
  const run = async () => ({ kind: 'replied', text: 7 });
  const { options, clock } = scripted([], { model: { run: run as never }, modelRetries: 1 });
  const result = callWithTools(options);
  await clock.advance(500);
  expect(await result).toMatchObject({ type: 'error', error: { type: 'model_error', code: 'model_garbage', retryable: true } });
});

it('asks again, as often as it may, where a failure may pass', async () => {
  const failure = { kind: 'failed', code: 'model_rate_limited', message: 'Slow down.', retryable: true } as const;
  const { options, model, clock } = scripted([failure, failure, 'Done.']);
  const result = callWithTools(options);
  await clock.advance(499);
  expect(model.requests).toHaveLength(1);
  await clock.advance(1_001);
  expect(await result).toMatchObject({ type: 'final_answer', modelCalls: 1 });
  const again = scripted([failure], { modelRetries: 0 });
  expect(await callWithTools(again.options)).toMatchObject({
    error: { type: 'model_error', code: 'model_rate_limited', message: 'Slow down.' },
  });
});

it('TOOL-11 offers nothing for an empty list, and refuses an unknown name unless it is told to ignore it', async () => {
  const tools = [tool('a'), tool('b')];
  const empty = scripted(['Done.'], { tools, only: [] });
  await callWithTools(empty.options);
  expect(sent(empty.model, 0).tools).toEqual([]);
  const unknown = scripted([], { tools, only: ['nope', 'a', 'hm'] });
  expect(await callWithTools(unknown.options)).toMatchObject({
    type: 'error',
    error: { type: 'unknown_tools', details: { unknown: ['hm', 'nope'], known: ['a', 'b'] } },
  });
  const ignored = scripted(['Done.'], { tools, only: ['nope', 'a'], unknownTools: 'ignore' });
  await callWithTools(ignored.options);
  expect(sent(ignored.model, 0).tools.map(({ name }) => name)).toEqual(['a']);
});

it('TOOL-12 answers a call of a tool that was left out with not_found, and goes on', async () => {
  const { options, model } = scripted([asking(asks('b')), 'Done.'], { tools: [tool('a'), tool('b')], only: ['a'], autoExecute: true });
  const result = await callWithTools(options);
  expect(sent(model, 0).tools.map(({ name }) => name)).toEqual(['a']);
  expect(result).toMatchObject({ type: 'final_answer', toolResults: [{ status: 'error', error: { type: 'not_found' } }] });
  expect(answers(result.messages)).toMatchObject([{ ok: false, error: { type: 'not_found' } }]);
});

it('neither offers nor runs what the policy denies, and offers no tool whose schema cannot be closed', async () => {
  const logged: string[] = [];
  const open = defineTool({ name: 'open', input: { type: 'object', patternProperties: { x: {} } }, run: () => 1 });
  const tools = [tool('a'), tool('b'), open];
  const { options, model } = scripted([asking(asks('b')), 'Done.'], {
    tools,
    policy: { deny: ['b'] },
    autoExecute: true,
    log: ({ message }) => logged.push(message),
  });
  const result = await callWithTools(options);
  expect(sent(model, 0).tools.map(({ name }) => name)).toEqual(['a']);
  expect(result.toolResults).toMatchObject([{ error: { type: 'forbidden' } }]);
  expect(logged).toEqual(['"open" is not offered: its schema cannot be closed.']);
});

/** What a caller leaves of a transcript that became too long. */
const shortened = (step: CallResult): CallResult => ({
  ...step,
  messages: [{ role: 'user', content: 'So far.' }, ...step.messages.slice(-1)],
});

it('T5 is gone on with step by step under shorter messages, whatever ids its provider gives calls', async () => {
  const keys: string[] = [];
  const note = defineTool({ name: 'note', run: (_, { idempotencyKey }) => void keys.push(idempotencyKey) });
  const { options, model } = scripted([...Array.from({ length: 3 }, () => asking(asks('note', {}, 'call_0'))), 'Done.'], { tools: [note] });
  let step = await callWithTools(options);
  while (step.type === 'tool_calls') step = await resume(shortened(step), options);
  expect(step).toMatchObject({ type: 'final_answer', turns: 3, modelCalls: 4 });
  expect(new Set(keys).size).toBe(3);
  expect(sent(model, 3).messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
});
