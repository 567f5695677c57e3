import { untilAborted } from '../../ports/clock.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import { noRecords, readOperation } from '../claims/index.ts';
import { needsApproval } from '../execution/approval-of-call.ts';
import { type CheckedCall, checkCall, type PlacedCall } from '../execution/check-call.ts';
import { storeAnswer } from '../execution/store-answer.ts';
import { tell } from '../execution/tell.ts';
import type { ToolCallResult, ToolError } from '../execution/tool-call.ts';
import { toolError } from '../execution/tool-error.ts';
import { decideCalls, pendingCall } from './ask-person.ts';
import type { PendingCall } from './call-with-tools-types.ts';
import type { OpenCall } from './calling-state.ts';
import type { DecidedCall, Operation } from './operation.ts';
import { withoutPosition } from './transcript.ts';

/** What is known of calls before any of them runs. */
export interface ExaminedCalls {
  readonly calls: readonly OpenCall[];
  /** Those that are ready, by position. */
  readonly decided: ReadonlyMap<string, DecidedCall>;
  /** Why the guard lets none of the round run, if so. */
  readonly refusal: string | null;
}

/**
 * Lets the guard, the policy and people look at calls before any of them runs (cases TOOL-74, TOOL-75). Rejects when it is stopped or the store of claims fails.
 */
export async function examineCalls(asked: readonly OpenCall[], operation: Operation): Promise<ExaminedCalls> {
  const reasons = await askGuard(asked, operation);
  const refusal = operation.options.guard?.refuses === 'call' ? null : (reasons.find((reason) => reason !== null) ?? null);
  if (refusal !== null) {
    const others = 'It was not run, because another call of the same reply was refused.';
    const calls = asked.map(({ call }, index) => refused(call, reasons[index] ?? others));
    return { calls, refusal, decided: new Map() };
  }
  const passed = await decideAll(
    asked.filter((_, index) => reasons[index] === null).map(({ call }) => call),
    operation,
  );
  const calls = asked.map(({ call }, index): OpenCall => {
    const reason = reasons[index] ?? null;
    const pending = passed.pending.get(call.position);
    if (reason !== null) return refused(call, reason);
    return pending === undefined ? { call, status: 'ready' } : { call, status: 'waiting', pending };
  });
  return { calls, refusal: null, decided: passed.decided };
}

/** A result of a call that nothing was done for. */
export const notRun = (call: PlacedCall, error: ToolError): ToolCallResult => ({
  toolCallId: call.id,
  toolName: call.name,
  attempts: 0,
  durationMs: 0,
  status: 'error',
  error,
});

function refused(call: PlacedCall, reason: string): OpenCall {
  const error = toolError('forbidden', reason, { details: { toolName: call.name, reason: 'guard' } });
  return { call, status: 'ended', result: notRun(call, error) };
}

/** Why the guard refuses each call; null for those that it lets pass. */
async function askGuard(asked: readonly OpenCall[], { options, stop }: Operation): Promise<readonly (string | null)[]> {
  const { guard, log } = options;
  if (guard === undefined) return asked.map(() => null);
  const check = async ({ call }: OpenCall): Promise<string | null> => {
    try {
      const reason: unknown = await guard.check(withoutPosition(call));
      if (reason === null || reason === undefined) return null; // a guard in JavaScript that says nothing lets a call pass
      if (typeof reason === 'string') return reason;
      throw new IntarsiaError('bad_request', 'It gave neither a reason nor null.');
    } catch (cause) {
      tell(log, { level: 'error', message: `The guard failed for a call of "${call.name}", which was refused.`, cause });
      return 'It could not be checked.';
    }
  };
  return untilAborted(Promise.all(asked.map(check)), stop.signal);
}

/** Calls that may be executed, and those that wait for a person, by position. */
interface DecidedCalls {
  readonly decided: ReadonlyMap<string, DecidedCall>;
  readonly pending: ReadonlyMap<string, PendingCall>;
}

async function decideAll(calls: readonly PlacedCall[], operation: Operation): Promise<DecidedCalls> {
  const { access, decisions, options, plan, setup, stop } = operation;
  const checked = calls.map((call) => checkCall(call, { ...options, registry: plan.registry }));
  const needed = await pendingOf(checked, operation);
  stop.signal.throwIfAborted();
  const waiting = needed.filter((each) => each !== null);
  const people = await storeAnswer(decideCalls(access, waiting, { ...options, decisions, signal: stop.signal }), setup);
  const decided = new Map<string, DecidedCall>();
  const pending = new Map<string, PendingCall>();
  for (const [index, each] of checked.entries()) {
    const asked = needed[index] ?? null;
    const decision = asked === null ? null : people.get(asked.approvalId);
    if (decision !== undefined) decided.set(each.call.position, { checked: each, decision });
    else if (asked !== null) pending.set(each.call.position, asked);
  }
  return { decided, pending };
}

/** What a person is asked of each call; null for one that needs nobody. A tool is asked once of a call: a decision that waits for its call, or holds, stays needed. */
async function pendingOf(calls: readonly CheckedCall[], operation: Operation): Promise<readonly (PendingCall | null)[]> {
  const { access, plan, setup, awaited } = operation;
  const isConditional = (checked: CheckedCall) =>
    checked.kind === 'ready' && checked.approval.kind === 'approval' && checked.approval.when === 'conditional';
  const { approvals } = calls.some(isConditional) ? await storeAnswer(readOperation(access), setup) : noRecords;
  const pending = async (checked: CheckedCall) => {
    if (checked.kind === 'refused' || checked.approval.kind === 'allowed') return null;
    const asked = pendingCall(access.operationId, checked.call, plan.registry.digestOf(checked.call.name) ?? '');
    const isAsked = awaited.has(asked.approvalId) || approvals.has(asked.approvalId);
    return (await needsApproval(checked, setup, isAsked)) ? asked : null;
  };
  return Promise.all(calls.map(pending));
}
