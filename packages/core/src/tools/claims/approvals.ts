import type { Decision, PendingCall } from '../calling/call-with-tools-types.ts';
import { type OperationState, type RecordedDecision, standingKey } from './fold-operation.ts';
import { type OperationAccess, operationLog } from './operation-log.ts';

/** What an approval is of. */
export type ApprovalSubject = Pick<PendingCall, 'approvalId' | 'name' | 'definitionDigest'>;

/** What became of a decision. `conflict`: it was decided before, otherwise; that decision stands and nothing changed (cases T2, T3). */
export type DecidedApproval =
  | { readonly kind: 'decided'; readonly decision: RecordedDecision }
  /** The same was decided before. */
  | { readonly kind: 'repeated'; readonly decision: RecordedDecision }
  | { readonly kind: 'conflict'; readonly decision: RecordedDecision };

/** Records that a call waits for a person, once; for who inspects the operation. */
export async function requestApproval(access: OperationAccess, call: PendingCall): Promise<void> {
  const log = operationLog(access, '');
  const known = (await log.read()).approvals.get(call.approvalId);
  if (known !== undefined) return;
  const { approvalId: approval, position, name: tool, arguments: args, definitionDigest: definition_digest } = call;
  await log.append({ type: 'approval.requested', approval, position, tool, arguments: args, definition_digest });
}

/** Records what a person decided. Of all decisions of one approval, by any number of processes, the first in the log counts. */
export async function decideApproval(access: OperationAccess, subject: ApprovalSubject, decision: Decision): Promise<DecidedApproval> {
  const { kind, scope = 'call', reason = null, by = '' } = decision;
  const log = operationLog(access, by);
  const before = (await log.read()).approvals.get(subject.approvalId)?.decision ?? null;
  const same = (first: RecordedDecision) => (first.kind === kind && first.scope === scope ? 'repeated' : 'conflict');
  if (before !== null) return { kind: same(before), decision: before };
  const { id, state } = await log.append({
    type: 'approval.decided',
    approval: subject.approvalId,
    tool: subject.name,
    definition_digest: subject.definitionDigest,
    decision: kind,
    scope,
    reason,
  });
  const first = state.approvals.get(subject.approvalId)?.decision ?? null;
  if (first === null || first.id === id) return { kind: 'decided', decision: { kind, scope, reason, by, id } };
  return { kind: same(first), decision: first };
}

/** The decision that holds for a call: that of this exact call, else one that stands for its tool with this definition; null when a person must say (case T12). */
export function decisionFor({ approvals, standing }: OperationState, subject: ApprovalSubject): RecordedDecision | null {
  return approvals.get(subject.approvalId)?.decision ?? standing.get(standingKey(subject.name, subject.definitionDigest)) ?? null;
}
