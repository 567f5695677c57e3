import { expect, it } from 'vitest';
import { defineTool } from '../define-tool.ts';
import { callWithTools, resume } from './call-with-tools.ts';
import type { CallResult } from './call-with-tools-types.ts';
import { asking, asks, scripted } from './calling.test-support.ts';

const call = { id: 'a', name: 'pay', arguments: '{}' };
const asked = { role: 'assistant', content: '', toolCalls: [call] };
const answered = { role: 'tool', callId: 'a', content: '{}' };

it.each<[string, (end: Record<string, unknown>) => unknown, string]>([
  ['nothing', () => null, 'at /:'],
  ['a text', () => 'stored', 'at /:'],
  ['without its messages', ({ messages: _, ...end }) => end, 'at /messages:'],
  ['without its usage', ({ usage: _, ...end }) => end, 'at /usage:'],
  ['with results that are none', (end) => ({ ...end, toolResults: [null] }), 'at /toolResults/0:'],
  ['with pending calls that are none', (end) => ({ ...end, pending: [{}] }), 'at /pending/0/approvalId:'],
  ['with a message that is none', (end) => ({ ...end, messages: [null] }), 'Message 0 is none'],
  ['with an answer to no call', (end) => ({ ...end, messages: [answered] }), 'Message 0 answers "a"'],
  ['with a call that was left open', (end) => ({ ...end, messages: [asked, { role: 'user', content: 'x' }] }), 'Message 1 comes before'],
  ['with one id for two calls', (end) => ({ ...end, messages: [asked, answered, asked] }), 'Two calls have one id.'],
])('an end is not gone on from that is %s: nothing is run, and no model is asked', async (_, change, why) => {
  const ran: string[] = [];
  const tool = defineTool({ name: 'pay', run: () => ran.push('paid') });
  const { options, model } = scripted([asking(asks('pay')), 'Done.'], { tools: [tool] });
  const end: Record<string, unknown> = JSON.parse(JSON.stringify(await callWithTools(options)));
  expect(await resume(change(end) as CallResult, options)).toMatchObject({
    type: 'error',
    error: { type: 'invalid_input', code: 'invalid_result', message: expect.stringContaining(why) },
  });
  expect([ran, model.requests.length]).toEqual([[], 1]);
  expect(await resume(end as unknown as CallResult, options)).toMatchObject({ type: 'final_answer' });
});
