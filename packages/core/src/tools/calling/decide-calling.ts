import type { JsonObject } from '../../ports/json.ts';
import type { ToolCallResult, ToolErrorType } from '../execution/tool-call.ts';
import type { PendingCall } from './call-with-tools-types.ts';
import type { Answer, CallingState, OpenCall, OpenRound, UselessReply } from './calling-state.ts';

/** What the steps are decided by, beside the state. */
export interface CallingLimits {
  readonly autoExecute: boolean;
  readonly maxTurns: number;
  readonly tokenBudget: number | null;
  /** How often an answer may be mended; null: there is no contract. */
  readonly outputRetries: number | null;
  readonly hintOnRepeat: boolean;
}

/** The next thing to do. Everything but an end has an effect, and its outcome is an event. */
export type CallingStep =
  | { readonly kind: 'ask_model'; readonly isRepair: boolean }
  /** Let the guard, the policy and people look at these calls; none of the round has run. */
  | { readonly kind: 'examine'; readonly calls: readonly OpenCall[] }
  | { readonly kind: 'run'; readonly calls: readonly OpenCall[] }
  | { readonly kind: 'judge'; readonly text: string }
  | { readonly kind: 'end'; readonly end: CallingEnd };

/** Ends that are decided; others happen to an operation: a model that fails, a stop. */
export type CallingEnd =
  | { readonly kind: 'final_answer'; readonly answer: Answer; readonly value: JsonObject | null }
  | { readonly kind: 'tool_calls'; readonly isLimit: boolean; readonly text: string; readonly calls: readonly OpenCall[] }
  | { readonly kind: 'approval_required'; readonly text: string; readonly pending: readonly PendingCall[] }
  /** A call that another owner has, or of which nobody knows whether it happened (cases T3, T14). */
  | { readonly kind: 'unclaimed'; readonly result: FailedCall }
  | { readonly kind: 'incomplete'; readonly reply: UselessReply }
  | { readonly kind: 'rejected'; readonly problems: string }
  | { readonly kind: 'token_budget'; readonly budget: number };

/** A call that failed. */
export type FailedCall = Extract<ToolCallResult, { readonly status: 'error' }>;

/** Decides an operation from its state alone, as a turn of a run is decided from its record. */
export function decideCalling(limits: CallingLimits, state: CallingState): CallingStep {
  const { phase, rejections } = state;
  switch (phase.kind) {
    case 'round':
      return decideRound(limits, state, phase);
    case 'question':
      return ask(limits, state, false);
    case 'answer':
      return limits.outputRetries === null
        ? end({ kind: 'final_answer', answer: phase, value: null })
        : { kind: 'judge', text: phase.text };
    case 'accepted':
      return end({ ...phase, kind: 'final_answer' });
    case 'rejected':
      return rejections > (limits.outputRetries ?? 0) ? end(phase) : ask(limits, state, true);
    case 'useless':
      return end({ kind: 'incomplete', reply: phase });
    default:
      return phase satisfies never;
  }
}

const end = (given: CallingEnd): CallingStep => ({ kind: 'end', end: given });

function ask({ tokenBudget }: CallingLimits, { usage }: CallingState, isRepair: boolean): CallingStep {
  if (tokenBudget !== null && usage.totalTokens >= tokenBudget) return end({ kind: 'token_budget', budget: tokenBudget });
  return { kind: 'ask_model', isRepair };
}

function decideRound(limits: CallingLimits, state: CallingState, { text, calls, resumed }: OpenRound): CallingStep {
  if (!limits.autoExecute && !resumed) return end({ kind: 'tool_calls', isLimit: false, text, calls });
  if (state.turnsNow >= limits.maxTurns) return end({ kind: 'tool_calls', isLimit: true, text, calls });
  const asked = calls.filter(({ status }) => status === 'asked');
  if (asked.length > 0) return { kind: 'examine', calls: asked };
  const ready = calls.filter(({ status }) => status === 'ready');
  if (ready.length > 0) return { kind: 'run', calls: ready };
  const [unclaimed] = unclaimedEnds(calls, state);
  if (unclaimed !== undefined) return end({ kind: 'unclaimed', result: unclaimed });
  return end({ kind: 'approval_required', text, pending: calls.flatMap((call) => (call.status === 'waiting' ? [call.pending] : [])) });
}

const passing: readonly ToolErrorType[] = ['aborted', 'conflict', 'uncertain'];

/** True for a result that says nothing of what the call came to, so that a resume may try again. */
export const isPassing = (result: ToolCallResult): result is FailedCall => result.status === 'error' && passing.includes(result.error.type);

/** Ends that say nothing of the call: a model is never told them as what came of it. One that a resume let stand is the end of its call. */
export const unclaimedEnds = (
  calls: readonly OpenCall[],
  { earlierResults }: Pick<CallingState, 'earlierResults'>,
): readonly FailedCall[] =>
  calls.flatMap((call) =>
    call.status === 'ended' && isPassing(call.result) && !earlierResults.includes(call.result) ? [call.result] : [],
  );
