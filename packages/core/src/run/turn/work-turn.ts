import { controlText } from '../../context/index.ts';
import { routingTool } from '../../graph/transition-graph.ts';
import { type EnvelopeDraft, events } from '../../journal/envelope.ts';
import { factDraft } from '../../journal/facts.ts';
import type { CallRecord, RecordedReply } from '../../journal/state.ts';
import { strictJson } from '../../outputs/json-door/strict-json.ts';
import type { OutputModel, OutputProblem, OutputResult } from '../../outputs/output-model.ts';
import type { AgentReply } from '../../ports/agents.ts';
import { type ErrorCode, IntarsiaError, isIntarsiaError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { claimAuto, claimModelCall, reclaim, reconcileCall, runCall } from '../calls/index.ts';
import { askModel, visibilityOf } from './ask-model.ts';
import { calledTools, decideTurn } from './decide-turn.ts';
import { keepWrites, releaseUnstarted } from './leave-turn.ts';
import { refusePacket, refuseRouting } from './outcome-packet.ts';
import { refusedDrafts } from './person-writes.ts';
import { toldProblems } from './told-problems.ts';
import { mergeUpdates, openTurnOf, type TurnContext, unwrittenUpdates } from './turn-context.ts';
import { partUpdates } from './unpersisted.ts';

/** How a turn left off. Its last facts are in the ledger, not committed: what follows from them goes into the same commit. */
export type TurnEnd =
  | { readonly kind: 'answered' }
  /** Calls that wait for a person: for the answer to a UI_Tool, or for an approval. */
  | { readonly kind: 'waiting'; readonly calls: readonly CallRecord[] }
  | { readonly kind: 'uncertain'; readonly calls: readonly CallRecord[] }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };

/**
 * Works one turn to its packet, as architecture section 4 draws it. Rejects only when the run is stopped, the lease is lost or the
 * store fails; everything else is an end.
 */
export async function workTurn(context: TurnContext): Promise<TurnEnd> {
  const { ledger, agent, channel, sender, turn, signal } = context;
  const inTurn = { v: 1, turn, agent: agent.name } as const;
  const unroutable = refuseRouting(agent, sender, channel.facts);
  if (unroutable !== null) return fail(context, unroutable.code, unroutable.message, false);
  for (;;) {
    signal.throwIfAborted();
    const record = openTurnOf(context);
    const step = decideTurn(agent, record, channel.epoch);
    switch (step.kind) {
      case 'ask_model': {
        await ledger.commit();
        const reply = await askModel(context, record?.nextOrdinal ?? 0);
        if (reply.kind === 'failed') return fail(context, reply.code, reply.message, reply.retryable);
        ledger.append(...(await recordReply(context, record?.nextOrdinal ?? 0, reply)));
        break;
      }
      case 'judge': {
        const judged = judge(context, step.reply);
        ledger.append(judged.draft);
        if (judged.kind === 'rejected') return fail(context, 'output_rejected', judged.message, true);
        break;
      }
      case 'claim_auto':
        ledger.append(...(await claimAuto(context, step.binding)));
        break;
      case 'reclaim':
        ledger.append(await reclaim(context, step.call));
        break;
      case 'run_calls':
        await ledger.commit();
        await runCalls(context, step.calls);
        break;
      case 'reconcile':
        await ledger.commit();
        ledger.append(
          factDraft(sender, 'intarsia.effect.uncertain', {
            ...inTurn,
            key: step.call.key,
            tool: step.call.tool,
            attempt: step.call.attempt,
          }),
        );
        ledger.append(...(await reconcileCall(context, step.call)));
        break;
      case 'pause_for_person':
        return { kind: 'waiting', calls: step.calls };
      case 'pause_uncertain':
        return { kind: 'uncertain', calls: step.calls };
      case 'fail_on_error':
        return fail(context, 'tool_failed', `"${step.call.tool}" of ${agent.name} failed.`, false);
      case 'too_many_rounds':
        return fail(context, 'max_tool_rounds', `${agent.name} asked for tools too often in one turn.`, false);
      case 'finish': {
        const refused = refusePacket(agent, record);
        if (refused !== null) return fail(context, refused.code, refused.message, false);
        ledger.append(...packet(context, step.reply, step.errorTarget));
        return { kind: 'answered' };
      }
    }
  }
}

async function recordReply(context: TurnContext, ordinal: number, reply: AgentReply): Promise<readonly EnvelopeDraft[]> {
  const replied = factDraft(context.sender, 'intarsia.model.replied', {
    v: 1,
    turn: context.turn,
    agent: context.agent.name,
    ordinal,
    text: reply.text,
    tool_calls: reply.toolCalls.map((call) => ({ ...call })),
    model: reply.model,
    finish_reason: reply.finishReason,
    usage: reply.usage,
    ...visibilityOf(context, reply),
  });
  const claims = await Promise.all(reply.toolCalls.map((call, index) => claimModelCall(context, ordinal, index, call)));
  return [replied, ...claims.flat()];
}

type Judgement =
  | { readonly kind: 'accepted'; readonly draft: EnvelopeDraft }
  | { readonly kind: 'rejected'; readonly draft: EnvelopeDraft; readonly message: string };

