import { IntarsiaError, isIntarsiaError, type JsonObject } from '@intarsia/core';

// https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml
const badValue = 2; // among others a hint at an index that is not there
const unauthorized = 13;
const authenticationFailed = 18;
const invalidNamespace = 73; // of a database and a collection: their names
const validationFailed = 121;
const atlasError = 8_000; // what a hosted server says to a wrong password
const documentTooLarge = 10_334;
const duplicateKey = 11_000;
const outOfDiskSpace = 14_031;

/** Errors that come back however often the call is tried. */
const lasting: readonly unknown[] = [
  unauthorized,
  authenticationFailed,
  atlasError,
  invalidNamespace,
  validationFailed,
  documentTooLarge,
  outOfDiskSpace,
];

/** The code that a server gave, or undefined for an error of the connection. */
export const serverCodeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;

/** Whether the user may not do this. */
export const isUnauthorized = (error: unknown): boolean => serverCodeOf(error) === unauthorized;

/** Whether the index that a question names is not there. */
export const lacksIndex = (error: unknown): boolean =>
  serverCodeOf(error) === badValue && error instanceof Error && error.message.includes('hint');

/** Whether a document of this key was there already. */
export const isDuplicate = (error: unknown): boolean => serverCodeOf(error) === duplicateKey;

/** Whether the same call may pass a moment later. */
export const isPassing = (error: unknown): boolean => (isIntarsiaError(error) ? error.retryable : !lasting.includes(serverCodeOf(error)));

/** Whether the driver found no server to send the call to. */
export const wasNotSent = (error: unknown): boolean =>
  error instanceof Error && ['MongoServerSelectionError', 'MongoWaitQueueTimeoutError'].includes(error.name);

/** The address without credentials and options, either of which can hold a secret. */
export const shownUrl = (url: string): string => url.replace(/^([a-z+]+:\/\/)(?:.*@)?([^?]*).*$/s, '$1$2');

/** Makes errors that name the database they are about. */
export interface Failures {
  /** What went wrong with a call, as an error with the next step. */
  of(error: unknown, kind: 'read' | 'write'): IntarsiaError;
  /** The server did not answer in time, and nothing was sent that it could still do. */
  silent(cause?: unknown): IntarsiaError;
  /** A commit was sent and not answered, and whether it is there could not be found out in time. */
  unknownOutcome(cause?: unknown): IntarsiaError;
  corrupt(why: string, details?: JsonObject): IntarsiaError;
  closed(): IntarsiaError;
  /** A schema that only another version knows. */
  version(found: number, known: number): IntarsiaError;
}

/** Failures of the database `name` at `address`, which was shortened by `shownUrl`. */
export function failuresOf(address: string, name: string, authenticated: boolean): Failures {
  const where = `The MongoDB database "${name}" at ${address}`;
  const details = { address, database: name };
  const silent = (cause?: unknown): IntarsiaError =>
    new IntarsiaError('store_unavailable', `${where} did not answer in time: try again, and see that the server runs.`, {
      retryable: true,
      details,
      cause,
    });

  return {
    silent,
    of(error, kind) {
      if (isIntarsiaError(error)) return error;
      const options = { cause: error, details };
      switch (serverCodeOf(error)) {
        case unauthorized:
          return kind === 'write' && authenticated
            ? new IntarsiaError('store_read_only', `${where} may not be written by this user: give it the role readWrite.`, options)
            : new IntarsiaError('store_denied', `${where} refused the call: give a user that may use it.`, options);
        case authenticationFailed:
        case atlasError:
          return new IntarsiaError('store_denied', `${where} refused the credentials: check user, password and authSource.`, options);
        case invalidNamespace:
          return new IntarsiaError(
            'wiring_invalid',
            `${where} or a collection of it has a name that the server refuses: give another.`,
            options,
          );
        case outOfDiskSpace:
          return new IntarsiaError('store_unavailable', `${where} has no disk space left: free some.`, { ...options, retryable: true });
        case documentTooLarge:
        case validationFailed:
          return new IntarsiaError('store_unavailable', `${where} refused a document: the cause says why.`, options);
        default:
          return new IntarsiaError('store_unavailable', `${where} cannot be used: try again, and see that the server runs.`, {
            ...options,
            retryable: true,
          });
      }
    },
    unknownOutcome: (cause) =>
      new IntarsiaError(
        'store_unavailable',
        `${where} was sent a commit and did not answer in time: it may or may not have been done, so read before you write again.`,
        { retryable: true, details: { ...details, outcome: 'unknown' }, cause },
      ),
    corrupt: (why, more = {}) =>
      new IntarsiaError('store_corrupt', `${where} ${why}: restore a backup.`, { details: { ...details, ...more } }),
    closed: () => new IntarsiaError('store_closed', `The store in ${where.slice(4)} was closed: open it again.`, { details }),
    version: (found, known) =>
      new IntarsiaError(
        'store_version',
        `${where} holds collections of schema ${found}, and this version knows schema ${known}: use the version that wrote it.`,
        { details: { ...details, found, known } },
      ),
  };
}
