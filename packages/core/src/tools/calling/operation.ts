import type { OperationAccess, RecordedDecision } from '../claims/index.ts';
import type { CallSetup } from '../execution/call-setup.ts';
import type { CheckedCall } from '../execution/check-call.ts';
import type { ClaimGate } from '../execution/tool-call.ts';
import type { RoundWording } from './after-event.ts';
import type { CallEvent, CallWithToolsOptions, Decision } from './call-with-tools-types.ts';
import type { CallPlan } from './read-options.ts';
import type { Stop } from './stop.ts';

/** What the effects of one operation share, for as long as its verb works. */
export interface Operation {
  readonly plan: CallPlan;
  readonly options: CallWithToolsOptions;
  /** What people decided, by `approvalId`. */
  readonly decisions: Readonly<Record<string, Decision>>;
  /** The approvals that the end waits for which is gone on from, by `approvalId`. */
  readonly awaited: ReadonlySet<string>;
  readonly setup: CallSetup & { readonly gate: ClaimGate };
  readonly access: OperationAccess;
  readonly stop: Stop;
  readonly wording: RoundWording;
  emit(event: CallEvent): void;
}

/** A call that may be executed: nobody needs to be asked, or a person said yes or no. */
export interface DecidedCall {
  readonly checked: CheckedCall;
  /** What a person said; null where nobody needs to be asked. */
  readonly decision: RecordedDecision | null;
}
