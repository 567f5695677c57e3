import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invoiceCheck, loadedWith } from '../documents/folder.test-support.ts';
import type { WorkflowResult } from '../documents/workflow.ts';
import { loadWorkflow } from './load-workflow.ts';

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

  it('reads no device: it may never end', async () => {
    await write(invoiceCheck);
    await rm(join(folder, 'agents.yaml'));
    await symlink('/dev/zero', join(folder, 'agents.yaml'));
    expect(problemsOf(await loadWorkflow(folder))).toEqual(['agents.yaml file_unreadable']);
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
      'extended_orchestration/task_batches.yaml not_supported_yet',
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

  it('takes a file in place of an inner folder for no documents', async () => {
    await write({ ...invoiceCheck, extended_orchestration: '' });
    expect((await loadWorkflow(folder)).kind).toBe('loaded');
  });
});
