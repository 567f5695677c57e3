import { IntarsiaError, isIntarsiaError } from '@intarsia/core';

const reply = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const begins = (error: unknown, ...codes: readonly string[]): boolean => codes.some((code) => reply(error).startsWith(`${code} `));

/** What the driver or a node said, where an error only says that all nodes failed. */
function innermost(error: unknown): unknown {
  const last = typeof error === 'object' && error !== null ? Reflect.get(error, 'lastNodeError') : undefined;
  return last instanceof Error ? last : error;
}

/** Whether the server does not know the script, so that nothing of it was run. */
export const isUnknownScript = (error: unknown): boolean => begins(error, 'NOSCRIPT');

/** Whether the server could not run the command now and did not begin it, or looked at a key on its way to another node and wrote nothing yet. */
export const isNotYet = (error: unknown): boolean =>
  begins(innermost(error), 'LOADING', 'CLUSTERDOWN', 'TRYAGAIN', 'MASTERDOWN', 'BUSY') ||
  reply(error).startsWith('ERR Script attempted to access a non local key');

/** Whether the server is a replica that takes no writes: another one may be the master now. */
export const isReadOnly = (error: unknown): boolean => begins(error, 'READONLY');

/** Whether the driver refused to send the command, because there is no connection. */
export const isNotSent = (error: unknown): boolean => reply(error).includes('enableOfflineQueue options is false');

/** Whether it is an answer of the server, not a failure on the way. */
export const isReply = (error: unknown): boolean => {
  const said = innermost(error);
  return said instanceof Error && said.name === 'ReplyError';
};

/** Why the database of a connection could not be chosen, or null for another error. The driver would go on in the first one. */
export function databaseFailure(where: string, error: unknown): IntarsiaError | null {
  const command = typeof error === 'object' && error !== null ? Reflect.get(error, 'command') : undefined;
  if (typeof command !== 'object' || command === null || Reflect.get(command, 'name') !== 'select') return null;
  const message = `${where} does not give its database: the cause says why. Name another one, or let the user SELECT it.`;
  return new IntarsiaError('wiring_invalid', message, { cause: error, details: { server: where } });
}

/** The refusal of the credentials, or null for another failure to connect. */
export function deniedFailure(where: string, error: unknown): IntarsiaError | null {
  const cause = innermost(error);
  if (!begins(cause, 'WRONGPASS', 'NOAUTH', 'NOPERM') && !/^ERR (invalid password|The user executing the script can't)/i.test(reply(cause)))
    return null;
  const message = `${where} refused the credentials: check user and password, and that the user may use these keys and commands.`;
  return new IntarsiaError('store_denied', message, { cause, details: { server: where } });
}

/** What an error that the server answered means. */
export function replyFailure(where: string, keys: readonly string[], error: unknown): IntarsiaError {
  if (isIntarsiaError(error)) return error;
  const options = { cause: error, details: { server: where } };
  const denied = deniedFailure(where, error);
  if (denied !== null) return denied;
  if (isReadOnly(error)) {
    return new IntarsiaError('store_read_only', `${where} is a read-only replica: name the master.`, options);
  }
  if (begins(error, 'OOM')) {
    const message = `${where} has no memory left for another write: raise maxmemory or delete something.`;
    return new IntarsiaError('store_unavailable', message, { ...options, retryable: true });
  }
  if (begins(error, 'MISCONF', 'NOREPLICAS')) {
    const message = `${where} takes no writes now, as it cannot make them last: the cause says why.`;
    return new IntarsiaError('store_unavailable', message, { ...options, retryable: true });
  }
  if (begins(error, 'WRONGTYPE')) return corruptFailure(where, keys.join(' or '), 'is of another type');
  return new IntarsiaError('store_unavailable', `${where} answered with an error: the cause says which.`, options);
}

/** A key that holds what this store did not write. */
export const corruptFailure = (where: string, key: string, why: string): IntarsiaError =>
  new IntarsiaError('store_corrupt', `The key ${key} of ${where} ${why}: use another key prefix or restore a backup.`, {
    details: { server: where, key },
  });

/** Keys of a form that this version does not know. */
export const versionFailure = (where: string, key: string, found: string, known: string): IntarsiaError =>
  new IntarsiaError(
    'store_version',
    `The keys beside ${key} of ${where} have the form ${found}, this version knows ${known}: upgrade it.`,
    {
      details: { server: where, key, found, known },
    },
  );

/** No answer in time. `unknown` when a change was sent, which may or may not have been made. */
export function silenceFailure(where: string, timeoutMs: number, unknown: boolean, cause: unknown): IntarsiaError {
  const outcome = unknown
    ? 'the change was sent, and whether it was made is unknown: read before you try again'
    : 'nothing was changed: try again';
  return new IntarsiaError('store_unavailable', `${where} did not answer within ${timeoutMs} ms; ${outcome}.`, {
    retryable: true,
    cause: innermost(cause),
    details: { server: where, ...(unknown ? { outcome: 'unknown' } : {}) },
  });
}

/** The failure of a later try of a change, of which an earlier one was sent and not answered. */
export const doubtfulFailure = ({ code, message, cause, details, retryable }: IntarsiaError): IntarsiaError =>
  new IntarsiaError(code, `${message} The change was sent before that, and whether it was made is unknown: read before you try again.`, {
    cause,
    retryable,
    details: { ...details, outcome: 'unknown' },
  });

/** A call after the store was closed. */
export const closedFailure = (where: string): IntarsiaError =>
  new IntarsiaError('store_closed', `The store on ${where} was closed: open it again.`, { details: { server: where } });
