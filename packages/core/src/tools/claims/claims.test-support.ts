import type { ClaimStore } from '../../ports/claims.ts';
import type { Ids } from '../../ports/clock.ts';
import { type VirtualClock, virtualClock } from '../../testing/index.ts';
import type { ClaimDecision, ClaimedCall, ClaimedEnd, ClaimRequest } from '../execution/tool-call.ts';
import { claimGate, memoryClaims, type OperationAccess } from './index.ts';

/** Ids of which no two are the same, whoever takes them. */
export function uniqueIds(): Ids {
  let count = 0;
  return {
    randomHex(bytes) {
      count += 1;
      return `${count.toString(16)}`.padStart(bytes * 2, '0');
    },
  };
}

/** A call of a tool that books. */
export const request = (change: Partial<ClaimRequest> = {}): ClaimRequest => ({
  position: 'direct',
  tool: 'book',
  effect: 'unsafe',
  argumentsDigest: 'arguments',
  definitionDigest: 'definition',
  timeoutMs: 30_000,
  budget: null,
  ...change,
});

/** An end that is known by its result. */
export const booked = (result: string): ClaimedEnd => ({ status: 'ok', result, effects: [] });

/** A call that must be entered now. */
export function entered(decision: ClaimDecision): ClaimedCall {
  if (decision.kind !== 'run') throw new Error(`The call is ${decision.kind}.`);
  return decision;
}

/** Processes that share an operation, each with a gate of its own and a clock that is `aheadMs` ahead of the common one. */
export function openClaims(claims: ClaimStore = memoryClaims(), operationId = 'order 17') {
  const clock = virtualClock();
  const access: OperationAccess = { claims, operationId, clock, ids: uniqueIds() };
  return {
    clock,
    claims,
    access,
    gate: (aheadMs = 0) => claimGate({ ...access, clock: { ...clock, now: () => clock.now() + aheadMs } }),
  };
}

/** Lets time go by until the work is over. */
export async function untilOver(clock: VirtualClock, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  for (let turn = 0; !isOver; turn += 1) {
    if (turn > 10_000) throw new Error('The processes do not end.');
    await clock.advance(100);
  }
}
