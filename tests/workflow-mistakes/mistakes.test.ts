import { loadWorkflow } from '@intarsia/core/node';
import { describe, expect, it } from 'vitest';
import { compileWith, documentOf, folderNames, folderOf, toolFilesOf } from './folders.ts';
import { type Mistake, mistakes } from './mistakes.ts';

describe.each(folderNames)('the folder %s', (name) => {
  it('loads, with every document and eight agents or more', async () => {
    const result = await loadWorkflow(folderOf(name), { withoutTools: true });
    expect(result.kind === 'refused' ? result.problems : []).toEqual([]);
    expect(result.kind === 'loaded' ? result.workflow.agents.size : 0).toBeGreaterThanOrEqual(8);
  });

  it('has one problem for each Python tool file, and no other', async () => {
    const python = toolFilesOf(name).filter((file) => file.endsWith('.py'));
    const result = await loadWorkflow(folderOf(name));
    const told = result.kind === 'refused' ? result.problems : [];
    expect(told.map(({ code }) => code)).toEqual(python.map(() => 'python_tool_file'));
  });
});

describe('a single mistake', () => {
  it('is told in at least sixty rows', () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(60);
  });

  it.each(mistakes.map((mistake) => [nameOf(mistake), mistake] as const))('%s', (_, mistake) => {
    const text = documentOf(mistake.folder, mistake.file);
    const changedAt = text.indexOf(mistake.from);
    expect(changedAt).toBeGreaterThanOrEqual(0);
    const changed = text.slice(0, changedAt) + mistake.to + text.slice(changedAt + mistake.from.length);
    const result = compileWith(mistake.folder, { file: mistake.file, text: changed });
    const told = result.kind === 'refused' ? result.problems : [];
    expect(
      told.map(({ file, line, column, code, hint }) => ({ file, line, column, code, hint: mistake.hint === null ? null : hint })),
    ).toEqual([{ ...placeOf(mistake, changed, changedAt), code: mistake.code, hint: mistake.hint }]);
  });
});

function nameOf({ folder, file, from, to, code }: Mistake): string {
  const short = (text: string) => JSON.stringify(text.trim()).slice(0, 40);
  return `${folder}/${file}: ${short(from)} as ${short(to)} is ${code}`;
}

function placeOf(
  mistake: Mistake,
  changed: string,
  changedAt: number,
): { readonly file: string; readonly line: number; readonly column: number } {
  const isSame = mistake.atFile === mistake.file;
  const text = isSame ? changed : documentOf(mistake.folder, mistake.atFile);
  // A required key that is gone is told at the object around it, which may begin before the change.
  const from = isSame && mistake.to !== '' ? text.lastIndexOf('\n', changedAt) + 1 : 0;
  const before = text.slice(0, text.indexOf(mistake.at, from));
  return { file: mistake.atFile, line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
