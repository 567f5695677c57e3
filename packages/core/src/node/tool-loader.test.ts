import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolBinding, Workflow } from '../documents/workflow.ts';
import { toolLoader } from './tool-loader.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tool-loader-'));
});
afterEach(() => rm(folder, { recursive: true }));

const workflowIn = (place: string | null) => ({ name: 'W', folder: place }) as Workflow;
const binding = (file: string, name = 'save') => ({ file, function: name }) as ToolBinding;
const load = (file: string, name?: string, place: string | null = folder) => toolLoader().load(workflowIn(place), binding(file, name));
const put = (file: string, content: string) => writeFile(join(folder, file), content);
const context = {} as never;

async function run(file: string): Promise<unknown> {
  const loaded = await load(file);
  return loaded.kind === 'loaded' ? loaded.tool.run({}, context) : loaded;
}

describe('a tool file', () => {
  it.each([
    ['save.ts', 'export const save = (fields: object): string => "typed " + Object.keys(fields).length;', 'typed 0'],
    ['save.mjs', 'export function save() { return "plain"; }', 'plain'],
  ])('%s is loaded', async (file, content, result) => {
    await put(file, content);
    expect(await run(file)).toBe(result);
  });

  it('whose import never ends is invalid, instead of holding the run', async () => {
    await put('save.mjs', 'await new Promise(() => {}); export const save = () => 1;');
    expect(await toolLoader({ importLimitMs: 20 }).load(workflowIn(folder), binding('save.mjs'))).toMatchObject({
      kind: 'missing',
      code: 'tool_invalid',
    });
  });

  it('is also found in the tools folder, and beside the documents first', async () => {
    await mkdir(join(folder, 'tools'));
    await put('tools/save.mjs', 'export const save = () => "in tools";');
    expect(await run('save.mjs')).toBe('in tools');
    await put('save.mjs', 'export const save = () => "beside";');
    expect(await run('save.mjs')).toBe('beside');
  });

  it('FR3 edited without a reload: the next dispatch runs the new code', async () => {
    await put('save.mjs', 'export const save = () => "old";');
    expect(await run('save.mjs')).toBe('old');
    await put('save.mjs', 'export const save = () => "new";');
    expect(await run('save.mjs')).toBe('new');
  });

  it('that did not change is not imported again', async () => {
    await put('save.mjs', 'let count = 0; export const save = () => (count += 1);');
    expect([await run('save.mjs'), await run('save.mjs')]).toEqual([1, 2]);
  });
});

describe('what is missing', () => {
  it('a file', async () => {
    expect(await load('none.mjs')).toMatchObject({ kind: 'missing', code: 'tool_not_found' });
  });

  it('a file outside the folder', async () => {
    await mkdir(join(folder, 'inner'));
    await put('save.mjs', 'export const save = () => 1;');
    expect(await load('../save.mjs', 'save', join(folder, 'inner'))).toMatchObject({ kind: 'missing', code: 'tool_not_found' });
  });

  it('a link that leads out of the folder', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await writeFile(join(outside, 'save.mjs'), 'export const save = () => 1;');
    await symlink(join(outside, 'save.mjs'), join(folder, 'save.mjs'));
    expect(await load('save.mjs')).toMatchObject({ kind: 'missing', code: 'tool_not_found' });
    await rm(outside, { recursive: true });
  });

  it('the folder of a workflow without one', async () => {
    expect(await load('save.mjs', 'save', null)).toMatchObject({ kind: 'missing', code: 'tool_not_found' });
  });

  it('the function, or one that is a tool', async () => {
    await put('save.mjs', 'export const other = () => 1; export const text = "no tool";');
    expect(await load('save.mjs')).toMatchObject({ kind: 'missing', code: 'tool_invalid', message: expect.stringContaining('"save"') });
    expect(await load('save.mjs', 'text')).toMatchObject({ kind: 'missing', code: 'tool_invalid' });
  });

  it('code that can be read; what the engine says stays the cause', async () => {
    await put('save.mjs', 'export const save = (');
    const loaded = await load('save.mjs');
    expect(loaded).toMatchObject({ kind: 'missing', code: 'tool_invalid', cause: expect.any(Error) });
    await put('save.mjs', 'throw new Error("secret"); export const save = 1;');
    expect(await load('save.mjs')).toMatchObject({ kind: 'missing', code: 'tool_invalid', message: expect.not.stringContaining('secret') });
  });
});
