import type { AgentReply, JsonObject, ModelToolCall, ModelUsage } from '@intarsia/core';
import { isJsonObject } from '@intarsia/core';
import { NotAReply } from './failures.ts';

/** Puts a reply together from what the endpoint sends. Nothing of it is trusted to have the documented shape. */
export interface ReplyCollector {
  /** Takes a `chat.completion.chunk`. */
  chunk(value: unknown): void;
  /** Takes a whole `chat.completion`, as endpoints send it that do not stream. */
  completion(value: unknown): void;
  /** True once a finish reason came: from then on only the usage can still come. */
  finished(): boolean;
  /** The reply; throws NotAReply when it is incomplete. */
  reply(): AgentReply;
}

/** What a collector needs to know. */
export interface CollectorOptions {
  /** The model that was asked, for endpoints that do not say which one answered. */
  readonly model: string;
  /** Most bytes of text and tool arguments together. */
  readonly maxReplyBytes: number;
  readonly onText?: (piece: string) => void;
}

/** What endpoints that follow other vendors say, in the words of AgentReply. */
const finishReasons: ReadonlyMap<string, string> = new Map([
  ['completed', 'stop'],
  ['end_turn', 'stop'],
  ['function_call', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
]);

interface OpenCall {
  id: string;
  name: string;
  arguments: string;
}

/** Starts an empty reply. */
export function replyCollector(options: CollectorOptions): ReplyCollector {
  const calls: OpenCall[] = [];
  const callAt = new Map<number, OpenCall>();
  const texts: string[] = [];
  let bytes = 0;
  let chunks = 0;
  let model = options.model;
  let finishReason = '';
  let usage: ModelUsage | null = null;

  const count = (piece: string): string => {
    bytes += Buffer.byteLength(piece);
    if (bytes > options.maxReplyBytes) throw new NotAReply('too_large');
    return piece;
  };

  /** The call that a delta goes on with, or a new one. */
  const callOf = (delta: JsonObject, position: number | null): OpenCall => {
    const id = textOf(delta['id']);
    const index = typeof delta['index'] === 'number' ? delta['index'] : position;
    const open =
      index === null ? (calls.find((call) => id !== '' && call.id === id) ?? (id === '' ? calls.at(-1) : undefined)) : callAt.get(index);
    // Some endpoints give every parallel call index 0; another id together with a name is another call.
    const another = open !== undefined && id !== '' && open.id !== '' && open.id !== id && textOf(functionOf(delta)['name']) !== '';
    if (open !== undefined && !another) return open;
    const made: OpenCall = { id, name: '', arguments: '' };
    calls.push(made);
    if (index !== null) callAt.set(index, made);
    return made;
  };

  const addCall = (delta: JsonObject, position: number | null): void => {
    const call = callOf(delta, position);
    const called = functionOf(delta);
    const name = textOf(called['name']);
    if (call.id === '') call.id = textOf(delta['id']);
    // Most send the name once, some repeat it whole, some send it in pieces.
    if (name !== call.name) call.name += count(name);
    const given = called['arguments'];
    call.arguments += count(isJsonObject(given) ? JSON.stringify(given) : textOf(given));
  };

  const addMessage = (message: JsonObject, whole: boolean): void => {
    for (const piece of [textOf(message['content']), textOf(message['refusal'])]) {
      if (piece === '') continue;
      texts.push(count(piece));
      options.onText?.(piece);
    }
    const deltas = Array.isArray(message['tool_calls']) ? message['tool_calls'].filter(isJsonObject) : [];
    deltas.forEach((delta, position) => {
      addCall(delta, whole ? position : null);
    });
  };

  const take = (value: unknown, member: 'delta' | 'message'): void => {
    if (!isJsonObject(value)) throw new NotAReply('not_a_reply');
    chunks += 1;
    model = textOf(value['model']) || model;
    usage = usageOf(value['usage']) ?? usage;
    // One choice was asked for; an endpoint that sends more is read for the first.
    const choices = Array.isArray(value['choices']) ? value['choices'].filter(isJsonObject) : [];
    const choice = choices.find((each) => (each['index'] ?? 0) === 0);
    if (choice === undefined) return;
    const message = choice[member];
    if (isJsonObject(message)) addMessage(message, member === 'message');
    const ended = textOf(choice['finish_reason']);
    finishReason = finishReasons.get(ended) ?? (ended || finishReason);
  };

  return {
    chunk: (value) => take(value, 'delta'),
    completion: (value) => take(value, 'message'),
    finished: () => finishReason !== '',
    reply() {
      if (finishReason === '') throw new NotAReply(chunks === 0 ? 'not_a_reply' : 'broken_off');
      if (calls.some((call) => call.name === '')) throw new NotAReply('not_a_reply');
      return { kind: 'replied', text: texts.join(''), toolCalls: named(calls), model, finishReason, usage };
    },
  };
}

/** The calls with an id each: a missing or repeated one is made from the position, the same at every reading. */
function named(calls: readonly OpenCall[]): readonly ModelToolCall[] {
  return calls.map((call, index) => {
    const repeated = calls.findIndex((each) => each.id === call.id) !== index;
    const id = call.id === '' || repeated ? `call_${index}` : call.id;
    return { id, name: call.name, arguments: call.arguments.trim() === '' ? '{}' : call.arguments };
  });
}

function functionOf(delta: JsonObject): JsonObject {
  return isJsonObject(delta['function']) ? delta['function'] : {};
}

/** Text, or the text parts of a list of parts, or nothing. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part) => (isJsonObject(part) && part['type'] === 'text' ? textOf(part['text']) : '')).join('');
}

function usageOf(value: unknown): ModelUsage | null {
  if (!isJsonObject(value)) return null;
  const inputTokens = value['prompt_tokens'];
  const outputTokens = value['completion_tokens'];
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
