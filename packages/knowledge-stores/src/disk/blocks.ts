import { crc32 } from 'node:zlib';
import { type DiskCalls, readInto } from './calls.ts';
import { corruptFailure, damagedFailure } from './failures.ts';

/** Bytes are checked in blocks of this size: a range costs what it returns, and the rest of its first and last block. */
export const blockBytes = 16 * 1024;
const readAtOnce = 256 * blockBytes;

/** Bytes that stand together in a file of the disk. */
export interface Run {
  readonly offset: number;
  readonly length: number;
  /** The CRC-32 of each block, the last one may be short. Null where version 1 wrote them: they are read as they are. */
  readonly checksums: readonly number[] | null;
}

const blocksOf = (length: number): number => Math.ceil(length / blockBytes);

/** The checksum of each block. */
export const checksumsOf = (bytes: Uint8Array): readonly number[] => extendedChecksums([], 0, bytes);

/** The checksums of `length` bytes that have `checksums`, and more behind them: only what comes is looked at. */
export function extendedChecksums(checksums: readonly number[], length: number, more: Uint8Array): readonly number[] {
  const extended = [...checksums];
  for (let done = 0; done < more.length; ) {
    const block = Math.floor((length + done) / blockBytes);
    const end = Math.min(more.length, (block + 1) * blockBytes - length);
    extended[block] = crc32(more.subarray(done, end), extended[block] ?? 0);
    done = end;
  }
  return extended;
}

/** The bytes [start, end) of a run. Throws `store_corrupt`, with the file and the offset in it, where they are not what was written. */
export function checkedBytes(calls: DiskCalls, path: string, { offset, length, checksums }: Run, start: number, end: number): Uint8Array {
  const first = checksums === null ? start : Math.floor(start / blockBytes) * blockBytes;
  const last = checksums === null ? end : Math.min(length, blocksOf(end) * blockBytes);
  const bytes = Buffer.allocUnsafe(last - first);
  if (readInto(calls, path, bytes, offset + first) < bytes.length) {
    throw corruptFailure(path, 'is shorter than it was written. Restore a backup of the whole folder');
  }
  for (let block = first; checksums !== null && block < last; block += blockBytes) {
    const content = bytes.subarray(block - first, Math.min(block + blockBytes, last) - first);
    if (crc32(content) !== checksums[block / blockBytes]) throw damagedFailure(path, offset + block, content.length);
  }
  return bytes.subarray(start - first, end - first);
}

/** The checksums of bytes that have none yet, as they are now. Reads all of them, and lets others go on meanwhile. */
export async function presentChecksums(calls: DiskCalls, path: string, { offset, length }: Run): Promise<readonly number[]> {
  const checksums: number[] = [];
  const unchecked = { offset, length, checksums: null };
  for (let done = 0; done < length; done += readAtOnce) {
    checksums.push(...checksumsOf(checkedBytes(calls, path, unchecked, done, Math.min(length, done + readAtOnce))));
    if (length > readAtOnce) await new Promise((resolve) => setImmediate(resolve));
  }
  return checksums;
}
