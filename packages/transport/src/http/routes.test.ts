import { IntarsiaError, type StartResult } from '@intarsia/core';
import { afterEach, expect, test } from 'vitest';
import { exchange, fact, packet, scriptedConversation, scriptedHandle, user } from '../test/scripted-conversation.ts';
import { type Served, serve } from '../test/serve-conversation.ts';

const base = '/api/conversations';
const one = `${base}/chat-1`;
const open: Served[] = [];
afterEach(async () => {
  for (const served of open.splice(0)) await served.close();
});
async function started(...given: Parameters<typeof serve>): Promise<Served> {
  const served = await serve(...given);
  open.push(served);
  return served;
}

const scope = { tenant: 'local', chat: 'chat-1' };
const unknown = { status: 404, body: { error: { code: 'conversation_unknown', message: 'No such conversation.' } } };
const badRequest = { code: 'bad_request', message: 'The request is not what the endpoint accepts.' };

test('a start gets an id of the server; the same request gets the same id again, another tenant another one', async () => {
  const given: object[] = [];
  const seen = new Set<string>();
  const conversation = scriptedConversation('chat-1', {
    async start(activation): Promise<StartResult> {
      given.push(activation);
      const key = `${activation.scope.tenant} ${activation.scope.chat}`;
      if (seen.has(key)) return { kind: 'repeated' };
      seen.add(key);
      return { kind: 'started', handle: scriptedHandle(activation.scope) };
    },
  });
  const served = await started(conversation, { tenant: (request) => String(request.headers['x-tenant'] ?? 'local') });
  const post = (body: object, headers = {}) => served.ask('POST', base, { body, headers });
  expect(await post({ input: 'a tracker' })).toEqual({
    status: 201,
    body: { conversation: expect.stringMatching(/^[0-9a-f]{32}$/), run: 'r1' },
  });
  const first = await post({ input: 'a tracker', request: 'q1', workflow: 'Other' });
  expect(first).toMatchObject({ status: 201, body: { run: 'r1' } });
  expect(await post({ input: 'a tracker', request: 'q1' })).toEqual({ status: 200, body: { ...Object(first.body), run: null } });
  const foreign = await post({ input: 'a tracker', request: 'q1' }, { 'x-tenant': 'b' });
  expect(foreign.status).toBe(201);
  expect(Reflect.get(Object(foreign.body), 'conversation')).not.toBe(Reflect.get(Object(first.body), 'conversation'));
  expect(given.slice(0, 2)).toMatchObject([
    { workflow: 'AppFactory', input: 'a tracker' },
    { workflow: 'Other', request: 'q1' },
  ]);
  expect(Object.keys(given[0] ?? {})).not.toContain('request');
});

test('an answer, a resume and a resolution go to the runtime with the scope of the request', async () => {
  const given: unknown[] = [];
  const handle = scriptedHandle(scope);
  const conversation = scriptedConversation('chat-1', {
    async answer(activation) {
      given.push(activation);
      return { kind: 'started', handle };
    },
    async resume(activation) {
      given.push(activation);
      return { kind: 'repeated' };
    },
    async resolve(...args) {
      given.push(args);
      return { kind: 'resolved' };
    },
  });
  const served = await started(conversation);
  expect(await served.ask('POST', `${one}/answer`, { body: { text: 'red', request: 'q2' } })).toEqual({
    status: 202,
    body: { conversation: 'chat-1', run: 'r1' },
  });
  expect(await served.ask('POST', `${one}/resume`)).toEqual({ status: 200, body: { conversation: 'chat-1', run: null } });
  const happened = { call: 'k1', resolution: 'happened', result: { id: 7 } };
  expect(await served.ask('POST', `${one}/resolve`, { body: happened })).toEqual({ status: 200, body: { conversation: 'chat-1' } });
  await served.ask('POST', `${one}/resolve`, { body: { call: 'k1', resolution: 'run_again' } });
  await served.ask('POST', `${one}/resolve`, { body: { ...happened, attempt: 2 } });
  await served.ask('POST', `${one}/resolve`, { body: { call: 'k1', resolution: 'failed', attempt: null } });
  const wrong = { call: 'k1', resolution: 'failed', attempt: 0 };
  expect(await served.ask('POST', `${one}/resolve`, { body: wrong })).toMatchObject({ status: 422 });
  expect(given).toEqual([
    { scope, text: 'red', request: 'q2' },
    { scope },
    [scope, 'k1', { kind: 'happened', result: { id: 7 } }, 'user'],
    [scope, 'k1', { kind: 'run_again' }, 'user'],
    [scope, 'k1', { kind: 'happened', result: { id: 7 }, attempt: 2 }, 'user'],
    [scope, 'k1', { kind: 'failed' }, 'user'],
  ]);
});

