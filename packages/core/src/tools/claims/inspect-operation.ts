import type { Resolution } from '../../run/runtime.ts';
import { systemClock } from '../platform.ts';
import { type CallStatus, callStatus } from './decide-claim.ts';
import { currentAttempt, type OperationApproval, type OperationCall } from './fold-operation.ts';
import { type OperationAccess, operationLog, readOperation } from './operation-log.ts';

/** What is known of an operation, in the order in which its calls were claimed and its approvals asked for. */
export interface OperationView {
  readonly operationId: string;
  readonly calls: readonly (OperationCall & { readonly status: CallStatus })[];
  readonly approvals: readonly OperationApproval[];
}

/** Observation: starts nothing, changes nothing. An operation that was never claimed has no calls. */
export async function inspectOperation(access: Omit<OperationAccess, 'ids'>): Promise<OperationView> {
  const { operationId, clock = systemClock } = access;
  const { calls, approvals } = await readOperation(access);
  const nowMs = clock.now();
  return {
    operationId,
    calls: [...calls.values()].map((call) => ({ ...call, status: callStatus(call, nowMs) })),
    approvals: [...approvals.values()],
  };
}

/** What became of a resolution. `refused` says why nothing was recorded, for who resolves. */
export type ResolvedOperation =
  | { readonly kind: 'resolved' }
  | { readonly kind: 'refused'; readonly code: 'call_unknown'; readonly message: string };

/**
 * Records what a person says became of a call whose end nobody saw (architecture 4.6). `by` names the person. Refused for a call that ended, that waits to be
 * claimed, that somebody still works on, for one that another person resolved first, and where a resolution names an attempt (counted from 1) for another one than that.
 */
export async function resolveOperation(
  access: OperationAccess,
  key: string,
  resolution: Resolution,
  by: string,
): Promise<ResolvedOperation> {
  const { clock = systemClock } = access;
  const log = operationLog(access, by);
  const call = (await log.read()).calls.get(key);
  if (call === undefined)
    return refused(`The operation "${access.operationId}" has no call with this key: \`inspectOperation\` shows the keys of its calls.`);
  const status = callStatus(call, clock.now());
  if (status !== 'uncertain' && status !== 'interrupted') return refused(`The call ${standing[status]}.`);
  const attempt = call.attempts.length;
  if (resolution.attempt !== undefined && resolution.attempt !== attempt)
    return refused(`Attempt ${resolution.attempt} of the call was resolved; attempt ${attempt} waits now.`);
  const { claim } = currentAttempt(call);
  const result = resolution.kind === 'happened' ? resolution.result : null;
  const { id, state } = await log.append({ type: 'effect.resolved', key, claim, resolution: resolution.kind, result });
  return state.calls.get(key)?.resolution === id
    ? { kind: 'resolved' }
    : refused('Somebody else was first to say what became of the call.');
}

const refused = (message: string): ResolvedOperation => ({ kind: 'refused', code: 'call_unknown', message });

const standing = {
  ended: 'has an end already',
  running: 'is still being worked on',
  free: 'is not in anybody’s hands: it runs when the operation goes on',
} as const;
