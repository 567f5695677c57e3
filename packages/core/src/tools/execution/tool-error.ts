import type { JsonObject } from '../../ports/json.ts';
import { memberOf, messageOf } from '../thrown.ts';
import type { CallEnd } from './limited-code.ts';
import type { ToolError, ToolErrorType } from './tool-call.ts';

/** What an error says beside its type and message. */
export interface ToolErrorFacts {
  readonly details?: JsonObject;
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** An error of a call; its `cause` is there for who debugs and in no copy of it. */
export function toolError(
  type: ToolErrorType,
  message: string,
  { details = {}, retryable = false, cause }: ToolErrorFacts = {},
): ToolError {
  const error: ToolError = { type, message, details, retryable };
  return cause === undefined ? error : Object.defineProperty(error, 'cause', { value: cause });
}

/** The error of code that failed (cases TOOL-43, TOOL-44, TOOL-54). What a tool throws is told by its message alone; where it was thrown stays in `cause`. */
export function failureError(toolName: string, end: CallEnd & { readonly kind: 'failed' }, timeoutMs: number): ToolError {
  const cause = 'cause' in end ? { cause: end.cause } : {};
  switch (end.why) {
    case 'limit':
      return toolError('timeout', `"${toolName}": ${end.message}`, { details: { toolName, timeoutMs }, retryable: true });
    case 'result':
      return toolError('invalid_output', end.message, { details: { toolName }, ...cause });
    case 'thrown': {
      const code = memberOf(end.cause, 'code');
      return toolError('execution_error', messageOf(end.cause) ?? `"${toolName}" failed and did not say why.`, {
        details: { toolName, ...(typeof code === 'string' && { code }) },
        retryable: saysRetryable(end.cause) ?? false,
        ...cause,
      });
    }
  }
}

/** Words for a failure before anything was done: the same call may be made again whatever its effect is. A broken connection is none of them (case T23). */
const refusedBefore: ReadonlySet<string> = new Set(['busy', 'econnrefused', 'enetdown', 'enetunreach', 'overloaded', 'rate_limited']);

/** Whether what was thrown says that the same call may be made again: by `retryable` or `retry`, its own or in its `details`, or by its `code` or `reason`. */
export function saysRetryable(thrown: unknown): boolean | null {
  const said = [thrown, memberOf(thrown, 'details')].flatMap((holder) => [memberOf(holder, 'retryable'), memberOf(holder, 'retry')]);
  const explicit = said.find((hint) => typeof hint === 'boolean');
  if (typeof explicit === 'boolean') return explicit;
  const words = [memberOf(thrown, 'code'), memberOf(thrown, 'reason')];
  return words.some((word) => typeof word === 'string' && refusedBefore.has(word.toLowerCase())) ? true : null;
}

/** A call that its caller stopped. */
export const abortedError = (toolName: string): ToolError =>
  toolError('aborted', `The call of "${toolName}" was stopped.`, { details: { toolName } });
