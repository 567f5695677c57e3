import type { ToolBinding, ToolOutcome } from '../../documents/workflow.ts';
import { type ContextUpdates, type EnvelopeDraft, events } from '../../journal/envelope.ts';
import { attemptOf } from '../../journal/fold.ts';
import type { ErrorCode } from '../../ports/errors.ts';
import type { CallKey } from '../../ports/ids.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { beginOutcome, endOutcome, type OutcomeBegin, type OutcomeEnd } from '../../tools/outcomes/index.ts';
import { liveContext, mergeUpdates, type TurnContext } from '../turn/turn-context.ts';

/** What is recorded of the end of a call. Without a code it succeeded. */
export interface RecordedEnd {
  readonly status: 'ok' | 'error';
  readonly result: Json;
  readonly code: ErrorCode | null;
  readonly delta: ContextUpdates;
}

const nothingWritten: ContextUpdates = { set: {}, delete: [] };

/** Whether a new call may be made, by the outcome of its tool; null for a tool that declares none. */
export const beginCall = (context: TurnContext, { outcome }: ToolBinding): OutcomeBegin | null =>
  outcome === null ? null : beginOutcome(outcome, liveContext(context));

/** What stands before the call, as AG2's own envelope. */
export function attemptWrites({ sender }: TurnContext, key: CallKey, set: JsonObject): EnvelopeDraft {
  return { sender, type: events.contextSet, data: { set, delete: [] }, audience: null, causation: attemptOf(key) };
}

/** How a call of a tool with an outcome ended. What else it wrote is kept only with a declared value; its two variables are written last. */
export function judgeEnd(outcome: ToolOutcome, contextVariables: JsonObject, end: OutcomeEnd, delta = nothingWritten): RecordedEnd {
  const { writes, ...judged } = endOutcome(outcome, contextVariables[outcome.attemptsKey], end);
  const kept = judged.status === 'ok' ? delta : nothingWritten;
  return { ...judged, delta: mergeUpdates(kept, { set: writes, delete: [] }) };
}
