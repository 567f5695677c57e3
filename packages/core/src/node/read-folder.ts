import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowFile } from '../documents/reading/folder-reading.ts';
import { maxDocumentBytes } from '../documents/reading/parse-yaml.ts';
import { documentFiles } from '../documents/schemas/index.ts';
import type { DocumentProblem } from '../documents/workflow.ts';
import { codeOf, inWords, isInside, readBounded } from './bounded-file.ts';

/** What was found in a folder. */
export interface FolderContent {
  /** The documents with their texts, and the other YAML files with none: only their names are looked at. */
  readonly files: readonly WorkflowFile[];
  /** What could not be read. */
  readonly problems: readonly DocumentProblem[];
}

const innerFolders = [...new Set(documentFiles.flatMap((file) => (file.includes('/') ? [file.slice(0, file.lastIndexOf('/'))] : [])))];

/**
 * Reads the documents in an absolute folder, each at most once and to a bounded size, and opens no other file. A document that is a link must lead to a file
 * in the folder, as with tool files. Never rejects.
 */
export async function readFolder(root: string): Promise<FolderContent> {
  const listed = await list(root);
  const isDocument = (file: string): boolean => documentFiles.some((document) => document === file);
  const read = await Promise.all(
    listed.files.map((file) => (isDocument(file) ? readDocument(listed.root, file) : { kind: 'read' as const, text: '' })),
  );
  const files = read.flatMap((result, index) => {
    const file = listed.files[index];
    return result.kind === 'read' && file !== undefined ? [{ file, text: result.text }] : [];
  });
  return { files, problems: [...listed.problems, ...read.flatMap((result) => (result.kind === 'unread' ? [result.problem] : []))] };
}

interface Listing {
  /** The folder without links. */
  readonly root: string;
  /** Every YAML file where documents can be. */
  readonly files: readonly string[];
  readonly problems: readonly DocumentProblem[];
}

async function list(folder: string): Promise<Listing> {
  try {
    const root = await realpath(folder);
    const names = await readdir(root);
    const inner = await Promise.all(innerFolders.map((name) => listInner(root, name, names)));
    return {
      root,
      files: [...names.filter(isYaml), ...inner.flatMap(({ files }) => files)],
      problems: inner.flatMap(({ problems }) => problems),
    };
  } catch (error) {
    const isNoFolder = codeOf(error) === 'ENOTDIR';
    const told = isNoFolder ? 'is a file, not a folder' : codeOf(error) === 'ENOENT' ? 'does not exist' : inWords(error);
    return { root: folder, files: [], problems: [problem('', isNoFolder ? 'not_a_folder' : 'folder_unreadable', `${folder} ${told}.`)] };
  }
}

async function listInner(root: string, folder: string, names: readonly string[]): Promise<Omit<Listing, 'root'>> {
  const alike = names.filter((name) => name !== folder && folded(name) === folded(folder));
  const problems = alike.map((name) => problem(name, 'file_name', `${name} is not read.`, `rename it to ${folder}`));
  if (!names.includes(folder)) return { files: [], problems };
  const refused = (code: string, message: string) => ({ files: [], problems: [...problems, problem(folder, code, message)] });
  try {
    const path = await realpath(join(root, folder));
    if (!isInside(root, path)) return refused('path_refused', `${folder} leads out of the workflow's folder.`);
    const files = (await readdir(path)).filter(isYaml).map((name) => `${folder}/${name}`);
    return { files, problems };
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR')
      return refused('not_a_folder', `${folder} is a file, and documents are looked for in a folder of this name.`);
    return refused('folder_unreadable', `${folder} ${inWords(error)}.`);
  }
}

/** Editors keep files of their own under names that begin with a dot. */
const isYaml = (name: string): boolean => !name.startsWith('.') && /\.ya?ml$/i.test(name);
const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '');

type ReadResult = { readonly kind: 'read'; readonly text: string } | { readonly kind: 'unread'; readonly problem: DocumentProblem };

async function readDocument(root: string, file: string): Promise<ReadResult> {
  try {
    const path = await realpath(join(root, file));
    if (!isInside(root, path)) return unread(file, 'path_refused', `${file} leads out of the workflow's folder.`);
    const found = await readBounded(path, maxDocumentBytes);
    switch (found.kind) {
      case 'read':
        return decoded(file, found.bytes);
      case 'no_file':
        return unread(file, 'file_unreadable', `${file} is ${found.isFolder ? 'a folder' : 'no file that can be read'}.`);
      case 'too_large':
        return unread(file, 'file_too_large', `${file} has ${found.size} bytes; a document has at most ${maxDocumentBytes}.`);
    }
  } catch (error) {
    return unread(file, 'file_unreadable', `${file} ${inWords(error)}.`);
  }
}

function decoded(file: string, bytes: Buffer): ReadResult {
  try {
    return { kind: 'read', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const { line, column } = firstFault(bytes);
    const isUtf16 = ['fffe', 'feff'].includes(bytes.toString('hex', 0, 2));
    const told = problem(file, 'not_utf8', `${file} is not valid UTF-8 text${isUtf16 ? ', but UTF-16' : ''}.`, 'save it as UTF-8');
    return { kind: 'unread', problem: { ...told, line, column } };
  }
}

/** Where the first bytes stand that are no UTF-8: there the text differs from what is read when faults are replaced. */
function firstFault(bytes: Buffer): { readonly line: number; readonly column: number } {
  const replaced = Buffer.from(bytes.toString('utf8'));
  let end = replaced.findIndex((byte, index) => byte !== bytes[index]);
  while (((replaced[end] ?? 0) & 0xc0) === 0x80) end -= 1; // back to where the character begins
  const before = replaced.toString('utf8', 0, end).replace(/^\ufeff/, '');
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: before.length - lineStart + 1 };
}

const unread = (file: string, code: string, message: string): ReadResult => ({ kind: 'unread', problem: problem(file, code, message) });

const problem = (file: string, code: string, message: string, hint?: string): DocumentProblem => ({
  file,
  line: 1,
  column: 1,
  path: '',
  code,
  message,
  ...(hint === undefined ? {} : { hint }),
});
