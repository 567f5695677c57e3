import type { AgentFailure } from '@intarsia/core';
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';

/** What came is not a reply. The kind chooses the sentence; what exactly came stays in `cause`. */
export class NotAReply extends Error {
  readonly what: 'not_a_reply' | 'broken_off' | 'too_large';

  constructor(what: 'not_a_reply' | 'broken_off' | 'too_large', cause?: unknown) {
    super(what, cause === undefined ? undefined : { cause });
    this.name = 'NotAReply';
    this.what = what;
  }
}

const garbage = {
  not_a_reply: 'The model endpoint answered something that is not a reply. Check the base URL.',
  broken_off: 'The reply of the model endpoint broke off.',
  too_large: 'The reply of the model endpoint is larger than allowed.',
} as const;

const timeouts = {
  timeout: 'The model endpoint took longer than one call may take.',
  idle: 'The model endpoint stopped in the middle of a reply.',
} as const;

/** The failure for a limit that was exceeded. */
export function timeoutFailure(limit: 'timeout' | 'idle', cause: unknown): AgentFailure {
  return { kind: 'failed', code: 'model_timeout', message: timeouts[limit], retryable: true, cause };
}

/** The failure for whatever a call threw: a fixed sentence that says what to check, and the thrown value as its cause. */
export function failureOf(error: unknown): AgentFailure {
  if (error instanceof NotAReply) {
    return { kind: 'failed', code: 'model_garbage', message: garbage[error.what], retryable: true, cause: error.cause ?? error };
  }
  if (error instanceof APIConnectionTimeoutError) return timeoutFailure('timeout', error);
  if (error instanceof APIConnectionError) {
    const message = 'The model endpoint cannot be reached. Check the base URL and the network.';
    return { kind: 'failed', code: 'model_unreachable', message, retryable: true, cause: error };
  }
  if (error instanceof APIError) return statusFailure(error);
  // What else a call throws comes from reading its reply: text that is not JSON, or a closed connection.
  return failureOf(new NotAReply(error instanceof SyntaxError ? 'not_a_reply' : 'broken_off', error));
}

function statusFailure(error: APIError): AgentFailure {
  const refused = (message: string): AgentFailure => ({ kind: 'failed', code: 'model_refused', message, retryable: false, cause: error });
  switch (statusOf(error)) {
    case 401:
    case 403:
      return refused('The model endpoint does not accept the API key. Check the key and what it may use.');
    case 404:
      return refused('The model endpoint does not know the model or the address. Check the model name and the base URL.');
    case 408:
      return timeoutFailure('timeout', error);
    case 429: {
      // OpenAI answers 429 for an empty account too; that does not pass by waiting.
      if (error.code === 'insufficient_quota') return refused('The account of the API key has no quota left. Check its plan and billing.');
      const message = 'The model endpoint asks to slow down. Try again later.';
      return { kind: 'failed', code: 'model_rate_limited', message, retryable: true, cause: error };
    }
    case 'redirect':
      return refused('The model endpoint sends to another address, and no conversation follows there. Check the base URL.');
    case 'server': {
      const message = 'The model endpoint failed on its side. Try again later.';
      return { kind: 'failed', code: 'model_unreachable', message, retryable: true, cause: error };
    }
    default:
      return refused(
        'The model endpoint refused the request. Check the model name, the base URL, and that the model has tools and JSON schemas.',
      );
  }
}

/** The HTTP status, or for an error that came inside a stream (status 200) the one it stands for. */
function statusOf(error: APIError): number | 'redirect' | 'server' {
  if (error.status !== undefined && error.status >= 300 && error.status < 400) return 'redirect';
  const code = error.status ?? Number(error.code);
  if (Number.isInteger(code)) return code >= 500 ? 'server' : code;
  const words = `${error.type ?? ''} ${error.code ?? ''}`;
  if (words.includes('rate_limit') || words.includes('insufficient_quota')) return 429;
  return words.includes('invalid_request') ? 400 : 'server';
}
