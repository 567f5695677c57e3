import type { PreparedOperation } from '@intarsia/core';
import { checksumsOf } from './blocks.ts';
import { corruptFailure } from './failures.ts';
import { framed, jsonReader, unframed } from './frame.ts';

/** What a commit can hold beside writes: nothing in it depends on its place in the log, so that it can be tried at the next one unchanged. */
export type LeaseOperation =
  | { readonly kind: 'acquire'; readonly lease: string; readonly owner: string; readonly until: number }
  | { readonly kind: 'renew'; readonly lease: string; readonly epoch: number; readonly until: number }
  | { readonly kind: 'release'; readonly lease: string; readonly epoch: number };

/** The last entry of a segment: what follows stands in the segment `next`. */
export interface Seal {
  readonly kind: 'seal';
  readonly next: string;
}

/** What is to be logged. */
export type NewOperation = PreparedOperation | LeaseOperation | Seal;

/** What was logged; the bytes of a write stand in the file of the entry, from `offset` on. */
export type LoggedOperation =
  | {
      readonly kind: 'write' | 'append';
      readonly path: string;
      readonly offset: number;
      readonly length: number;
      /** Of its bytes, as they are in an entry that was found whole. */
      readonly checksums: readonly number[];
    }
  | { readonly kind: 'delete'; readonly path: string }
  | LeaseOperation
  | Seal;

/** One commit of a log. */
export interface LogEntry {
  readonly operations: readonly LoggedOperation[];
  /** The size of its file. */
  readonly size: number;
}

/** The file of an entry, and the entry as a reader of that file sees it. */
export function encodeEntry(operations: readonly NewOperation[]): { readonly file: Uint8Array; readonly entry: LogEntry } {
  const bytes: Uint8Array[] = [];
  const records = operations.map((operation) => {
    if (!('bytes' in operation)) return operation;
    bytes.push(operation.bytes);
    return { kind: operation.kind, path: operation.path, length: operation.bytes.length };
  });
  const { file, bytesAt } = framed(records, bytes);
  let offset = bytesAt;
  const logged = operations.map((operation): LoggedOperation => {
    if (!('bytes' in operation)) return operation;
    const length = operation.bytes.length;
    offset += length;
    return { kind: operation.kind, path: operation.path, offset: offset - length, length, checksums: checksumsOf(operation.bytes) };
  });
  return { file, entry: { operations: logged, size: file.length } };
}

/** Reads the file of an entry. Throws `store_corrupt`. */
export function decodeEntry(file: string, bytes: Uint8Array): LogEntry {
  const { json, bytesAt } = unframed(file, bytes);
  const read = jsonReader(file);
  let offset = bytesAt;
  const operations = read.list(json).map((record): LoggedOperation => {
    const text = (name: string) => read.text(read.member(record, name));
    const count = (name: string) => read.count(read.member(record, name));
    const kind = text('kind');
    switch (kind) {
      case 'write':
      case 'append': {
        const length = count('length');
        offset += length;
        return {
          kind,
          path: text('path'),
          offset: offset - length,
          length,
          checksums: checksumsOf(bytes.subarray(offset - length, offset)),
        };
      }
      case 'delete':
        return { kind, path: text('path') };
      case 'acquire':
        return { kind, lease: text('lease'), owner: text('owner'), until: count('until') };
      case 'renew':
        return { kind, lease: text('lease'), epoch: count('epoch'), until: count('until') };
      case 'release':
        return { kind, lease: text('lease'), epoch: count('epoch') };
      case 'seal':
        return { kind, next: text('next') };
      default:
        throw corruptFailure(file, `holds the operation ${JSON.stringify(kind)}, which this store does not know`);
    }
  });
  return { operations, size: bytes.length };
}
