import { createHash, type Hash } from 'node:crypto';
import {
  type CommitConditions,
  IntarsiaError,
  isIntarsiaError,
  type JournalStore,
  type StoreOperation,
  type TextChunk,
  textChunks,
} from '@intarsia/core';
import { digestOfFile } from './digests.ts';
import type { StoredFile } from './parts.ts';

/** Called between two pieces of work with the bytes that the one before copied. */
export type Step = (bytes: number) => Promise<void>;

/** One file of a copy. */
export interface FileCopy {
  readonly source: JournalStore;
  readonly target: JournalStore;
  readonly file: StoredFile;
  /** Size of what an earlier copy left of it, or null. */
  readonly earlier: number | null;
  /** Whether what an earlier copy left is replaced where it is not the beginning of the file. */
  readonly mayReplace: boolean;
  readonly fence: CommitConditions['fence'];
  /** Done in one step with the first piece, and with the last one. */
  readonly begin: readonly StoreOperation[];
  readonly end: readonly StoreOperation[];
  readonly step: Step;
}

/** Copies a file piece by piece and compares the digests; gives what stands in the way, or null. */
export async function copyFile(copy: FileCopy): Promise<string | null> {
  const { source, target, earlier, end, step } = copy;
  const { path, size } = copy.file;
  const known = earlier === null ? null : await beginningOf(copy, earlier);
  if (earlier !== null && known === null && !copy.mayReplace) return `an earlier copy did not end, and ${path} there is not what it left`;
  const hash = known ?? createHash('sha256');
  let at = known === null ? 0 : (earlier ?? 0);
  let there = earlier ?? -1;
  let operations = copy.begin;
  await step(at);
  if (known !== null && at === size) return end.length === 0 ? null : commit(copy, end, size);
  for await (const { text, end: next } of piecesOf(source, path, at, size)) {
    hash.update(text);
    const written: StoreOperation = { kind: at === there ? 'append' : 'write', path, content: text };
    const refusal = await commit(copy, [...operations, written, ...(next === size ? end : [])], there);
    if (refusal !== null) return refusal;
    await step(next - at);
    [at, there, operations] = [next, next, []];
  }
  if (at !== size) return `${path} became shorter while it was copied: stop what writes it`;
  if ((await digestOfFile(target, path, size, { step: () => step(0) })) === hash.digest('hex')) return null;
  throw new IntarsiaError('store_corrupt', `${path} of the other store is not what was written there: do not use this copy.`);
}

async function commit({ target, file, fence }: FileCopy, operations: readonly StoreOperation[], size: number): Promise<string | null> {
  const expect = [{ path: file.path, size }];
  const result = await target.commit(operations, fence === undefined ? { expect } : { fence, expect });
  if (result.kind === 'committed') return null;
  if (result.kind === 'conflict') return `something else writes ${result.path} of the other store`;
  throw new IntarsiaError('stale_epoch', 'Somebody took the conversation over in the other store: copy it again.', { retryable: true });
}

/** An empty file has one piece, too. */
async function* piecesOf(source: JournalStore, path: string, start: number, end: number): AsyncGenerator<TextChunk> {
  if (end === 0) yield { text: '', start: 0, end: 0 };
  else yield* textChunks(source, path, { start, end });
}

/** The hash of what an earlier copy left, when the file begins so; else null. */
async function beginningOf({ source, target, file, step }: FileCopy, bytes: number): Promise<Hash | null> {
  if (bytes > file.size) return null;
  const hash = createHash('sha256');
  for await (const { text, start, end } of textChunks(target, file.path, { end: bytes })) {
    if ((await rangeOf(source, file.path, start, end)) !== text) return null;
    hash.update(text);
    await step(0);
  }
  return hash;
}

/** Null where the file has other characters than those that are cut there. */
async function rangeOf(source: JournalStore, path: string, start: number, end: number): Promise<string | null> {
  try {
    return await source.readRange(path, start, end);
  } catch (cause) {
    if (isIntarsiaError(cause, 'path_invalid')) return null;
    throw cause;
  }
}
