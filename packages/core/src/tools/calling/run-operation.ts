import { tell } from '../execution/tell.ts';
import { messageOf } from '../thrown.ts';
import { afterEvent } from './after-event.ts';
import { askModel } from './ask-model.ts';
import { callError } from './call-error.ts';
import type { CallError, CallResult } from './call-with-tools-types.ts';
import type { CallingState, OpenCall, OpenRound } from './calling-state.ts';
import { type CallingStep, decideCalling } from './decide-calling.ts';
import { type EndResults, endResults } from './end-result.ts';
import { examineCalls } from './examine-calls.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { Operation } from './operation.ts';
import { openRound, type RunningRound, runCalls } from './run-calls.ts';
import { withoutPosition } from './transcript.ts';

/** An operation after a step. */
interface Progress {
  readonly state: CallingState;
  /** The calls of the last reply as they run; null before any. */
  readonly round: RunningRound | null;
  /** What the operation ends with. */
  readonly error?: CallError;
}

/**
 * Works an operation until it ends: what comes next is decided from its state, done, and told to the state. An end that was reached before a stop was seen stands
 * (case T18). Never rejects.
 */
export async function runOperation(opened: CallingState, operation: Operation): Promise<CallResult> {
  const ends = endResults(operation.access.operationId, operation.plan.model, operation.wording);
  let progress: Progress = { state: opened, round: null };
  for (;;) {
    const next = nextOf(progress, operation, ends);
    if (next.kind === 'ended') {
      progress.round?.close();
      return next.result;
    }
    progress = await perform(next, progress, operation);
  }
}

type Step = Exclude<CallingStep, { readonly kind: 'end' }>;

function nextOf(
  { state, error }: Progress,
  { plan, stop }: Operation,
  ends: EndResults,
): Step | { readonly kind: 'ended'; readonly result: CallResult } {
  if (error !== undefined) return { kind: 'ended', result: ends.failed(state, error) };
  const step = decideCalling(plan, state);
  const cause = stop.cause();
  if (step.kind !== 'end') return cause === null ? step : { kind: 'ended', result: ends.stopped(state, cause) };
  // A call that has no end because the operation was stopped ends nothing.
  const isStopped = cause !== null && step.end.kind === 'unclaimed';
  return { kind: 'ended', result: isStopped ? ends.stopped(state, cause) : ends.decided(state, step.end) };
}

async function perform(step: Step, progress: Progress, operation: Operation): Promise<Progress> {
  const { state, round } = progress;
  switch (step.kind) {
    case 'ask_model':
      return { ...progress, ...(await ask(state, step.isRepair, operation)) };
    case 'judge':
      return { ...progress, ...judge(state, step.text, operation) };
    case 'examine':
      return state.phase.kind === 'round' ? examine(state, state.phase, step.calls, operation) : progress;
    case 'run': {
      const calls = round === null ? step.calls : await runCalls(step.calls, round, operation);
      return { ...progress, state: afterEvent(state, { kind: 'called', calls }, operation.wording) };
    }
  }
}

/** Takes the next reply of the model; one that is of no use takes back what was told of it (case T22). */
async function ask(before: CallingState, isRepair: boolean, operation: Operation): Promise<Omit<Progress, 'round'>> {
  const asked = await askModel(before, isRepair, operation);
  if (asked.kind === 'stopped') return { state: before };
  if (asked.kind === 'failed') return { state: before, error: asked.error };
  const { options, wording, emit } = operation;
  const state = afterEvent(before, { kind: 'replied', reply: asked.reply }, wording);
  options.quota?.add(state.usage.totalTokens - before.usage.totalTokens);
  if (state.phase.kind === 'useless' && asked.streamed) emit({ kind: 'reset' });
  if (state.phase.kind !== 'round') return { state };
  for (const { call } of state.phase.calls) emit({ kind: 'tool_call', call: withoutPosition(call) });
  return { state };
}

function judge(state: CallingState, text: string, { plan, wording, options }: Operation): Omit<Progress, 'round'> {
  if (plan.contract === null) return { state };
  try {
    return { state: afterEvent(state, judgeAnswer(plan.contract, text), wording) };
  } catch (cause) {
    tell(options.log, { level: 'error', message: 'The schema of `output` cannot be used.', cause });
    return { state, error: callError('output_validation', 'model_invalid', messageOf(cause) ?? 'The schema of `output` cannot be used.') };
  }
}

async function examine(state: CallingState, phase: OpenRound, asked: readonly OpenCall[], operation: Operation): Promise<Progress> {
  const { stop, wording } = operation;
  try {
    const { calls, decided, refusal } = await examineCalls(asked, operation);
    const round = openRound(phase, decided, operation);
    for (const open of calls) if (open.status === 'ended') round.ended(open.call.position, open.result);
    if (refusal === null) return { state: afterEvent(state, { kind: 'called', calls }, wording), round };
    return { state: { ...state, phase: { ...phase, calls } }, round, error: callError('guard_refused', 'guard_refused', refusal) };
  } catch (cause) {
    stop.stop({ kind: 'claims', cause }); // does nothing when it was the stop that ended it
    return { state, round: null };
  }
}
