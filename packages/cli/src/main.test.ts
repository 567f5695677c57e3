import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intarsia, notesWith, temporaryFolder, write } from './command.test-support.ts';
import { exitCodes } from './terminal/exit-codes.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const workflow = (tool: string) => write(join(folder.path, 'Notes'), notesWith({ 'note.mjs': tool }));

describe('the intarsia command', () => {
  it.each<[string, readonly string[], number]>([
    ['help', ['--help'], exitCodes.done],
    ['the version', ['--version'], exitCodes.done],
    ['no command', [], exitCodes.refused],
    ['an unknown command', ['walk'], exitCodes.refused],
    ['an unknown option', ['run', '.', '--fast'], exitCodes.refused],
    ['a missing folder', ['check'], exitCodes.refused],
    ['two formats at once', ['check', '.', '--json', '--github'], exitCodes.refused],
  ])('ends %s with the documented code', async (_, words, code) => {
    expect((await intarsia(folder.path, ...words)).code).toBe(code);
  });

  it('is not done when a tool file ends the process', async () => {
    const path = await workflow('process.exit(0);');
    expect(await intarsia(folder.path, 'check', path)).toMatchObject({
      code: exitCodes.interrupted,
      stderr: expect.stringContaining('internal'),
    });
  });

  it.each<[string, readonly string[], string]>([
    ['a resume that brings words to begin with', ['--resume', '--store', 'a.sqlite', '--input', 'hi'], 'bad_request'],
    ['words that say nothing', ['--input', ' '], 'bad_request'],
    ['a resume from a store that is not there', ['--resume', '--store', 'a.sqlite'], 'store_unavailable'],
    ['a resume from a folder that is not there', ['--resume', '--store', 'file:a'], 'store_unavailable'],
    ['a resume from memory', ['--resume', '--store', 'memory:'], 'store_unavailable'],
    ['a resume from nowhere', ['--resume'], 'INTARSIA_STORE'],
    ['a store of another kind', ['--input', 'hi', '--store', 'postgres://ann:sesame@host/db'], 'wiring_invalid'],
  ])('refuses %s, and leaves nothing behind', async (_, words, code) => {
    const path = await workflow('export const note = () => null;');
    const ended = await intarsia(folder.path, 'run', path, ...words);
    expect(ended).toMatchObject({ code: exitCodes.refused, stderr: expect.stringContaining(code) });
    expect(ended.stderr).not.toContain('sesame');
    expect(await readdir(folder.path)).toEqual(['Notes']);
  });

  it('says no password of a store that does not answer', async () => {
    const ended = await intarsia(folder.path, 'store', 'stat', 'redis://ann:sesame@127.0.0.1:9/0');
    expect(ended).toMatchObject({ code: exitCodes.refused, stdout: '', stderr: expect.stringContaining('store_unavailable') });
    expect(ended.stderr).not.toContain('sesame');
  });
});
