import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invoiceCheck, loadedWith } from '../documents/folder.test-support.ts';
import type { WorkflowResult } from '../documents/workflow.ts';
import { loadWorkflow, workflowLoader } from './load-workflow.ts';

let root = '';
let folder = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'intarsia-workflow-'));
  folder = join(root, 'invoicecheck');
  await mkdir(folder);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
};
const problemsOf = (result: WorkflowResult) =>
  result.kind === 'refused' ? result.problems.map(({ file, code }) => `${file} ${code}`) : [];

describe('loadWorkflow', () => {
  it('gives what the documents compile to, and where tool files are', async () => {
    await write({ ...invoiceCheck, 'README.md': '# [', 'book.ts': 'export const book = 1' });
    await mkdir(join(folder, 'tools'));
    await writeFile(join(folder, 'tools', 'data.yaml'), 'not: a workflow document');
    const result = await loadWorkflow(folder);
    const expected = loadedWith().workflow;
    expect(result).toMatchObject({ kind: 'loaded', workflow: { name: 'InvoiceCheck', folder, digest: expected.digest }, warnings: [] });
  });

  it('takes Python tool files when it is told that no tool is run', async () => {
    await write({ ...invoiceCheck, 'tools.yaml': (invoiceCheck['tools.yaml'] ?? '').replace('book.ts', 'book.py') });
    expect(problemsOf(await loadWorkflow(folder))).toEqual(['tools.yaml python_tool_file']);
    const result = await loadWorkflow(folder, { withoutTools: true });
    expect(result).toMatchObject({ kind: 'loaded', workflow: { unsupported: [{ code: 'python_tool_file' }] }, warnings: [] });
  });

  it('tells what cannot be read together with what is wrong', async () => {
    await write({
      ...invoiceCheck,
      'agents.yaml': new Uint8Array([0x61, 0x3a, 0x20, 0xff]),
      'tools.yaml': `# ${'x'.repeat(1024 * 1024)}`,
      'agent.yml': '',
      'context_variables.yml': '',
    });
    await mkdir(join(folder, 'extended_orchestration'));
    await mkdir(join(folder, 'a2a.yaml'));
    await writeFile(join(folder, 'extended_orchestration', 'task_batches.yaml'), 'batches: [{}]');
    await writeFile(join(folder, 'extended_orchestration', 'batches.yaml'), '');
    expect(problemsOf(await loadWorkflow(folder))).toEqual([
      'a2a.yaml file_unreadable',
      'agent.yml file_name',
      'agents.yaml not_utf8',
      'context_variables.yml file_name',
      'extended_orchestration/batches.yaml unknown_document',
      'extended_orchestration/task_batches.yaml required',
      'extended_orchestration/task_batches.yaml required',
      'extended_orchestration/task_batches.yaml required',
      'extended_orchestration/task_batches.yaml required',
      'tools.yaml file_too_large',
    ]);
  });

  it('RK3: tells a reserved name in a folder', async () => {
    await write({
      ...invoiceCheck,
      'context_variables.yaml': `${invoiceCheck['context_variables.yaml']}  structured_output: { source: { type: state } }\n`,
    });
    const result = await loadWorkflow(folder);
    expect(result).toMatchObject({
      kind: 'refused',
      problems: [{ code: 'reserved_name', message: expect.stringContaining('structured_output') }],
    });
  });

  it('tells a folder without an orchestrator, without anything, or that is none', async () => {
    expect(problemsOf(await loadWorkflow(folder))).toContain('orchestrator.yaml document_missing');
    expect(problemsOf(await loadWorkflow(join(folder, 'nowhere')))).toEqual([' folder_unreadable']);
    await write({ file: '' });
    expect(problemsOf(await loadWorkflow(join(folder, 'file')))).toEqual([' not_a_folder']);
  });
});

describe('a loader', () => {
  const invoices = (invoiceCheck['structured_outputs.yaml'] ?? '').replace('[EUR, USD]', '[EUR]');

  it('gives at every load what a first load gives, whatever changed', async () => {
    const loader = workflowLoader(folder);
    const steps: readonly Readonly<Record<string, string>>[] = [
      invoiceCheck,
      { 'agents.yaml': 'agents: [' },
      { 'structured_outputs.yaml': invoices },
      { 'agents.yaml': invoiceCheck['agents.yaml'] ?? '' },
      { 'orchestrator.yaml': (invoiceCheck['orchestrator.yaml'] ?? '').replace('Reader', 'Reder') },
      { 'context_variables.yaml': '', 'orchestrator.yaml': invoiceCheck['orchestrator.yaml'] ?? '' },
      invoiceCheck,
    ];
    const kinds: string[] = [];
    for (const step of steps) {
      await write(step);
      const [again, first] = [await loader.load(), await loadWorkflow(folder)];
      kinds.push(again.kind);
      expect(told(again)).toEqual(told(first));
    }
    expect(kinds).toEqual(['loaded', 'refused', 'refused', 'loaded', 'refused', 'refused', 'loaded']);
  });

  it('leaves nothing of an earlier load when the folder has become wrong, and loads it when it is mended', async () => {
    await write(invoiceCheck);
    const loader = workflowLoader(folder);
    const before = await loader.load();
    await write({ 'structured_outputs.yaml': invoices.replace('Currency:', 'Currncy:') });
    expect(await loader.load()).not.toHaveProperty('workflow');
    await write({ 'structured_outputs.yaml': invoices });
    const after = await loader.load();
    const accepts = (result: WorkflowResult, currency: string): boolean | undefined =>
      result.kind === 'loaded'
        ? result.workflow.agents.get('Reader')?.output?.validate({ total: 1, currency }).kind === 'accepted'
        : undefined;
    expect([accepts(before, 'USD'), accepts(after, 'USD'), accepts(after, 'EUR')]).toEqual([true, false, true]);
  });

  it('sees a change that keeps the size and the time of a file', async () => {
    await write(invoiceCheck);
    const loader = workflowLoader(folder);
    const { mtime } = await stat(join(folder, 'agents.yaml'));
    const first = await loader.load();
    await write({ 'agents.yaml': (invoiceCheck['agents.yaml'] ?? '').replace('goodbye', 'welcome') });
    await utimes(join(folder, 'agents.yaml'), mtime, mtime);
    expect(told(await loader.load())).not.toEqual(told(first));
  });

  it('compiles models again only when their document changed', async () => {
    await write(invoiceCheck);
    const loader = workflowLoader(folder);
    const output = async () => {
      const result = await loader.load();
      return result.kind === 'loaded' ? result.workflow.agents.get('Reader')?.output : undefined;
    };
    const first = await output();
    await write({ 'agents.yaml': (invoiceCheck['agents.yaml'] ?? '').replace('goodbye', 'hello') });
    expect(await output()).toBe(first);
    await write({ 'structured_outputs.yaml': invoices });
    expect(await output()).not.toBe(first);
  });

  it('goes on when the folder is gone for a while', async () => {
    const loader = workflowLoader(folder);
    await rm(folder, { recursive: true });
    expect(problemsOf(await loader.load())).toEqual([' folder_unreadable']);
    await mkdir(folder);
    await write(invoiceCheck);
    expect((await loader.load()).kind).toBe('loaded');
  });
});

/** What a load says, as data. */
function told(result: WorkflowResult): unknown {
  if (result.kind === 'refused') return result;
  const { digest, transitions, agents, contextVariables } = result.workflow;
  return { digest, transitions, agents: [...agents.keys()], variables: [...contextVariables], warnings: result.warnings };
}
