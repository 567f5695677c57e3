import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workflowOf } from '../context/test/workflow-sample.ts';
import { fileSources } from './file-sources.ts';

let parent: string;
let root: string;
beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'intarsia-files-')));
  root = join(parent, 'Workflow');
  await mkdir(join(root, 'data'), { recursive: true });
  await writeFile(join(parent, 'outside.json'), '"sesame"');
  await writeFile(join(root, 'data/prices.json'), '{"EUR":1}');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const read = (path: string, options: Parameters<typeof fileSources>[0] = { root }, folder: string | null = null) =>
  fileSources(options).file({
    path,
    workflow: { ...workflowOf([]), folder },
    scope: { tenant: 'acme', chat: 'c1' },
    app: 'shop',
    signal: new AbortController().signal,
  });

describe('a file below the root', () => {
  it.each(['data/prices.json', './data/prices.json', 'data/./prices.json'])('is read: %s', async (path) => {
    expect(await read(path)).toEqual({ kind: 'found', text: '{"EUR":1}' });
  });

  it("is read from the workflow's own folder where no root is given", async () => {
    expect(await read('data/prices.json', {}, root)).toEqual({ kind: 'found', text: '{"EUR":1}' });
    expect(await read('data/prices.json', {})).toEqual({ kind: 'missing', why: 'has no folder to be read from' });
  });

  it('is read over links that stay below it, also when the root is one', async () => {
    await symlink('prices.json', join(root, 'data/same.json'));
    await symlink(root, join(parent, 'Link'));
    expect(await read('data/same.json', { root: join(parent, 'Link') })).toMatchObject({ kind: 'found' });
  });

  it('is read without its byte order mark, and up to 1 MiB', async () => {
    await writeFile(join(root, 'marked.txt'), '\ufeffé');
    expect(await read('marked.txt')).toEqual({ kind: 'found', text: 'é' });
    await writeFile(join(root, 'large.txt'), 'x'.repeat(1024 * 1024));
    expect(await read('large.txt')).toMatchObject({ kind: 'found' });
  });
});

describe('what is as good as missing', () => {
  it.each<[string, string, (() => Promise<unknown>) | null, string]>([
    ['nothing', 'data/none.json', null, 'is not there'],
    ['a file for a folder', 'data/prices.json/x', null, 'is not there'],
    ['a name without end', 'x'.repeat(5000), null, 'is not there'],
    ['a folder', 'data', null, 'is a folder'],
    ['the root', '.', null, 'leads out of its folder'],
    ['a path up', '../outside.json', null, 'is not a path inside its folder'],
    ['a path up and down again', 'data/../../outside.json', null, 'is not a path inside its folder'],
    ['an empty part', 'data//prices.json', null, 'is not a path inside its folder'],
    ['an absolute path', '/etc/passwd', null, 'is not a relative path with `/` between its parts'],
    ['a path with separators of Windows', '..\\outside.json', null, 'is not a relative path with `/` between its parts'],
    ['a drive of Windows', 'C:outside.json', null, 'is not a relative path with `/` between its parts'],
    ['a NUL', 'data/prices.json\0.txt', null, 'is not a relative path with `/` between its parts'],
    ['a name with secrets', 'data/.Env.local', () => writeFile(join(root, 'data/.Env.local'), 'x'), 'has the name of a file with secrets'],
    ['a key', 'server.PEM', () => writeFile(join(root, 'server.PEM'), 'x'), 'has the name of a file with secrets'],
    ['a folder with secrets', '.env/x.json', null, 'has the name of a file with secrets'],
    ['a link out', 'out.json', () => symlink('../outside.json', join(root, 'out.json')), 'leads out of its folder'],
    ['a linked folder out', 'up/outside.json', () => symlink(parent, join(root, 'up')), 'leads out of its folder'],
    ['a sibling whose name begins like the root', 'twin', () => twin(), 'leads out of its folder'],
    ['a link to secrets', 'harmless.json', () => linkToSecrets(), 'leads to a file with the name of one with secrets'],
    ['a link to nothing', 'gone.json', () => symlink('nowhere', join(root, 'gone.json')), 'is not there'],
    ['a link to itself', 'loop.json', () => symlink('loop.json', join(root, 'loop.json')), 'is a link that leads back to itself'],
    [
      'too much',
      'large.txt',
      () => writeFile(join(root, 'large.txt'), 'x'.repeat(1024 * 1024 + 1)),
      'has 1048577 bytes; at most 1048576 are read',
    ],
    ['a pipe', 'pipe', async () => execFileSync('mkfifo', [join(root, 'pipe')]), 'is no file that can be read'],
    ['no UTF-8', 'latin.txt', () => writeFile(join(root, 'latin.txt'), Buffer.from([0xe9])), 'is not valid UTF-8 text'],
  ])('%s', async (_, path, prepare, why) => {
    await prepare?.();
    expect(await read(path)).toEqual({ kind: 'missing', why });
  });

  const twin = async () => {
    await writeFile(`${root}Twin`, 'sesame');
    await symlink('../WorkflowTwin', join(root, 'twin'));
  };
  const linkToSecrets = async () => {
    await writeFile(join(root, '.env'), 'KEY=sesame');
    await symlink('.env', join(root, 'harmless.json'));
  };
});

describe('a machine that fails', () => {
  it('rejects, so that nothing is started without the file', async () => {
    const locked = join(root, 'locked');
    await mkdir(locked);
    await writeFile(join(locked, 'x.json'), '1');
    await chmod(locked, 0);
    const mayReadAll = process.getuid?.() === 0;
    const result = await read('locked/x.json').catch((error: unknown) => error);
    await chmod(locked, 0o700);
    expect(result).toMatchObject(mayReadAll ? { kind: 'found' } : { code: 'EACCES' });
  });

  it('does not begin what is not wanted any more', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    const request = {
      path: 'data/prices.json',
      workflow: workflowOf([]),
      scope: { tenant: 'a', chat: 'b' },
      app: 'x',
      signal: stop.signal,
    };
    await expect(fileSources({ root }).file(request)).rejects.toThrow('stopped');
  });
});
