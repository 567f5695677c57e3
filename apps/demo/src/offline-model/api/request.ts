import { z } from 'zod';

const textPart = z.object({ type: z.string(), text: z.string().optional() });
const content = z.union([z.string(), z.array(textPart), z.null()]).optional();
const toolCall = z.object({ id: z.string(), type: z.literal('function'), function: z.object({ name: z.string(), arguments: z.string() }) });

const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content }),
  z.object({ role: z.literal('developer'), content }),
  z.object({ role: z.literal('user'), content, name: z.string().optional() }),
  z.object({ role: z.literal('assistant'), content, tool_calls: z.array(toolCall).nullish() }),
  z.object({ role: z.literal('tool'), content, tool_call_id: z.string() }),
]);

const jsonSchema = z.record(z.string(), z.unknown());

/** The part of a chat completion request that the offline model reads. Everything else is accepted and has no effect, as with a small model. */
export const chatRequestSchema = z.object({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.object({ name: z.string(), description: z.string().nullish(), parameters: jsonSchema.optional() }),
      }),
    )
    .nullish(),
  tool_choice: z.unknown().optional(),
  response_format: z
    .union([
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object({ name: z.string(), schema: jsonSchema.optional(), strict: z.boolean().nullish() }),
      }),
    ])
    .nullish(),
});

/** A checked chat completion request. */
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** One message with its text put together. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
    }
  | { readonly role: 'tool'; readonly text: string; readonly callId: string };

/** A JSON schema, as far as it is looked into. */
export type Schema = Readonly<Record<string, unknown>>;

/** What one call of the model knows: the conversation, the tools it may call, the schema that its reply must fit. */
export interface Prompt {
  readonly messages: readonly Message[];
  readonly tools: readonly { readonly name: string; readonly parameters: Schema }[];
  readonly output: { readonly name: string; readonly schema: Schema } | null;
}

/** The prompt in a request. `tool_choice: none` offers no tools. */
export function promptOf(request: ChatRequest): Prompt {
  const format = request.response_format;
  const tools = request.tool_choice === 'none' ? [] : (request.tools ?? []);
  return {
    messages: request.messages.map((entry) => toMessage(entry)),
    tools: tools.map(({ function: tool }) => ({ name: tool.name, parameters: tool.parameters ?? {} })),
    output: format?.type === 'json_schema' ? { name: format.json_schema.name, schema: format.json_schema.schema ?? {} } : null,
  };
}

function toMessage(entry: ChatRequest['messages'][number]): Message {
  const text = textOf(entry.content);
  switch (entry.role) {
    case 'system':
    case 'developer':
      return { role: 'system', text };
    case 'user':
      return { role: 'user', text };
    case 'assistant': {
      const calls = (entry.tool_calls ?? []).map((call) => ({ id: call.id, name: call.function.name, arguments: call.function.arguments }));
      return { role: 'assistant', text, calls };
    }
    case 'tool':
      return { role: 'tool', text, callId: entry.tool_call_id };
  }
}

function textOf(value: z.infer<typeof content>): string {
  if (typeof value === 'string') return value;
  return (value ?? []).map((part) => part.text ?? '').join('\n');
}

/** Who spoke, as a conversation of several puts it in front of a message (`[Planner]: …`); the person is `user`. */
const speaker = /^\[([^\]\n]{1,80})\]: ?/;

/** The words of the person, or null when another agent spoke or nothing was said. */
export function personWords({ role, text }: Message): string | null {
  if (role !== 'user') return null;
  const said = speaker.exec(text);
  const words = said === null ? text : text.slice(said[0].length);
  return (said !== null && said[1] !== 'user') || words.trim() === '' ? null : words;
}

/** All words of the person, in order. */
export const personTexts = (prompt: Prompt): readonly string[] =>
  prompt.messages.flatMap((entry) => {
    const words = personWords(entry);
    return words === null ? [] : [words];
  });

/** The JSON that the prompt shows of a context variable (`NAME: {…}` on a line of its own), the last one if there are several; null without. */
export function shownVariable(prompt: Prompt, name: string): unknown {
  const lines = prompt.messages.flatMap((entry) => (entry.role === 'system' ? entry.text.split('\n') : []));
  const line = lines.findLast((candidate) => candidate.startsWith(`${name}: `));
  if (line === undefined) return null;
  try {
    return JSON.parse(line.slice(name.length + 2));
  } catch {
    return null; // `None`, or text that is no JSON: nothing is known
  }
}
