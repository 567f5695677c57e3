import { textLines } from '../journal/text-chunks.ts';
import { lostLine, type StoredProblem, type VerifiedLog } from '../journal/verification.ts';
import { isIntarsiaError } from '../ports/errors.ts';
import type { CallOptions, JournalStore } from '../ports/store.ts';
import { appRecord, emptyApp, foldApp } from './app-journal.ts';
import { blobPath, journal, readBlob } from './artifact-store.ts';

/** Reads the journal of an app and every file of its versions; null where the namespace holds no such journal. Observation: changes nothing. */
export async function verifyApp(space: JournalStore, options?: CallOptions): Promise<VerifiedLog | null> {
  const size = (await space.stat(journal, options))?.size;
  if (size === undefined) return null;
  const problems: StoredProblem[] = [];
  let entries = 0;
  let state = emptyApp;
  for await (const { text, offset } of textLines(space, journal, { ...options, end: size })) {
    const record = text === '' ? null : appRecord(text);
    if (record !== null) {
      state = foldApp(state, record);
      entries += 1;
    } else if (text !== '') problems.push(lostLine(journal, offset, 'is no record of an app'));
  }
  const digests = new Set(state.versions.flatMap(({ files }) => files.map(({ digest }) => digest)));
  for (const digest of digests) problems.push(...(await lostBlob(space, digest, options)));
  return { path: journal, entries, problems };
}

async function lostBlob(space: JournalStore, digest: string, options?: CallOptions): Promise<readonly StoredProblem[]> {
  try {
    options?.signal?.throwIfAborted();
    await readBlob(space, digest);
    return [];
  } catch (cause) {
    if (!isIntarsiaError(cause, 'store_corrupt')) throw cause;
    return [{ path: blobPath(digest), offset: null, code: cause.code, message: cause.message }];
  }
}
