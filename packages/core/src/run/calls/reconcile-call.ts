import type { OpenContext } from '../../context/index.ts';
import type { ToolBinding } from '../../documents/workflow.ts';
import type { EnvelopeDraft } from '../../journal/envelope.ts';
import { factDraft } from '../../journal/facts.ts';
import type { CallRecord } from '../../journal/state.ts';
import { readReconcileAnswer } from '../../tools/reconcile-answer.ts';
import type { ReconcileAnswer } from '../../tools/tool.ts';
import { toolResult } from '../../tools/tool-result.ts';
import type { Resolution } from '../runtime.ts';
import { openTurnOf, recordedUpdates, type TurnContext } from '../turn/turn-context.ts';
import { partUpdates } from '../turn/unpersisted.ts';
import { bindingOf, loadTool } from './load-tool.ts';
import { endOfResolution } from './resolve-call.ts';
import { overlayOf, recordedEnd, refusalsOf } from './run-call.ts';
import { defaultTimeoutMs, runToolCode } from './tool-code.ts';

/**
 * Asks an `unsafe` tool what became of a call whose end nobody saw. No answer, no resolution: then a person has to say. What it writes to the context while it
 * finds that the call happened stands for what the call wrote, which died with its owner.
 */
export async function reconcileCall(context: TurnContext, call: CallRecord): Promise<readonly EnvelopeDraft[]> {
  const binding = bindingOf(context, call);
  if (binding === undefined) return [];
  const overlay = overlayOf(context, call, binding);
  const answer = await ask(context, call, binding, overlay);
  const refusals = refusalsOf(context, call, overlay);
  return answer.kind === 'unknown' ? refusals : [resolved(context, call, answer, overlay), ...refusals];
}

function resolved(
  context: TurnContext,
  call: CallRecord,
  answer: Exclude<ReconcileAnswer, { readonly kind: 'unknown' }>,
  overlay: OpenContext,
): EnvelopeDraft {
  const happened = answer.kind === 'happened';
  const resolution: Resolution = happened ? answer : { kind: 'run_again' };
  const { contextVariables } = context.ledger.state().channel;
  const { delta, ...end } = endOfResolution(call, contextVariables, resolution, happened ? overlay.delta() : undefined);
  const parts = delta && partUpdates(context.workflow, delta);
  const turn = openTurnOf(context);
  if (turn !== null && parts !== undefined) context.unpersisted.write(turn, call.key, parts.unpersisted);
  return factDraft(context.sender, 'intarsia.effect.resolved', {
    v: 1,
    turn: context.turn,
    agent: context.agent.name,
    key: call.key,
    attempt: call.attempt,
    ...end,
    ...(parts && { delta: recordedUpdates(parts.persisted) }),
    by: 'reconcile',
  });
}

/** Under the same limits as a call of the tool: code that throws, hangs, writes too much or says something else knows nothing. */
async function ask(context: TurnContext, call: CallRecord, binding: ToolBinding, overlay: OpenContext): Promise<ReconcileAnswer> {
  const tool = await loadTool(context, binding);
  if (tool.reconcile === null) return unknown;
  const { end } = await runToolCode(context, call, {
    start: (toolContext) => tool.reconcile?.(call.key, toolContext),
    read: (value) => toolResult(value),
    overlay,
    timeoutMs: binding.timeoutMs ?? tool.timeoutMs ?? defaultTimeoutMs,
  });
  if (end.kind === 'stopped') return unknown;
  const ended = recordedEnd(end, overlay);
  const answer = ended.code === null ? readReconcileAnswer(ended.result) : null;
  if (answer !== null) return answer;
  const { cause = ended.code === null ? 'It gave none of its answers.' : ended.result } = end.kind === 'failed' ? end : {};
  context.settings.log({ level: 'warn', message: `reconcile of "${call.tool}" failed.`, cause });
  return unknown;
}

const unknown: ReconcileAnswer = { kind: 'unknown' };
