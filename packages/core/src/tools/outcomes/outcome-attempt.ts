import type { ToolOutcome } from '../../documents/workflow.ts';
import type { ErrorCode } from '../../ports/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';

/** Why a result has the error value without its tool saying so; stands in it under `outcome_error` (workflow-documents 5.3). */
export type OutcomeError = Extract<
  ErrorCode,
  | 'invalid_attempt_state'
  | 'attempts_exhausted'
  | 'retry_not_permitted'
  | 'invalid_tool_outcome'
  | 'tool_execution_failed'
  | 'tool_execution_interrupted'
>;

/** What the call of a tool with an outcome comes to. `writes` are its two variables: they are written last, whatever the tool wrote to them. */
export interface OutcomeResult {
  readonly status: 'ok' | 'error';
  readonly result: Json;
  readonly code: ErrorCode | null;
  readonly writes: JsonObject;
}

/** May the tool be called? `writes` go before the call: the error value, so that no earlier success is seen, and the counted attempt. */
export type OutcomeBegin = { readonly kind: 'permitted'; readonly writes: JsonObject } | ({ readonly kind: 'refused' } & OutcomeResult);

/** How a call ended. `interrupted`: nobody saw its end, and it is not to be waited for. */
export type OutcomeEnd =
  | { readonly kind: 'returned'; readonly result: Json }
  | { readonly kind: 'failed'; readonly code: ErrorCode }
  | { readonly kind: 'interrupted' };

/**
 * Decides a new attempt from what the journal says of the last one, in the order of workflow-documents 5.3. A repeated execution under the same key is no new
 * attempt and is not decided again.
 */
export function beginOutcome(outcome: ToolOutcome, contextVariables: JsonObject): OutcomeBegin {
  const attempts = contextVariables[outcome.attemptsKey];
  const previous = contextVariables[outcome.contextKey];
  const refuse = (code: OutcomeError, counted: number) => ({ kind: 'refused', ...failure(outcome, counted, code) }) as const;
  if (!isCount(attempts)) return refuse('invalid_attempt_state', outcome.maxAttempts);
  if (attempts >= outcome.maxAttempts) return refuse('attempts_exhausted', attempts);
  if (attempts > 0 && !outcome.retryOn.some((value) => value === previous)) return refuse('retry_not_permitted', attempts);
  return { kind: 'permitted', writes: writesOf(outcome, outcome.errorValue, attempts + 1) };
}

/** Judges how a permitted call ended. `attempts` is what the variable held before the tool could write to it: the count of its claim. */
export function endOutcome(outcome: ToolOutcome, attempts: Json | undefined, end: OutcomeEnd): OutcomeResult {
  // A call that was claimed before its document declared an outcome was not counted; it was one all the same.
  const counted = isCount(attempts) ? Math.max(attempts, 1) : outcome.maxAttempts;
  switch (end.kind) {
    case 'interrupted':
      return failure(outcome, counted, 'tool_execution_interrupted');
    case 'failed':
      return failure(outcome, counted, 'tool_execution_failed', end.code);
    case 'returned': {
      const value = outcomeOf(outcome, end.result);
      if (value === null) return failure(outcome, counted, 'invalid_tool_outcome');
      return { status: 'ok', result: end.result, code: null, writes: writesOf(outcome, value, counted) };
    }
  }
}

/** The declared value that a result says, or null. */
function outcomeOf({ resultField, values }: ToolOutcome, result: Json): string | null {
  const said = isJsonObject(result) && Object.hasOwn(result, resultField) ? result[resultField] : null;
  return values.find((value) => value === said) ?? null;
}

function failure(outcome: ToolOutcome, attempts: number, error: OutcomeError, code: ErrorCode = error): OutcomeResult {
  const { errorValue, resultField } = outcome;
  // The field comes last: whatever its name, the result says the error value.
  const result = { outcome_error: error, [resultField]: errorValue };
  return { status: 'error', result, code, writes: writesOf(outcome, errorValue, attempts) };
}

const writesOf = ({ contextKey, attemptsKey }: ToolOutcome, value: string, attempts: number): JsonObject => ({
  [contextKey]: value,
  [attemptsKey]: attempts,
});

const isCount = (value: Json | undefined): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
