import { errorCodes, type Fact, type FactData, saysFailed } from '@intarsia/core';
import type { OpenReply, ProjectionState, Step } from './projection-state.ts';
import type { VisibleEvent } from './visible-event.ts';
import { isBlank, messageId } from './words.ts';

/** What a person is shown of a fact. The fact is folded already; only the projection's own part of the state changes here. */
export function projectFact(state: ProjectionState, fact: Fact): Step {
  switch (fact.type) {
    case 'intarsia.run.started': {
      const { run, workflow, reason, seed } = fact.data;
      return shows({ ...state, openingHidden: reason === 'start' && seed !== 'person' }, { kind: 'run.started', run, workflow, reason });
    }
    case 'intarsia.run.paused': {
      const { run, reason, calls } = fact.data;
      return shows(state, { kind: 'run.paused', run, reason, question: reason === 'input_required' ? state.question : null, calls });
    }
    case 'intarsia.run.ended': {
      const { run, status, code, resumable } = fact.data;
      return shows(state, { kind: 'run.ended', run, status, code, message: endSentence(fact.data), resumable });
    }
    case 'intarsia.model.replied':
      return replied(state, fact.data);
    case 'intarsia.output.accepted': {
      const { turn, agent, ordinal, model } = fact.data;
      const known = state.reply?.turn === turn ? state.reply : { turn, agent, ordinal, shown: false };
      return shows({ ...state, reply: { ...known, accepted: true } }, { kind: 'output', agent, model, status: 'accepted', problems: 0 });
    }
    case 'intarsia.output.rejected': {
      const { agent, model, total } = fact.data;
      return shows(state, { kind: 'output', agent, model, status: 'rejected', problems: total });
    }
    case 'intarsia.turn.failed': {
      const { agent, code } = fact.data;
      return shows(state, { kind: 'turn.failed', agent, code, message: errorCodes[code] });
    }
    case 'intarsia.tool.late':
    case 'intarsia.context.refused':
      return { state, events: [] };
    default:
      return projectCall(state, fact);
  }
}

type CallFact = Extract<
  Fact,
  {
    readonly type:
      | 'intarsia.tool.claimed'
      | 'intarsia.tool.settled'
      | 'intarsia.tool.released'
      | 'intarsia.ui.requested'
      | 'intarsia.ui.answered'
      | 'intarsia.approval.requested'
      | 'intarsia.approval.decided'
      | 'intarsia.effect.uncertain'
      | 'intarsia.effect.resolved';
  }
>;

function projectCall(state: ProjectionState, fact: CallFact): Step {
  switch (fact.type) {
    case 'intarsia.tool.claimed': {
      const { key, agent, tool, attempt, position, surface, self_emits_ui: selfEmitsUi = false } = fact.data;
      const claimed = { ...state, calls: [...withoutCall(state, key), { key, tool, surface }] };
      if (selfEmitsUi) return { state: claimed, events: [] };
      return shows(claimed, { kind: 'tool.started', call: key, agent, tool, attempt, automatic: position.startsWith('auto:') });
    }
    case 'intarsia.ui.requested': {
      const { key, agent, tool, surface, payload, actions } = fact.data;
      return shows(state, { kind: 'ui.requested', call: key, agent, tool, surface, payload, actions });
    }
    case 'intarsia.ui.answered': {
      const { key, action } = fact.data;
      return shows({ ...state, question: null }, { kind: 'ui.answered', call: key, action });
    }
    case 'intarsia.approval.requested': {
      const { key, agent, tool, risk, definition, arguments: given } = fact.data;
      return shows(state, { kind: 'approval.requested', call: key, agent, tool, risk, definition, arguments: given });
    }
    case 'intarsia.approval.decided': {
      const { key, decision } = fact.data;
      return shows({ ...state, question: null }, { kind: 'approval.decided', call: key, decision });
    }
    case 'intarsia.tool.settled':
      return settled(state, fact.data);
    case 'intarsia.tool.released':
      return { state: { ...state, calls: withoutCall(state, fact.data.key) }, events: [] };
    case 'intarsia.effect.uncertain': {
      const { key, agent, tool, attempt } = fact.data;
      return shows(state, { kind: 'tool.uncertain', call: key, agent, tool, attempt });
    }
    case 'intarsia.effect.resolved': {
      const { key, resolution } = fact.data;
      return shows({ ...state, calls: withoutCall(state, key) }, { kind: 'tool.resolved', call: key, resolution });
    }
  }
}

const shows = (state: ProjectionState, event: VisibleEvent): Step => ({ state, events: [event] });

const withoutCall = (state: ProjectionState, key: string) => state.calls.filter((call) => call.key !== key);

/** A reply that goes on with tool calls says what it says now; a final one speaks through its packet. */
function replied(state: ProjectionState, data: FactData<'intarsia.model.replied'>): Step {
  const { turn, agent, ordinal, text } = data;
  const shown = data.visibility === 'shown';
  const accepted = state.reply?.turn === turn && state.reply.accepted;
  const reply: OpenReply = { turn, agent, ordinal, shown, accepted };
  if (!shown || data.tool_calls.length === 0 || isBlank(text)) return { state: { ...state, reply }, events: [] };
  return shows({ ...state, reply, question: text }, { kind: 'message', message: messageId(turn, ordinal), role: 'agent', agent, text });
}

/**
 * The result is shown only as the payload of a declared surface, and never that of a call that threw. A call whose own result says
 * `error` or `failed` did not succeed (workflow-documents 4.8); what it says of that is its surface's to show.
 */
function settled(state: ProjectionState, data: FactData<'intarsia.tool.settled'>): Step {
  const { key, agent, status, code, duration_ms: durationMs } = data;
  const call = state.calls.find((candidate) => candidate.key === key);
  if (call === undefined) return { state, events: [] };
  const surface = call.surface === null || status === 'error' ? null : { ...call.surface, payload: data.result };
  const shown = status === 'ok' && !saysFailed(data.result) ? 'ok' : 'error';
  const event: VisibleEvent = { kind: 'tool.finished', call: key, agent, tool: call.tool, status: shown, code, durationMs, surface };
  return shows({ ...state, calls: withoutCall(state, key) }, event);
}

/** The workflow's own words for a failure are made for people; every other message stays in the journal. */
function endSentence({ status, code, message, worded }: FactData<'intarsia.run.ended'>): string {
  switch (status) {
    case 'completed':
      return 'The workflow is complete.';
    case 'cancelled':
      return errorCodes.cancelled;
    case 'failed':
      return worded === true ? message : errorCodes[code ?? 'internal'];
  }
}
