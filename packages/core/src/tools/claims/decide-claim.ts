import { digestOf } from '../../outputs/canonical.ts';
import type { ClaimDecision, ClaimRequest } from '../execution/tool-call.ts';
import { type CallAttempt, currentAttempt, type OperationCall, type OperationState, timesEntered } from './fold-operation.ts';

/**
 * How much longer than its limit an owner may be silent, in milliseconds, before it is taken for dead: for the store, for a tool that is slow to stop, and for
 * the difference between two processes' clocks.
 */
export const claimMarginMs = 10_000;

/** The key of a call: its operation, place and tool, in an encoding that no other three texts share (cases T5, T19). Arguments are compared, not part of it. */
export const operationCallKey = (operationId: string, { position, tool }: Pick<ClaimRequest, 'position' | 'tool'>): string =>
  digestOf([operationId, position, tool]);

/** Where a call stands at a moment. `interrupted`: entered by an owner that is gone, and it may run again. `free`: nobody is in it, and it may be claimed. */
export type CallStatus = 'running' | 'ended' | 'free' | 'interrupted' | 'uncertain';

/** Where a call stands at `nowMs`, in milliseconds since the Unix epoch. */
export function callStatus(call: OperationCall, nowMs: number): CallStatus {
  const current = currentAttempt(call);
  if (call.end !== null) return 'ended';
  if (current.state === 'released' || current.state === 'run_again') return 'free';
  if (current.state === 'open' && !isSilent(current, nowMs)) return 'running';
  return call.effect === 'unsafe' ? 'uncertain' : 'interrupted';
}

/** A stamp that lies further ahead than the margin is of a clock that nothing can be told from: waiting for it could take for ever. */
function isSilent({ at, timeoutMs }: CallAttempt, nowMs: number): boolean {
  const age = nowMs - at;
  return age > timeoutMs + claimMarginMs || age < -claimMarginMs;
}

/**
 * What becomes of a request: claim it, as the attempt after the claim `after`; ask what became of a call, unless its code may still be at it (`isOver` false);
 * or what its caller is told.
 */
export type ClaimChoice =
  | { readonly kind: 'claim'; readonly key: string; readonly attempt: number; readonly after: string | null }
  | { readonly kind: 'uncertain'; readonly key: string; readonly claim: string; readonly isOver: boolean }
  | Extract<ClaimDecision, { readonly kind: 'ended' | 'held' | 'conflict' | 'budget_exhausted' }>;

/**
 * Decides on a call as its operation stands at `nowMs`, in milliseconds since the Unix epoch (architecture 4.5, 4.6). `own`: the claim that the caller holds and
 * tries again, or null.
 */
export function decideClaim(
  state: OperationState,
  operationId: string,
  request: ClaimRequest,
  nowMs: number,
  own: string | null,
): ClaimChoice {
  const key = operationCallKey(operationId, request);
  const call = state.calls.get(key);
  if (call === undefined) return withinBudget(state, request, { kind: 'claim', key, attempt: 1, after: null });
  const message = conflictOf(call, request);
  if (message !== null) return { kind: 'conflict', key, message };
  if (call.end !== null) return { kind: 'ended', end: call.end };
  const current = currentAttempt(call);
  const { claim } = current;
  const isOwn = claim === own && current.state === 'open';
  const status = callStatus(call, nowMs);
  if (status === 'running' && !isOwn) return { kind: 'held', key };
  if (status === 'uncertain' && !isOwn)
    return { kind: 'uncertain', key, claim, isOver: current.state === 'stopped' || isSilent(current, nowMs) };
  return withinBudget(state, request, { kind: 'claim', key, attempt: call.attempts.length + 1, after: claim });
}

function withinBudget(state: OperationState, { tool, budget }: ClaimRequest, claim: ClaimChoice & { readonly kind: 'claim' }): ClaimChoice {
  const isSpent = budget !== null && timesEntered(state.calls.values(), tool) >= budget;
  return isSpent ? { kind: 'budget_exhausted', key: claim.key, limit: budget } : claim;
}

function conflictOf(call: OperationCall, { tool, position, argumentsDigest, definitionDigest }: ClaimRequest): string | null {
  const isSame = call.argumentsDigest === argumentsDigest;
  if (isSame && call.definitionDigest === definitionDigest) return null;
  const how = isSame ? 'as the tool was defined then' : 'with other arguments';
  const instead = position.startsWith('direct')
    ? 'Give a new one a `position` of its own, or name another operation.'
    : 'Name another operation for a new one.';
  return `"${tool}" was called at this place of the operation before, ${how}: a call that is repeated must be the same. ${instead}`;
}
