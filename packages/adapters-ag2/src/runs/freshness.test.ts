import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, ToolBinding, ToolLoader, Workflow, WorkflowResult } from '@intarsia/core';
import { toolLoader, type WorkflowLoader, workflowLoader } from '@intarsia/core/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { converse, scope } from './conversation.test-support.ts';

const documents = {
  'orchestrator.yaml': `schema_version: mozaiks.orchestrator.v1
workflow_name: Invoices
workflow_startup_mode: UserDriven
initial_agent: Reader
`,
  'agents.yaml': 'agents: [{ name: Reader, system_message: Read the invoice., structured_outputs_required: true }]\n',
  'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Reader: Invoice }
models: { Invoice: { type: model, fields: { total: { type: int } } } }
`,
  'tools.yaml': 'tools: [{ agent: Reader, file: book.mjs, function: book, tool_type: Agent_Tool, auto_tool_call: true }]\n',
  'transition_graph.yaml': 'transition_rules: [{ source_agent: Reader, target_agent: terminate, transition_type: after_turn }]\n',
  'book.mjs': "export const book = (fields) => ['booked', fields];\nexport const file = (fields) => ['filed', fields];\n",
};

let root = '';
let loader: WorkflowLoader;
const write = (files: Readonly<Record<string, string>>) =>
  Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(root, 'Invoices', name), text)));

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'freshness-'));
  await mkdir(join(root, 'Invoices'));
  await write(documents);
  loader = workflowLoader(join(root, 'Invoices'));
});
afterEach(() => rm(root, { recursive: true }));

function workflowIn(result: WorkflowResult): Workflow {
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.problems));
  return result.workflow;
}

/** One turn of the agent that says this, in a process that has this workflow: how the run ended and what tools returned. */
async function turn(workflow: Workflow, said: JsonObject, tools: ToolLoader = toolLoader()) {
  const talk = converse({ workflow, script: { Reader: [JSON.stringify(said)] }, options: { tools } });
  const { status } = await talk.start();
  return { status, results: (await talk.facts('intarsia.tool.settled')).map(({ result }) => result) };
}

/** The answer of a process that has no workflow to the same. */
function turnWithout(workflow: Workflow) {
  const talk = converse({ workflow, options: { workflows: [], tools: toolLoader() } });
  return talk.runtime.start({ workflow: workflow.name, scope, input: 'an invoice' });
}

const booked = (fields: JsonObject) => ({ status: 'completed', results: [['booked', fields]] });
const nothing = { status: 'failed', results: [] };

describe('a dispatch takes the documents as they were loaded and the code as it is', () => {
  it('FR1 unchanged, two dispatches: the binding is the same object, and the loader is asked at each', async () => {
    const workflow = workflowIn(await loader.load());
    const fresh = toolLoader();
    const asked: ToolBinding[] = [];
    const tools: ToolLoader = {
      load(from, binding) {
        asked.push(binding);
        return fresh.load(from, binding);
      },
    };
    expect(await turn(workflow, { total: 1 }, tools)).toEqual(booked({ total: 1 }));
    const first = asked.length;
    expect(await turn(workflow, { total: 2 }, tools)).toEqual(booked({ total: 2 }));
    expect(first).toBeGreaterThan(0);
    expect(asked).toHaveLength(2 * first);
    expect(new Set(asked)).toEqual(new Set(workflow.agents.get('Reader')?.autoTools));
    expect(new Set(asked).size).toBe(1);
  });

  it('FR2 a model gains a field, and is loaded again: the new shape runs, the old one does not', async () => {
    const before = workflowIn(await loader.load());
    expect(await turn(before, { total: 1 })).toEqual(booked({ total: 1 }));
    await write({ 'structured_outputs.yaml': documents['structured_outputs.yaml'].replace('{ total', '{ currency: { type: str }, total') });
    const after = workflowIn(await loader.load());
    expect(await turn(after, { currency: 'EUR', total: 1 })).toEqual(booked({ currency: 'EUR', total: 1 }));
    expect(await turn(after, { total: 1 })).toEqual(nothing);
  });

  it('FR3 the code is edited, and nothing is loaded again: the next dispatch runs the new code', async () => {
    const workflow = workflowIn(await loader.load());
    expect(await turn(workflow, { total: 1 })).toEqual(booked({ total: 1 }));
    await write({ 'book.mjs': "export const book = (fields) => ['edited', fields];" });
    expect(await turn(workflow, { total: 1 })).toEqual({ status: 'completed', results: [['edited', { total: 1 }]] });
  });

  it('FR4 tools.yaml names another function, and is loaded again: that function runs', async () => {
    await turn(workflowIn(await loader.load()), { total: 1 });
    await write({ 'tools.yaml': documents['tools.yaml'].replace('function: book', 'function: file') });
    expect(await turn(workflowIn(await loader.load()), { total: 1 })).toEqual({ status: 'completed', results: [['filed', { total: 1 }]] });
  });

  it('FR5 a workflow that is not loaded does nothing, and loaded again it runs', async () => {
    const workflow = workflowIn(await loader.load());
    expect(await turn(workflow, { total: 1 })).toEqual(booked({ total: 1 }));
    expect(await turnWithout(workflow)).toMatchObject({ kind: 'refused', code: 'workflow_unknown' });
    expect(await turn(workflowIn(await loader.load()), { total: 3 })).toEqual(booked({ total: 3 }));
  });

  it('FR6 a broken document leaves no workflow, so nothing runs, and mended it runs', async () => {
    const workflow = workflowIn(await loader.load());
    await write({ 'tools.yaml': 'tools: [' });
    expect(await loader.load()).toMatchObject({ kind: 'refused', problems: [{ file: 'tools.yaml', code: 'yaml_syntax' }] });
    expect(await loader.load()).not.toHaveProperty('workflow');
    expect(await turnWithout(workflow)).toMatchObject({ kind: 'refused', code: 'workflow_unknown' });
    await write(documents);
    expect(await turn(workflowIn(await loader.load()), { total: 4 })).toEqual(booked({ total: 4 }));
  });
});
