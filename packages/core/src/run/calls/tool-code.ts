import { freezeDeep } from '../../context/frozen-json.ts';
import type { OpenContext } from '../../context/index.ts';
import type { CallRecord } from '../../journal/state.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import { type Execution, runLimited } from '../../tools/execution/limited-code.ts';
import type { ToolContext } from '../../tools/tool.ts';
import type { ToolResult } from '../../tools/tool-result.ts';
import { runFacts, type TurnContext } from '../turn/turn-context.ts';

/** The limit of a call that nothing else limits. */
export const defaultTimeoutMs = 300_000;

/** The code of one execution, what it may write, how long it may take, and how what it gives back is read. */
export interface Executable {
  readonly start: (toolContext: ToolContext) => unknown;
  readonly read: (value: unknown) => ToolResult;
  readonly overlay: OpenContext;
  readonly timeoutMs: number;
}

/**
 * Runs the code of a tool under its time limit and the run's signal, as `runLimited` says. The idle budget rests meanwhile: the limit bounds the wait.
 */
export async function runToolCode(
  context: TurnContext,
  call: CallRecord,
  { start, read, overlay, timeoutMs }: Executable,
): Promise<Execution> {
  const { clock, graceMs } = context.settings;
  const goOn = context.holdIdle();
  try {
    return await runLimited({
      clock,
      timeoutMs,
      graceMs,
      signal: context.signal,
      start: (signal) => start(toolContextOf(context, call, overlay, signal)),
      read,
      close: overlay.close,
    });
  } finally {
    goOn();
  }
}

function toolContextOf(context: TurnContext, call: CallRecord, { access }: OpenContext, signal: AbortSignal): ToolContext {
  return {
    contextVariables: access,
    idempotencyKey: call.key,
    signal,
    run: runFacts(context),
    answer: call.answer === null ? null : { ...call.answer, response: freezeDeep(call.answer.response) },
    services: { ...context.settings.services },
    call: { id: call.callId ?? call.key, tool: call.tool, attempt: call.attempt },
    data: {},
    emit() {
      throw new IntarsiaError('not_supported_yet', `"${call.tool}" hands out an effect, which nobody takes inside a run.`);
    },
  };
}
