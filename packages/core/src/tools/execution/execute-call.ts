import { waited } from '../../ports/clock.ts';
import type { Decision } from '../calling/call-with-tools-types.ts';
import { needsApproval } from './approval-of-call.ts';
import type { CallSetup, ReadyCall } from './call-setup.ts';
import type { CheckedCall } from './check-call.ts';
import { claimAgain, claimCall, notEntered, note, settleCall } from './gate-of-call.ts';
import { redact } from './redact.ts';
import { waitAfter } from './retries.ts';
import { tell } from './tell.ts';
import type { ClaimedCall, ToolCallResult, ToolError, ToolEvent } from './tool-call.ts';
import { abortedError, toolError } from './tool-error.ts';
import { type CallOutcome, type Tried, tryCall } from './try-call.ts';

/**
 * Makes one call: approval, claim, the tries, settlement (tool-calling 7). `decision` is what a person said of exactly this call; without one, a call that needs
 * approval is refused. Listeners are told of one start and one end, whatever happens in between. Never rejects.
 */
export async function executeCall(checked: CheckedCall, setup: CallSetup, decision: Decision | null = null): Promise<ToolCallResult> {
  const { clock, onEvent } = setup;
  const { id: toolCallId, name: toolName } = checked.call;
  const startedMs = clock.monotonic();
  if (onEvent !== undefined) tell(onEvent, startOf(checked));
  const outcome = await outcomeOf(checked, setup, decision);
  const durationMs = Math.max(0, Math.round(clock.monotonic() - startedMs));
  tell(onEvent, { kind: 'tool.end', callId: toolCallId, tool: toolName, outcome: wordOf(outcome), durationMs });
  return { toolCallId, toolName, durationMs, ...outcome };
}

const startOf = (checked: CheckedCall): ToolEvent => ({
  kind: 'tool.start',
  callId: checked.call.id,
  tool: checked.call.name,
  arguments: redact(checked.given, checked.kind === 'refused' ? [] : checked.tool.publicFields),
});

function wordOf(outcome: CallOutcome): (ToolEvent & { readonly kind: 'tool.end' })['outcome'] {
  if (outcome.status === 'success') return 'ok';
  const { type } = outcome.error;
  return type === 'timeout' || type === 'aborted' ? type : 'error';
}

async function outcomeOf(checked: CheckedCall, setup: CallSetup, decision: Decision | null): Promise<CallOutcome> {
  if (checked.kind !== 'ready' && checked.error.cause !== undefined)
    tell(setup.log, { level: 'error', message: `A call of "${checked.call.name}" could not be checked.`, cause: checked.error.cause });
  if (checked.kind === 'refused') return failed(checked.error);
  if (setup.signal.aborted) return failed(abortedError(checked.call.name));
  const unapproved = await whyUnapproved(checked, setup, decision);
  if (setup.signal.aborted) return failed(abortedError(checked.call.name));
  if (unapproved !== null) return failed(unapproved);
  if (checked.kind === 'invalid') return failed(checked.error);
  const claimed = await claimCall(checked, setup);
  return claimed.kind === 'run' ? tryUntilEnd(checked, setup, claimed) : notEntered(checked, claimed, 0);
}

const failed = (error: ToolError, attempts = 0): CallOutcome => ({ status: 'error', attempts, error });

async function whyUnapproved(checked: CheckedCall, setup: CallSetup, decision: Decision | null): Promise<ToolError | null> {
  const toolName = checked.call.name;
  if (decision?.kind === 'allow') return null;
  if (decision?.kind === 'deny') {
    const { reason, by } = decision;
    const details = { toolName, ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) };
    return toolError('approval_denied', `This call of "${toolName}" was not approved${reason === undefined ? '.' : `: ${reason}`}`, {
      details,
    });
  }
  if (!(await needsApproval(checked, setup))) return null;
  return toolError('approval_required', `A person must approve this call of "${toolName}" first.`, { details: { toolName } });
}

/** Enters a claimed call as often as it may be, and settles it once. */
async function tryUntilEnd(ready: ReadyCall, setup: CallSetup, first: ClaimedCall): Promise<CallOutcome> {
  const { clock, signal, retry } = setup;
  if (signal.aborted) {
    await note(ready, setup, first.release());
    return failed(abortedError(ready.call.name));
  }
  let claimed = first;
  for (let attempt = 1; ; attempt += 1) {
    const tried = await tryCall(ready, setup, claimed, attempt);
    const { outcome } = tried;
    if (outcome.status === 'error' && outcome.error.type === 'aborted') {
      await note(ready, setup, claimed.abandon(outcome.abandoned === true));
      return outcome;
    }
    const waitMs = mayTryAgain(ready, tried) ? waitAfter(attempt, retry) : null;
    if (waitMs === null) return settleCall(ready, setup, claimed, outcome);
    if (!(await waited(clock, waitMs, signal))) return stoppedBetweenTries(ready, setup, claimed, outcome);
    const next = await claimAgain(claimed, setup);
    if (next.kind === 'budget_exhausted' || next.kind === 'failed') return settleCall(ready, setup, claimed, outcome);
    if (next.kind !== 'run') return notEntered(ready, next, attempt);
    claimed = next;
  }
}

/** Only a tool that may be repeated under its key, or a failure that says so itself, is tried again (cases T23, TOOL-46). */
function mayTryAgain({ tool }: ReadyCall, { outcome, mayPass }: Tried): boolean {
  return outcome.status === 'error' && mayPass !== false && (mayPass === true || tool.effect !== 'unsafe');
}

/** A call that may be repeated is left open for who resumes it; of an `unsafe` one the failure that was seen is recorded, so it is not uncertain. */
async function stoppedBetweenTries(ready: ReadyCall, setup: CallSetup, claimed: ClaimedCall, last: CallOutcome): Promise<CallOutcome> {
  if (ready.tool.effect === 'unsafe') await settleCall(ready, setup, claimed, last);
  else await note(ready, setup, claimed.abandon(false));
  return failed(abortedError(ready.call.name), last.attempts);
}
