import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileWorkflow, documentFiles, type WorkflowFile, type WorkflowResult } from '@intarsia/core';

const fixtures = new URL('../fixtures/', import.meta.url).pathname;

/** Three folders as Mozaiks' documentation writes them: every document, every feature, at least eight agents each. */
export const folderNames = ['SupplierOnboarding', 'ContentStudio', 'IncidentResponse'] as const;
export type FolderName = (typeof folderNames)[number];

/** Where a folder stands. */
export const folderOf = (name: FolderName): string => join(fixtures, name);

const read = new Map<FolderName, ReadonlyMap<string, string>>(
  folderNames.map((name) => [name, new Map(documentFiles.map((file) => [file, readFileSync(join(folderOf(name), file), 'utf8')]))]),
);

/** The text of one document of a folder. */
export function documentOf(name: FolderName, file: string): string {
  const text = read.get(name)?.get(file);
  if (text === undefined) throw new Error(`${name} has no ${file}`);
  return text;
}

/** The folder compiled with one document in other words. Its Python tool files are not looked at. */
export function compileWith(name: FolderName, changed: WorkflowFile): WorkflowResult {
  const files = documentFiles.map((file) => ({ file, text: file === changed.file ? changed.text : documentOf(name, file) }));
  return compileWorkflow(files, { folderName: name, folder: null, withoutTools: true });
}

/** The tool files of a folder. */
export const toolFilesOf = (name: FolderName): readonly string[] => readdirSync(join(folderOf(name), 'tools'));
