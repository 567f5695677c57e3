import { type PersonsResponse, responseWrites } from '../../context/index.ts';
import type { Workflow } from '../../documents/workflow.ts';
import type { EnvelopeDraft } from '../../journal/envelope.ts';
import { factDraft } from '../../journal/facts.ts';
import type { CallRecord, JournalState, OpenTurn } from '../../journal/state.ts';
import type { CallKey } from '../../ports/ids.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { Channel } from '../../ports/network.ts';
import { checkAnswer, type UiAnswer } from '../../tools/ui-contract.ts';
import { personOf } from '../activation.ts';
import { bindingOf, failed, judgeEnd } from '../calls/index.ts';
import { keepWrites } from '../turn/leave-turn.ts';
import { personsWrites, refusedDrafts } from '../turn/person-writes.ts';
import { recordedUpdates } from '../turn/turn-context.ts';
import { refuseChanged } from './changed-workflow.ts';
import { type Refusal, refuse } from './refusal.ts';

/** What is committed together with the start of an activation. */
export interface Beginning {
  readonly kind: 'begins';
  readonly drafts: readonly EnvelopeDraft[];
  /** What is set by it and no journal may hold. */
  readonly unpersisted: JsonObject;
}

/**
 * A person's answer to what a UI_Tool asks, with the variables that it sets in force before the tool runs (workflow-documents 7.5), or why it cannot be taken.
 * Only a call that waits takes one, once: what was answered, refused or never asked is `call_unknown` (cases C10, T2).
 */
export function takeResponse(
  state: JournalState,
  workflow: Workflow,
  channel: Channel,
  given: UiAnswer & { readonly call: CallKey },
): Refusal | Beginning {
  const waiting = waitingCall(state, workflow, channel, { key: given.call, for: 'answer' });
  if (waiting.kind === 'refused') return waiting;
  const { turn, call } = waiting;
  const agent = workflow.agents.get(turn.agent);
  const contract = (agent && bindingOf({ agent }, call)?.ui) ?? null;
  if (contract === null)
    return refuse('workflow_changed', `In the workflow "${workflow.name}" "${call.tool}" is no UI_Tool any more: restore it.`);
  const checked = checkAnswer(contract, given);
  if (checked.kind === 'refused') return refuse('ui_answer_invalid', checked.message);
  return beginning(workflow, channel, turn, call, checked.value);
}

/**
 * A person's decision on a call that waits for approval, or why it cannot be taken: like an answer it is taken once, so what was denied stays denied (cases T2, T3).
 * A denial settles the call, as a failure if its tool declares an outcome.
 */
export function takeDecision(
  state: JournalState,
  workflow: Workflow,
  channel: Channel,
  { call: key, decision, reason, by, definition }: CallDecision,
): Refusal | Beginning {
  const waiting = waitingCall(state, workflow, channel, { key, for: 'decision' });
  if (waiting.kind === 'refused') return waiting;
  const { turn, call } = waiting;
  if (definition !== null && definition !== call.approval?.definition)
    return refuse('call_unknown', `"${call.tool}" is asked about again, because it is defined otherwise now: look at it as it is now.`);
  const end = decision === 'allow' ? { result: null } : denied(call, state.channel.contextVariables, reason);
  const data = { v: 1, turn: turn.id, agent: turn.agent, key, decision, reason, by, ...end } as const;
  return { kind: 'begins', drafts: [factDraft(personOf(channel), 'intarsia.approval.decided', data)], unpersisted: {} };
}

interface CallDecision {
  readonly call: CallKey;
  readonly decision: 'allow' | 'deny';
  readonly reason: string | null;
  readonly by: string;
  /** The definition that the person looked at; null when nobody says. */
  readonly definition: string | null;
}

function denied({ declaredOutcome }: CallRecord, contextVariables: JsonObject, reason: string | null) {
  if (declaredOutcome === null) {
    const { result } = failed('approval_denied', reason === null ? 'A person denied this call.' : `A person denied this call: ${reason}`);
    return { result };
  }
  const { result, delta } = judgeEnd(declaredOutcome, contextVariables, { kind: 'failed', code: 'approval_denied' });
  return { result, delta: recordedUpdates(delta) };
}

/** The call that waits for that of a person, and its turn, or why nothing of it can be taken. */
function waitingCall(
  state: JournalState,
  workflow: Workflow,
  channel: Channel,
  wanted: { readonly key: CallKey; readonly for: 'answer' | 'decision' },
): Refusal | { readonly kind: 'waits'; readonly turn: OpenTurn; readonly call: CallRecord } {
  if (state.channel.status === 'closed') return refuse('conversation_closed');
  const { turn, run } = state;
  const call = turn?.calls.find(({ key, status }) => key === wanted.key && status === 'requested');
  const waits = call?.approval ? 'decision' : 'answer';
  if (turn === null || call === undefined || waits !== wanted.for)
    return refuse('call_unknown', `No such tool call waits for ${wanted.for === 'answer' ? 'an answer' : 'a decision'}.`);
  if (run?.status !== 'paused') return refuse('not_paused');
  return refuseChanged(state, workflow, channel) ?? { kind: 'waits', turn, call };
}

function beginning(workflow: Workflow, channel: Channel, turn: OpenTurn, call: CallRecord, given: PersonsResponse): Beginning {
  const sender = personOf(channel);
  const { action, response } = given;
  const by = { turn: turn.id, agent: turn.agent };
  const answered = factDraft(sender, 'intarsia.ui.answered', { v: 1, ...by, key: call.key, action, response });
  const { set, refused } = responseWrites(workflow, call.tool, given);
  const { drafts, unpersisted } = personsWrites(workflow, sender, set);
  // What the turn wrote before it waited stands first: its packet would put it over what the person says after it.
  const before = keepWrites(channel, turn);
  const told = refusedDrafts(sender, { ...by, call: call.key }, refused);
  return { kind: 'begins', drafts: [...before, answered, ...drafts, ...told], unpersisted };
}
