import type { StartResult } from '@intarsia/core';
import { afterEach, expect, test } from 'vitest';
import { scriptedConversation, scriptedHandle } from '../test/scripted-conversation.ts';
import { type Served, serve } from '../test/serve-conversation.ts';

const open: Served[] = [];
afterEach(async () => {
  for (const served of open.splice(0)) await served.close();
});

test.each([
  ['', { workflow: 'Other', input: 'plants' }, { request: null }],
  ['', { input: 'plants' }, { workflow: null, request: null }],
  ['', {}, { workflow: null, input: null, request: null }],
  ['/chat-1/answer', { text: 'red' }, { request: null }],
  ['/chat-1/resume', {}, { request: null }],
])('J12 on %j null for an optional field of a request reads as without it', async (path, body, nulls) => {
  const given: object[] = [];
  const verb = async (activation: object): Promise<StartResult> => {
    const { scope: _scope, ...rest } = { scope: null, ...activation };
    given.push(rest);
    return { kind: 'started', handle: scriptedHandle({ tenant: 'local', chat: 'chat-1' }) };
  };
  const served = await serve(scriptedConversation('chat-1', { start: verb, answer: verb, resume: verb }));
  open.push(served);
  const ask = async (sent: object) => (await served.ask('POST', `/api/conversations${path}`, { body: sent })).status;
  expect(await ask({ ...body, ...nulls })).toBe(await ask(body));
  expect(given).toHaveLength(2);
  expect(given[0]).toEqual(given[1]);
  expect(Object.values(given[0] ?? {})).not.toContain(null);
  expect(Object.keys(given[0] ?? {})).not.toContain('request');
});

test('null for a field that is not optional is refused', async () => {
  const served = await serve(scriptedConversation());
  open.push(served);
  expect(await served.ask('POST', '/api/conversations/chat-1/answer', { body: { text: null } })).toMatchObject({ status: 422 });
});
