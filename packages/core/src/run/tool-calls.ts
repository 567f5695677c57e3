import { openContext } from '../context/index.ts';
import type { ToolBinding } from '../documents/workflow.ts';
import type { EnvelopeDraft } from '../journal/envelope.ts';
import { type FactData, factDraft } from '../journal/facts.ts';
import type { CallRecord } from '../journal/state.ts';
import { digestOf } from '../outputs/canonical.ts';
import { strictJson } from '../outputs/json-door/strict-json.ts';
import { shortened } from '../outputs/validation/problem-text.ts';
import type { ModelToolCall } from '../ports/agents.ts';
import { type ErrorCode, IntarsiaError, isIntarsiaError } from '../ports/errors.ts';
import { callKey } from '../ports/ids.ts';
import type { Json } from '../ports/json.ts';
import type { ToolContext, ToolDefinition } from '../tools/tool.ts';
import { bindOutput, checkInput, closedInput, type ToolInput } from '../tools/tool-input.ts';
import { toolResult } from '../tools/tool-result.ts';
import { autoPosition, modelPosition } from './decide-turn.ts';
import { liveContext, openTurnOf, runFacts, type TurnContext } from './turn-context.ts';

type Settled = FactData<'intarsia.tool.settled'>;

/** An effect is only started while at least this much of the lease is left. */
const leaseMarginMs = 500;

/** The claim of an agent's auto tool. Rejects with `tool_not_found` or `tool_invalid` when its code is not there now. */
export async function claimAuto(context: TurnContext, binding: ToolBinding): Promise<EnvelopeDraft> {
  const tool = await loadTool(context, binding);
  const data = openTurnOf(context)?.accepted?.data ?? {};
  return claim(context, {
    position: autoPosition(binding),
    callId: null,
    binding,
    effect: tool.effect,
    attempt: 1,
    digest: digestOf(data),
  });
}

/** The claim of one call that the model asked for. A tool that the agent does not have is claimed as harmless and settles as an error. */
export async function claimModelCall(context: TurnContext, ordinal: number, index: number, call: ModelToolCall): Promise<EnvelopeDraft> {
  const binding = context.agent.callableTools.find((candidate) => candidate.function === call.name);
  const effect = binding === undefined ? 'none' : (await loadTool(context, binding)).effect;
  const at = { position: modelPosition(ordinal, index), callId: call.id, attempt: 1, digest: digestOf(call.arguments) };
  return claim(context, { ...at, binding: binding ?? { function: call.name, surface: null }, effect });
}

/** The same claim again under this owner's epoch: next attempt, same key. */
export function reclaim(context: TurnContext, call: CallRecord): EnvelopeDraft {
  const binding = bindingOf(context, call);
  const at = { position: call.position, callId: call.callId, attempt: call.attempt + 1, digest: call.argumentsDigest };
  return claim(context, { ...at, binding: binding ?? { function: call.tool, surface: null }, effect: call.effect });
}

function claim(
  context: TurnContext,
  call: {
    readonly position: string;
    readonly callId: string | null;
    readonly binding: Pick<ToolBinding, 'function' | 'surface'>;
    readonly effect: CallRecord['effect'];
    readonly attempt: number;
    readonly digest: string;
  },
): EnvelopeDraft {
  return factDraft(context.sender, 'intarsia.tool.claimed', {
    v: 1,
    turn: context.turn,
    agent: context.agent.name,
    key: callKey(`${context.channel.id}:${context.turn}:${call.position}`),
    position: call.position,
    call_id: call.callId,
    tool: call.binding.function,
    effect: call.effect,
    attempt: call.attempt,
    arguments_digest: call.digest,
    epoch: context.channel.epoch,
    surface: call.binding.surface,
  });
}

/** The binding that a recorded call belongs to; undefined when the agent has no such tool. */
export function bindingOf(context: TurnContext, call: CallRecord): ToolBinding | undefined {
  const { autoTools, callableTools } = context.agent;
  if (call.position.startsWith('auto:'))
    return autoTools.find((binding) => autoPosition(binding) === call.position && binding.function === call.tool);
  return callableTools.find((binding) => binding.function === call.tool);
}

