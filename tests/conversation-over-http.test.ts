import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { embeddedNetwork } from '@intarsia/adapters-ag2';
import { type Agent, createRuntime, defineTool, type OutputModel, type Runtime, type ToolLoader, type Workflow } from '@intarsia/core';
import { randomIds, systemClock } from '@intarsia/core/node';
import { type ScriptedReply, scriptedAgents } from '@intarsia/core/testing';
import { memoryStore } from '@intarsia/knowledge-stores';
import { createTransport, type NumberedEvent } from '@intarsia/transport';
import { afterEach, expect, test } from 'vitest';

const plan: OutputModel = {
  name: 'Plan',
  shapes: new Map(),
  digest: 'd',
  providerSchema: () => ({ schema: { type: 'object' }, strict: false, reasons: [], unsaid: [] }),
  matches: () => true,
  validate: () => ({ kind: 'accepted', value: { fields: ['name'] } }),
};

function agent(name: string, more: Partial<Agent>): readonly [string, Agent] {
  const none = { description: null, structuredOutputsRequired: false, pendingTurnReplay: 'allow', output: null, view: [] } as const;
  return [name, { name, prompt: `You are ${name}.`, autoTools: [], callableTools: [], ...none, ...more }];
}

const save = {
  agent: 'Planner',
  index: 0,
  file: 'save.ts',
  function: 'save',
  description: null,
  type: 'Agent_Tool',
  surface: null,
  timeoutMs: null,
  onError: { kind: 'continue' },
  outcome: null,
  ui: null,
  selfEmitsUi: false,
} as const;
const rule = (source: string, target: string) => ({ source, target, when: { kind: 'after_turn' }, terminationReason: null }) as const;
const workflow: Workflow = {
  name: 'Tracker',
  digest: 'd',
  startupMode: 'UserDriven',
  maxTurns: 20,
  humanInTheLoop: true,
  initialMessage: null,
  initialAgent: 'Interviewer',
  agents: new Map([agent('Interviewer', {}), agent('Planner', { output: plan, autoTools: [save] })]),
  outputModels: new Map(),
  transitions: [
    rule('Interviewer', 'user'),
    rule('user', 'Planner'),
    { ...rule('Planner', 'terminate'), terminationReason: 'workflow_complete' },
  ],
  contextVariables: new Map(),
  failureMessageKey: null,
  unsupported: [],
  folder: null,
};
const tools: ToolLoader = {
  load: async () => ({ kind: 'loaded', tool: defineTool({ name: 'save', effect: 'keyed', run: () => ({ secret: 'hidden result' }) }) }),
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(script: Readonly<Record<string, readonly ScriptedReply[]>>) {
  const [clock, ids] = [systemClock, randomIds];
  const network = embeddedNetwork({ store: memoryStore(), clock, ids });
  const runtime: Runtime = createRuntime({ workflows: [workflow], network, agents: scriptedAgents(script), tools, clock, ids });
  const transport = createTransport({ runtime, clock, ids, defaultWorkflow: 'Tracker' });
  const server = createServer((incoming, outgoing) => void transport.handle(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  closing.push(async () => {
    transport.close();
    await runtime.close();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${address.port}/api/conversations`;
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return { status: answer.status, body: Object(await answer.json()) };
  };
  return { ask, stream: (conversation: string, after: number) => listen(`${url}/${conversation}/events?after=${after}`) };
}

/** Everything one subscriber was sent. */
interface Listener {
  readonly wire: () => string;
  /** Waits until an event of that kind arrived, and gives all events so far. */
  until(kind: string): Promise<readonly NumberedEvent[]>;
  close(): void;
}

function listen(url: string): Listener {
  let wire = '';
  const checks = new Set<() => void>();
  const sent = request(url, (incoming) => {
    incoming.setEncoding('utf8').on('data', (piece: string) => {
      wire += piece;
      for (const check of [...checks]) check();
    });
    incoming.on('error', () => undefined); // The test closes it itself.
  });
  sent.on('error', () => undefined);
  sent.end();
  const events = (): readonly NumberedEvent[] =>
    wire
      .split('\n\n')
      .slice(0, -1)
      .filter((block) => block.includes('event: visible'))
      .map((block) => JSON.parse(block.slice(block.indexOf('data: ') + 6)));
  return {
    wire: () => wire,
    until: (kind) =>
      new Promise((resolve) => {
        const check = () => {
          const found = events();
          if (!found.some(({ event }) => event.kind === kind)) return;
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
      }),
    close: () => sent.destroy(),
  };
}

const told = (events: readonly NumberedEvent[]) =>
  events.map(({ event }) => (event.kind === 'speaker' ? `speaker ${event.agent}` : event.kind));

test('a conversation is started, answered and completed over HTTP; every tab is told the same, and nothing of the data', async () => {
  const { ask, stream } = await serve({ Interviewer: ['Which fields?'], Planner: ['{"fields":["name"]}'] });
  const started = await ask('POST', '', { input: 'a tracker for plants', request: 'q1' });
  expect(started.status).toBe(201);
  const { conversation } = started.body;
  expect(await ask('POST', '', { input: 'a tracker for plants', request: 'q1' })).toEqual({
    status: 200,
    body: { conversation, run: null },
  });

  const first = stream(conversation, 0);
  const interview = await first.until('run.paused');
  expect(told(interview)).toEqual(['run.started', 'message', 'speaker Interviewer', 'message', 'speaker user', 'run.paused']);
  expect(interview.at(-1)?.event).toMatchObject({ question: 'Which fields?', reason: 'input_required' });
  expect((await ask('GET', `/${conversation}/snapshot`)).body).toMatchObject({ status: 'paused', owner: null, head: 6, events: interview });
  expect((await ask('POST', `/${conversation}/resume`, {})).body).toMatchObject({ error: { code: 'answer_required' } });

  expect((await ask('POST', `/${conversation}/answer`, { text: 'name', request: 'q2' })).status).toBe(202);
  const whole = await first.until('run.ended');
  expect(told(whole).slice(6)).toEqual([
    'run.started',
    'message',
    'speaker Planner',
    'output',
    'tool.started',
    'tool.finished',
    'run.ended',
  ]);
  expect(whole.map(({ seq }) => seq)).toEqual(whole.map((_, index) => index + 1));
  expect(whole.at(-1)?.event).toMatchObject({ status: 'completed', code: null, resumable: false });
  expect(first.wire()).not.toMatch(/fields":|hidden result/);

  for (const { seq } of whole.slice(0, -1)) {
    const tab = stream(conversation, seq);
    expect(await tab.until('run.ended')).toEqual(whole.slice(seq));
    tab.close();
  }
  expect((await ask('GET', `/${conversation}/snapshot`)).body).toMatchObject({ status: 'completed', events: whole });
  expect((await ask('GET', '')).body).toMatchObject({
    conversations: [{ conversation, title: 'a tracker for plants', workflow: 'Tracker', status: 'completed', owner: null }],
  });
  expect((await ask('POST', `/${conversation}/answer`, { text: 'more' })).status).toBe(409);
  first.close();
});

test('R18: a tab that leaves does not stop the run; cancel does', async () => {
  const called = Promise.withResolvers<AbortSignal>();
  const thinks: ScriptedReply = (asked) => {
    called.resolve(asked.signal);
    return new Promise((_, reject) => asked.signal.addEventListener('abort', () => reject(asked.signal.reason)));
  };
  const { ask, stream } = await serve({ Interviewer: [thinks] });
  const { conversation } = (await ask('POST', '', { input: 'a tracker' })).body;
  const tab = stream(conversation, 0);
  await tab.until('speaker');
  const signal = await called.promise;
  tab.close();
  expect((await ask('GET', `/${conversation}/snapshot`)).body).toMatchObject({ status: 'running', owner: 'here' });
  expect(signal.aborted).toBe(false);
  expect((await ask('POST', `/${conversation}/cancel`, {})).status).toBe(202);
  const back = stream(conversation, 0);
  expect((await back.until('run.ended')).at(-1)?.event).toMatchObject({ status: 'cancelled', code: 'cancelled', resumable: true });
  back.close();
});
