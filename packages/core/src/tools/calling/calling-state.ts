import type { ContentPart, ModelMessage, ModelToolCall } from '../../ports/agents.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { PlacedCall } from '../execution/check-call.ts';
import type { ToolCallResult } from '../execution/tool-call.ts';
import type { PendingCall, Usage } from './call-with-tools-types.ts';
import type { FinishReason } from './finish-reason.ts';
import { type AskedRound, callIds, requestedCall } from './transcript.ts';
import { noUsage } from './usage.ts';

/** A call of an open round: not looked at yet, free to run, waiting for a person, or ended. */
export type OpenCall = { readonly call: PlacedCall } & (
  | { readonly status: 'asked' | 'ready' }
  | { readonly status: 'waiting'; readonly pending: PendingCall }
  | { readonly status: 'ended'; readonly result: ToolCallResult }
);

/** A call with the end that counts. */
export type EndedCall = Extract<OpenCall, { readonly status: 'ended' }>;

/** The calls of the last reply, until all of them have ended. */
export interface OpenRound {
  readonly kind: 'round';
  readonly text: string;
  readonly calls: readonly OpenCall[];
  /** Whoever resumed asked for these calls to be run, also without `autoExecute`. */
  readonly resumed: boolean;
}

/** A reply that asks for nothing. */
export interface Answer {
  readonly kind: 'answer';
  readonly text: string;
  /** Empty where the reply is its text. */
  readonly parts: readonly ContentPart[];
}

/** What the last thing that happened leaves to be done. */
export type CallingPhase =
  /** The model is asked next. */
  | { readonly kind: 'question' }
  | OpenRound
  | Answer
  /** The answer, and what it says under its contract. */
  | { readonly kind: 'accepted'; readonly answer: Answer; readonly value: JsonObject }
  /** The answer was no value of its contract. */
  | { readonly kind: 'rejected'; readonly problems: string }
  | UselessReply;

/** A reply of which nothing is taken. */
export interface UselessReply {
  readonly kind: 'useless';
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** An operation so far: everything that the next step is decided on. */
export interface CallingState {
  /** Up to the last reply that was taken. The answers to its calls come in when all of them are there. */
  readonly messages: readonly ModelMessage[];
  /** The ids of all calls in `messages`. */
  readonly callIds: readonly string[];
  readonly phase: CallingPhase;
  readonly turns: number;
  /** Rounds since the verb was called: what `maxTurns` limits. */
  readonly turnsNow: number;
  readonly modelCalls: number;
  /** Replies that were taken: the ordinal of the next one, whatever became of the messages. */
  readonly replies: number;
  readonly usage: Usage;
  /** Of the rounds that are closed. */
  readonly toolResults: readonly ToolCallResult[];
  /** What the calls that were opened again had come to: it stands for those that are not made again after all. */
  readonly earlierResults: readonly ToolCallResult[];
  readonly model: string;
  readonly finishReason: FinishReason | null;
  /** What the last round asked for, to see a round that only repeats it; and what the model was told about. */
  readonly lastRound: string | null;
  readonly hinted: string | null;
  /** How often an answer was no value of its contract, since the verb was called. */
  readonly rejections: number;
}

/** An operation that nothing has happened in. */
export const openState = (messages: readonly ModelMessage[], model: string): CallingState => ({
  messages,
  callIds: callIds(messages),
  phase: { kind: 'question' },
  turns: 0,
  turnsNow: 0,
  modelCalls: 0,
  replies: 0,
  usage: noUsage,
  toolResults: [],
  earlierResults: [],
  model,
  finishReason: null,
  lastRound: null,
  hinted: null,
  rejections: 0,
});

/** The calls of a reply as they are when nothing was done about them. Their place is that in the operation, never the provider's id (case T5). */
export const askedCalls = (calls: readonly ModelToolCall[], ordinal: number): readonly OpenCall[] =>
  calls.map((call, index) => ({ call: { ...requestedCall(call), position: `model:${ordinal}:${index}` }, status: 'asked' }));

/**
 * The state that an earlier end left, to go on from: calls of its last round that have no end yet are open again, and those whose end `mayReopen` does not let
 * stand; results that are there are not asked for twice (cases T1, T6).
 */
export function reopened(state: CallingState, round: AskedRound | null, mayReopen: (result: ToolCallResult) => boolean): CallingState {
  if (round === null) return state;
  const ids = new Set(round.calls.map(({ id }) => id));
  const results = new Map(state.toolResults.filter(({ toolCallId }) => ids.has(toolCallId)).map((result) => [result.toolCallId, result]));
  const calls = askedCalls(round.calls, state.replies - 1).map((open): OpenCall => {
    const result = results.get(open.call.id);
    return result === undefined || mayReopen(result) ? open : { call: open.call, status: 'ended', result };
  });
  if (calls.every(({ status }) => status === 'ended')) return state;
  return {
    ...state,
    messages: round.messages,
    toolResults: state.toolResults.filter(({ toolCallId }) => !ids.has(toolCallId)),
    earlierResults: [...results.values()],
    phase: { kind: 'round', text: round.text, calls, resumed: true },
  };
}
