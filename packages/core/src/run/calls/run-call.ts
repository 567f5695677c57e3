import { type OpenContext, openContext } from '../../context/index.ts';
import type { ToolBinding } from '../../documents/workflow.ts';
import type { EnvelopeDraft } from '../../journal/envelope.ts';
import type { CallRecord } from '../../journal/state.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import type { CallEnd } from '../../tools/execution/limited-code.ts';
import { outcomeKeysOfOthers } from '../../tools/outcomes/index.ts';
import { readOutput } from '../../tools/tool-output.ts';
import { maxCallText } from '../../tools/tool-result.ts';
import { releaseOf } from '../turn/leave-turn.ts';
import { refusedDrafts } from '../turn/person-writes.ts';
import { liveContext, openTurnOf, type TurnContext } from '../turn/turn-context.ts';
import { askAgain } from './approve-call.ts';
import { inputOf } from './call-input.ts';
import { followLate } from './late-call.ts';
import { bindingOf, loadTool } from './load-tool.ts';
import type { RecordedEnd } from './outcome-call.ts';
import { failed, settle } from './settle-call.ts';
import { defaultTimeoutMs, runToolCode } from './tool-code.ts';

/** An effect is only started while at least this much of the lease is left. */
const leaseMarginMs = 500;

/**
 * Runs a claimed call to its end and gives the facts that settle it, or ask a person for what nobody allowed; null when the run was stopped and the call did not end in
 * time: then nobody knows, and the claim stays as it is. What a tool throws is a terminal result of the call, not of the turn.
 */
export async function runCall(context: TurnContext, call: CallRecord): Promise<readonly EnvelopeDraft[] | null> {
  const { settings, channel } = context;
  const binding = bindingOf(context, call);
  if (binding === undefined) return [settle(context, call, failed('tool_not_found', `There is no tool "${call.tool}".`), 0)];
  const tool = await loadTool(context, binding);
  const asked = await askAgain(context, call, binding, tool);
  if (asked !== null) return [releaseOf(context.sender, call, { turn: context.turn, agent: context.agent.name }), asked];
  const given = inputOf(context, call, tool);
  if (given.kind === 'refused') return [settle(context, call, failed(given.code, given.message), 0)];
  if (channel.leaseRemainingMs() < leaseMarginMs) {
    throw new IntarsiaError('stale_epoch', `The lease is about to run out; "${call.tool}" was not started.`, { retryable: true });
  }
  if (context.signal.aborted) return null;
  context.started.add(call.key);
  const startedMs = settings.clock.monotonic();
  const overlay = overlayOf(context, call, binding);
  const execution = await runToolCode(context, call, {
    start: (toolContext) => tool.run(given.input, toolContext),
    read: (value) => readOutput(tool, value),
    overlay,
    timeoutMs: binding.timeoutMs ?? tool.timeoutMs ?? defaultTimeoutMs,
  });
  void followLate(context, call, execution, startedMs);
  const { end } = execution;
  if (end.kind === 'stopped') return null;
  if (end.kind === 'failed' && 'cause' in end) settings.log({ level: 'warn', message: `Tool "${call.tool}" failed.`, cause: end.cause });
  const durationMs = settings.clock.monotonic() - startedMs;
  return [settle(context, call, recordedEnd(end, overlay), durationMs), ...refusalsOf(context, call, overlay)];
}

/** A tool can catch the error of a refused write and go on, so it is told whatever became of the call. */
export function refusalsOf({ sender, turn, agent }: TurnContext, { key }: CallRecord, overlay: OpenContext): readonly EnvelopeDraft[] {
  return refusedDrafts(sender, { turn, agent: agent.name, call: key }, overlay.refused());
}

/** The context of one call: what earlier calls wrote is in it, and the validated output for an auto tool. */
export function overlayOf(context: TurnContext, call: CallRecord, binding: ToolBinding): OpenContext {
  const structuredOutput = call.position.startsWith('auto:') ? openTurnOf(context)?.accepted?.data : undefined;
  return openContext({
    workflow: context.workflow,
    values: liveContext(context),
    writer: 'deterministic_tool',
    ...(structuredOutput === undefined ? {} : { structuredOutput }),
    closedKeys: outcomeKeysOfOthers(context.workflow, binding),
  });
}

/** How a call is recorded whose code ended: with what it wrote, as far as a record can hold it. */
export function recordedEnd(end: Exclude<CallEnd, { readonly kind: 'stopped' }>, overlay: OpenContext): RecordedEnd {
  if (end.kind === 'failed') return failed(end.code, end.message);
  const delta = overlay.delta();
  if (JSON.stringify(delta.set).length <= maxCallText) return { status: 'ok', result: end.result, code: null, delta };
  return failed('tool_result_invalid', `The tool wrote more than ${maxCallText / 1024 / 1024} MiB of JSON text to context variables.`);
}
