import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a file in a folder, counted from 1 and without its end; null when there is no such line to show. */
export type SourceLines = (file: string, line: number) => string | null;

/** What is larger is not shown: documents are at most this large, in bytes. */
const maxBytes = 1024 * 1024;

/** The lines of a folder's files as they are now. Each file is read once. */
export function sourceLines(folder: string): SourceLines {
  const read = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = read.get(file) ?? linesOf(join(folder, file));
    read.set(file, lines);
    return lines[line - 1] ?? null;
  };
}

function linesOf(path: string): readonly string[] {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > maxBytes) return [];
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)); // takes a byte order mark away, as columns count
    return text.split('\n').map((line) => line.replace(/\r$/, ''));
  } catch {
    return [];
  }
}
