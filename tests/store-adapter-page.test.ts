import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { journalStoreContract } from '@intarsia/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSource } from './support/command.ts';
import { everyOffer, neverOpened } from './support/store-cases.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = await readFile(join(root, 'docs/adapters/knowledge-store.md'), 'utf8');
const programs = [...page.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name = '', code = '']) => ({ name, code }));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(root, 'tests', '.store-adapter-page-'));
  for (const { name, code } of programs) await writeFile(join(folder, name), code);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the page about writing a store', () => {
  it('has the store and its test, and each of its blocks of code is one of them', () => {
    expect(programs.map(({ name }) => name)).toEqual(['line-store.ts', 'line-store.test.ts']);
    expect(page.match(/```ts\n/g)?.length).toBe(programs.length);
    expect(programs[0]?.code.split('\n').length).toBeLessThan(90);
  });

  it('shows a store that passes the suite as it stands', { timeout: 120_000 }, async () => {
    const ended = await startSource(join(folder, 'line-store.test.ts'), [], {}).ended;
    expect(ended, ended.stdout).toMatchObject({ exitCode: 0 });
    expect(ended.stdout).toContain(`pass ${journalStoreContract(neverOpened, { reopens: true }).length}\n`);
  });

  it('shows programs that pass the strictest type check', { timeout: 120_000 }, async () => {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.base.json', include: ['*.ts'] }));
    const check = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]);
    expect(await check.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({ stdout: '' });
  });

  it('explains every offer', () => {
    for (const offer of Object.keys(everyOffer)) expect(page).toContain(`| \`${offer}\` |`);
  });
});