/** The strict JSON door, then the closed model. */
function judge({ agent, sender, turn, settings }: TurnContext, reply: RecordedReply): Judgement {
  const model = agent.output;
  if (model === null) throw new IntarsiaError('internal', `${agent.name} has no model to judge by.`);
  const inTurn = { v: 1, turn, agent: agent.name, ordinal: reply.ordinal, model: model.name } as const;
  const door = strictJson(reply.text);
  const rejected = (problems: readonly OutputProblem[], total: number, why: string): Judgement => {
    const draft = factDraft(sender, 'intarsia.output.rejected', { ...inTurn, problems: toldProblems(problems), total });
    return { kind: 'rejected', draft, message: `structured output validation failed for ${agent.name}: ${why}.` };
  };
  if (door.kind === 'refused') return rejected([door.problem], 1, `it is not one JSON value (${door.problem.code})`);
  const result = validated(model, door.value, settings.log);
  if (result.kind === 'rejected') return rejected(result.problems, result.total, `it is not exactly a ${model.name}`);
  const accepted = { ...inTurn, data: result.value, repair: door.repair, auto_tool_call: agent.autoTools.length > 0 };
  return { kind: 'accepted', draft: factDraft(sender, 'intarsia.output.accepted', accepted) };
}

/**
 * What the model says of a reply. A schema in code whose own code fails on the reply rejects it: the reply stays what it is, so judging it again would fail
 * again. What is not about the reply is thrown on.
 */
function validated(model: OutputModel, value: Json, log: TurnContext['settings']['log']): OutputResult {
  let result: OutputResult;
  try {
    result = model.validate(value);
  } catch (cause) {
    if (isIntarsiaError(cause) && cause.code !== 'model_invalid') throw cause;
    result = { kind: 'rejected', problems: [schemaFailed], total: 1, cause };
  }
  if ('cause' in result) log({ level: 'error', message: `The schema of "${model.name}" failed on a reply.`, cause: result.cause });
  return result;
}

const schemaFailed: OutputProblem = {
  path: '',
  code: 'schema_failed',
  message: 'could not be checked: the code of the schema failed on it',
};

/** One call settles together with what follows it; parallel ones settle as each ends. */
async function runCalls(context: TurnContext, calls: readonly CallRecord[]): Promise<void> {
  const [only] = calls;
  if (calls.length === 1 && only !== undefined) {
    const settled = await runCall(context, only);
    if (settled !== null) context.ledger.append(...settled);
    return;
  }
  const ends = await Promise.allSettled(
    calls.map(async (call) => {
      const settled = await runCall(context, call);
      if (settled === null) return;
      context.ledger.append(...settled);
      await context.ledger.commit();
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * The turn's packet, after what its text tried to set and might not: the reply, the writes that no envelope carries yet, routing by the graph; a called tool that a rule looks at is named. `errorTarget` is
 * where a failed tool of the turn routes instead.
 */
function packet(context: TurnContext, reply: RecordedReply, errorTarget: string | null): readonly EnvelopeDraft[] {
  const { agent, sender, channel, ledger, workflow } = context;
  const control = controlText(workflow, agent.name, reply.text);
  const fromText = { set: Object.fromEntries(control.sets.map((key) => [key, true])), delete: [] };
  const { persisted, unpersisted } = partUpdates(workflow, fromText);
  const turn = openTurnOf(context);
  if (turn !== null) context.unpersisted.write(turn, null, unpersisted);
  const updates = mergeUpdates(persisted, unwrittenUpdates(turn));
  const tool = routingTool(channel.facts.graph, sender, calledTools(turn));
  const byGraph = tool === null ? { kind: 'text' } : { kind: 'handoff', tool, reason: '' };
  const routing = errorTarget === null ? byGraph : errorRouting(context, errorTarget);
  const data = { routing, context_updates: { set: updates.set, delete: updates.delete }, body: reply.text };
  // AG2 leaves the sender out of a broadcast, so an agent that may speak again is named (workflow-documents 8.4).
  const repeats =
    errorTarget === agent.name || workflow.transitions.some((rule) => rule.source === agent.name && rule.target === agent.name);
  const audience = repeats ? [...channel.participants.values()] : null;
  const said = { sender, type: events.packet, data, audience, causation: ledger.state().channel.trigger };
  return [...refusedDrafts(sender, { turn: context.turn, agent: agent.name, call: null }, control.refused), said];
}

/** A failed tool with `on_error: route` hands over past the graph (ag2-network 7.2). */
function errorRouting({ channel }: TurnContext, target: string): JsonObject {
  if (target === 'terminate') return { kind: 'finish', reason: 'workflow_failed' };
  const id = channel.participants.get(target);
  if (id === undefined)
    throw new IntarsiaError('workflow_changed', `"${target}", whom a failed tool hands over to, takes no part in the channel.`);
  return { kind: 'handoff', target: id, reason: 'tool_failed' };
}

/** A turn that stops without its packet keeps what was written (architecture 4.2). */
function fail(context: TurnContext, code: ErrorCode, message: string, retryable: boolean): TurnEnd {
  const { ledger, sender, turn, agent } = context;
  ledger.append(
    ...keepWrites(context.channel, openTurnOf(context)),
    factDraft(sender, 'intarsia.turn.failed', { v: 1, turn, agent: agent.name, code, message, retryable }),
  );
  return { kind: 'failed', code, message };
}

/** Ends a turn whose tool or model setup failed: what was claimed for it and not started is given back. */
export function failSetup(context: TurnContext, error: IntarsiaError): TurnEnd {
  const { channel, ledger, started } = context;
  ledger.append(...releaseUnstarted(channel, ledger.state().turn, started));
  return fail(context, error.code, error.message, error.retryable);
}