/** Fresh code of a binding; rejects with the loader's code. */
export async function loadTool(context: TurnContext, binding: ToolBinding): Promise<ToolDefinition> {
  const loaded = await context.settings.tools.load(context.workflow, binding);
  if (loaded.kind === 'loaded') return loaded.tool;
  throw new IntarsiaError(loaded.code, loaded.message, { retryable: true, cause: loaded.cause });
}

/**
 * Runs a claimed call to its end and gives the fact that settles it; null when the run was stopped and the call did not end in
 * time: then nobody knows, and the claim stays as it is. What a tool throws is a terminal result of the call, not of the turn.
 */
export async function runCall(context: TurnContext, call: CallRecord): Promise<EnvelopeDraft | null> {
  const { settings, channel } = context;
  const binding = bindingOf(context, call);
  if (binding === undefined) return settle(context, call, failed('tool_not_found', `There is no tool "${call.tool}".`), 0);
  const tool = await loadTool(context, binding);
  const given = inputOf(context, call, tool);
  if (given.kind === 'refused') return settle(context, call, failed(given.code, given.message), 0);
  if (channel.leaseRemainingMs() < leaseMarginMs) {
    throw new IntarsiaError('stale_epoch', `The lease is about to run out; "${call.tool}" was not started.`, { retryable: true });
  }
  if (context.signal.aborted) return null;
  context.started.add(call.key);
  const started = settings.clock.monotonic();
  const structuredOutput = call.position.startsWith('auto:') ? openTurnOf(context)?.accepted?.data : undefined;
  const overlay = openContext({
    workflow: context.workflow,
    values: liveContext(context),
    writer: 'deterministic_tool',
    ...(structuredOutput === undefined ? {} : { structuredOutput }),
  });
  const end = await execute(context, call, tool, (toolContext) => tool.run(given.input, toolContext), overlay.access);
  if (end.kind === 'stopped') return null;
  const durationMs = settings.clock.monotonic() - started;
  if (end.kind === 'failed') return settle(context, call, failed(end.code, end.message), durationMs);
  return settle(context, call, { status: 'ok', result: end.result, code: null, delta: overlay.delta() }, durationMs);
}

type CallEnd =
  | { readonly kind: 'returned'; readonly result: Json }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: 'stopped' };

/** One execution under the tool's own time limit and the run's signal; a late result after either is dropped. */
async function execute(
  context: TurnContext,
  call: CallRecord,
  tool: ToolDefinition,
  start: (toolContext: ToolContext) => unknown,
  contextVariables: ToolContext['contextVariables'],
): Promise<CallEnd> {
  const { settings, signal } = context;
  const limit = new AbortController();
  const cancelLimit = settings.clock.timer(tool.timeoutMs, () => limit.abort());
  const toolContext: ToolContext = {
    contextVariables,
    idempotencyKey: call.key,
    signal: AbortSignal.any([signal, limit.signal]),
    run: runFacts(context),
    services: settings.services,
  };
  const ended = Promise.resolve()
    .then(() => start(toolContext))
    .then((value): CallEnd => ({ kind: 'returned', result: toolResult(value) }))
    .catch((cause: unknown): CallEnd => {
      if (signal.aborted) return { kind: 'stopped' };
      settings.log({ level: 'warn', message: `Tool "${call.tool}" failed.`, cause });
      const code = isIntarsiaError(cause) ? cause.code : 'tool_execution_failed';
      return { kind: 'failed', code, message: 'tool_execution_failed' };
    });
  const over = new AbortController();
  try {
    return await Promise.race([ended, stoppedAfterGrace(context, over.signal), timedOut(limit.signal, tool.timeoutMs)]);
  } finally {
    cancelLimit();
    over.abort();
  }
}

