import { createHash } from 'node:crypto';
import { corruptFailure } from './failures.ts';

const form = 'intarsia-disk 1';
const head = /^intarsia-disk 1 (\d+) ([0-9a-f]{64})$/;
const newline = 0x0a;
const longestHead = 128;

const digestOf = (parts: readonly Uint8Array[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** A file of the store: a line with the length and the digest of what follows, then a line of JSON, then bytes. A person can read it. */
export function framed(json: unknown, bytes: readonly Uint8Array[]): { readonly file: Uint8Array; readonly bytesAt: number } {
  const body = [Buffer.from(`${JSON.stringify(json)}\n`), ...bytes];
  const length = body.reduce((sum, part) => sum + part.length, 0);
  const first = Buffer.from(`${form} ${length} ${digestOf(body)}\n`);
  return { file: Buffer.concat([first, ...body]), bytesAt: first.length + (body[0]?.length ?? 0) };
}

/** Takes apart what `framed` made. Throws `store_corrupt`, naming the file, when a single bit of it is another. */
export function unframed(file: string, bytes: Uint8Array): { readonly json: unknown; readonly bytesAt: number } {
  const end = bytes.subarray(0, longestHead).indexOf(newline);
  const found = head.exec(Buffer.from(bytes.subarray(0, Math.max(0, end))).toString('latin1'));
  const body = bytes.subarray(end + 1);
  if (found === null || Number(found[1]) !== body.length || found[2] !== digestOf([body])) {
    throw corruptFailure(file, 'is damaged: its content is not what was written. Restore a backup of the whole folder');
  }
  const lineEnd = body.indexOf(newline);
  return { json: JSON.parse(Buffer.from(body.subarray(0, lineEnd)).toString('utf8')), bytesAt: end + 1 + lineEnd + 1 };
}

/** Reads members of parsed JSON; anything else there was not written by this store. */
export interface JsonReader {
  member(value: unknown, name: string): unknown;
  text(value: unknown): string;
  count(value: unknown): number;
  list(value: unknown): readonly unknown[];
}

/** Readers that name `file` when they fail. */
export function jsonReader(file: string): JsonReader {
  const refuse = () => corruptFailure(file, 'holds a record that this store does not write. Restore a backup of the whole folder');
  return {
    member(value, name) {
      if (typeof value !== 'object' || value === null) throw refuse();
      return Reflect.get(value, name);
    },
    text(value) {
      if (typeof value !== 'string') throw refuse();
      return value;
    },
    count(value) {
      if (typeof value !== 'number') throw refuse();
      return value;
    },
    list(value) {
      if (!Array.isArray(value)) throw refuse();
      return value;
    },
  };
}
