import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { compileWorkflow, documentFiles, type WorkflowFile } from '../documents/compile-workflow.ts';
import type { DocumentProblem, WorkflowResult } from '../documents/workflow.ts';

/** A document larger than this is refused unread, in bytes. */
const maxDocumentBytes = 1024 * 1024;

/**
 * Loads the workflow in a folder: every document, and no other file. Never rejects: a folder or a file that cannot be read is a problem in the list, like
 * everything that is wrong with the documents.
 */
export async function loadWorkflow(folder: string): Promise<WorkflowResult> {
  const root = resolve(folder);
  const listed = await documentsIn(root);
  const read = listed.kind === 'found' ? await Promise.all(listed.files.map((file) => readDocument(root, file))) : [];
  const files = read.flatMap((result) => (result.kind === 'read' ? [result.file] : []));
  const problems =
    listed.kind === 'found' ? read.flatMap((result) => (result.kind === 'unread' ? [result.problem] : [])) : [listed.problem];
  return compileWorkflow(files, { folderName: basename(root), folder: root, problems });
}

type Listing = { readonly kind: 'found'; readonly files: readonly string[] } | { readonly kind: 'none'; readonly problem: DocumentProblem };

async function documentsIn(root: string): Promise<Listing> {
  try {
    const names = (await readdir(root)).filter(isYaml);
    const folders = [...new Set(documentFiles.flatMap((file) => (file.includes('/') ? [file.slice(0, file.lastIndexOf('/'))] : [])))];
    const nested = await Promise.all(
      folders.map(async (folder) => (await readdirOrNone(join(root, folder))).filter(isYaml).map((name) => `${folder}/${name}`)),
    );
    return { kind: 'found', files: [...names, ...nested.flat()] };
  } catch (error) {
    const isNoFolder = hasCode(error, 'ENOTDIR');
    const message = hasCode(error, 'ENOENT')
      ? 'There is no such folder'
      : isNoFolder
        ? 'This is a file, not a folder'
        : 'The folder cannot be read';
    return { kind: 'none', problem: problem('', isNoFolder ? 'not_a_folder' : 'folder_unreadable', `${message}: ${root}`) };
  }
}

const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

async function readdirOrNone(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

type ReadResult = { readonly kind: 'read'; readonly file: WorkflowFile } | { readonly kind: 'unread'; readonly problem: DocumentProblem };

async function readDocument(root: string, file: string): Promise<ReadResult> {
  const path = join(root, file);
  const unread = (code: string, message: string): ReadResult => ({ kind: 'unread', problem: problem(file, code, message) });
  try {
    const found = await stat(path);
    if (found.isDirectory()) return unread('file_unreadable', `${file} is a folder.`);
    // A pipe or a device has no size to be bounded by, and may never end.
    if (!found.isFile()) return unread('file_unreadable', `${file} is not a file.`);
    const { size } = found;
    if (size > maxDocumentBytes) return unread('file_too_large', `${file} has ${size} bytes; a document has at most ${maxDocumentBytes}.`);
    const bytes = await readFile(path);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: 'read', file: { file, text } };
  } catch (error) {
    if (error instanceof TypeError) return unread('not_utf8', `${file} is not valid UTF-8 text.`);
    return unread('file_unreadable', `${file} cannot be read.`);
  }
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && Reflect.get(error, 'code') === code;

const problem = (file: string, code: string, message: string): DocumentProblem => ({ file, line: 1, column: 1, path: '', code, message });
