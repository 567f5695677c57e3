import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeTool, type JsonObject, type Workflow } from '@intarsia/core';
import { loadWorkflow, toolLoader } from '@intarsia/core/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OfflineModel, startOfflineModel } from './index.ts';

let model: OfflineModel;
let folder: string;
let workflow: Workflow;
let tool: JsonObject;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offline-model-'));
  model = await startOfflineModel({ logFile: join(folder, 'logs', 'requests.jsonl') });
  const loaded = await loadWorkflow(join(import.meta.dirname, '../../workflows/AppFactory'));
  if (loaded.kind === 'refused') throw new Error(JSON.stringify(loaded.problems));
  workflow = loaded.workflow;
  const binding = workflow.agents.get('Interviewer')?.callableTools[0];
  if (binding === undefined) throw new Error('The interviewer has no tool.');
  const recording = await toolLoader().load(workflow, binding);
  if (recording.kind === 'missing') throw new Error(recording.message);
  tool = { type: 'function', function: { ...describeTool('record_brief', null, recording.tool) } };
});

afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

async function post(request: JsonObject | string): Promise<Answer> {
  const body = typeof request === 'string' ? request : JSON.stringify({ model: model.model, ...request });
  const response = await fetch(`${model.url}/chat/completions`, { method: 'POST', body });
  return { status: response.status, body: Object(await response.json()) };
}

