import { IntarsiaError } from '../../ports/errors.ts';
import type { ClaimDecision, ClaimedCall, ClaimGate, ClaimRequest } from '../execution/tool-call.ts';
import { randomIds, systemClock } from '../platform.ts';
import type { ReconcileAnswer } from '../tool.ts';
import { type ClaimChoice, claimMarginMs, decideClaim } from './decide-claim.ts';
import { currentAttempt, type OperationState } from './fold-operation.ts';
import { type OperationAccess, operationLog } from './operation-log.ts';

/** How often others may be first before a gate gives up. */
const mostTurns = 100;

/**
 * Decides, by the records of an operation, whether a call may be entered: for repeated, resumed and racing callers of any number of processes.
 *
 * A call is entered by who stands first in the log. An owner that was silent for longer than its limit and `claimMarginMs` is taken for dead: a call without
 * effect, or with one that happens once per key, runs again under the same key; an `unsafe` one is what its `reconcile` says, and else uncertain.
 *
 * Silence is measured between the wall clock of the owner, as it stamped its claim, and that of who asks. Clocks that differ by less than the margin change
 * nothing. Where they differ by more, an owner may be taken for dead while it still works: a call that may run again then runs twice at the same time, which its
 * effect declares to be harmless; an `unsafe` one is still never entered twice unless its `reconcile` or a person says wrongly that it did not happen. The
 * journal of a run promises more: its leases are on the store's own clock, and who lost one can write nothing more.
 */
export function claimGate(access: OperationAccess): ClaimGate {
  const { operationId, clock = systemClock, ids = randomIds } = access;
  const log = operationLog(access, ids.randomHex(8));

  /** `own`: a claim that the caller holds, and tries again. */
  async function claim(request: ClaimRequest, own: string | null): Promise<ClaimDecision> {
    let state = await log.read();
    let isAsked = false;
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const choice = decideClaim(state, operationId, request, clock.now(), own);
      if (choice.kind === 'claim') {
        const tried = await enter(request, choice);
        if (tried.kind === 'run') return tried;
        state = tried.state; // somebody else was first, and what to do now is seen from their record
      } else if (choice.kind === 'uncertain') {
        const answer = isAsked || !choice.isOver ? unknown : await reconcile(request, choice.key);
        if (answer.kind === 'unknown') return { kind: 'uncertain', key: choice.key };
        isAsked = true;
        const resolution = answer.kind === 'happened' ? { resolution: answer.kind, result: answer.result } : notHappened;
        ({ state } = await log.append({ type: 'effect.resolved', key: choice.key, claim: choice.claim, ...resolution }));
      } else {
        return choice;
      }
    }
    throw new IntarsiaError('conflict', `Others were first ${mostTurns} times to claim a call of "${request.tool}"; it was not run.`, {
      retryable: true,
    });
  }

  /** Appends a claim and looks who was first. */
  async function enter(
    request: ClaimRequest,
    { key, attempt, after }: ClaimChoice & { readonly kind: 'claim' },
  ): Promise<ClaimedCall | { readonly kind: 'lost'; readonly state: OperationState }> {
    const from = clock.monotonic();
    const { id, state } = await log.append({
      type: 'tool.claimed',
      key,
      position: request.position,
      tool: request.tool,
      effect: request.effect,
      attempt,
      after,
      arguments_digest: request.argumentsDigest,
      definition_digest: request.definitionDigest,
      timeout_ms: request.timeoutMs,
      budget: request.budget,
    });
    const call = state.calls.get(key);
    if (call === undefined || call.end !== null || currentAttempt(call).claim !== id) return { kind: 'lost', state };
    const claimed = claimedCall(request, key, attempt, id);
    if (clock.monotonic() - from <= claimMarginMs) return claimed;
    await claimed.release(); // whoever enters this late could still work when others take it for dead
    throw new IntarsiaError('store_unavailable', `The store took too long to claim a call of "${request.tool}"; it was not run.`, {
      retryable: true,
    });
  }

  function claimedCall(request: ClaimRequest, key: string, attempt: number, id: string): ClaimedCall {
    return {
      kind: 'run',
      key,
      attempt,
      async settle(end) {
        const { state } = await log.append({ type: 'tool.settled', key, claim: id, end });
        return state.calls.get(key)?.end ?? end;
      },
      async release() {
        await log.append({ type: 'tool.released', key, claim: id });
      },
      async abandon(stillRuns) {
        await log.append({ type: 'tool.abandoned', key, claim: id, still_runs: stillRuns });
      },
      again: () => claim(request, id),
    };
  }

  return { claim: (request) => claim(request, null) };
}

const unknown: ReconcileAnswer = { kind: 'unknown' };
const notHappened = { resolution: 'run_again', result: null } as const;

/** What the tool knows of a call; code that throws knows nothing. */
async function reconcile({ reconcile: ask }: ClaimRequest, key: string): Promise<ReconcileAnswer> {
  if (ask === undefined) return unknown;
  try {
    return await ask(key);
  } catch {
    return unknown;
  }
}
