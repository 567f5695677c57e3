import type { ClaimStore } from '../../ports/claims.ts';
import { claimGate, type OperationAccess } from '../claims/index.ts';
import { modelContent } from '../execution/model-content.ts';
import { operationVariables } from '../execution/operation-variables.ts';
import type { ClaimGate } from '../execution/tool-call.ts';
import { randomIds, systemClock } from '../platform.ts';
import type { CallEvent, CallWithToolsOptions, Decision } from './call-with-tools-types.ts';
import type { Operation } from './operation.ts';
import type { CallPlan } from './read-options.ts';
import { openStop, type Stop } from './stop.ts';

/** What an operation is opened with, beside its checked input. */
export interface OpenOperation {
  readonly options: CallWithToolsOptions;
  readonly operationId: string;
  readonly claims: ClaimStore;
  readonly decisions: Readonly<Record<string, Decision>>;
  readonly awaited: ReadonlySet<string>;
  emit(event: CallEvent): void;
}

/** Opens what the effects of an operation share. Whoever opens it closes its `stop`. */
export function openOperation(plan: CallPlan, { options, operationId, claims, decisions, awaited, emit }: OpenOperation): Operation {
  const { clock = systemClock, ids = randomIds } = options;
  const access: OperationAccess = { claims, operationId, clock, ids };
  const stop = openStop(clock, options.signal, plan.timeoutMs);
  const { signal } = stop;
  const variables = operationVariables(options.context);
  return {
    plan,
    options,
    decisions,
    awaited,
    access,
    stop,
    emit,
    setup: { ...options, operationId, clock, signal, variables, gate: stoppingGate(claimGate(access), stop) },
    wording: { content: (result) => modelContent(result, { maxLength: plan.maxResultLength }), hintOnRepeat: plan.hintOnRepeat },
  };
}

/** A gate whose failure stops the operation: nothing may be entered that cannot be claimed (case T7). */
const stoppingGate = (gate: ClaimGate, stop: Stop): ClaimGate => ({
  async claim(request) {
    try {
      return await gate.claim(request);
    } catch (cause) {
      stop.stop({ kind: 'claims', cause });
      throw cause;
    }
  },
});
