import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  artifactStore,
  bindOutput,
  checkInput,
  IntarsiaError,
  type JsonObject,
  openContext,
  type SandboxPort,
  type ToolBinding,
  type ToolContext,
  type Workflow,
} from '@intarsia/core';
import { loadWorkflow, randomIds, systemClock, toolLoader } from '@intarsia/core/node';
import { memoryStore } from '@intarsia/knowledge-stores';
import { processSandbox } from '@intarsia/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateApp } from '../../src/generated-app/index.ts';

const scope = { tenant: 'local', app: 'greenhouse' };
const plan = {
  title: 'Sensors',
  summary: '',
  notes: '',
  entity: { singular: 'sensor', plural: 'sensors' },
  fields: [
    { name: 'name', label: 'name', type: 'text' as const, required: true, choices: [], min: null, max: null },
    { name: 'temperature', label: 'temperature', type: 'number' as const, required: false, choices: [], min: null, max: null },
  ],
};
const brief = {
  app_title: 'Sensors',
  entity: { singular: 'sensor', plural: 'sensors' },
  fields: [{ name: 'name', label: 'name', type: 'text', required: true }],
  notes: '',
};

let workflow: Workflow;
let folder: string;
let sandbox: SandboxPort;
const artifacts = artifactStore({ store: memoryStore(), clock: systemClock, ids: randomIds });
let values: JsonObject = {};

beforeAll(async () => {
  const loaded = await loadWorkflow(import.meta.dirname);
  if (loaded.kind === 'refused') throw new Error(JSON.stringify(loaded.problems));
  expect(loaded.warnings).toEqual([]);
  workflow = loaded.workflow;
  folder = await mkdtemp(join(tmpdir(), 'app-factory-'));
  sandbox = processSandbox({ root: folder, allowUnisolated: true });
});

afterAll(async () => {
  for (const { id } of await sandbox.list()) await (await sandbox.connect(id))?.terminate();
  await rm(folder, { recursive: true, force: true });
});

const bindingOf = (agent: string, name: string): ToolBinding => {
  const known = workflow.agents.get(agent);
  const binding = [...(known?.autoTools ?? []), ...(known?.callableTools ?? [])].find((candidate) => candidate.function === name);
  if (binding === undefined) throw new Error(`${agent} has no tool ${name}.`);
  return binding;
};

/** Runs a tool as the runtime does: its writes are kept for the next one. */
async function call(agent: string, name: string, input: unknown, key = `${agent}:${name}`): Promise<JsonObject> {
  const loaded = await toolLoader().load(workflow, bindingOf(agent, name));
  if (loaded.kind === 'missing') throw new Error(loaded.message);
  const context = openContext({ workflow, values, writer: 'deterministic_tool' });
  const run = { ...scope, chat: 'chat', workflow: 'AppFactory', run: 'run', turn: 'turn', agent };
  const ctx: ToolContext = {
    contextVariables: context.access,
    idempotencyKey: key,
    signal: new AbortController().signal,
    run,
    answer: null,
    call: { id: 'call', tool: 'tool', attempt: 1 },
    data: {},
    emit() {},
    services: { artifacts, sandbox },
  };
  const isAuto = workflow.agents.get(agent)?.autoTools.some((binding) => binding.function === name) === true;
  const checked = (isAuto ? bindOutput : checkInput)(loaded.tool, JSON.parse(JSON.stringify(input)));
  if (checked.kind === 'refused') return { refused: checked.message };
  const result = await loaded.tool.run(checked.input, ctx);
  values = context.access.snapshot();
  return Object(result);
}

describe('record_brief', () => {
  test('keeps a clear brief and ends the interview', async () => {
    expect(await call('Interviewer', 'record_brief', brief)).toEqual({ status: 'ok', entity: 'sensor', fields: ['name'] });
    expect(values).toMatchObject({ brief, interview_complete: true });
  });

  test.each([
    ['no fields', { ...brief, fields: [] }, 'Which fields should one sensor have?'],
    ['a vague entry', { ...brief, entity: { singular: 'thing', plural: 'things' } }, 'What kind of entry'],
    ['a choice without values', { ...brief, fields: [{ ...brief.fields[0], type: 'choice' }] }, 'Which values can "name" have?'],
    ['limits of a text', { ...brief, fields: [{ ...brief.fields[0], min: 1 }] }, 'Should it be a number?'],
    ['swapped limits', { ...brief, fields: [{ ...brief.fields[0], type: 'number', min: 5, max: 1 }] }, 'smallest and which the largest'],
    ['one key twice', { ...brief, fields: [...brief.fields, ...brief.fields] }, 'What should the second one be called?'],
    ['a key of the app itself', { ...brief, fields: [{ ...brief.fields[0], name: 'id' }] }, 'its own "id"'],
  ])('asks back about %s and writes nothing', async (_what, unclear, question) => {
    values = {};
    const result = await call('Interviewer', 'record_brief', unclear);
    expect(result['status']).toBe('error');
    expect(result['ask']).toContain(question);
    expect(values).toEqual({});
  });

  test('refuses what its schema does not know', async () => {
    expect(await call('Interviewer', 'record_brief', { ...brief, surprise: true })).toHaveProperty('refused');
    expect(await call('Interviewer', 'record_brief', { ...brief, fields: [{ ...brief.fields[0], type: 'colour' }] })).toHaveProperty(
      'refused',
    );
  });
});

