import { execFile } from 'node:child_process';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentFiles, documentSchemas } from '@intarsia/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intarsia, program, temporaryFolder, write } from '../command.test-support.ts';

let root: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  root = await temporaryFolder();
});
afterEach(() => root.remove());

const schema = (out: string) => intarsia(root.path, 'schema', '--out', out);

describe('intarsia schema', () => {
  it('writes one file a document, and prints how editors find them', async () => {
    const { code, stdout, stderr } = await schema('.vscode/schemas');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '10 schemas in .vscode/schemas.\n' });
    const written = await readdir(join(root.path, '.vscode/schemas'));
    expect(written).toHaveLength(10);
    const [, json = ''] = /settings\.json\n(\{[\s\S]*?\n\})/.exec(stdout) ?? [];
    const associated: Readonly<Record<string, string>> = JSON.parse(json)['yaml.schemas'];
    expect(Object.values(associated)).toEqual(documentFiles.map((file) => `**/${file}`));
    for (const [path, pattern] of Object.entries(associated)) {
      const { $comment, ...found } = JSON.parse(await readFile(join(root.path, path), 'utf8'));
      expect($comment).toContain('intarsia schema');
      expect(Object.entries(documentSchemas())).toContainEqual([pattern.slice('**/'.length), found]);
    }
    expect(stdout).toContain('\n# yaml-language-server: $schema=../../.vscode/schemas/orchestrator.schema.json\n');
  });

  it('says so where no folder can be made, or nothing can be printed', async () => {
    expect(await schema('/proc/intarsia/schemas')).toMatchObject({ code: 2, stderr: expect.stringMatching(/^file_unwritable: /) });
    const full = await promisify(execFile)(
      '/bin/sh',
      ['-c', `"$0" --conditions=@intarsia/source "$1" schema --out out > /dev/full; echo $?`, process.execPath, program],
      { cwd: root.path },
    );
    expect(full).toEqual({ stdout: '1\n', stderr: expect.stringContaining('file_unwritable: The output cannot be written') });
  });

  it('writes its own files again, and leaves others alone', async () => {
    await schema('out');
    const file = join(root.path, 'out/agents.schema.json');
    const first = await readFile(file, 'utf8');
    await write(root.path, { 'out/notes.txt': 'mine', 'out/agents.schema.json': first.replace('"agents.yaml"', '"older"') });
    expect((await schema('out')).code).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(first);
    expect(await readFile(join(root.path, 'out/notes.txt'), 'utf8')).toBe('mine');
  });

  it.each<[string, string]>([
    ['JSON of somebody else', '{"mine":true}'],
    ['text', 'mine'],
    ['nothing', ''],
  ])('does not overwrite %s of the same name, and writes nothing then', async (_, text) => {
    await write(root.path, { 'out/tools.schema.json': text });
    const { code, stderr } = await schema('out');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^file_unwritable: out\/tools\.schema\.json was not written by/),
    });
    expect(await readdir(join(root.path, 'out'))).toEqual(['tools.schema.json']);
    expect(await readFile(join(root.path, 'out/tools.schema.json'), 'utf8')).toBe(text);
  });

  it('does not write through a link to another file', async () => {
    await write(root.path, { 'mine.json': '{}', 'out/notes.txt': '' });
    await symlink('../mine.json', join(root.path, 'out/a2a.schema.json'));
    expect((await schema('out')).code).toBe(2);
    expect(await readFile(join(root.path, 'mine.json'), 'utf8')).toBe('{}');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a file', () => writeFile(join(root.path, 'out'), '')],
    ['a file with folders below it', () => write(root.path, { 'out/agents.schema.json/x': '' })],
  ])('says plainly that it cannot write where there is %s', async (_, prepare) => {
    await prepare();
    const { code, stdout, stderr } = await schema('out');
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^file_unwritable: out.*\n$/) });
  });
});
