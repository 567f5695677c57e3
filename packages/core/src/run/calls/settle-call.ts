import type { EnvelopeDraft } from '../../journal/envelope.ts';
import { factDraft } from '../../journal/facts.ts';
import type { CallRecord } from '../../journal/state.ts';
import { shortened } from '../../outputs/validation/problem-text.ts';
import type { ErrorCode } from '../../ports/errors.ts';
import { openTurnOf, recordedUpdates, type TurnContext } from '../turn/turn-context.ts';
import { partUpdates } from '../turn/unpersisted.ts';
import { bindingOf } from './load-tool.ts';
import { judgeEnd, type RecordedEnd } from './outcome-call.ts';

/** Characters of the reason that a record gives for a failed call: what a model wrote can be megabytes. */
const maxReason = 8000;

/** The end of a call that failed: nothing that it wrote is kept. */
export const failed = (code: ErrorCode, message: string): RecordedEnd => ({
  status: 'error',
  result: { status: 'error', message: shortened(message, maxReason) },
  code,
  delta: { set: {}, delete: [] },
});

/** The fact that settles a call that was started, or could not be: by the outcome of its tool, if that declares one. */
export function settle(context: TurnContext, call: CallRecord, end: RecordedEnd, durationMs: number): EnvelopeDraft {
  const outcome = bindingOf(context, call)?.outcome ?? null;
  if (outcome === null) return settled(context, call, end, durationMs);
  const { contextVariables } = context.ledger.state().channel;
  const ended = end.code === null ? ({ kind: 'returned', result: end.result } as const) : ({ kind: 'failed', code: end.code } as const);
  return settled(context, call, judgeEnd(outcome, contextVariables, ended, end.delta), durationMs);
}

/** The fact that settles a call as it is told. What it wrote that no journal may hold is kept by the activation. */
export function settled(
  context: TurnContext,
  call: Pick<CallRecord, 'key' | 'attempt'>,
  end: RecordedEnd,
  durationMs: number,
): EnvelopeDraft {
  const { persisted, unpersisted } = partUpdates(context.workflow, end.delta);
  const turn = openTurnOf(context);
  if (turn !== null) context.unpersisted.write(turn, call.key, unpersisted);
  return factDraft(context.sender, 'intarsia.tool.settled', {
    v: 1,
    turn: context.turn,
    agent: context.agent.name,
    key: call.key,
    attempt: call.attempt,
    status: end.status,
    result: end.result,
    code: end.code,
    delta: recordedUpdates(persisted),
    duration_ms: Math.round(durationMs),
  });
}