test('a response goes to the runtime with its call, its action and what came with it; null reads as absent', async () => {
  const given: unknown[] = [];
  const conversation = scriptedConversation('chat-1', {
    async respond(activation) {
      given.push(activation);
      return { kind: 'started', handle: scriptedHandle(scope) };
    },
  });
  const served = await started(conversation);
  const respond = (body: object) => served.ask('POST', `${one}/respond`, { body });
  const full = { call: 'k1', action: 'approve', response: { note: { deep: [1] } }, request: 'q3' };
  expect(await respond(full)).toEqual({ status: 202, body: { conversation: 'chat-1', run: 'r1' } });
  await respond({ call: 'k1', action: null, response: null, request: null });
  expect(given).toEqual([
    { scope, ...full },
    { scope, call: 'k1' },
  ]);
  for (const wrong of [{}, { call: '' }, { call: 'k1', response: [] }, { call: 'k1', response: 'yes' }, { call: 'k1', more: 1 }])
    expect(await respond(wrong)).toMatchObject({ status: 422, body: { error: { code: 'bad_request' } } });
  expect(await served.ask('POST', `${one}/respond`, { body: full, headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject({
    status: 403,
  });
  expect(given).toHaveLength(2);
});

test('a decision reaches the runtime as the person’s; anything that is none is refused before', async () => {
  const given: unknown[] = [];
  const conversation = scriptedConversation('chat-1', {
    async decide(activation) {
      given.push(activation);
      return { kind: 'started', handle: scriptedHandle(scope) };
    },
  });
  const served = await started(conversation);
  const decide = (body: object) => served.ask('POST', `${one}/decide`, { body });
  const full = { call: 'k1', decision: 'deny', reason: 'too much', definition: 'd1', request: 'q4' };
  expect(await decide(full)).toEqual({ status: 202, body: { conversation: 'chat-1', run: 'r1' } });
  await decide({ call: 'k1', decision: 'allow', reason: null, definition: null, request: null });
  expect(given).toEqual([
    { scope, ...full, by: 'user' },
    { scope, call: 'k1', decision: 'allow', by: 'user' },
  ]);
  const wrong = [
    {},
    { call: 'k1' },
    { call: 'k1', decision: 'maybe' },
    { call: '', decision: 'allow' },
    { ...full, by: 'boss' },
    { ...full, reason: ' ' },
    { ...full, definition: 7 },
  ];
  for (const body of wrong) expect(await decide(body)).toMatchObject({ status: 422, body: { error: { code: 'bad_request' } } });
  expect(given).toHaveLength(2);
});

test.each(['input_required', 'ui_required', 'approval_required', 'effect_uncertain'] as const)(
  'C14 a conversation that waits (%s) is paused with that reason, in its snapshot and in the list, and never completed',
  async (reason) => {
    const conversation = scriptedConversation();
    conversation.post(...exchange(1).slice(0, 3), fact('intarsia.run.paused', { reason, calls: ['k1'] }));
    const served = await started(conversation);
    expect(await served.ask('GET', `${one}/snapshot`)).toMatchObject({ status: 200, body: { status: 'paused', reason, owner: null } });
    expect(await served.ask('GET', base)).toMatchObject({ body: { conversations: [{ status: 'paused', reason }] } });
    conversation.post(fact('intarsia.run.started', { run: 'r2', reason: 'answer', seed: 'none' }));
    conversation.setOwner('another process');
    expect(await served.ask('GET', `${one}/snapshot`)).toMatchObject({ body: { status: 'running', reason: null } });
  },
);

test.each([
  ['conversation_unknown', 404],
  ['call_unknown', 404],
  ['not_paused', 409],
  ['conversation_busy', 409],
  ['replay_blocked', 409],
  ['call_uncertain', 409],
  ['ui_answer_required', 409],
  ['approval_required', 409],
  ['ui_answer_invalid', 422],
  ['workflow_unknown', 422],
  ['workflow_changed', 422],
  ['store_unavailable', 503],
] as const)('a refusal with %s is %i with the sentence of the runtime', async (code, status) => {
  const refused = { kind: 'refused', code, message: `Planner in channel c1: ${code}.` } as const;
  const answer = async () => refused;
  const served = await started(
    scriptedConversation('chat-1', { start: answer, answer, resume: answer, respond: answer, decide: answer, resolve: answer }),
  );
  const expected = { status, body: { error: { code, message: refused.message } } };
  expect(await served.ask('POST', base, { body: { input: 'x' } })).toEqual(expected);
  expect(await served.ask('POST', `${one}/answer`, { body: { text: 'x' } })).toEqual(expected);
  expect(await served.ask('POST', `${one}/resume`, { body: {} })).toEqual(expected);
  expect(await served.ask('POST', `${one}/respond`, { body: { call: 'k1' } })).toEqual(expected);
  expect(await served.ask('POST', `${one}/decide`, { body: { call: 'k1', decision: 'allow' } })).toEqual(expected);
  expect(await served.ask('POST', `${one}/resolve`, { body: { call: 'k1', resolution: 'failed' } })).toEqual(expected);
});

test('what is thrown is answered by its code alone and logged', async () => {
  const causes = [new Error('secret stack'), new IntarsiaError('workflow_invalid', 'secret path')];
  const conversation = scriptedConversation('chat-1', {
    resume: async () => {
      throw causes[0];
    },
    answer: async () => {
      throw causes[1];
    },
  });
  const served = await started(conversation);
  expect(await served.ask('POST', `${one}/resume`)).toEqual({
    status: 500,
    body: { error: { code: 'internal', message: 'Something failed that should not; the log has the cause.' } },
  });
  expect(await served.ask('POST', `${one}/answer`, { body: { text: 'x' } })).toMatchObject({
    status: 422,
    body: { error: { code: 'workflow_invalid' } },
  });
  expect(served.logged).toEqual([causes[0]]);
});

test('cancel reaches the run of this process, is harmless when there is none, and is refused when another process owns it', async () => {
  let cancelled = 0;
  let active = true;
  const conversation = scriptedConversation('chat-1', {
    active: () => {
      return active ? scriptedHandle(scope, () => (cancelled += 1)) : null;
    },
  });
  conversation.post(...exchange(1).slice(0, 3));
  const served = await started(conversation);
  const cancel = (path = one) => served.ask('POST', `${path}/cancel`);
  expect(await cancel()).toEqual({ status: 202, body: { conversation: 'chat-1', run: 'r1' } });
  expect(cancelled).toBe(1);
  active = false;
  conversation.setOwner('another process');
  expect(await cancel()).toMatchObject({ status: 409, body: { error: { code: 'conversation_busy' } } });
  conversation.setOwner(null);
  expect(await cancel()).toEqual({ status: 200, body: { conversation: 'chat-1', run: null } });
  expect(await cancel(`${base}/chat-2`)).toEqual(unknown);
  expect(cancelled).toBe(1);
});

test('R12, R13: the snapshot is what the stream would have told, with the status an observer sees; looking changes nothing', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const look = async () => Object((await served.ask('GET', `${one}/snapshot`)).body);
  const snapshot = await look();
  expect(snapshot).toMatchObject({ conversation: 'chat-1', workflow: 'AppFactory', status: 'paused', owner: null, head: 10 });
  const stream = await served.events(`${one}/events`);
  expect((await stream.frames('visible', 10)).map((frame) => frame.data)).toEqual(snapshot.events);
  conversation.post(...exchange(2).slice(0, 3));
  expect(await look()).toMatchObject({ status: 'interrupted', owner: null, head: 13 });
  conversation.setOwner('another process');
  expect(await look()).toMatchObject({ status: 'running', owner: 'elsewhere' });
  conversation.post(fact('intarsia.run.ended', { run: 'r2', status: 'failed', code: 'max_turns' }));
  conversation.setOwner(null);
  expect(await look()).toMatchObject({ status: 'failed', owner: null });
  expect(conversation.asked).toEqual([]);
});

test('the list tells title, status and beginning', async () => {
  const conversation = scriptedConversation();
  const long = `a tracker\n  for ${'plants '.repeat(40)}`;
  conversation.post(fact('intarsia.run.started', { seed: 'person' }), packet(user, long));
  const served = await started(conversation);
  const { body } = await served.ask('GET', base);
  const summary = {
    conversation: 'chat-1',
    workflow: 'AppFactory',
    status: 'interrupted',
    reason: null,
    owner: null,
    startedAt: '2026-01-01T00:00:01.000+00:00',
  };
  expect(body).toEqual({ conversations: [{ ...summary, title: expect.stringMatching(/^a tracker for plants .*…$/) }] });
  expect(Reflect.get(Object(body), 'conversations')[0].title).toHaveLength(80);
  const foreign = await started(conversation, { tenant: () => 'b' });
  expect(await foreign.ask('GET', base)).toEqual({ status: 200, body: { conversations: [] } });
});

test('a conversation that a document opened has no title', async () => {
  const conversation = scriptedConversation();
  conversation.post(fact('intarsia.run.started', { seed: 'document' }), packet(user, 'you are to build'));
  const served = await started(conversation);
  expect(await served.ask('GET', base)).toMatchObject({ body: { conversations: [{ title: null }] } });
});

test('the journal is numbered, goes on at its cursor, tells quarantined lines, and can be switched off', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const entries: { readonly number: number }[] = [];
  for (let after = ''; ; ) {
    const { body } = await served.ask('GET', `${one}/journal?after=${after}`);
    const page = Object(body);
    expect(page.quarantined).toEqual(after === '' ? [17] : []);
    entries.push(...page.entries);
    if (page.next === after) break;
    after = page.next;
  }
  expect(entries.map((entry) => entry.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(entries[1]).toMatchObject({ sender: 'user', type: 'ag2.packet', summary: 'question 1', data: { body: 'question 1' } });
  expect(entries[4]).toMatchObject({ sender: 'Planner', type: 'intarsia.tool.claimed', summary: 'save_plan, attempt 1' });
  expect(await served.ask('GET', `${one}/journal?after=x`)).toEqual({ status: 400, body: { error: badRequest } });
  const closed = await started(conversation, { journal: false });
  expect(await closed.ask('GET', `${one}/journal`)).toEqual(unknown);
});

test('foreign, malformed and unknown ids answer 404 on every route, all alike', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const foreign = await started(conversation, { tenant: () => 'b' });
  for (const id of ['chat-2', 'CHAT-1', 'chat_1', 'x'.repeat(65), '..%2Fchat-1', '%00', 'chat-1%2F']) {
    for (const view of ['snapshot', 'events', 'journal']) expect(await served.ask('GET', `${base}/${id}/${view}`)).toEqual(unknown);
    expect(await served.ask('POST', `${base}/${id}/cancel`)).toEqual(unknown);
  }
  for (const view of ['snapshot', 'events', 'journal']) expect(await foreign.ask('GET', `${one}/${view}`)).toEqual(unknown);
  for (const verb of ['answer', 'resume', 'cancel', 'resolve']) {
    const body = verb === 'answer' ? { text: 'x' } : verb === 'resolve' ? { call: 'k', resolution: 'failed' } : {};
    expect(await foreign.ask('POST', `${one}/${verb}`, { body })).toEqual(unknown);
  }
});

test('a path that is not ours is left to the server around us', async () => {
  const served = await started(scriptedConversation());
  for (const path of ['/', '/api/conversationsx', '/api/apps']) expect((await served.ask('GET', path)).status).toBe(204);
  expect(await served.ask('DELETE', base)).toEqual(unknown);
});

test('only small, flat, closed JSON gets in, and nothing of the rest reaches the runtime', async () => {
  const conversation = scriptedConversation();
  const served = await started(conversation);
  const post = (body: unknown, headers = {}) => served.ask('POST', base, { body, headers });
  const nested = `${'['.repeat(40)}${']'.repeat(40)}`;
  expect(await post('{"input":"x"}', { 'content-type': 'text/plain' })).toEqual({ status: 415, body: { error: badRequest } });
  expect(await post('{"input":"x"}', { 'content-type': 'application/jsonx' })).toMatchObject({ status: 415 });
  expect(await post('{"input"')).toEqual({ status: 400, body: { error: badRequest } });
  expect(await post(`{"input":${nested}}`)).toMatchObject({ status: 400 });
  expect(await post('['.repeat(30_000))).toMatchObject({ status: 400 });
  const chunked = { 'transfer-encoding': 'chunked' };
  expect(await post({ input: 'x'.repeat(70_000) }, chunked)).toEqual({ status: 413, body: { error: badRequest } });
  expect(await post({ input: 'x', extra: 1 }, chunked)).toMatchObject({ status: 422 });
  expect(await post({ input: 'x'.repeat(70_000) })).toEqual({ status: 413, body: { error: badRequest } });
  expect(await post({ input: 'x', extra: 1 })).toMatchObject({ status: 422 });
  expect(await post({ input: '  ' })).toEqual({ status: 422, body: { error: { ...badRequest, details: { paths: ['/input'] } } } });
  for (const body of [
    '{"__proto__":{"input":"x"}}',
    '{"input":"x","__proto__":{"extra":1}}',
    '{"input":"x","input":"y"}',
    '{"input":"x","inp\\u0075t":"y"}',
    '```json\n{"input":"x"}\n```',
    '{"input":"\\ud800"}',
  ])
    expect(await post(body), body).toEqual({ status: 400, body: { error: badRequest } });
  expect(await post('[]')).toMatchObject({ status: 422 });
  expect(await served.ask('POST', `${one}/resolve`, { body: { call: 'k', resolution: 'failed', result: 1 } })).toMatchObject({
    status: 422,
  });
  for (const result of ['{"paid":1,"paid":2}', '{"__proto__":{}}', '12345678901234567890']) {
    const body = `{"call":"k","resolution":"happened","result":${result}}`;
    expect(await served.ask('POST', `${one}/resolve`, { body }), body).toEqual({ status: 400, body: { error: badRequest } });
  }
  expect(conversation.asked).toEqual([]);
});

test('a hostile page gets 403 on every route and no run begins', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const hostile = [{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }];
  const forbidden = {
    status: 403,
    body: { error: { code: 'forbidden', message: 'The request comes from a page that may not ask this.' } },
  };
  for (const headers of hostile) {
    expect(await served.ask('GET', `${one}/snapshot`, { headers })).toEqual(forbidden);
    expect(await served.ask('GET', `${one}/events`, { headers })).toEqual(forbidden);
    expect(await served.ask('POST', base, { headers, body: { input: 'x' } })).toEqual(forbidden);
  }
  expect(conversation.asked).toEqual([]);
});
