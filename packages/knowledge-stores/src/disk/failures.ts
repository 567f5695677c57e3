import { IntarsiaError, isIntarsiaError } from '@intarsia/core';
import { systemCodeOf } from './calls.ts';

const refused: readonly string[] = ['EACCES', 'EPERM', 'EROFS'];
const noFile: readonly string[] = ['EISDIR', 'ESPIPE', 'ENXIO']; // a folder, a pipe, a socket
const full: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** What went wrong with the store in `folder`, as an error that names it and the next step. */
export function diskFailure(folder: string, error: unknown, doing: 'read' | 'write'): IntarsiaError {
  if (isIntarsiaError(error)) return error;
  const code = systemCodeOf(error) ?? '';
  const options = { cause: error, details: { folder } };
  if (refused.includes(code)) {
    return doing === 'write'
      ? new IntarsiaError('store_read_only', `${folder} cannot be written by this process: name a folder that it may write to.`, options)
      : new IntarsiaError('store_unavailable', `${folder} cannot be read by this process: allow it, or name another folder.`, options);
  }
  if (full.includes(code)) {
    return new IntarsiaError('store_unavailable', `The disk of ${folder} is full: free some space. Nothing was changed.`, {
      ...options,
      retryable: true,
    });
  }
  if (code === 'ELOOP') {
    return corruptFailure(folder, 'has a symbolic link where the store keeps a file: it follows none, so remove the link', error);
  }
  if (noFile.includes(code)) {
    return corruptFailure(folder, 'has something else where the store keeps a file. Restore a backup of the whole folder', error);
  }
  if (code === 'ENOTDIR') {
    return new IntarsiaError('store_unavailable', `${folder} has a file where a folder should be: name another folder.`, options);
  }
  return new IntarsiaError('store_unavailable', `The store in ${folder} cannot be used: the cause says why.`, {
    ...options,
    retryable: true,
  });
}

/** A file or folder of the store that holds what this store did not write. */
export const corruptFailure = (path: string, why: string, cause?: unknown): IntarsiaError =>
  new IntarsiaError('store_corrupt', `${path} ${why}.`, { cause, details: { file: path } });

/** Bytes of a file of the store that its disk, or somebody, changed. */
export const damagedFailure = (path: string, offset: number, length: number): IntarsiaError =>
  new IntarsiaError(
    'store_corrupt',
    `${path} is damaged: its bytes from ${offset} to ${offset + length} are not what was written. Restore a backup of the whole folder.`,
    { details: { file: path, offset } },
  );

/** A call that was given up in time, before its commit could land. */
export const lateFailure = (folder: string, timeoutMs: number): IntarsiaError =>
  new IntarsiaError('store_unavailable', `The disk of ${folder} did not take a commit within ${timeoutMs} ms. Nothing was changed.`, {
    retryable: true,
    details: { folder, outcome: 'unchanged' },
  });

/** A commit that everybody sees, and that may be lost in a power failure. */
export const unknownFailure = (folder: string, cause?: unknown): IntarsiaError =>
  new IntarsiaError(
    'store_unavailable',
    `The disk of ${folder} did not confirm a commit: it may stand or be lost, so read before you try again.`,
    {
      cause,
      retryable: true,
      details: { folder, outcome: 'unknown' },
    },
  );
