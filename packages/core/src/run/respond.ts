import { type PersonsResponse, responseWrites } from '../context/index.ts';
import type { Workflow } from '../documents/workflow.ts';
import type { EnvelopeDraft } from '../journal/envelope.ts';
import { factDraft } from '../journal/facts.ts';
import type { CallRecord, JournalState, OpenTurn } from '../journal/state.ts';
import type { CallKey } from '../ports/ids.ts';
import type { JsonObject } from '../ports/json.ts';
import type { Channel } from '../ports/network.ts';
import { checkAnswer, type UiAnswer } from '../tools/ui-contract.ts';
import { personOf } from './activation.ts';
import { bindingOf } from './calls/index.ts';
import { refuseChanged } from './changed-workflow.ts';
import { keepWrites } from './leave-turn.ts';
import { personsWrites, refusedDrafts } from './person-writes.ts';
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
  if (state.channel.status === 'closed') return refuse('conversation_closed');
  const { turn, run } = state;
  const call = turn?.calls.find(({ key, status }) => key === given.call && status === 'requested');
  if (turn === null || call === undefined) return refuse('call_unknown', 'No such tool call waits for an answer.');
  if (run?.status !== 'paused') return refuse('not_paused');
  const changed = refuseChanged(state, workflow, channel);
  if (changed !== null) return changed;
  const agent = workflow.agents.get(turn.agent);
  const contract = (agent && bindingOf({ agent }, call)?.ui) ?? null;
  if (contract === null)
    return refuse('workflow_changed', `In the workflow "${workflow.name}" "${call.tool}" is no UI_Tool any more: restore it.`);
  const checked = checkAnswer(contract, given);
  if (checked.kind === 'refused') return refuse('ui_answer_invalid', checked.message);
  return beginning(workflow, channel, turn, call, checked.value);
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