test('save_plan keeps the plan', async () => {
  await call('Planner', 'save_plan', plan);
  expect(values['app_plan']).toEqual(plan);
});

describe('the builder', () => {
  test('saves, validates and starts a good app; a repeated call changes nothing', { timeout: 60_000 }, async () => {
    const files = generateApp(plan);
    const saved = await call('Builder', 'save_artifact', { files, summary: 'An app.' });
    expect(saved).toMatchObject({ status: 'ok', number: 1 });
    expect(saved['files']).toHaveLength(files.length);
    expect(await call('Builder', 'save_artifact', { files, summary: 'An app.' })).toEqual(saved);

    const report = await call('Builder', 'validate_artifact', {});
    expect(report).toMatchObject({
      status: 'passed',
      tests: { failed: 0 },
      steps: [{ name: 'Syntax' }, { name: 'Tests' }, { name: 'Start' }],
    });
    expect(values['validation_status']).toBe('passed');
    expect(await call('Builder', 'validate_artifact', {})).toEqual(report);
    expect(await sandbox.list(scope)).toEqual([]);
    expect(await artifacts.outcomes(scope)).toMatchObject([
      { version: saved['version'], status: 'passed', strategy: sandbox.capabilities.label },
    ]);

    const preview = await call('Builder', 'start_preview', {});
    expect(preview['status']).toBe('ok');
    expect(values['preview_url']).toBe(preview['url']);
    const added = await fetch(`${String(preview['localUrl']).replace(/\/$/, '')}/api/sensors`, { method: 'POST', body: '{"name":"Door"}' });
    expect(added.status).toBe(201);
    expect(await call('Builder', 'start_preview', {})).toMatchObject({ sandbox: preview['sandbox'], port: preview['port'] });
    const later = await call('Builder', 'start_preview', {}, 'another call');
    expect(later['sandbox']).not.toBe(preview['sandbox']);
    expect((await sandbox.list(scope)).map((info) => info.id)).toEqual([later['sandbox']]);
  });

  test.each([
    ['a syntax error', 'server.mjs', 'export const = 1;', 'Syntax', 'server.mjs is not valid JavaScript'],
    [
      'a failing test',
      'test/app.test.mjs',
      "import test from 'node:test'; test('no', () => { throw new Error('broken promise'); });",
      'Tests',
      '1 of 1 tests failed',
    ],
  ])('tells about %s, and starts no preview', { timeout: 60_000 }, async (what, path, content, step, summary) => {
    const files = generateApp(plan).map((file) => (file.path === path ? { path, content } : file));
    await call('Builder', 'save_artifact', { files }, `save ${what}`);
    const report = await call('Builder', 'validate_artifact', {}, `validate ${what}`);
    expect(report['status']).toBe('failed');
    const steps: readonly JsonObject[] = Object(report['steps']);
    const failed = steps.filter(({ status }) => status === 'failed');
    expect(failed).toMatchObject([{ name: step, summary }]);
    expect(failed[0]?.['output']).not.toBe('');
    expect(steps.at(-1)).toMatchObject({ name: 'Start', status: 'skipped' });
    expect(values['validation_status']).toBe('failed');
    expect(await call('Builder', 'start_preview', {}, `preview ${what}`)).toMatchObject({ status: 'failed' });
    expect((await sandbox.list(scope)).filter(({ purpose }) => purpose === 'validation')).toEqual([]);
  });

  test('an earlier validation sandbox of the same call is ended first', { timeout: 60_000 }, async () => {
    const leftover = await sandbox.create({ purpose: 'validation', owner: scope, lifetimeMs: 60_000, labels: { key: 'leftover' } });
    await call('Builder', 'save_artifact', { files: generateApp(plan) }, 'save leftover');
    await call('Builder', 'validate_artifact', {}, 'leftover');
    expect(await sandbox.connect(leftover.info.id)).toBeNull();
  });

  test('an earlier validation sandbox that ends before it could be ended does no harm', { timeout: 60_000 }, async () => {
    const gone = new IntarsiaError('sandbox_gone', 'ended');
    const leftover = await sandbox.create({ purpose: 'validation', owner: scope, lifetimeMs: 60_000, labels: { key: 'gone' } });
    const ended = { ...leftover, info: leftover.info, terminate: () => Promise.reject(gone) };
    const whole = sandbox;
    sandbox = {
      ...whole,
      connect: async (id) => {
        await (await whole.connect(id))?.terminate();
        return ended;
      },
    };
    await call('Builder', 'save_artifact', { files: generateApp(plan) }, 'save gone');
    const report = await call('Builder', 'validate_artifact', {}, 'gone').finally(() => (sandbox = whole));
    expect(report['status']).toBe('passed');
  });

  test.each([
    ['no server', [{ path: 'index.html', content: '' }]],
    ['a path that leaves the app', [{ path: '../server.mjs', content: '' }]],
    [
      'one path twice',
      [
        { path: 'server.mjs', content: '' },
        { path: 'server.mjs', content: '1' },
      ],
    ],
    ['no files', []],
  ])('refuses files with %s and validates nothing', async (what, files) => {
    expect(await call('Builder', 'save_artifact', { files }, `save ${what}`)).toMatchObject({ status: 'failed' });
    expect(await call('Builder', 'validate_artifact', {}, `validate ${what}`)).toMatchObject({ status: 'failed' });
    expect(values['validation_status']).toBe('failed');
  });
});
