import type { ToolCallResult } from '../execution/tool-call.ts';
import { isDecision } from './ask-person.ts';
import { callError } from './call-error.ts';
import type { CallError, CallResult, Decision, ResumeOptions } from './call-with-tools-types.ts';
import { type CallingState, openState, reopened } from './calling-state.ts';
import { isPassing } from './decide-calling.ts';
import { type CallPlan, readOptions } from './read-options.ts';
import { callIds, lastRound } from './transcript.ts';

/** The state that an operation begins in and its plan, or why it does not begin. */
export type ReadOperation = { readonly state: CallingState } & (
  | { readonly kind: 'plan'; readonly plan: CallPlan }
  | { readonly kind: 'refused'; readonly error: CallError }
);

/**
 * Reads what an operation goes on with from an earlier end of it. `claimsKnown`: what it claimed is still known in this process, though its caller keeps no
 * claims.
 */
export function readResume(earlier: CallResult, options: ResumeOptions, claimsKnown: boolean): ReadOperation {
  const { turns, modelCalls, replies, usage, messages, toolResults, model, finishReason } = earlier;
  const opened = openState(messages, model);
  // Results are known by their ids, also those whose messages the caller left out.
  const known = [...opened.callIds, ...toolResults.map(({ toolCallId }) => toolCallId)];
  const before = { ...opened, callIds: known, turns, modelCalls, replies, usage, toolResults, finishReason };
  const round = lastRound(messages);
  const isBegun = messages.length > 0;
  const { system: _, messages: __, prompt: ___, ...further } = options;
  const read = readOptions(isBegun ? further : options, isBegun);
  if (read.kind === 'refused') return { ...read, state: reopened(before, round, () => false) };
  const { plan } = read;
  const state = reopened(before, round, (result) => mayReopen(result, plan, options.claims !== undefined, claimsKnown));
  const error = invalidDecision(options.decisions ?? {}, earlier) ?? whyFinished(state);
  if (error !== null) return { kind: 'refused', error, state };
  if (isBegun) return { ...read, state };
  const opening = [...plan.earlier, ...plan.prompt];
  return { ...read, state: { ...state, messages: opening, callIds: callIds(opening) } };
}

/**
 * Whether a call is made again that ended without an end of its own. One that was entered, and whose effect is `unsafe`, only where its caller keeps claims: they
 * know what became of it, or that a person must say so (case T14).
 */
function mayReopen(result: ToolCallResult, { registry }: CallPlan, keepsClaims: boolean, claimsKnown: boolean): boolean {
  if (!isPassing(result)) return false;
  const { type } = result.error;
  const wasNotEntered = (type === 'aborted' && result.attempts === 0) || (type === 'conflict' && claimsKnown);
  return keepsClaims || wasNotEntered || registry.get(result.toolName)?.effect !== 'unsafe';
}

/** The same options with the budgets that earlier results leave, for a caller who keeps no claims that know how often a tool was entered (case T25). */
export function withBudgetsLeft(options: ResumeOptions, results: readonly ToolCallResult[]): ResumeOptions {
  const { budgets } = options.policy ?? {};
  if (budgets === undefined) return options;
  const entered = (tool: string) => results.reduce((sum, { toolName, attempts }) => sum + (toolName === tool ? attempts : 0), 0);
  const left = Object.fromEntries(Object.entries(budgets).map(([tool, budget]) => [tool, Math.max(0, budget - entered(tool))]));
  return { ...options, policy: { ...options.policy, budgets: left } };
}

/** What an end waits for, by `approvalId`. */
export const awaitedApprovals = (earlier: CallResult): ReadonlySet<string> =>
  new Set(earlier.type === 'approval_required' ? earlier.pending.map(({ approvalId }) => approvalId) : []);

function invalidDecision(decisions: Readonly<Record<string, Decision>>, earlier: CallResult): CallError | null {
  const waiting = awaitedApprovals(earlier);
  for (const [approvalId, decision] of Object.entries<unknown>(decisions)) {
    if (!waiting.has(approvalId)) {
      const message = `No call waits for the decision "${approvalId}": it was decided, or never asked for. Nothing was done.`;
      return callError('not_suspended', 'not_suspended', message, { details: { approvalId } });
    }
    if (!isDecision(decision)) {
      const message = 'A decision has the `kind` "allow" or "deny", and the `scope` "call" or "tool".';
      return callError('invalid_input', 'invalid_decision', message, { details: { approvalId } });
    }
  }
  return null;
}

/** An operation whose model has nothing to answer. */
function whyFinished({ phase, messages }: CallingState): CallError | null {
  if (phase.kind === 'round' || messages.at(-1)?.role !== 'assistant') return null;
  return callError('not_suspended', 'not_suspended', 'The operation has its answer. Begin another one with its `messages` and a `prompt`.');
}
