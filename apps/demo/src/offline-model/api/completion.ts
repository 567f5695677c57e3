import { createHash } from 'node:crypto';
import type { Reply } from '../reply.ts';

/** The facts that one answer carries beside its words. Derived from the request, so that the same request gets the same answer. */
export interface Envelope {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number };
}

/** Counts four characters as one token, as a rule of thumb. */
const tokens = (text: string): number => Math.max(1, Math.ceil(text.length / 4));

/** Id, time and usage of the answer to a request. */
export function envelopeOf(body: string, model: string, reply: Reply, created: number): Envelope {
  const written = reply.kind === 'text' ? reply.text : JSON.stringify(reply.arguments);
  const [prompt, completion] = [tokens(body), tokens(written)];
  return {
    id: `chatcmpl-${createHash('sha256').update(body).digest('hex').slice(0, 24)}`,
    created,
    model,
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  };
}

const callId = (envelope: Envelope): string => `call_${envelope.id.slice('chatcmpl-'.length)}`;

/** The whole answer in one object. */
export function wholeCompletion(envelope: Envelope, reply: Reply): unknown {
  const message =
    reply.kind === 'text'
      ? { role: 'assistant', content: reply.text, refusal: null }
      : {
          role: 'assistant',
          content: null,
          refusal: null,
          tool_calls: [
            { id: callId(envelope), type: 'function', function: { name: reply.tool, arguments: JSON.stringify(reply.arguments) } },
          ],
        };
  return {
    id: envelope.id,
    object: 'chat.completion',
    created: envelope.created,
    model: envelope.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reply.kind === 'text' ? 'stop' : 'tool_calls' }],
    usage: envelope.usage,
  };
}

/** The same answer as the chunks of a stream; the last one carries the usage when it was asked for. */
export function* completionChunks(envelope: Envelope, reply: Reply, withUsage: boolean): Generator<unknown> {
  const chunk = (delta: unknown, finish: string | null = null): unknown => ({
    ...frame(envelope),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...(withUsage ? { usage: null } : {}),
  });
  yield chunk({ role: 'assistant', content: reply.kind === 'text' ? '' : null });
  if (reply.kind === 'text') {
    for (const content of pieces(reply.text)) yield chunk({ content });
    yield chunk({}, 'stop');
  } else {
    yield chunk({ tool_calls: [{ index: 0, id: callId(envelope), type: 'function', function: { name: reply.tool, arguments: '' } }] });
    for (const part of pieces(JSON.stringify(reply.arguments))) yield chunk({ tool_calls: [{ index: 0, function: { arguments: part } }] });
    yield chunk({}, 'tool_calls');
  }
  if (withUsage) yield { ...frame(envelope), choices: [], usage: envelope.usage };
}

function frame({ created, id, model }: Envelope): Readonly<Record<string, unknown>> {
  return { id, object: 'chat.completion.chunk', created, model };
}

/** A short text word by word, a long one in larger pieces; never inside a character. */
function pieces(text: string): readonly string[] {
  const words = text.match(/\S+\s*|\s+/g) ?? [];
  if (words.length <= 200) return words;
  const characters = [...text];
  const size = Math.ceil(characters.length / 200);
  return Array.from({ length: Math.ceil(characters.length / size) }, (_piece, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
}
