import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { historyChecks } from '@intarsia/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSource } from './support/command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = await readFile(join(root, 'docs/testing.md'), 'utf8');
/** Those that name their file on the first line run as they stand. */
const programs = [...page.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name = '', code = '']) => ({ name, code }));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(root, 'tests', '.testing-page-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the page about testing', () => {
  it('has programs', () => {
    expect(programs.length).toBeGreaterThan(4);
  });

  it.each(programs)('shows $name, which runs as it stands', { timeout: 120_000 }, async ({ name, code }) => {
    const file = join(folder, name);
    await writeFile(file, code);
    const ended = await startSource(file, [], {}).ended;
    expect(ended, ended.stdout).toMatchObject({ exitCode: 0 });
    expect(ended.stdout).toMatch(/pass [1-9]/);
  });

  it('names every rule of the simulator', () => {
    expect(historyChecks.filter(({ name }) => !page.includes(name)).map(({ name }) => name)).toEqual([]);
  });
});
