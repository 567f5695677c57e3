import { type ErrorCode, errorCodes, isIntarsiaError, type JsonObject } from '@intarsia/core';

/** Statuses that an endpoint answers a problem with. */
export type ProblemStatus = 400 | 403 | 404 | 409 | 413 | 415 | 422 | 500 | 503;

/** What a client is told when its request was not done. */
export interface Problem {
  readonly status: ProblemStatus;
  readonly body: { readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: JsonObject } };
}

/** A problem with its fixed sentence, or with a sentence the runtime made for people. */
export function problem(
  status: ProblemStatus,
  code: ErrorCode,
  more: { readonly message?: string; readonly details?: JsonObject } = {},
): Problem {
  const details = more.details === undefined ? {} : { details: more.details };
  return { status, body: { error: { code, message: more.message ?? errorCodes[code], ...details } } };
}

/** What a runtime refused, as a problem. */
export const refusal = (refused: { readonly code: ErrorCode; readonly message: string }): Problem =>
  problem(statusOf(refused.code), refused.code, { message: refused.message });

/** What was thrown, as a problem: the code with its fixed sentence; what it says itself may quote a provider and stays in logs. */
export function problemOf(thrown: unknown): Problem {
  const code = isIntarsiaError(thrown) ? thrown.code : 'internal';
  return problem(statusOf(code), code);
}

function statusOf(code: ErrorCode): ProblemStatus {
  switch (code) {
    case 'conversation_unknown':
    case 'call_unknown':
    case 'artifact_unknown':
      return 404;
    case 'conversation_exists':
    case 'conversation_busy':
    case 'conversation_closed':
    case 'not_paused':
    case 'answer_required':
    case 'ui_answer_required':
    case 'approval_required':
    case 'call_uncertain':
    case 'replay_blocked':
    case 'stale_build_context':
    case 'stale_epoch':
    case 'conflict':
      return 409;
    case 'store_unavailable':
    case 'store_read_only':
    case 'store_corrupt':
    case 'store_closed':
    case 'context_source_failed':
      return 503;
    case 'internal':
      return 500;
    default:
      return 422;
  }
}
