import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { sep } from 'node:path';

/** The bytes of a file that is not larger than it may be. `size` is what is known of the size of a larger one. */
export type BoundedFile =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'no_file'; readonly isFolder: boolean }
  | { readonly kind: 'too_large'; readonly size: string };

/** Reads the file at a real path, at most once and to a bounded size. Rejects as Node does when it cannot be opened. */
export async function readBounded(path: string, maxBytes: number): Promise<BoundedFile> {
  // A pipe would hold the opening until somebody writes into it; a link can only have come after the path was found to be real.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    return await readOpened(handle, maxBytes);
  } finally {
    await handle.close();
  }
}

async function readOpened(handle: FileHandle, maxBytes: number): Promise<BoundedFile> {
  const found = await handle.stat();
  // A pipe or a device has no size to be bounded by, and may never end.
  if (!found.isFile()) return { kind: 'no_file', isFolder: found.isDirectory() };
  if (found.size > maxBytes) return { kind: 'too_large', size: String(found.size) };
  const bytes = Buffer.allocUnsafe(maxBytes + 1);
  let length = 0;
  for (let more = -1; more !== 0 && length < bytes.length; length += more) {
    more = (await handle.read(bytes, length, bytes.length - length)).bytesRead;
  }
  return length > maxBytes ? { kind: 'too_large', size: `more than ${maxBytes}` } : { kind: 'read', bytes: bytes.subarray(0, length) };
}

/** True for a real path below a real folder. */
export const isInside = (root: string, path: string): boolean => path.startsWith(root.endsWith(sep) ? root : root + sep);

/** Why a file or a folder cannot be read, after its name. */
export function inWords(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return 'is gone, or a link to nothing';
    case 'ELOOP':
      return 'is a link that leads back to itself';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by this process';
    default:
      return `cannot be read (${codeOf(error)})`;
  }
}

/** The code of an error of Node. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : 'unknown error';
}
