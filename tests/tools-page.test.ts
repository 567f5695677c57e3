import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSource } from './support/command.ts';
import { serveModel } from './support/model-endpoint.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = await readFile(join(root, 'docs/tools.md'), 'utf8');
/** Those that name their file on the first line run as they stand. */
const programs = [...page.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name = '', code = '']) => ({ name, code }));
const offline = programs.filter(({ name }) => name !== 'openai.ts');
let folder: string;

/** The programs in a folder of their own, beside zod. */
beforeAll(async () => {
  folder = await mkdtemp(join(root, 'tests', '.tools-page-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(root, 'packages/core/node_modules/zod'), join(folder, 'node_modules/zod'));
  for (const { name, code } of programs) await writeFile(join(folder, name), code);
});
afterAll(() => rm(folder, { recursive: true }));

/** What a program says that its lines print. */
const promised = (code: string): string => [...code.matchAll(/console\.log\(.*\); \/\/ (.*)\n/g)].map(([, line]) => `${line}\n`).join('');

describe('the page about calling tools', () => {
  it('has programs, and each of its blocks of code is one', () => {
    expect(programs.length).toBeGreaterThan(11);
    expect(page.match(/```ts\n/g)?.length).toBe(programs.length);
  });

  it.each(offline)('shows $name, which runs as it stands and prints what it says', { timeout: 60_000 }, async ({ name, code }) => {
    const file = join(folder, name);
    await writeFile(file, code.replace("'operations.sqlite'", JSON.stringify(join(folder, `${name}.sqlite`))));
    expect(promised(code).split('\n').length - 1).toBe(code.split('console.log(').length - 1);
    expect(await startSource(file, [], {}).ended).toEqual({ exitCode: 0, stderr: '', stdout: promised(code) });
  });

  it('shows openai.ts, which asks a model at an endpoint', { timeout: 60_000 }, async () => {
    const endpoint = await serveModel(() => ({ kind: 'reply', content: 'It is 42.' }));
    try {
      const code = programs.find(({ name }) => name === 'openai.ts')?.code ?? '';
      const file = join(folder, 'at-endpoint.ts');
      await writeFile(file, code.replace("model: 'gpt-5-mini'", `model: 'gpt-5-mini', baseUrl: ${JSON.stringify(endpoint.url)}`));
      expect(await startSource(file, [], { OPENAI_API_KEY: 'key' }).ended).toEqual({ exitCode: 0, stderr: '', stdout: 'It is 42.\n' });
    } finally {
      await endpoint.close();
    }
  });

  it('shows programs that pass the strictest type check', { timeout: 120_000 }, async () => {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.base.json', include: ['*.ts'] }));
    const check = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]);
    expect(await check.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({ stdout: '' });
  });
});
