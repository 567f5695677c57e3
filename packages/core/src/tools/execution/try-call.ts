import type { JsonObject } from '../../ports/json.ts';
import { checkInput } from '../tool-input.ts';
import { readOutput } from '../tool-output.ts';
import { byteParts } from './byte-parts.ts';
import { type CallSetup, type ReadyCall, timeoutOf, toolContext } from './call-setup.ts';
import { collectEffects } from './effects.ts';
import { type CallEnd, runLimited } from './limited-code.ts';
import { tell } from './tell.ts';
import type { ClaimedCall, ToolCallResult } from './tool-call.ts';
import { abortedError, failureError, saysRetryable } from './tool-error.ts';

type WithoutPlace<Result> = Result extends unknown ? Omit<Result, 'toolCallId' | 'toolName' | 'durationMs'> : never;
/** How a call ended, without what is told of it beside that. */
export type CallOutcome = WithoutPlace<ToolCallResult>;

/** How one try ended. `mayPass`: what the tool says of another one; null when it does not say. */
export interface Tried {
  readonly outcome: CallOutcome;
  readonly mayPass: boolean | null;
}

/** Enters the code of a tool once, under its limit. What a try wrote and emitted counts only if it succeeded. `attempts`: how often it was entered, this time included. */
export async function tryCall(ready: ReadyCall, setup: CallSetup, claimed: ClaimedCall, attempts: number): Promise<Tried> {
  const { clock, signal, policy } = setup;
  const { tool, call } = ready;
  const timeoutMs = timeoutOf(ready, setup);
  const variables = setup.variables.open();
  const effects = collectEffects(policy?.effects);
  const { bytes, parts } = byteParts();
  const { end, late } = await runLimited({
    clock,
    signal,
    timeoutMs,
    graceMs: 0,
    start(stop) {
      const facts = { key: claimed.key, attempt: claimed.attempt, signal: stop, variables, effects };
      return tool.run(inputOf(ready, attempts), toolContext(ready, setup, facts));
    },
    read: (value) => readOutput(tool, value, { bytes }),
    close() {
      variables.close();
      effects.close();
    },
  });
  const abandoned = late !== null && (await isAbandoned(ready, setup, late)) ? ({ abandoned: true } as const) : {};
  if (end.kind === 'stopped')
    return { outcome: { status: 'error', attempts, error: abortedError(call.name), ...abandoned }, mayPass: false };
  if (end.kind === 'failed') {
    if ('cause' in end) tell(setup.log, { level: 'warn', message: `Tool "${call.name}" failed.`, cause: end.cause });
    const error = failureError(call.name, end, timeoutMs);
    const mayPass = end.why === 'thrown' ? saysRetryable(end.cause) : end.why === 'limit' ? null : false;
    return { outcome: { status: 'error', attempts, error, ...abandoned }, mayPass };
  }
  variables.commit();
  const { effects: allowed, dropped } = effects.taken();
  const extras = { ...(dropped > 0 && { droppedEffects: dropped }), ...(parts.length > 0 && { parts }) };
  return { outcome: { status: 'success', attempts, result: end.result, effects: allowed, ...extras }, mayPass: false };
}

/** An input of its own for every try: an earlier one may have changed what it got, or still be at it. */
function inputOf({ tool, given, input }: ReadyCall, attempts: number): JsonObject {
  const again = attempts === 1 ? null : checkInput(tool, given);
  return again?.kind === 'bound' ? again.input : input;
}

/**
 * Whether code that was told to stop went its own way. Code that listens to its signal has failed by the next turn of the event loop; of other code it is logged
 * that it goes on, and told once how it ended; nothing of it is used (case TOOL-48).
 */
async function isAbandoned({ call }: ReadyCall, { clock, log, onEvent }: CallSetup, late: Promise<CallEnd>): Promise<boolean> {
  const turn = Promise.withResolvers<null>();
  const cancel = clock.timer(0, () => turn.resolve(null));
  const ended = await Promise.race([late, turn.promise]);
  cancel();
  if (ended !== null && ended.kind !== 'returned') return false;
  if (ended === null)
    tell(log, { level: 'warn', message: `"${call.name}" was told to stop and goes on: it should listen to \`ctx.signal\`.` });
  void late.then(({ kind }) => {
    tell(onEvent, { kind: 'tool.abandoned', callId: call.id, tool: call.name, status: kind === 'returned' ? 'ok' : 'error' });
  });
  return true;
}
