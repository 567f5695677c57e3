import type { ContextUpdates } from '../../journal/envelope.ts';
import { type FactData, factDraft } from '../../journal/facts.ts';
import type { CallRecord } from '../../journal/state.ts';
import type { CallKey } from '../../ports/ids.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { Channel } from '../../ports/network.ts';
import { toolResult } from '../../tools/tool-result.ts';
import { personOf } from '../activation.ts';
import { type Refusal, refuse } from '../admission/refusal.ts';
import type { Resolution } from '../runtime.ts';
import { recordedUpdates } from '../turn/turn-context.ts';
import { judgeEnd } from './outcome-call.ts';

/** Records what a person says became of an uncertain call; `bad_request` for a result that no tool could have given back. */
export async function resolveCall(
  channel: Channel,
  key: CallKey,
  resolution: Resolution,
  by: string,
): Promise<{ readonly kind: 'resolved' } | Refusal> {
  const { turn, channel: conversation } = channel.state();
  const call = turn?.calls.find((candidate) => candidate.key === key && candidate.status === 'uncertain');
  if (turn === null || call === undefined) return refuse('call_unknown');
  if (resolution.attempt !== undefined && resolution.attempt !== call.attempt)
    return refuse('call_unknown', `Attempt ${resolution.attempt} of the call was resolved; attempt ${call.attempt} waits now.`);
  const said = resolution.kind === 'happened' ? happenedWith(resolution.result) : resolution;
  if (said.kind === 'refused') return said;
  const end = endOfResolution(call, conversation.contextVariables, said);
  const data = { v: 1, turn: turn.id, agent: turn.agent, key, attempt: call.attempt, ...end, by } as const;
  await channel.post([factDraft(personOf(channel), 'intarsia.effect.resolved', data)]);
  return { kind: 'resolved' };
}

/** A person's result is held to what a tool may give back: the journal keeps it, and the model is told it. */
function happenedWith(given: Json): Resolution | Refusal {
  const result = toolResult(given);
  return result.kind === 'json'
    ? { kind: 'happened', result: result.value }
    : refuse('bad_request', `No call can have had this result. ${result.message}`);
}

/**
 * What a resolution means for its call. The outcome of its tool, if that declares one, judges what happened like a returned value; a call that failed was
 * interrupted (workflow-documents 5.3). `written`: what a call that happened wrote to the context.
 */
export function endOfResolution(
  { declaredOutcome: outcome }: CallRecord,
  contextVariables: JsonObject,
  resolution: Resolution,
  written?: ContextUpdates,
): ResolvedEnd {
  const result = resolution.kind === 'happened' ? resolution.result : null;
  if (resolution.kind === 'run_again') return { resolution: resolution.kind, result };
  if (outcome === null) return { resolution: resolution.kind, result, ...(written && { delta: recordedUpdates(written) }) };
  const ended = resolution.kind === 'happened' ? ({ kind: 'returned', result } as const) : ({ kind: 'interrupted' } as const);
  const end = judgeEnd(outcome, contextVariables, ended, written);
  return {
    resolution: resolution.kind,
    result: end.result,
    delta: recordedUpdates(end.delta),
    ...(end.code === null ? {} : { code: end.code }),
  };
}

type ResolvedEnd = Pick<FactData<'intarsia.effect.resolved'>, 'resolution' | 'result' | 'delta' | 'code'>;
