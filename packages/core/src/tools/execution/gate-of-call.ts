import { equalJson } from '../../context/frozen-json.ts';
import { operationCallKey } from '../claims/index.ts';
import { readReconcileAnswer } from '../reconcile-answer.ts';
import type { ReconcileAnswer } from '../tool.ts';
import { toolResult } from '../tool-result.ts';
import { type CallSetup, type ReadyCall, timeoutOf, toolContext } from './call-setup.ts';
import { collectEffects } from './effects.ts';
import { runLimited } from './limited-code.ts';
import { longestWaitMs } from './retries.ts';
import { storeAnswer } from './store-answer.ts';
import { tell } from './tell.ts';
import type { ClaimDecision, ClaimedCall, ClaimedEnd, PassingErrorType, ToolErrorType } from './tool-call.ts';
import { toolError } from './tool-error.ts';
import type { CallOutcome } from './try-call.ts';

/** A decision, or that there is none because the store failed. */
export type Claimed = ClaimDecision | { readonly kind: 'failed'; readonly cause: unknown };

/** Asks the gate whether a call may be entered. Never rejects. */
export async function claimCall(ready: ReadyCall, setup: CallSetup): Promise<Claimed> {
  const { call, tool, argumentsDigest, definitionDigest } = ready;
  const budgets = setup.policy?.budgets ?? {};
  const budget = Object.hasOwn(budgets, call.name) ? (budgets[call.name] ?? null) : null;
  const { gate } = setup;
  if (gate === undefined) {
    const key = operationCallKey(setup.operationId, { position: call.position, tool: call.name });
    return freeClaim(key, 1, budget);
  }
  const { reconcile } = tool;
  const request = {
    position: call.position,
    tool: call.name,
    effect: tool.effect,
    argumentsDigest,
    definitionDigest,
    timeoutMs: timeoutOf(ready, setup) + longestWaitMs(setup.retry),
    budget,
    ...(reconcile !== null && { reconcile: (claimedKey: string) => askReconcile(ready, setup, reconcile, claimedKey) }),
  };
  return decided(() => gate.claim(request), setup);
}

/** Another try of a claimed call. Never rejects. */
export const claimAgain = (claimed: ClaimedCall, setup: CallSetup): Promise<Claimed> => decided(() => claimed.again(), setup);

async function decided(ask: () => Promise<ClaimDecision> | ClaimDecision, setup: CallSetup): Promise<Claimed> {
  const asked = (async () => ask())();
  try {
    return await storeAnswer(asked, setup);
  } catch (cause) {
    // A claim that comes when nobody waits for it is not entered.
    asked.then((late) => (late.kind === 'run' ? late.release() : undefined)).catch(() => {});
    return { kind: 'failed', cause };
  }
}

/** A claim where nobody keeps any: the call is made by its only caller, as often as the budget of its tool lets it. */
function freeClaim(key: string, attempt: number, budget: number | null): ClaimDecision {
  if (budget !== null && attempt > budget) return { kind: 'budget_exhausted', key, limit: budget };
  return {
    kind: 'run',
    key,
    attempt,
    settle: async (end) => end,
    release: async () => {},
    abandon: async () => {},
    again: async () => freeClaim(key, attempt + 1, budget),
  };
}

/** `reconcile` of a tool, under the limits of a call; what is no answer knows nothing. */
async function askReconcile(
  ready: ReadyCall,
  setup: CallSetup,
  reconcile: NonNullable<ReadyCall['tool']['reconcile']>,
  key: string,
): Promise<ReconcileAnswer> {
  const variables = setup.variables.open();
  const effects = collectEffects({ allow: [] });
  variables.close();
  const { end } = await runLimited({
    clock: setup.clock,
    signal: setup.signal,
    timeoutMs: timeoutOf(ready, setup),
    graceMs: 0,
    start: (signal) => reconcile(key, toolContext(ready, setup, { key, attempt: 1, signal, variables, effects })),
    read: (value) => toolResult(value),
    close() {},
  });
  const answer = end.kind === 'returned' ? readReconcileAnswer(end.result) : null;
  if (answer !== null) return answer;
  const { cause = 'It gave none of its answers.' } = end.kind === 'failed' ? end : {};
  tell(setup.log, { level: 'warn', message: `reconcile of "${ready.call.name}" failed.`, cause });
  return { kind: 'unknown' };
}

