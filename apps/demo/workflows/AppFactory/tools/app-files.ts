import { z } from 'zod';

/** One file of an app as the builder wrote it. */
export interface AppFile {
  readonly path: string;
  readonly content: string;
}

/** The part of the builder's output that is saved. */
export const appFilesSchema = z.object({
  files: z.array(z.object({ path: z.string(), content: z.string() })),
});

const mostFiles = 200;
const mostBytes = 2_000_000;

/** What keeps these files from being an app that can be saved, in words, or null. */
export function filesProblem(files: readonly AppFile[]): string | null {
  if (files.length === 0) return 'The app has no files.';
  if (files.length > mostFiles) return `The app has ${files.length} files; at most ${mostFiles} are kept.`;
  const bytes = files.reduce((sum, file) => sum + byteLength(file.content), 0);
  if (bytes > mostBytes) return `The app has ${bytes} bytes; at most ${mostBytes} are kept.`;
  const seen = new Set<string>();
  for (const { path } of files) {
    if (!isSafePath(path)) return `"${path}" is not a relative path inside the app.`;
    if (seen.has(path)) return `"${path}" is there twice.`;
    seen.add(path);
  }
  const beneath = files.find(({ path }) => foldersOf(path).some((folder) => seen.has(folder)));
  if (beneath !== undefined) return `"${beneath.path}" lies beneath a path that is a file.`;
  return seen.has('server.mjs') ? null : 'The app has no server.mjs.';
}

/** Size of a text in UTF-8. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Number of lines that an editor shows; a last empty one does not count. */
export function lineCount(text: string): number {
  if (text === '') return 0;
  const breaks = text.split('\n').length;
  return text.endsWith('\n') ? breaks - 1 : breaks;
}

/** Every folder above a path. */
const foldersOf = (path: string): readonly string[] =>
  path.split('/').flatMap((_, index, segments) => (index === 0 ? [] : [segments.slice(0, index).join('/')]));

function isSafePath(path: string): boolean {
  if (byteLength(path) > 200 || !/^[\p{L}\p{N}._/ -]+$/u.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
