import { verifyConversation } from '@intarsia/adapters-ag2';
import {
  type CallOptions,
  isIntarsiaError,
  isOperationPath,
  type JournalStore,
  type StoredProblem,
  type VerifiedLog,
  verifyApp,
  verifyLines,
  verifyOperation,
} from '@intarsia/core';
import { digestsOf, type FileDigest, inPart, isMarker, listed, type StorePart } from '@intarsia/knowledge-stores';

/** A part that was read whole. */
export interface VerifiedPart {
  readonly part: StorePart;
  readonly files: readonly FileDigest[];
  readonly logs: readonly VerifiedLog[];
  /** All that is wrong, also with its logs. */
  readonly problems: readonly StoredProblem[];
}

/** Reads every file of a part, and its journals as those who open them do. Changes nothing. */
export async function verifyPart(store: JournalStore, part: StorePart, options?: CallOptions): Promise<VerifiedPart> {
  return inPart(store, part, async (space) => {
    const problems: StoredProblem[] = [];
    const files = await readable(space, part, problems, options);
    const logs: VerifiedLog[] = [];
    if (part !== 'root' && 'chat' in part) logs.push(...(await verifyConversation(space, options)));
    if (part !== 'root' && 'app' in part) logs.push(...[await verifyApp(space, options)].flatMap((log) => log ?? []));
    const read = new Set(logs.map(({ path }) => path));
    for (const { path, size } of files) {
      if (isMarker(path)) problems.push(halfCopied(path));
      if (read.has(path) || !path.endsWith('.jsonl')) continue;
      logs.push(isOperationPath(path) ? await verifyOperation(space, path, options) : await verifyLines(space, path, size, options));
    }
    return { part, files, logs, problems: [...problems, ...logs.flatMap((log) => log.problems)] };
  });
}

/** The digests of the files that can be read; what cannot be is a problem. */
async function readable(
  space: JournalStore,
  part: StorePart,
  problems: StoredProblem[],
  options?: CallOptions,
): Promise<readonly FileDigest[]> {
  try {
    return await listed(digestsOf(space, part, options));
  } catch (cause) {
    if (!isIntarsiaError(cause, 'store_corrupt')) throw cause;
    problems.push({ path: '', offset: null, code: cause.code, message: cause.message });
    return [];
  }
}

const halfCopied = (path: string): StoredProblem => ({
  path,
  offset: null,
  code: 'conflict',
  message: 'a copy into it did not end: copy it again, or delete it',
});
