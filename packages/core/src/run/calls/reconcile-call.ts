import { openContext } from '../../context/index.ts';
import type { EnvelopeDraft } from '../../journal/envelope.ts';
import { factDraft } from '../../journal/facts.ts';
import type { CallRecord } from '../../journal/state.ts';
import { isJsonObject, type Json } from '../../ports/json.ts';
import type { ReconcileAnswer } from '../../tools/tool.ts';
import type { Resolution } from '../runtime.ts';
import { liveContext, type TurnContext } from '../turn-context.ts';
import { defaultTimeoutMs, execute } from './execute-call.ts';
import { bindingOf, loadTool } from './load-tool.ts';
import { endOfResolution } from './resolve-call.ts';

/** Asks an `unsafe` tool what became of a call whose end nobody saw. No answer, no draft: then a person has to say. */
export async function reconcileCall(context: TurnContext, call: CallRecord): Promise<readonly EnvelopeDraft[]> {
  const answer = await ask(context, call);
  if (answer.kind === 'unknown') return [];
  const resolution: Resolution = answer.kind === 'happened' ? answer : { kind: 'run_again' };
  const end = endOfResolution(call, context.ledger.state().channel.contextVariables, resolution);
  return [
    factDraft(context.sender, 'intarsia.effect.resolved', {
      v: 1,
      turn: context.turn,
      agent: context.agent.name,
      key: call.key,
      attempt: call.attempt,
      ...end,
      by: 'reconcile',
    }),
  ];
}

/** Under the same limits as a call of the tool: code that throws, hangs or says something else knows nothing. */
async function ask(context: TurnContext, call: CallRecord): Promise<ReconcileAnswer> {
  const binding = bindingOf(context, call);
  if (binding === undefined) return unknown;
  const tool = await loadTool(context, binding);
  if (tool.reconcile === null) return unknown;
  const { end } = await execute(context, call, {
    start: (toolContext) => tool.reconcile?.(call.key, toolContext),
    overlay: openContext({ workflow: context.workflow, values: liveContext(context), writer: 'deterministic_tool' }),
    timeoutMs: binding.timeoutMs ?? tool.timeoutMs ?? defaultTimeoutMs,
  });
  if (end.kind === 'stopped') return unknown;
  const answer = end.kind === 'returned' ? answerIn(end.result) : null;
  if (answer !== null) return answer;
  const { cause = 'It gave none of its answers.' } = end.kind === 'failed' ? end : {};
  context.settings.log({ level: 'warn', message: `reconcile of "${call.tool}" failed.`, cause });
  return unknown;
}

const unknown: ReconcileAnswer = { kind: 'unknown' };

function answerIn(value: Json): ReconcileAnswer | null {
  if (!isJsonObject(value)) return null;
  const { kind, result = null } = value;
  if (kind === 'happened') return { kind, result };
  return kind === 'not_happened' || kind === 'unknown' ? { kind } : null;
}
