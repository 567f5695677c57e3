import { IntarsiaError } from '@intarsia/core';

/** What a sandbox takes at once. Bytes are those of UTF-8. */
export const fileLimits = {
  files: 5_000,
  fileBytes: 16 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  pathBytes: 1_024,
  segmentBytes: 255,
} as const;

/** The segments of a path inside a sandbox; rejects with `path_invalid` what is not relative, plain and short. */
export function pathSegments(path: string): readonly string[] {
  const segments = path.split('/');
  const problem = problemOf(path, segments);
  if (problem === null) return segments;
  throw new IntarsiaError('path_invalid', `A path of a sandbox ${problem}; give a relative path with "/" between its names.`, {
    details: { path: path.slice(0, 200) },
  });
}

function problemOf(path: string, segments: readonly string[]): string | null {
  if (path === '') return 'is empty';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute';
  if (path.includes('\\')) return 'contains a backslash';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'contains a control character';
  if (!path.isWellFormed()) return 'is not valid Unicode';
  if (segments.some((segment) => segment === '')) return 'has an empty name in it';
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'has a "." or ".." in it';
  if (Buffer.byteLength(path) > fileLimits.pathBytes) return `is longer than ${fileLimits.pathBytes} bytes`;
  if (segments.some((segment) => Buffer.byteLength(segment) > fileLimits.segmentBytes)) {
    return `has a name longer than ${fileLimits.segmentBytes} bytes`;
  }
  return null;
}

/** Checks files that are written together: each path, no path twice or beneath another, and the sizes. */
export function checkFiles(files: readonly { readonly path: string; readonly content: string }[]): void {
  if (files.length > fileLimits.files) throw tooMuch(`at most ${fileLimits.files} files are written at once`);
  const paths = new Set<string>();
  let totalBytes = 0;
  for (const { path, content } of files) {
    pathSegments(path);
    if (paths.has(path)) throw clash(path, 'is given twice');
    paths.add(path);
    const bytes = Buffer.byteLength(content);
    totalBytes += bytes;
    if (bytes > fileLimits.fileBytes) throw tooMuch(`a file has at most ${fileLimits.fileBytes} bytes`);
    if (totalBytes > fileLimits.totalBytes) throw tooMuch(`files written at once have at most ${fileLimits.totalBytes} bytes`);
  }
  for (const path of paths) {
    const above = parentsOf(path).find((parent) => paths.has(parent));
    if (above !== undefined) throw clash(path, 'lies beneath a path that is a file');
  }
}

function parentsOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** The error for something too large. */
export const tooMuch = (what: string) => new IntarsiaError('sandbox_limit', `The sandbox refused the files: ${what}.`);

/** The error for a path that cannot be a file. */
export const clash = (path: string, why: string, cause?: unknown) =>
  new IntarsiaError('path_invalid', `A path of a sandbox ${why}.`, { details: { path: path.slice(0, 200) }, cause });