async function chunksOf(request: JsonObject): Promise<readonly JsonObject[]> {
  const response = await fetch(`${model.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: model.model, stream: true, ...request }),
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const lines = (await response.text()).split('\n\n').filter((line) => line !== '');
  expect(lines.pop()).toBe('data: [DONE]');
  return lines.map((line): JsonObject => JSON.parse(line.replace(/^data: /, '')));
}

const messageOf = ({ body }: Answer): JsonObject => Object(body['choices'])[0].message;
const callOf = (answer: Answer): { readonly id: string; readonly name: string; readonly input: JsonObject } => {
  const [call] = Object(messageOf(answer)['tool_calls']);
  return { id: call.id, name: call.function.name, input: JSON.parse(call.function.arguments) };
};
const system = { role: 'system', content: 'You interview.' };
const user = (content: string): JsonObject => ({ role: 'user', content });
const schemaOf = (agent: string): JsonObject => {
  const output = workflow.agents.get(agent)?.output;
  if (!output) throw new Error(`${agent} has no model.`);
  const { schema, strict } = output.providerSchema('json_schema');
  return { type: 'json_schema', json_schema: { name: output.name, strict, schema: { ...schema } } };
};

describe('the interview', () => {
  const words = 'a tracker for sensors with name, zone (A or B) and rating from 1 to 5';

  test('asks in plain text, in several pieces, with the usage in the last chunk', async () => {
    const chunks = await chunksOf({
      messages: [system, user('a tracker for sensors')],
      tools: [tool],
      stream_options: { include_usage: true },
    });
    const text = chunks.map((chunk) => Object(chunk['choices'])[0]?.delta?.content ?? '').join('');
    expect(text).toContain('Which fields should a sensor have?');
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }], usage: null });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } });
  });

  test('calls the tool with what the person said, streamed and whole alike', async () => {
    const request = { messages: [system, user(words)], tools: [tool] };
    const whole = await post(request);
    const call = callOf(whole);
    expect(call).toMatchObject({
      name: 'record_brief',
      input: {
        app_title: 'Sensors',
        entity: { singular: 'sensor', plural: 'sensors' },
        fields: [
          { name: 'name', label: 'name', type: 'text', required: false },
          { name: 'zone', label: 'zone', type: 'choice', choices: ['A', 'B'] },
          { name: 'rating', label: 'rating', type: 'integer', min: 1, max: 5 },
        ],
        notes: '',
      },
    });
    const chunks = await chunksOf(request);
    const deltas = chunks.flatMap((chunk) => Object(chunk['choices'])[0]?.delta?.tool_calls ?? []);
    expect(deltas[0]).toMatchObject({ index: 0, type: 'function', function: { name: 'record_brief', arguments: '' } });
    expect(JSON.parse(deltas.map((delta) => delta.function.arguments).join(''))).toEqual(call.input);
    expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] });
  });

  const withResult = (result: string): JsonObject => ({
    messages: [
      system,
      user(words),
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'record_brief', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: result },
    ],
    tools: [tool],
  });

  test('closes after the tool took it, and asks what the tool asks', async () => {
    expect(messageOf(await post(withResult('{"status":"ok"}')))['content']).toBe('Recorded: a sensor has name, zone and rating.');
    expect(messageOf(await post(withResult('{"status":"error","ask":"Which zones?"}')))['content']).toBe('Which zones?');
    expect(messageOf(await post(withResult('Error: the arguments are wrong.')))['content']).toBe('Error: the arguments are wrong.');
  });

  test('the same request gets the same answer, whatever came between', async () => {
    const first = await post({ messages: [system, user(words)], tools: [tool] });
    await post({ messages: [system, user('a tracker for books with title')], tools: [tool] });
    const again = await post({ messages: [system, user(words)], tools: [tool] });
    expect({ ...again.body, created: 0 }).toEqual({ ...first.body, created: 0 });
  });

  test('a tool that takes something else is not called with what it does not know', async () => {
    const other = {
      type: 'function',
      function: {
        name: 'note',
        parameters: { type: 'object', properties: { entity: { type: 'string' }, fields: { type: 'array', items: { type: 'string' } } } },
      },
    };
    expect(messageOf(await post({ messages: [user(words)], tools: [other] }))).toMatchObject({
      content: expect.stringContaining('does not know'),
    });
  });

  test('reads content that comes in parts', async () => {
    const answer = await post({ messages: [{ role: 'user', content: [{ type: 'text', text: words }] }], tools: [tool] });
    expect(callOf(answer).name).toBe('record_brief');
  });
});

describe('the plan and the files', () => {
  test('follow the brief and the plan that the prompt shows, in the form that is asked for', async () => {
    const { input } = callOf(
      await post({ messages: [system, user('a tracker for sensors with name (required) and temperature')], tools: [tool] }),
    );
    const planned = await post({
      messages: [{ role: 'system', content: `Plan.\nBRIEF: ${JSON.stringify(input)}` }, user('…')],
      response_format: schemaOf('Planner'),
    });
    const plan: JsonObject = JSON.parse(String(messageOf(planned)['content']));
    expect(workflow.agents.get('Planner')?.output?.validate(plan)).toMatchObject({ kind: 'accepted' });
    expect(plan).toMatchObject({
      title: 'Sensors',
      entity: input['entity'],
      fields: [
        { name: 'name', required: true },
        { name: 'temperature', type: 'number' },
      ],
    });

    const built = await post({
      messages: [{ role: 'system', content: `Build.\nAPP_PLAN: ${JSON.stringify(plan)}` }, user('…')],
      response_format: schemaOf('Builder'),
    });
    const code: JsonObject = JSON.parse(String(messageOf(built)['content']));
    expect(workflow.agents.get('Builder')?.output?.validate(code)).toMatchObject({ kind: 'accepted' });
    expect(Object(code['files']).map((file: JsonObject) => file['path'])).toContain('server.mjs');
  });

  test('without a brief or a plan there is no answer in that form', async () => {
    for (const agent of ['Planner', 'Builder']) {
      const answer = await post({
        messages: [{ role: 'system', content: 'BRIEF: None\nAPP_PLAN: None' }, user('hello')],
        response_format: schemaOf(agent),
      });
      expect(messageOf(answer)['content']).toMatch(/^There is no/);
    }
  });

  test('any other form, and talk without a tool, is declined in words', async () => {
    const weather = {
      type: 'json_schema',
      json_schema: { name: 'Weather', schema: { type: 'object', properties: { degrees: { type: 'number' } } } },
    };
    for (const request of [{ response_format: weather }, {}]) {
      expect(messageOf(await post({ messages: [user('What is the weather?')], ...request }))['content']).toContain(
        'can only interview, plan and build',
      );
    }
  });
});

describe('the API', () => {
  test('lists its model', async () => {
    expect(await (await fetch(`${model.url}/models`)).json()).toMatchObject({ object: 'list', data: [{ id: 'intarsia-offline' }] });
  });

  test.each([
    ['no JSON', '{', 400, 'invalid_json'],
    ['no messages', '{"model":"intarsia-offline"}', 400, 'invalid_value'],
    ['empty messages', '{"model":"intarsia-offline","messages":[]}', 400, 'invalid_value'],
    ['a role it does not know', '{"model":"intarsia-offline","messages":[{"role":"wizard","content":"x"}]}', 400, 'invalid_value'],
    ['another model', '{"model":"gpt","messages":[{"role":"user","content":"x"}]}', 404, 'model_not_found'],
  ])('refuses %s as OpenAI does', async (_what, body, status, code) => {
    expect(await post(body)).toMatchObject({
      status,
      body: { error: { code, type: 'invalid_request_error', message: expect.any(String) } },
    });
  });

  test('answers 404 and 405 elsewhere', async () => {
    expect((await fetch(`${model.url}/embeddings`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${model.url}/chat/completions`)).status).toBe(405);
  });

  test('writes each request to its log before it answers', async () => {
    const before = model.requests().length;
    await post({ messages: [system, user('hello')], tools: [tool], response_format: schemaOf('Planner') });
    const expected = {
      tools: ['record_brief'],
      schema: 'AppPlan',
      lastUserText: 'hello',
      stream: false,
      messages: 2,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(model.requests()).toHaveLength(before + 1);
    expect(model.requests().at(-1)).toMatchObject(expected);
    const lines = (await readFile(join(folder, 'logs', 'requests.jsonl'), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(before + 1);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(expected);
  });
});