function stoppedAfterGrace({ settings, signal }: TurnContext, over: AbortSignal): Promise<CallEnd> {
  return new Promise((resolve) => {
    const stop = () => {
      const cancel = settings.clock.timer(settings.graceMs, () => resolve({ kind: 'stopped' }));
      over.addEventListener('abort', cancel, { once: true });
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true, signal: over });
  });
}

function timedOut(limit: AbortSignal, timeoutMs: number): Promise<CallEnd> {
  const end: CallEnd = { kind: 'failed', code: 'tool_execution_failed', message: `It took longer than ${timeoutMs} ms.` };
  return new Promise((resolve) => limit.addEventListener('abort', () => resolve(end), { once: true }));
}

type CallInput =
  | { readonly kind: 'bound'; readonly input: Readonly<Record<string, Json>> }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };

function inputOf(context: TurnContext, call: CallRecord, tool: ToolDefinition): CallInput {
  const turn = openTurnOf(context);
  const asked = turn?.replies.flatMap((reply) =>
    reply.toolCalls.map((toolCall, index) => ({ at: modelPosition(reply.ordinal, index), toolCall })),
  );
  const modelCall = asked?.find(({ at }) => at === call.position)?.toolCall;
  const data = turn?.accepted?.data ?? {};
  const digest = modelCall === undefined ? digestOf(data) : digestOf(modelCall.arguments);
  if (digest !== call.argumentsDigest) {
    return { kind: 'refused', code: 'tool_arguments_changed', message: 'The arguments are not those that were claimed.' };
  }
  if (modelCall === undefined) return checked(context, tool, () => bindOutput(tool, data));
  const parsed = strictJson(modelCall.arguments === '' ? '{}' : modelCall.arguments);
  if (parsed.kind === 'refused') return wrongArguments(parsed.problem.message);
  // No record would say that the fence was taken off.
  if (parsed.repair !== null) return wrongArguments('found a code fence where a JSON value is expected. Give the arguments without it.');
  return checked(context, tool, () => checkInput(tool, parsed.value));
}

/** The input that a check gives. When the schema's own code fails on these arguments, they are refused: they would fail at every dispatch. */
function checked({ settings }: TurnContext, tool: ToolDefinition, check: () => ToolInput): CallInput {
  closedInput(tool); // a schema that cannot be closed fails the turn: that is not about these arguments
  let input: ToolInput;
  try {
    input = check();
  } catch (cause) {
    if (isIntarsiaError(cause) && cause.code !== 'tool_invalid') throw cause;
    input = { kind: 'refused', message: 'The arguments could not be checked: the code of the schema failed on them.', cause };
  }
  if (input.kind === 'bound') return input;
  if ('cause' in input) {
    settings.log({ level: 'error', message: `The input schema of "${tool.name}" failed on its arguments.`, cause: input.cause });
  }
  return wrongArguments(input.message);
}

const wrongArguments = (message: string): CallInput => ({ kind: 'refused', code: 'tool_arguments_invalid', message });

/** Characters of the reason that a record gives for a failed call: what a model wrote can be megabytes. */
const maxReason = 8000;

const failed = (code: ErrorCode, message: string): Pick<Settled, 'status' | 'result' | 'code' | 'delta'> => ({
  status: 'error',
  result: { status: 'error', message: shortened(message, maxReason) },
  code,
  delta: { set: {}, delete: [] },
});

function settle(
  context: TurnContext,
  call: CallRecord,
  end: Pick<Settled, 'status' | 'result' | 'code'> & { readonly delta: { readonly set: object; readonly delete: readonly string[] } },
  durationMs: number,
): EnvelopeDraft {
  return factDraft(context.sender, 'intarsia.tool.settled', {
    v: 1,
    turn: context.turn,
    agent: context.agent.name,
    key: call.key,
    attempt: call.attempt,
    status: end.status,
    result: end.result,
    code: end.code,
    delta: { set: { ...end.delta.set }, delete: [...end.delta.delete] },
    duration_ms: Math.round(durationMs),
  });
}
