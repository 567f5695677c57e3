import { IntarsiaError, isIntarsiaError } from '@intarsia/core';
import { resultCodeOf, type SqliteRow } from './driver.ts';

// https://sqlite.org/rescode.html
const busy = 5;
const locked = 6;
const readOnly = 8;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;

const readOnlySystemCodes: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

/** Whether another connection was in the way: the same call may pass a moment later. */
export const isLocked = (error: unknown): boolean => [busy, locked].includes(resultCodeOf(error) ?? 0);

/** What went wrong with the database `file`, as an error that names it and the next step. */
export function storeFailure(file: string, error: unknown): IntarsiaError {
  if (isIntarsiaError(error)) return error;
  const options = { cause: error, details: { file } };
  const systemCode = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  if (readOnlySystemCodes.includes(systemCode)) return readOnlyFailure(file, error);
  switch (resultCodeOf(error)) {
    case busy:
    case locked:
      return new IntarsiaError('store_unavailable', `Another process keeps ${file} locked: try again, or end that process.`, {
        ...options,
        retryable: true,
      });
    case readOnly:
    case cannotOpen:
      return readOnlyFailure(file, error);
    case corrupt:
    case notADatabase:
      return corruptFailure(file, 'is not a readable SQLite database: name another file or restore a backup', error);
    case full:
      return new IntarsiaError('store_unavailable', `The disk of ${file} is full: free some space.`, { ...options, retryable: true });
    default:
      return new IntarsiaError('store_unavailable', `The database ${file} cannot be used: the cause says why.`, options);
  }
}

const readOnlyFailure = (file: string, cause: unknown): IntarsiaError =>
  new IntarsiaError('store_read_only', `${file} or its folder cannot be written: name a file in a folder that this process may write to.`, {
    cause,
    details: { file },
  });

/** A database that holds what this store did not write. */
export const corruptFailure = (file: string, why: string, cause?: unknown): IntarsiaError =>
  new IntarsiaError('store_corrupt', `${file} ${why}.`, { cause, details: { file } });

/** Reads typed columns; anything else in them was not written by this store. */
export interface ColumnReader {
  integer(row: SqliteRow, column: string): number;
  text(row: SqliteRow, column: string): string;
  bytes(row: SqliteRow, column: string): Uint8Array;
  /** What to throw where the columns of several rows do not fit together. */
  corrupt(why: string): IntarsiaError;
}

/** Column readers that name `file` when they fail. */
export function columnReader(file: string): ColumnReader {
  const refuse = (column: string) => corruptFailure(file, `has an unreadable value in its column ${column}: restore a backup`);
  return {
    integer(row, column) {
      const value = row[column];
      if (typeof value !== 'number') throw refuse(column);
      return value;
    },
    text(row, column) {
      const value = row[column];
      if (typeof value !== 'string') throw refuse(column);
      return value;
    },
    bytes(row, column) {
      const value = row[column];
      if (!(value instanceof Uint8Array)) throw refuse(column);
      return value;
    },
    corrupt: (why) => corruptFailure(file, why),
  };
}