/** What a caller is told of a call that may not be entered. `attempts`: how often it was entered before. */
export function notEntered({ call }: ReadyCall, claimed: Exclude<Claimed, ClaimedCall>, attempts: number): CallOutcome {
  const toolName = call.name;
  const failed = (type: ToolErrorType, message: string, facts: Parameters<typeof toolError>[2] = {}): CallOutcome => ({
    status: 'error',
    attempts,
    error: toolError(type, message, { ...facts, details: { toolName, ...facts.details } }),
  });
  switch (claimed.kind) {
    case 'ended':
      return recordedOutcome(claimed.end, attempts);
    case 'uncertain':
      return failed(
        'uncertain',
        `"${toolName}" was started before and nobody saw how it ended: say what became of it with \`resolveOperation\`.`,
        {
          details: { key: claimed.key },
        },
      );
    case 'held':
      return failed('conflict', `"${toolName}" is run by somebody else now: ask again later.`, {
        details: { key: claimed.key, reason: 'held' },
        retryable: true,
      });
    case 'conflict':
      return failed('conflict', claimed.message, { details: { key: claimed.key, reason: 'changed' } });
    case 'budget_exhausted':
      return failed('budget_exhausted', `"${toolName}" may not be called again in this operation: its budget is used up.`, {
        details: { limit: claimed.limit },
      });
    case 'failed':
      return failed('execution_error', `The call of "${toolName}" could not be recorded, so it was not run: the store of claims failed.`, {
        retryable: true,
        cause: claimed.cause,
      });
  }
}

/** Records how a call ended and gives the end that counts. What could not be recorded may be told otherwise to the next who asks. Never rejects. */
export async function settleCall({ call }: ReadyCall, setup: CallSetup, claimed: ClaimedCall, outcome: CallOutcome): Promise<CallOutcome> {
  const end = endOf(outcome);
  if (end === null) return outcome;
  try {
    const counted = await storeAnswer(claimed.settle(end), setup);
    return equalJson(end, counted) ? outcome : recordedOutcome(counted, outcome.attempts);
  } catch (cause) {
    tell(setup.log, { level: 'error', message: `The end of a call of "${call.name}" could not be recorded.`, cause });
    const message = `"${call.name}" ended (${end.status}), and that could not be recorded: the store of claims failed.`;
    const error = toolError('uncertain', message, { details: { toolName: call.name, key: claimed.key, status: end.status }, cause });
    return { status: 'error', attempts: outcome.attempts, error };
  }
}

/** Tells the store something that nobody waits for; that it fails is logged. */
export async function note({ call }: ReadyCall, setup: CallSetup, told: Promise<void>): Promise<void> {
  await storeAnswer(told, setup).catch((cause: unknown) => {
    tell(setup.log, { level: 'warn', message: `What became of a call of "${call.name}" could not be recorded.`, cause });
  });
}

function endOf(outcome: CallOutcome): ClaimedEnd | null {
  if (outcome.status === 'success') return { status: 'ok', result: outcome.result, effects: outcome.effects };
  const { type, message, details } = outcome.error;
  return isPassing(type) ? null : { status: 'error', type, message, details };
}

const passing: ReadonlySet<string> = new Set<PassingErrorType>([
  'aborted',
  'uncertain',
  'conflict',
  'approval_required',
  'budget_exhausted',
]);
const isPassing = (type: ToolErrorType): type is PassingErrorType => passing.has(type);

/** A recorded end, as a call's. It stays so: the same call never ends otherwise. */
function recordedOutcome(end: ClaimedEnd, attempts: number): CallOutcome {
  if (end.status === 'ok') return { status: 'success', attempts, replayed: true, result: end.result, effects: end.effects };
  return { status: 'error', attempts, replayed: true, error: toolError(end.type, end.message, { details: end.details }) };
}
