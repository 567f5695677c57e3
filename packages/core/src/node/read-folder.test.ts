import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invoiceCheck } from '../documents/folder.test-support.ts';
import type { DocumentProblem } from '../documents/workflow.ts';
import { loadWorkflow } from './load-workflow.ts';

let root = '';
let folder = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intarsia-folder-')));
  folder = join(root, 'InvoiceCheck');
  await mkdir(folder);
  await write(invoiceCheck);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const inside = (...names: readonly string[]): string => join(folder, ...names);
async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) await writeFile(inside(file), content);
}
async function problems(): Promise<readonly DocumentProblem[]> {
  const result = await loadWorkflow(folder);
  return result.kind === 'refused' ? result.problems : [];
}
/** The problem that `agents.yaml` is told when it is what `make` puts in its place. */
async function asAgents(make: (path: string) => unknown): Promise<DocumentProblem | undefined> {
  await rm(inside('agents.yaml'));
  await make(inside('agents.yaml'));
  return (await problems()).find(({ file }) => file === 'agents.yaml');
}

describe('a document that cannot be read is a problem:', () => {
  it.each<[string, (path: string) => unknown, string, string]>([
    ['a folder', (path) => mkdir(path), 'file_unreadable', 'agents.yaml is a folder.'],
    [
      'a pipe, which nobody writes to',
      (path) => execFileSync('mkfifo', [path]),
      'file_unreadable',
      'agents.yaml is no file that can be read.',
    ],
    ['a device without end', (path) => symlink('/dev/zero', path), 'path_refused', "agents.yaml leads out of the workflow's folder."],
    [
      'a link to nothing, as when it vanishes',
      (path) => symlink('nowhere', path),
      'file_unreadable',
      'agents.yaml is gone, or a link to nothing.',
    ],
    ['a link to itself', (path) => symlink('agents.yaml', path), 'file_unreadable', 'agents.yaml is a link that leads back to itself.'],
    ['a link into a file', (path) => symlink('tools.yaml/agents.yaml', path), 'file_unreadable', 'agents.yaml cannot be read (ENOTDIR).'],
  ])('%s', async (_, make, code, message) => {
    expect(await asAgents(make)).toEqual({ file: 'agents.yaml', line: 1, column: 1, path: '', code, message });
  });

  it('a link out of the folder, also through a folder beside it with a longer name', async () => {
    await mkdir(join(root, 'InvoiceCheck2'));
    await writeFile(join(root, 'InvoiceCheck2', 'agents.yaml'), invoiceCheck['agents.yaml'] ?? '');
    expect(await asAgents((path) => symlink('../InvoiceCheck2/agents.yaml', path))).toMatchObject({ code: 'path_refused' });
  });

  it('one larger than 1 MiB, which is not read', async () => {
    expect(await asAgents((path) => writeFile(path, '#'.repeat(10 * 1024 * 1024)))).toMatchObject({
      code: 'file_too_large',
      message: 'agents.yaml has 10485760 bytes; a document has at most 1048576.',
    });
  });

  it.each<[string, Uint8Array, number, number]>([
    ['a byte of Latin 1', Buffer.from('a: 1\nb: caf\xe9\n', 'latin1'), 2, 7],
    ['a character that ends too early', Buffer.from([0x61, 0x3a, 0x20, 0xef, 0xbf, 0x0a]), 1, 4],
    ['a byte behind wide characters', Buffer.concat([Buffer.from('\ufeff𝒳é\ufffd: '), Buffer.from([0xff])]), 1, 7],
    ['bytes of a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 1, 1],
  ])('%s, which is no UTF-8', async (_, bytes, line, column) => {
    expect(await asAgents((path) => writeFile(path, bytes))).toMatchObject({ code: 'not_utf8', line, column, hint: 'save it as UTF-8' });
  });

  it('UTF-16, by its name', async () => {
    const text = Buffer.from('\ufeffagents: []\n', 'utf16le');
    expect(await asAgents((path) => writeFile(path, text))).toMatchObject({ message: 'agents.yaml is not valid UTF-8 text, but UTF-16.' });
  });
});

describe('what is read', () => {
  it('a link inside the folder', async () => {
    await rename(inside('agents.yaml'), inside('agents-2.txt'));
    await symlink('agents-2.txt', inside('agents.yaml'));
    expect(await problems()).toEqual([]);
  });

  it('a folder that is a link', async () => {
    await symlink(folder, join(root, 'invoicecheck'));
    expect((await loadWorkflow(join(root, 'invoicecheck'))).kind).toBe('loaded');
  });

  it('nothing of files that are no documents, whatever they are', async () => {
    execFileSync('mkfifo', [inside('notes.txt')]);
    await symlink('/dev/zero', inside('more'));
    await mkdir(inside('tools'));
    await symlink('..', inside('tools', 'loop'));
    expect(await problems()).toEqual([]);
  });

  it('every document once, among 5,000 other files', async () => {
    await Promise.all(Array.from({ length: 5000 }, (_, index) => writeFile(inside(`file-${index}`), '')));
    const start = performance.now();
    expect(await problems()).toEqual([]);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('names', () => {
  it('that differ in case are told, with the right one', async () => {
    await rename(inside('tools.yaml'), inside('Tools.yaml'));
    await rename(inside('agents.yaml'), inside('agents.YAML'));
    await mkdir(inside('Extended-Orchestration'));
    expect((await problems()).filter(({ code }) => /^(unknown_document|file_name)$/.test(code))).toMatchObject([
      { file: 'Extended-Orchestration', hint: 'rename it to extended_orchestration' },
      { file: 'Tools.yaml', hint: 'did you mean `tools.yaml`?' },
      { file: 'agents.YAML', hint: 'did you mean `agents.yaml`?' },
    ]);
  });

  it('of documents that stand in the wrong folder are told, with the right one', async () => {
    await mkdir(inside('extended_orchestration'));
    await rename(inside('tools.yaml'), inside('extended_orchestration', 'tools.yaml'));
    await write({ 'task_batches.yaml': '' });
    expect(await problems()).toMatchObject([
      { file: 'extended_orchestration/tools.yaml', code: 'unknown_document', hint: 'did you mean `tools.yaml`?' },
      { file: 'task_batches.yaml', code: 'unknown_document', hint: 'did you mean `extended_orchestration/task_batches.yaml`?' },
    ]);
  });

  it('with line ends and control characters cannot forge what is told', async () => {
    await write({ 'a\nagents.yaml:1:1 ok\u001b[2J.yaml': '' });
    expect((await problems()).map(({ file }) => file)).toEqual(['a\\u000aagents.yaml:1:1 ok\\u001b[2J.yaml']);
  });

  it('that are no UTF-8 are told as far as they can be', async () => {
    await writeFile(Buffer.concat([Buffer.from(inside('a')), Buffer.from([0xff]), Buffer.from('.yaml')]), '');
    expect(await problems()).toMatchObject([{ file: 'a\ufffd.yaml', code: 'unknown_document' }]);
  });

  it('that are no documents are listed up to 1,000 and then counted', async () => {
    await Promise.all(Array.from({ length: 1500 }, (_, index) => writeFile(inside(`file-${index}.yaml`), '')));
    const told = await problems();
    expect(told).toHaveLength(1001);
    expect(told.at(-1)).toMatchObject({ message: '500 more problems are not listed.' });
  });
});

describe('what an editor keeps in a folder', () => {
  it('is left alone: files whose names begin with a dot, links to nothing too', async () => {
    await writeFile(inside('.agents.yaml.swp.yaml'), 'x');
    await symlink('nowhere', inside('.#agents.yaml'));
    await mkdir(inside('extended_orchestration'));
    await symlink('nowhere', inside('extended_orchestration', '.#task_batches.yaml'));
    expect(await problems()).toEqual([]);
  });
});

describe('the inner folder', () => {
  it.each<[string, (path: string) => unknown, string]>([
    ['that is a file', (path) => writeFile(path, ''), 'not_a_folder'],
    ['that is a link out of the workflow', (path) => symlink('/tmp', path), 'path_refused'],
    ['that is a link to nothing', (path) => symlink('nowhere', path), 'folder_unreadable'],
    ['that is a link to itself', (path) => symlink('extended_orchestration', path), 'folder_unreadable'],
  ])('%s is told', async (_, make, code) => {
    await make(inside('extended_orchestration'));
    expect(await problems()).toMatchObject([{ file: 'extended_orchestration', code }]);
  });

  it('that is a link inside the workflow is read', async () => {
    await mkdir(inside('batches'));
    await writeFile(inside('batches', 'task_batches.yaml'), 'version: 2');
    await symlink('batches', inside('extended_orchestration'));
    expect(await problems()).toMatchObject([{ file: 'extended_orchestration/task_batches.yaml' }]);
  });
});

describe('a folder that cannot be read', () => {
  it.each<[string, () => Promise<unknown>, string, string]>([
    ['is missing', () => rm(folder, { recursive: true }), 'folder_unreadable', 'does not exist.'],
    ['is a file', () => rm(folder, { recursive: true }).then(() => writeFile(folder, '')), 'not_a_folder', 'is a file, not a folder.'],
    [
      'is a link to itself',
      () => rm(folder, { recursive: true }).then(() => symlink(folder, folder)),
      'folder_unreadable',
      'is a link that leads back to itself.',
    ],
  ])('because it %s is one problem', async (_, change, code, told) => {
    await change();
    expect(await problems()).toEqual([{ file: '', line: 1, column: 1, path: '', code, message: `${folder} ${told}` }]);
  });

  it.each(['a\0b', `/${'x'.repeat(300)}`, `${'x/'.repeat(5000)}`])(
    'because of its name is a problem, and nothing is thrown',
    async (name) => {
      expect(await loadWorkflow(name)).toMatchObject({ kind: 'refused', problems: [{ code: 'folder_unreadable' }] });
    },
  );
});
