import { asIntarsiaError, decodeText, IntarsiaError, isIntarsiaError } from '@intarsia/core';
import { filesBeneath } from '../listing/index.ts';

/** What AG2 asks of a knowledge store (ag2-network 9.1), from any library. Paths come normalised. */
export interface BareStore {
  /** Null for a missing file or a folder. */
  read(path: string): Promise<string | null>;
  write(path: string, content: string): Promise<void>;
  /** The names of the direct children, folders with a trailing `/`. */
  list(path: string): Promise<readonly string[]>;
  /** The file and everything beneath; `/` is all there is. */
  delete(path: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  /** Returns the byte offset at which the content starts. */
  append(path: string, content: string): Promise<number>;
  readRange(path: string, start: number, end?: number): Promise<string>;
  close?(): Promise<void> | void;
}

/** A failure of the store behind, as one that may pass. */
export const bareFailure = (error: unknown): IntarsiaError =>
  isIntarsiaError(error)
    ? error
    : asIntarsiaError(error, 'store_unavailable', 'The store behind this one failed: the cause says why.', true);

/** A failure in the middle of a change, which may have been made. */
export const unsureFailure = (error: unknown): IntarsiaError =>
  isIntarsiaError(error)
    ? error
    : new IntarsiaError('store_unavailable', 'The store behind this one failed while it changed something: read before you try again.', {
        cause: error,
        retryable: true,
        details: { outcome: 'unknown' },
      });

/** Every file at or beneath a path. */
export async function filesAt(store: BareStore, path: string): Promise<readonly string[]> {
  const beneath = await filesBeneath(store, path);
  return path !== '/' && (await store.read(path)) !== null ? [path, ...beneath] : beneath;
}

/** The bytes [start, end) as text. Throws `path_invalid` for a cut inside a character, which such stores report each in its own way. */
export async function rangeOf(store: BareStore, path: string, start: number, end: number): Promise<string> {
  try {
    const text = await store.readRange(path, start, end);
    if (Buffer.byteLength(text) === end - start) return text;
  } catch {
    // Either the cut or the store: the whole text tells.
  }
  const whole = Buffer.from((await store.read(path)) ?? '');
  return decodeText(path, whole.subarray(start, end), start);
}

/** Where an append that was just made starts, whatever the store answered: not all count in bytes. */
export async function startOf(store: BareStore, { path, content }: { path: string; content: string }): Promise<number> {
  const text = (await store.read(path)) ?? '';
  if (text.endsWith(content)) return Buffer.byteLength(text) - Buffer.byteLength(content);
  throw new IntarsiaError('store_corrupt', `The store behind this one appended to ${path} and does not end with what was appended.`, {
    details: { path },
  });
}

/** Brings an append to its end that may have happened, in part or as a whole. What stood there before is written again only if it has to be. */
export async function finishAppend(
  store: BareStore,
  { path, content, start }: { path: string; content: string; start: number },
): Promise<void> {
  const found = Buffer.from((await store.read(path)) ?? '');
  const [done, wanted] = [found.subarray(start), Buffer.from(content)];
  const rest = wanted.subarray(done.length).toString('utf8');
  if (done.equals(wanted.subarray(0, done.length)) && content.endsWith(rest)) {
    if (rest !== '' || found.length === 0) await store.append(path, rest);
  } else {
    await store.write(path, `${found.subarray(0, start).toString('utf8')}${content}`);
  }
}
