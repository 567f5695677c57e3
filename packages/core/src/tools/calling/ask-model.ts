import type { AgentFailure, AgentReply, AgentRequest } from '../../ports/agents.ts';
import { waited } from '../../ports/clock.ts';
import { isJsonObject } from '../../ports/json.ts';
import { tell } from '../execution/tell.ts';
import { memberOf } from '../thrown.ts';
import { toolResult } from '../tool-result.ts';
import { callError } from './call-error.ts';
import type { CallError } from './call-with-tools-types.ts';
import type { CallingState } from './calling-state.ts';
import { modelRetryMs, requestedOutput } from './model-call.ts';
import type { Operation } from './operation.ts';
import { openStop } from './stop.ts';

/** What came of asking. `streamed`: some of the text was told already. */
export type AskedModel =
  | { readonly kind: 'replied'; readonly reply: AgentReply; readonly streamed: boolean }
  | { readonly kind: 'failed'; readonly error: CallError }
  | { readonly kind: 'stopped' };

/**
 * Asks the model for its next reply, and again where a failure may pass. Text that was told of a try that failed is taken back with `reset` (case T22). Never
 * rejects.
 */
export async function askModel(state: CallingState, isRepair: boolean, operation: Operation): Promise<AskedModel> {
  const { plan, options, setup, stop, emit } = operation;
  for (let attempt = 0; ; attempt++) {
    if (options.quota?.take() === false) return { kind: 'failed', error: overQuota };
    const asked = await askOnce(state, isRepair, operation);
    if (asked.kind !== 'failed') return asked;
    if (asked.streamed) emit({ kind: 'reset' });
    tell(options.log, { level: 'warn', message: asked.failure.message, cause: asked.failure.cause });
    if (!asked.failure.retryable || attempt >= plan.modelRetries) return { kind: 'failed', error: errorOf(asked.failure) };
    if (!(await waited(setup.clock, modelRetryMs(attempt), stop.signal))) return { kind: 'stopped' };
  }
}

const overQuota = callError(
  'quota_exceeded',
  'quota_exceeded',
  'The quota of model calls or tokens is used up; its next window allows more.',
  {
    retryable: true,
  },
);

function errorOf({ code, message, retryable }: Failure): CallError {
  return callError(code === 'model_timeout' ? 'timeout' : 'model_error', code, message, { retryable });
}

type Failure = Omit<AgentFailure, 'kind' | 'code'> & { readonly code: AgentFailure['code'] | 'model_failed' };
type Asked =
  | Exclude<AskedModel, { readonly kind: 'failed' }>
  | { readonly kind: 'failed'; readonly failure: Failure; readonly streamed: boolean };

async function askOnce(state: CallingState, isRepair: boolean, { plan, options, setup, stop, emit }: Operation): Promise<Asked> {
  const limit = openStop(setup.clock, stop.signal, plan.modelTimeoutMs);
  let streamed = false;
  const onText = (text: string) => {
    if (limit.signal.aborted || isOver || text === '') return;
    streamed = true;
    emit({ kind: 'text', text });
    tell(options.onText, text);
  };
  let isOver = false;
  try {
    const request = requestOf(state, isRepair, plan);
    const asked = (async () => plan.runner.run({ ...request, signal: limit.signal, ...(!isRepair && { onText }) }))();
    const reply = await limit.until(asked);
    if (isReply(reply)) return { kind: 'replied', reply, streamed };
    return { kind: 'failed', failure: isFailure(reply) ? reply : garbage, streamed };
  } catch (cause) {
    if (stop.signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', failure: limit.cause() === null ? { ...thrown, cause } : outOfTime(plan.modelTimeoutMs), streamed };
  } finally {
    isOver = true;
    limit.close();
  }
}

/** A repair has no tools (case TOOL-81). A choice is that of the first reply: one that stayed would never come to an answer. */
function requestOf(state: CallingState, isRepair: boolean, plan: Operation['plan']): Omit<AgentRequest, 'signal'> {
  const tools = isRepair ? [] : plan.offered;
  return {
    agent: plan.model === '' ? 'model' : plan.model,
    messages: state.messages,
    tools,
    ...(tools.length > 0 && { toolChoice: state.turnsNow === 0 ? plan.toolChoice : ('auto' as const) }),
    ...(plan.contract !== null && { output: requestedOutput(plan.contract, plan.runner) }),
    temperature: plan.temperature,
    maxTokens: plan.maxTokens,
  };
}

const thrown: Failure = { code: 'model_failed', message: 'The model could not be asked; the log has the cause.', retryable: false };
const garbage: Failure = { code: 'model_garbage', message: 'The model answered something that is not a reply.', retryable: true };
const outOfTime = (timeoutMs: number | null): Failure => ({
  code: 'model_timeout',
  message: `The model did not answer within ${timeoutMs} ms.`,
  retryable: true,
});

const isFailure = (answer: unknown): answer is AgentFailure => isJsonObject(answer) && answer['kind'] === 'failed';

/** What is used of a reply is what it should be; runners are code of anybody. */
function isReply(answer: unknown): answer is AgentReply {
  if (!isJsonObject(answer) || answer['kind'] !== 'replied' || typeof answer['text'] !== 'string') return false;
  const { toolCalls, parts = [], metadata = {} } = answer;
  return (
    Array.isArray(toolCalls) &&
    toolCalls.every((call) => typeof call?.name === 'string' && typeof call?.arguments === 'string') &&
    Array.isArray(parts) &&
    parts.every(isPart) &&
    toolResult(metadata).kind === 'json'
  );
}

const isPart = (part: unknown): boolean =>
  typeof memberOf(part, 'type') === 'string' && ['string', 'undefined'].includes(typeof memberOf(part, 'text'));
