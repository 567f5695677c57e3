import { digestOf } from '../../outputs/canonical.ts';
import { untilAborted } from '../../ports/clock.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import {
  decideApproval,
  decisionFor,
  type OperationAccess,
  type RecordedDecision,
  readOperation,
  requestApproval,
} from '../claims/index.ts';
import type { PlacedCall } from '../execution/check-call.ts';
import { tell } from '../execution/tell.ts';
import { memberOf } from '../thrown.ts';
import type { CallWithToolsOptions, Decision, PendingCall } from './call-with-tools-types.ts';

/**
 * The call as a person is asked about it. Its `approvalId` is a digest of operation, place, tool, arguments and definition as the members of one canonical JSON
 * object: no two calls share one, whatever their texts hold (case T10), and a tool that was defined anew is asked about anew (case T24).
 */
export function pendingCall(operationId: string, call: PlacedCall, definitionDigest: string): PendingCall {
  const { name, position } = call;
  const approvalId = digestOf({ operation: operationId, position, tool: name, arguments: call.arguments, definition: definitionDigest });
  return { ...call, approvalId, definitionDigest };
}

/** Who decides: what came with a resume, and whom to ask. */
export type Deciders = Pick<CallWithToolsOptions, 'approve' | 'log'> & {
  readonly decisions: Readonly<Record<string, Decision>>;
  readonly signal: AbortSignal;
};

/**
 * The decisions of calls that need one, by `approvalId`; none for those that wait on. What came with a resume is recorded first: of two decisions of one call the
 * first recorded counts (cases T2, T3), and one of exactly this call before one that stands for its tool (case T12).
 */
export async function decideCalls(
  access: OperationAccess,
  pending: readonly PendingCall[],
  deciders: Deciders,
): Promise<ReadonlyMap<string, RecordedDecision>> {
  const { decisions } = deciders;
  const decided = new Map<string, RecordedDecision>();
  for (const call of pending) {
    const given = Object.hasOwn(decisions, call.approvalId) ? decisions[call.approvalId] : undefined;
    if (given !== undefined) await decideApproval(access, call, given);
  }
  for (const call of pending) {
    const recorded = decisionFor(await readOperation(access), call);
    const answer = recorded === null ? await ask(call, deciders) : null;
    const decision = recorded ?? (answer && (await decideApproval(access, call, answer)).decision);
    if (decision === null) await requestApproval(access, call);
    else decided.set(call.approvalId, decision);
  }
  return decided;
}

/** Whether callers in JavaScript gave a decision. */
export const isDecision = (given: unknown): given is Decision =>
  ['allow', 'deny'].some((kind) => kind === memberOf(given, 'kind')) &&
  ['call', 'tool', undefined].some((scope) => scope === memberOf(given, 'scope')) &&
  ['reason', 'by'].every((member) => ['string', 'undefined'].includes(typeof memberOf(given, member)));

/** What a person says who can be asked at once; null when nobody can, says nothing, or asking fails. Rejects when it is stopped. */
async function ask(call: PendingCall, { approve, log, signal }: Deciders): Promise<Decision | null> {
  try {
    const answer = approve === undefined ? null : await untilAborted(Promise.resolve(approve(call)), signal);
    if (answer === null || isDecision(answer)) return answer;
    throw new IntarsiaError('bad_request', 'It gave neither a decision nor null.');
  } catch (cause) {
    signal.throwIfAborted();
    tell(log, { level: 'error', message: `\`approve\` failed for a call of "${call.name}", which waits on.`, cause });
    return null;
  }
}
