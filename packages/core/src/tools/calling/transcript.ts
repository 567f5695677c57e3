import type { ModelMessage, ModelToolCall } from '../../ports/agents.ts';
import { isJsonObject } from '../../ports/json.ts';
import type { RequestedCall } from '../execution/tool-call.ts';
import { memberOf } from '../thrown.ts';
import { readArguments } from '../tool-input.ts';

/** The ids of all calls that a transcript asks for. */
export const callIds = (messages: readonly ModelMessage[]): readonly string[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : []));

/**
 * The calls of a reply with ids that are unique in its operation: one that is missing, or that is `known` because a provider gave it before, is replaced (case
 * TOOL-27). `ordinal` is that of the reply, which makes the new ids the same each time.
 */
export function withUniqueIds(calls: readonly ModelToolCall[], known: readonly string[], ordinal: number): readonly ModelToolCall[] {
  const taken = new Set<string>();
  return calls.map(({ id, name, arguments: given }, index) => {
    let unique = id;
    for (let extra = 0; typeof unique !== 'string' || unique.trim() === '' || taken.has(unique) || known.includes(unique); extra++)
      unique = `call_${ordinal}_${index}${extra === 0 ? '' : `_${extra}`}`;
    taken.add(unique);
    return { id: unique, name, arguments: given };
  });
}

/** A call as callers see it: its arguments as the object that they are, or as the text that is none. */
export function requestedCall({ id, name, arguments: text }: ModelToolCall): RequestedCall {
  const read = readArguments(text);
  return { id, name, arguments: read.kind === 'parsed' && isJsonObject(read.value) ? read.value : text };
}

/** The call without its place in the operation, which is nobody else's matter. */
export const withoutPosition = ({ id, name, arguments: given }: RequestedCall): RequestedCall => ({ id, name, arguments: given });

/** The last message that asked for calls, when nothing but answers to it follow. */
export interface AskedRound {
  /** Everything before it, and it. */
  readonly messages: readonly ModelMessage[];
  readonly text: string;
  readonly calls: readonly ModelToolCall[];
}

/** The round of calls that a transcript ends with, answered or not; null when it ends otherwise. */
export function lastRound(messages: readonly ModelMessage[]): AskedRound | null {
  const at = messages.findLastIndex(({ role }) => role !== 'tool');
  const message = messages[at];
  if (message?.role !== 'assistant' || message.toolCalls === undefined || message.toolCalls.length === 0) return null;
  return { messages: messages.slice(0, at + 1), text: message.content, calls: message.toolCalls };
}

/** Whether something is a message, whatever callers in JavaScript, or a file, gave. */
function isMessage(given: unknown): given is ModelMessage {
  const isText = (key: string) => typeof memberOf(given, key) === 'string';
  switch (memberOf(given, 'role')) {
    case 'system':
    case 'user':
      return isText('content');
    case 'tool':
      return isText('content') && isText('callId');
    case 'assistant': {
      const calls = memberOf(given, 'toolCalls') ?? [];
      return isText('content') && Array.isArray(calls) && calls.every(isCall);
    }
    default:
      return false;
  }
}

const isCall = (given: unknown): boolean => ['id', 'name', 'arguments'].every((key) => typeof memberOf(given, key) === 'string');

/**
 * What makes a transcript one that providers refuse: a call that is not answered right after the message that asked, in order and once, or an answer to no call.
 * Null for a sound one. `lastMayBeOpen`: the last message that asked may wait for its answers.
 */
export function transcriptProblem(messages: readonly ModelMessage[], { lastMayBeOpen = false } = {}): string | null {
  const stranger = messages.findIndex((message) => !isMessage(message));
  if (stranger >= 0) return `Message ${stranger} is none: it has a \`role\`, a text as \`content\`, and what its role asks for.`;
  const ids = callIds(messages);
  if (new Set(ids).size !== ids.length) return 'Two calls have one id.';
  let open: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (message.callId !== open[0])
        return `Message ${index} answers "${message.callId}", which is not the call that waits for an answer.`;
      open = open.slice(1);
      continue;
    }
    if (open.length > 0) return `Message ${index} comes before the answer to the call "${open[0]}".`;
    if (message.role === 'assistant') open = (message.toolCalls ?? []).map(({ id }) => id);
  }
  return open.length > 0 && !lastMayBeOpen ? `The call "${open[0]}" is never answered.` : null;
}
