import { canonicalJson, digestOf } from '../../outputs/canonical.ts';
import type { AgentReply, ContentPart, ModelMessage } from '../../ports/agents.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { PlacedCall } from '../execution/check-call.ts';
import type { ToolCallResult } from '../execution/tool-call.ts';
import { askedCalls, type CallingState, type EndedCall, type OpenCall, type UselessReply } from './calling-state.ts';
import { unclaimedEnds } from './decide-calling.ts';
import { finishReason, maxCallsInReply, unfinished } from './finish-reason.ts';
import { withUniqueIds } from './transcript.ts';
import { addUsage, readUsage } from './usage.ts';

/** What happened, as far as the state has to know. */
export type CallingEvent =
  | { readonly kind: 'replied'; readonly reply: AgentReply }
  /** Calls of the open round that changed. */
  | { readonly kind: 'called'; readonly calls: readonly OpenCall[] }
  | { readonly kind: 'accepted'; readonly value: JsonObject }
  /** The answer is no value of its contract; `feedback` is for the model. */
  | { readonly kind: 'rejected'; readonly problems: string; readonly feedback: string };

/** How a round is told to the model. */
export interface RoundWording {
  /** What the model reads of a call that ended. */
  readonly content: (result: ToolCallResult) => string;
  readonly hintOnRepeat: boolean;
}

/** The state after something happened. Pure: the same events give the same messages, byte for byte (case T21). */
export function afterEvent(state: CallingState, event: CallingEvent, wording: RoundWording): CallingState {
  switch (event.kind) {
    case 'replied':
      return afterReply(state, event.reply);
    case 'called':
      return afterCalls(state, event.calls, wording);
    case 'accepted':
      return state.phase.kind === 'answer' ? { ...state, phase: { ...event, answer: state.phase } } : state;
    case 'rejected': {
      const messages: readonly ModelMessage[] = [...state.messages, { role: 'user', content: event.feedback }];
      return { ...state, messages, rejections: state.rejections + 1, phase: { kind: 'rejected', problems: event.problems } };
    }
    default:
      return event satisfies never;
  }
}

function afterReply(state: CallingState, reply: AgentReply): CallingState {
  const { parts = [] } = reply;
  const text = parts.length > 0 ? textOf(parts, 'text') : reply.text;
  const counted = {
    ...state,
    modelCalls: state.modelCalls + 1,
    usage: addUsage(state.usage, readUsage({ ...reply.usageDetails, ...reply.usage })),
    model: reply.model,
    finishReason: finishReason(reply.finishReason) ?? null,
  };
  const useless = whyUseless(reply, text);
  if (useless !== null) return { ...counted, phase: useless };
  const toolCalls = withUniqueIds(reply.toolCalls, state.callIds, state.replies);
  const message: ModelMessage = {
    role: 'assistant',
    content: text,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(reply.metadata !== undefined && { metadata: reply.metadata }),
  };
  const messages = [...state.messages, message];
  const taken = { ...counted, messages, replies: state.replies + 1 };
  if (toolCalls.length === 0) return { ...taken, phase: { kind: 'answer', text, parts } };
  const callIds = [...state.callIds, ...toolCalls.map(({ id }) => id)];
  return { ...taken, callIds, phase: { kind: 'round', text, calls: askedCalls(toolCalls, state.replies), resumed: false } };
}

/** Of a reply that the model did not end itself nothing is taken: half a call is none (cases TOOL-24, TOOL-25, S17). */
function whyUseless(reply: AgentReply, text: string): UselessReply | null {
  const reason = finishReason(reply.finishReason);
  if (reason !== 'stop' && reason !== 'tool_calls') {
    const { message, retryable } = unfinished(reason ?? 'unknown');
    return { kind: 'useless', code: reason ?? 'unknown', message, retryable };
  }
  const calls = reply.toolCalls.length;
  if (calls > maxCallsInReply) {
    const message = `The model called ${calls} tools in one reply; at most ${maxCallsInReply} are run.`;
    return { kind: 'useless', code: 'too_many_calls', message, retryable: true };
  }
  const isEmpty = calls === 0 && text.trim() === '' && !reply.parts?.some(isMoreThanText);
  return isEmpty ? { kind: 'useless', code: 'empty_reply', message: 'The model gave an empty reply.', retryable: true } : null;
}

/** True for an image or a file. */
export const isMoreThanText = ({ type }: ContentPart): boolean => type !== 'text' && type !== 'thinking';

/** The pieces of one kind, put together with nothing between them (case TOOL-64). */
export const textOf = (parts: readonly ContentPart[], type: 'text' | 'thinking'): string =>
  parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('');

/** The round closes when every call has an end that counts: then the model reads all of them, in the order of the calls. */
function afterCalls(state: CallingState, changes: readonly OpenCall[], wording: RoundWording): CallingState {
  const { phase } = state;
  if (phase.kind !== 'round') return state;
  const changed = new Map(changes.map((open) => [open.call.position, open]));
  const calls = phase.calls.map((open) => changed.get(open.call.position) ?? open);
  const ended = calls.filter((call) => call.status === 'ended');
  if (ended.length < calls.length || unclaimedEnds(ended, state).length > 0) return { ...state, phase: { ...phase, calls } };
  const round = canonicalJson(calls.map(({ call }) => [call.name, digestOf(call.arguments)]));
  const isRepeated = wording.hintOnRepeat && round === state.lastRound && round !== state.hinted;
  return {
    ...withEnds(state, ended, isRepeated ? [repeatHint] : [], wording),
    turns: state.turns + 1,
    turnsNow: state.turnsNow + 1,
    lastRound: round,
    hinted: isRepeated ? round : state.hinted,
  };
}

/** Said once for a round that repeats the one before (case TOOL-28). */
const repeatHint: ModelMessage = {
  role: 'user',
  content:
    'You made the same calls with the same arguments as just before. Use their results, call with other arguments, or give your answer.',
};

/**
 * Closes the open round for an end in the middle of it, so that the transcript stays sound: a call without an end is answered with what `unended` says of it
 * (case TOOL-29).
 */
export function closedRound(state: CallingState, unended: (call: PlacedCall) => ToolCallResult, wording: RoundWording): CallingState {
  if (state.phase.kind !== 'round') return state;
  const earlier = new Map(state.earlierResults.map((result) => [result.toolCallId, result]));
  const ended = state.phase.calls.map((open): EndedCall => {
    if (open.status === 'ended') return open;
    return { call: open.call, status: 'ended', result: earlier.get(open.call.id) ?? unended(open.call) };
  });
  return withEnds(state, ended, [], wording);
}

function withEnds(
  state: CallingState,
  ended: readonly EndedCall[],
  further: readonly ModelMessage[],
  { content }: RoundWording,
): CallingState {
  const answers = ended.map(({ call, result }): ModelMessage => ({ role: 'tool', callId: call.id, content: content(result) }));
  return {
    ...state,
    messages: [...state.messages, ...answers, ...further],
    toolResults: [...state.toolResults, ...ended.map(({ result }) => result)],
    phase: { kind: 'question' },
  };
}
