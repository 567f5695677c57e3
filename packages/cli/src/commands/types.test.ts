import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { typeScriptOf } from '@intarsia/core';
import { loadWorkflow } from '@intarsia/core/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intarsia, notesWith, temporaryFolder, write } from '../command.test-support.ts';

let root: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  root = await temporaryFolder();
  await write(join(root.path, 'Notes'), {
    ...notesWith({
      'structured_outputs.yaml':
        'schema_version: mozaiks.structured_outputs.v1\nregistry: { Ann: Note }\nmodels: { Note: { type: model, fields: { text: { type: str } } } }\n',
      'note.mjs': 'throw new Error("never imported");',
    }),
  });
});
afterEach(() => root.remove());

const types = (...words: readonly string[]) => intarsia(root.path, 'types', ...words);

describe('intarsia types', () => {
  it("prints the types of a folder's models, without importing its tools", async () => {
    const loaded = await loadWorkflow(join(root.path, 'Notes'));
    if (loaded.kind === 'refused') throw new Error(JSON.stringify(loaded.problems));
    const text = typeScriptOf(loaded.workflow);
    expect(text).toContain('interface Note');
    expect(await types('Notes')).toEqual({ code: 0, stdout: text, stderr: '' });
    expect(await types('Notes', '--out', 'notes.ts')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await readFile(join(root.path, 'notes.ts'), 'utf8')).toBe(text);
  });

  it('says plainly that it cannot write', async () => {
    expect(await types('Notes', '--out', 'nowhere/notes.ts')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^file_unwritable: nowhere\/notes\.ts cannot be written\./),
    });
  });

  it('shows the problems of a folder instead, and writes nothing', async () => {
    await write(join(root.path, 'Notes'), { 'a2a.yaml': 'agnts: []\n' });
    const { code, stdout, stderr } = await types('Notes', '--out', 'notes.ts');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Notes\/a2a\.yaml:1:1 unknown_key: .*\n {2}1 \| agnts: \[\]\n/);
    await expect(readFile(join(root.path, 'notes.ts'))).rejects.toThrow('ENOENT');
  });
});
