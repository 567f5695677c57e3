import { openContext } from '../context/index.ts';
import type { EnvelopeDraft } from '../journal/envelope.ts';
import { factDraft } from '../journal/facts.ts';
import type { CallRecord } from '../journal/state.ts';
import type { ReconcileAnswer } from '../tools/tool.ts';
import { bindingOf, loadTool } from './tool-calls.ts';
import { liveContext, runFacts, type TurnContext } from './turn-context.ts';

/** Asks an `unsafe` tool what became of a call whose end nobody saw. No answer, no draft: then a person has to say. */
export async function reconcileCall(context: TurnContext, call: CallRecord): Promise<readonly EnvelopeDraft[]> {
  const answer = await ask(context, call);
  if (answer.kind === 'unknown') return [];
  const happened = answer.kind === 'happened';
  return [
    factDraft(context.sender, 'intarsia.effect.resolved', {
      v: 1,
      turn: context.turn,
      agent: context.agent.name,
      key: call.key,
      attempt: call.attempt,
      resolution: happened ? 'happened' : 'run_again',
      result: happened ? answer.result : null,
      by: 'reconcile',
    }),
  ];
}

async function ask(context: TurnContext, call: CallRecord): Promise<ReconcileAnswer> {
  const binding = bindingOf(context, call);
  if (binding === undefined) return { kind: 'unknown' };
  const tool = await loadTool(context, binding);
  if (tool.reconcile === null) return { kind: 'unknown' };
  const { access } = openContext({ workflow: context.workflow, values: liveContext(context), writer: 'deterministic_tool' });
  const { signal, settings } = context;
  try {
    return await tool.reconcile(call.key, {
      contextVariables: access,
      idempotencyKey: call.key,
      signal,
      run: runFacts(context),
      services: settings.services,
    });
  } catch (cause) {
    settings.log({ level: 'warn', message: `reconcile of "${call.tool}" failed.`, cause });
    return { kind: 'unknown' };
  }
}
