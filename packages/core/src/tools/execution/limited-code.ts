import type { Clock } from '../../ports/clock.ts';
import { type ErrorCode, errorCodes, IntarsiaError, isIntarsiaError } from '../../ports/errors.ts';
import type { Json } from '../../ports/json.ts';
import type { ToolResult } from '../tool-result.ts';

/**
 * How the code of a tool ended. `why` it failed: it was over its limit, it threw, or what it gave back does not count. `stopped`: it was stopped and did not end by
 * itself, so nobody knows what it did.
 */
export type CallEnd =
  | { readonly kind: 'returned'; readonly result: Json }
  | {
      readonly kind: 'failed';
      readonly why: 'limit' | 'thrown' | 'result';
      readonly code: ErrorCode;
      readonly message: string;
      readonly cause?: unknown;
    }
  | { readonly kind: 'stopped' };

/** One execution. `late`: how code ends after all that was not waited for any longer; null for code that has ended. It never rejects. */
export interface Execution {
  readonly end: CallEnd;
  readonly late: Promise<CallEnd> | null;
}

/** Code of an author, and how long it may take. */
export interface LimitedCode {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Aborted by who wants the result no longer. */
  readonly signal: AbortSignal;
  /** How long code may go on after `signal` before it is not waited for any longer. */
  readonly graceMs: number;
  /** The code; `signal` tells it to stop, also at its limit. */
  start(signal: AbortSignal): unknown;
  /** What it gave back, as it counts. May throw what `tool_invalid` says. */
  read(value: unknown): ToolResult;
  /** From now on nothing that the code does may count: it ended, before its value is read, or nobody waits for it. May be called more than once. */
  close(): void;
}

/**
 * Runs the code of a tool under its time limit and a signal, inside a run and outside (case T13). Code over its limit is told to stop and has failed at once; when
 * it is stopped by `signal`, it gets the grace time. From its end on, whichever comes first, it can write nothing more. Never rejects.
 */
export async function runLimited(code: LimitedCode): Promise<Execution> {
  const { clock, timeoutMs, graceMs, signal } = code;
  const { promise: ended, resolve } = Promise.withResolvers<Execution>();
  const controller = new AbortController();
  const cancelLimit = clock.timer(timeoutMs, () => {
    code.close();
    const message = `It did not end within ${timeoutMs / 1000} s and was told to stop.`;
    controller.abort(new IntarsiaError('tool_timeout', message));
    resolve({ end: { kind: 'failed', why: 'limit', code: 'tool_timeout', message }, late: running });
  });
  let cancelGrace = () => {};
  const stop = () => {
    cancelGrace = clock.timer(graceMs, () => resolve({ end: { kind: 'stopped' }, late: running }));
    controller.abort(signal.reason);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const running = run(code, controller.signal);
  void running.then((end) => resolve({ end, late: null }));
  try {
    return await ended;
  } finally {
    code.close();
    cancelLimit();
    signal.removeEventListener('abort', stop);
    cancelGrace();
  }
}

/** What a tool's code throws stays in `cause`; its own words are for who asks. Never rejects. */
async function run(code: LimitedCode, signal: AbortSignal): Promise<CallEnd> {
  try {
    const value = await code.start(signal);
    code.close(); // before the value is read: that may run code of the tool, too
    const result = code.read(value);
    if (result.kind === 'json') return { kind: 'returned', result: result.value };
    return { ...result, kind: 'failed', why: 'result', code: 'tool_result_invalid' };
  } catch (cause) {
    code.close();
    if (code.signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', why: 'thrown', code: codeOf(cause), message: 'tool_execution_failed', cause };
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
