import { type CallOptions, isIntarsiaError, isJsonObject, type JournalStore, type Json } from '@intarsia/core';
import { filesOf, inPart, markerPath, type StoredFile, type StorePart } from './parts.ts';

/** What a part holds. */
export interface PartStat {
  readonly part: StorePart;
  readonly files: number;
  readonly bytes: number;
  /** What the last line of its journal says, ISO; null where it has none that can be read quickly. */
  readonly changedAt: string | null;
  /** A copy into it was begun and never ended. */
  readonly isHalfCopied: boolean;
}

const journals = /^\/(?:channels\/[^/]+\/wal|intarsia\/app)\.jsonl$/;
const tailBytes = 64 * 1024;
const widestCut = 3;

/** Counts a part. Reads no file but the end of its journal. */
export async function statPart(store: JournalStore, part: StorePart, options?: CallOptions): Promise<PartStat> {
  return inPart(store, part, async (space) => {
    let [files, bytes, isHalfCopied] = [0, 0, false];
    let journal: StoredFile | null = null;
    for await (const file of filesOf(space, part, options)) {
      files += 1;
      bytes += file.size;
      if (file.path === markerPath) isHalfCopied = true;
      if (journals.test(file.path)) journal = file;
    }
    return { part, files, bytes, changedAt: journal === null ? null : await timeOfLastLine(space, journal, options), isHalfCopied };
  });
}

async function timeOfLastLine(space: JournalStore, { path, size }: StoredFile, options?: CallOptions): Promise<string | null> {
  const lines = (await readTail(space, path, size, options)).split('\n');
  for (const line of lines.reverse()) {
    const value = jsonOf(line);
    const at = isJsonObject(value) ? (value['created_at'] ?? value['at']) : null;
    if (typeof at === 'string') return at;
  }
  return null;
}

/** The end of a file, from where a character begins. */
async function readTail(space: JournalStore, path: string, size: number, options?: CallOptions): Promise<string> {
  const start = Math.max(0, size - tailBytes);
  for (let moved = 0; ; moved += 1) {
    try {
      return await space.readRange(path, start + moved, size, options);
    } catch (cause) {
      if (moved === widestCut || !isIntarsiaError(cause, 'path_invalid')) throw cause;
    }
  }
}

function jsonOf(line: string): Json {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
