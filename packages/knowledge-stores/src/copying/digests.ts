import { createHash } from 'node:crypto';
import { type CallOptions, IntarsiaError, type JournalStore, textChunks } from '@intarsia/core';
import { filesOf, type StoredFile, type StorePart } from './parts.ts';

/** The content of a file, by its SHA-256 in lower-case hex. */
export interface FileDigest {
  readonly path: string;
  readonly size: number;
  readonly digest: string;
}

/** What a long read is watched with. */
export interface PieceOptions extends CallOptions {
  /** Called after each piece. */
  readonly step?: () => Promise<void>;
}

/** Two files of one path that are not the same. */
export interface FileDifference {
  readonly path: string;
  readonly kind: 'missing' | 'extra' | 'different';
}

const readsOfChanging = 3;

/** SHA-256 of the first `size` bytes of a file; `store_corrupt` when it has fewer than that. */
export async function digestOfFile(space: JournalStore, path: string, size: number, options: PieceOptions = {}): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const { text, end } of textChunks(space, path, { ...options, end: size })) {
    hash.update(text);
    bytes = end;
    await options.step?.();
  }
  if (bytes === size) return hash.digest('hex');
  throw new IntarsiaError('store_corrupt', `${path} has ${size} bytes by its size, and ${bytes} were read.`, {
    details: { path, size, bytes },
  });
}

/**
 * The digests of all files of a part, in the order of `filesOf`. A file that changes while it is read is read again; one that never rests is an error
 * (`conflict`, retryable). Rejects with `store_corrupt` for a file that is not as long as the store says.
 */
export async function* digestsOf(space: JournalStore, part: StorePart, options: PieceOptions = {}): AsyncGenerator<FileDigest> {
  for await (const file of filesOf(space, part, options)) {
    const found = await settledDigest(space, file, options);
    if (found !== null) yield found;
  }
}

/** Null for a file that is gone. */
async function settledDigest(space: JournalStore, file: StoredFile, options: PieceOptions): Promise<FileDigest | null> {
  const { path } = file;
  let before: Pick<StoredFile, 'size' | 'version'> = file;
  for (let read = 0; read < readsOfChanging; read += 1) {
    const digest = await digestOfFile(space, path, before.size, options).catch((cause: unknown) => ({ cause }));
    const after = await space.stat(path, options);
    if (after === null) return null;
    if (after.version !== before.version) before = after;
    else if (typeof digest === 'string') return { path, size: before.size, digest };
    else throw digest.cause;
  }
  throw new IntarsiaError('conflict', `${path} changes all the time: stop what writes it.`, { retryable: true, details: { path } });
}

/** One digest of all files of a part, whatever the order in which they were listed: equal parts have equal ones. */
export function digestOfPart(files: readonly FileDigest[]): string {
  const lines = files.map(({ path, size, digest }) => JSON.stringify([path, size, digest])).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** What differs, sorted by path. `missing`: not in the other one; `extra`: only there. */
export function compareFiles(files: readonly FileDigest[], others: readonly FileDigest[]): readonly FileDifference[] {
  const rest = new Map(others.map(({ path, digest }) => [path, digest]));
  const found: FileDifference[] = [];
  for (const { path, digest } of files) {
    const other = rest.get(path);
    rest.delete(path);
    if (other !== digest) found.push({ path, kind: other === undefined ? 'missing' : 'different' });
  }
  for (const path of rest.keys()) found.push({ path, kind: 'extra' });
  return found.sort((left, right) => (left.path < right.path ? -1 : 1));
}
