import { asIntarsiaError } from '../../ports/errors.ts';
import { abortedError } from '../execution/tool-error.ts';
import { closedRound, isMoreThanText, type RoundWording, textOf } from './after-event.ts';
import { callError } from './call-error.ts';
import type { CallError, CallResult } from './call-with-tools-types.ts';
import type { Answer, CallingState } from './calling-state.ts';
import type { CallingEnd } from './decide-calling.ts';
import { notRun } from './examine-calls.ts';
import type { StopCause } from './stop.ts';
import { withoutPosition } from './transcript.ts';

type Distributed<Result> = Result extends unknown ? Omit<Result, keyof Base> : never;
type Base = Pick<
  CallResult,
  'turns' | 'modelCalls' | 'replies' | 'usage' | 'messages' | 'toolResults' | 'model' | 'finishReason' | 'operationId'
>;
/** What differs between the ends of operations. */
type End = Distributed<CallResult>;

/** Makes results of one operation. */
export interface EndResults {
  /** What was decided from the state. */
  decided(state: CallingState, end: CallingEnd): CallResult;
  /** An error that happened; calls that are still open are closed, to be made by who resumes. */
  failed(state: CallingState, error: CallError): CallResult;
  stopped(state: CallingState, cause: StopCause): CallResult;
}

/** Every end has the same members (tool-calling T9): messages, turns, usage, results and the model, so that `resume` can go on from it. */
export function endResults(operationId: string, model: string, wording: RoundWording): EndResults {
  const result = (state: CallingState, end: End): CallResult => ({
    ...end,
    turns: state.turns,
    modelCalls: state.modelCalls,
    replies: state.replies,
    usage: state.usage,
    messages: state.messages,
    toolResults: [...state.toolResults, ...endedInRound(state)],
    model: state.model === '' ? model : state.model,
    finishReason: state.finishReason,
    operationId,
  });
  const closed = (state: CallingState): CallingState => closedRound(state, (call) => notRun(call, abortedError(call.name)), wording);
  const failed = (state: CallingState, error: CallError) => result(closed(state), { type: 'error', error });
  return {
    failed,
    stopped(state, cause) {
      if (cause.kind !== 'aborted') return failed(state, stopError(cause));
      return result(closed(state), { type: 'aborted', message: 'The operation was stopped; `resume` goes on from here.' });
    },
    decided(state, end) {
      switch (end.kind) {
        case 'final_answer':
          return result(state, finalAnswer(end.answer, end.value, state.rejections));
        case 'tool_calls': {
          const toolCalls = end.calls.map(({ call }) => withoutPosition(call));
          return result(state, { type: 'tool_calls', ...(end.isLimit && { reason: 'max_turns_reached' }), text: end.text, toolCalls });
        }
        case 'approval_required':
          return result(state, { type: 'approval_required', text: end.text, pending: end.pending });
        default:
          return failed(state, endError(end));
      }
    },
  };
}

const endedInRound = ({ phase }: CallingState) =>
  phase.kind === 'round' ? phase.calls.flatMap((call) => (call.status === 'ended' ? [call.result] : [])) : [];

/** Thinking is told apart; where more than text was said, all of it is the result (case TOOL-64). */
function finalAnswer({ text, parts }: Answer, value: Extract<End, { type: 'final_answer' }>['value'] | null, repairs: number): End {
  return {
    type: 'final_answer',
    text,
    result: parts.some(isMoreThanText) ? parts.filter(({ type }) => type !== 'thinking') : text,
    thinking: textOf(parts, 'thinking'),
    ...(value !== null && value !== undefined && { value }),
    repairs,
  };
}

function endError(end: Exclude<CallingEnd, { readonly kind: 'final_answer' | 'tool_calls' | 'approval_required' }>): CallError {
  switch (end.kind) {
    case 'unclaimed': {
      const { type, message, details, retryable } = end.result.error;
      return callError('claim_error', type, message, { details, retryable });
    }
    case 'incomplete':
      return callError('incomplete_response', end.reply.code, end.reply.message, { retryable: end.reply.retryable });
    case 'rejected':
      return callError('output_validation', 'output_validation', `The answer is not what was asked for.\n${end.problems}`, {
        retryable: true,
      });
    case 'token_budget':
      return callError('token_budget_exhausted', 'token_budget_exhausted', `The operation used up its ${end.budget} tokens.`);
  }
}

function stopError(cause: Exclude<StopCause, { readonly kind: 'aborted' }>): CallError {
  if (cause.kind === 'timeout') {
    const message = `The operation did not end within ${cause.timeoutMs} ms.`;
    return callError('timeout', 'timeout', message, { details: { timeoutMs: cause.timeoutMs }, retryable: true });
  }
  const { code, retryable } = asIntarsiaError(cause.cause, 'store_unavailable', '', true);
  return callError('claim_error', code, 'The store of claims failed, so nothing more was run; the log has the cause.', { retryable });
}
