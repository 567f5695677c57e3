import { freezeDeep } from '../../context/frozen-json.ts';
import type { OpenContext } from '../../context/index.ts';
import type { CallRecord } from '../../journal/state.ts';
import { type ErrorCode, errorCodes, IntarsiaError, isIntarsiaError } from '../../ports/errors.ts';
import type { Json } from '../../ports/json.ts';
import type { ToolContext } from '../../tools/tool.ts';
import { toolResult } from '../../tools/tool-result.ts';
import { runFacts, type TurnContext } from '../turn-context.ts';
import { graceAfterStop } from './grace.ts';

/** How the code of a tool ended. `stopped`: the run was stopped and the code did not end by itself, so nobody knows what it did. */
export type CallEnd =
  | { readonly kind: 'returned'; readonly result: Json }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string; readonly cause?: unknown }
  | { readonly kind: 'stopped' };

/** One execution. `late`: how code ends after all that was not waited for any longer; null for code that has ended. It never rejects. */
export interface Execution {
  readonly end: CallEnd;
  readonly late: Promise<CallEnd> | null;
}

/** The limit of a call that nothing else limits. */
export const defaultTimeoutMs = 300_000;

/** The code of one execution, what it may write, and how long it may take. */
export interface Executable {
  readonly start: (toolContext: ToolContext) => unknown;
  readonly overlay: OpenContext;
  readonly timeoutMs: number;
}

/**
 * Runs the code of a tool under its time limit and the run's signal. Code over its limit is told to stop and has failed at once; when the run is stopped, code
 * gets the grace time. From its end on, whichever comes first, it can write nothing more. The idle budget rests meanwhile: the limit bounds the wait.
 */
export async function execute(context: TurnContext, call: CallRecord, { start, overlay, timeoutMs }: Executable): Promise<Execution> {
  const { clock } = context.settings;
  const limit = new AbortController();
  const over = new AbortController();
  const goOn = context.holdIdle();
  const outOfTime = Promise.withResolvers<CallEnd>();
  const cancelLimit = clock.timer(timeoutMs, () => {
    overlay.close();
    const message = `It did not end within ${timeoutMs / 1000} s and was told to stop.`;
    limit.abort(new IntarsiaError('tool_timeout', message));
    outOfTime.resolve({ kind: 'failed', code: 'tool_timeout', message });
  });
  const running = run(context, overlay, () => start(toolContextOf(context, call, overlay, limit.signal)));
  try {
    return await Promise.race([
      running.then((end) => ({ end, late: null })),
      outOfTime.promise.then((end) => ({ end, late: running })),
      graceAfterStop(context, over.signal).then(() => ({ end: { kind: 'stopped' } as const, late: running })),
    ]);
  } finally {
    overlay.close();
    cancelLimit();
    over.abort('over'); // with a reason of its own: without one an exception with its stack is made, at every call
    goOn();
  }
}

function toolContextOf(context: TurnContext, call: CallRecord, { access }: OpenContext, limit: AbortSignal): ToolContext {
  const { settings, signal } = context;
  return {
    contextVariables: access,
    idempotencyKey: call.key,
    signal: AbortSignal.any([signal, limit]),
    run: runFacts(context),
    answer: call.answer === null ? null : { ...call.answer, response: freezeDeep(call.answer.response) },
    services: { ...settings.services },
    call: { id: call.callId ?? call.key, tool: call.tool, attempt: call.attempt },
    data: {},
    emit() {
      throw new IntarsiaError('not_supported_yet', `"${call.tool}" hands out an effect, which nobody takes inside a run.`);
    },
  };
}

/** What a tool's code throws stays in `cause`; its own words are for the log. Never rejects. */
async function run({ signal }: TurnContext, overlay: OpenContext, start: () => unknown): Promise<CallEnd> {
  try {
    const value = await start();
    overlay.close(); // before the value is read: that may run code of the tool, too
    const result = toolResult(value);
    if (result.kind === 'json') return { kind: 'returned', result: result.value };
    return { ...result, kind: 'failed', code: 'tool_result_invalid' };
  } catch (cause) {
    overlay.close();
    if (signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', code: codeOf(cause), message: 'tool_execution_failed', cause };
  }
}

/** The code of a known error; anything may be thrown, and even looking at it may fail. */
function codeOf(cause: unknown): ErrorCode {
  try {
    return isIntarsiaError(cause) && Object.hasOwn(errorCodes, cause.code) ? cause.code : 'tool_execution_failed';
  } catch {
    return 'tool_execution_failed';
  }
}
