import type { ErrorCode } from '../ports/errors.ts';
import type { CallOptions, KnowledgeStore } from '../ports/store.ts';
import { textLines } from './text-chunks.ts';

/** Something stored that cannot be read back as it was meant. `offset`: the byte of the file at which the line begins, null where it is not about a line. */
export interface StoredProblem {
  readonly path: string;
  readonly offset: number | null;
  readonly code: ErrorCode;
  readonly message: string;
}

/** A log that was read whole: how many of its lines count, and all that is wrong with it. */
export interface VerifiedLog {
  readonly path: string;
  readonly entries: number;
  readonly problems: readonly StoredProblem[];
}

/** A line that whoever reads the log leaves out. */
export const lostLine = (path: string, offset: number, why: string): StoredProblem => ({
  path,
  offset,
  code: 'store_corrupt',
  message: `the line at byte ${offset} ${why} and is left out`,
});

/** Reads a log of JSON lines, whatever they say. */
export async function verifyLines(
  store: Pick<KnowledgeStore, 'readRange'>,
  path: string,
  size: number,
  options?: CallOptions,
): Promise<VerifiedLog> {
  const problems: StoredProblem[] = [];
  let entries = 0;
  for await (const { text, offset } of textLines(store, path, { ...options, end: size })) {
    if (text === '') continue;
    if (isJsonText(text)) entries += 1;
    else problems.push(lostLine(path, offset, 'is not JSON'));
  }
  return { path, entries, problems };
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
