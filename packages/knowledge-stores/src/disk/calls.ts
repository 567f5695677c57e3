import {
  closeSync,
  constants,
  fsync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';

/** What stands at a path; a symbolic link is `other`, because none is ever followed. */
export interface Standing {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  readonly modifiedMs: number;
}

/** All that the disk store asks of the file system, a step each: a process can die, and a test can end one, between any two of them. */
export interface DiskCalls {
  look(path: string): Standing | null;
  names(folder: string): readonly string[];
  /** False where something stands already. */
  makeFolder(path: string): boolean;
  /** `create` fails where something stands; `extend` writes to what stands. New files belong to their user alone. */
  open(path: string, how: 'read' | 'create' | 'extend'): number;
  read(descriptor: number, into: Uint8Array, position: number): number;
  write(descriptor: number, bytes: Uint8Array, position: number): number;
  close(descriptor: number): void;
  flush(descriptor: number): Promise<void>;
  flushNow(descriptor: number): void;
  /** Makes names that came into a folder, or left it, durable. */
  flushFolder(path: string): Promise<void>;
  /** A second name for a file; false where something stands already. */
  link(file: string, name: string): boolean;
  /** Moves a folder, false where one with content stands already; a file takes the place of another. */
  move(from: string, to: string): boolean;
  remove(file: string): void;
  removeFolder(path: string): void;
}

const flushDescriptor = promisify(fsync);
const fileMode = 0o600;
const folderMode = 0o700;
const onlyFiles = constants.O_NOFOLLOW | constants.O_NONBLOCK; // the open of a pipe would wait, and with it the whole process
const flags = {
  read: constants.O_RDONLY | onlyFiles,
  create: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | onlyFiles,
  extend: constants.O_WRONLY | onlyFiles,
} as const;

/** The code of a failed system call, or null. */
export function systemCodeOf(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'syscall' in error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : null;
}

/** Whether the system call found nothing at its path. */
export const isMissing = (error: unknown): boolean => systemCodeOf(error) === 'ENOENT';

function unlessStanding(call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (['EEXIST', 'ENOTEMPTY'].includes(systemCodeOf(error) ?? '')) return false;
    throw error;
  }
}

const kindOf = (stats: Stats): Standing['kind'] => {
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
};

/** The calls of this machine. Only what waits for the disk is asynchronous: everything else takes microseconds. */
export const systemCalls: DiskCalls = {
  look(path) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? null : { kind: kindOf(stats), size: stats.size, modifiedMs: stats.mtimeMs };
  },
  names: (folder) => readdirSync(folder),
  makeFolder: (path) => unlessStanding(() => mkdirSync(path, folderMode)),
  open: (path, how) => openSync(path, flags[how], fileMode),
  read: (descriptor, into, position) => readSync(descriptor, into, 0, into.length, position),
  write: (descriptor, bytes, position) => writeSync(descriptor, bytes, 0, bytes.length, position),
  close: (descriptor) => closeSync(descriptor),
  flush: (descriptor) => flushDescriptor(descriptor),
  flushNow: (descriptor) => fsyncSync(descriptor),
  async flushFolder(path) {
    if (process.platform === 'win32') return; // folders cannot be opened there, and the file system keeps names by itself
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      await flushDescriptor(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
  link: (file, name) => unlessStanding(() => linkSync(file, name)),
  move: (from, to) => unlessStanding(() => renameSync(from, to)),
  remove: (file) => unlinkSync(file),
  removeFolder: (path) => rmSync(path, { recursive: true, force: true }),
};

/** Writes all of the bytes at a position. */
export function writeAll(calls: DiskCalls, descriptor: number, bytes: Uint8Array, position = 0): void {
  for (let done = 0; done < bytes.length; ) done += calls.write(descriptor, bytes.subarray(done), position + done);
}

/** Fills `into` with the bytes of a file from a position on; the number of bytes that were there. */
export function readInto(calls: DiskCalls, path: string, into: Uint8Array, position: number): number {
  const descriptor = calls.open(path, 'read');
  try {
    let done = 0;
    while (done < into.length) {
      const count = calls.read(descriptor, into.subarray(done), position + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  } finally {
    calls.close(descriptor);
  }
}

/** All bytes of a file that is not written any more. */
export function readWhole(calls: DiskCalls, path: string): Uint8Array {
  const size = calls.look(path)?.size ?? 0;
  const bytes = Buffer.allocUnsafe(size);
  return bytes.subarray(0, readInto(calls, path, bytes, 0));
}

/** Whether a file may have got a name, although the system said that it failed. */
export function mayStand(calls: DiskCalls, name: string): boolean {
  try {
    return calls.look(name) !== null;
  } catch {
    return true;
  }
}

/** Does what only tidies up: a failure leaves something that is tidied up later, and must not hide what happened before. */
export function quietly(call: () => void): void {
  try {
    call();
  } catch {
    // See above.
  }
}
