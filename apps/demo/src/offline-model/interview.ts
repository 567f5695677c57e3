import { type Prompt, personTexts, personWords } from './api/request.ts';
import { withArticle } from './article.ts';
import type { Description, Field } from './description/description.ts';
import { readConversation } from './description/read-message.ts';
import { saysRules } from './description/rules.ts';
import { freeKey } from './language/keys.ts';
import { capitalised, listed } from './language/text.ts';
import { question, rulesQuestion, rulesTail, tooManyFields } from './question.ts';
import type { Reply } from './reply.ts';
import { fits, itemsOf, property, propertyNames } from './schema-fit.ts';

type Tool = Prompt['tools'][number];

/** A tool that records an entity and its fields: what an interview is for. */
export function recordingTool(prompt: Prompt): Tool | null {
  return (
    prompt.tools.find(({ parameters }) => property(parameters, 'entity') !== null && itemsOf(property(parameters, 'fields')) !== null) ??
    null
  );
}

/** The next move of the interview: a question, the recording, or the closing sentence after it. */
export function interview(prompt: Prompt, tool: Tool): Reply {
  const answered = toolAnswer(prompt, tool.name);
  if (answered?.kind === 'refused') return { kind: 'text', text: answered.ask };
  const { asked, answers } = rulesTalk(prompt);
  const words = personTexts(prompt);
  const { description, understood } = readConversation(words, answers);
  if (answered?.kind === 'recorded') return { kind: 'text', text: closing(description) };
  if (!understood && description.doubt === null && answers.has(words.length - 1)) {
    return { kind: 'text', text: rulesQuestion(description, true) };
  }
  const open = question(description, understood, lastAsked(prompt));
  if (open !== null) return { kind: 'text', text: open };
  if (!asked && !saysRules(description, words)) return { kind: 'text', text: rulesQuestion(description) };
  const most = property(tool.parameters, 'fields')?.['maxItems'];
  if (typeof most === 'number' && description.fields.length > most) return { kind: 'text', text: tooManyFields(description, most) };
  const brief = briefOf(description, tool);
  return fits(tool.parameters, brief)
    ? { kind: 'call', tool: tool.name, arguments: brief }
    : { kind: 'text', text: `The tool ${tool.name} asks for something this model does not know.` };
}

const lastAsked = ({ messages }: Prompt): string =>
  messages.findLast(({ role, text }) => role === 'assistant' && text.trim() !== '')?.text ?? '';

/** Whether the question for the rules was asked, and which of the person's messages came directly after it. */
function rulesTalk({ messages }: Prompt): { readonly asked: boolean; readonly answers: ReadonlySet<number> } {
  const answers = new Set<number>();
  let asked = false;
  let open = false;
  let number = 0;
  for (const message of messages) {
    if (message.role === 'assistant' && message.text.trim() !== '') {
      open = message.text.endsWith(rulesTail);
      asked ||= open;
    }
    if (personWords(message) === null) continue;
    if (open) answers.add(number);
    number += 1;
  }
  return { asked, answers };
}

type ToolAnswer = { readonly kind: 'recorded' } | { readonly kind: 'refused'; readonly ask: string };

/** What the tool said, when its result is the newest message: nothing was said since. */
function toolAnswer(prompt: Prompt, tool: string): ToolAnswer | null {
  const last = prompt.messages.at(-1);
  if (last?.role !== 'tool') return null;
  const calls = prompt.messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  if (calls.findLast((call) => call.id === last.callId)?.name !== tool) return null;
  const result = parsed(last.text);
  const status = result['status'];
  if (status !== 'error' && status !== 'failed' && !/^error\b/i.test(last.text)) return { kind: 'recorded' };
  const ask = [result['ask'], result['message'], last.text].find((text) => typeof text === 'string' && text.trim() !== '');
  return { kind: 'refused', ask: String(ask ?? 'What should be different?') };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {}; // plain text: read as it is
  }
}

/** The tool's arguments from the description; only what its schema knows. */
export function briefOf(description: Description, tool: Tool): Readonly<Record<string, unknown>> {
  const { entity, notes, title } = description;
  const brief: Record<string, unknown> = {
    app_title: capitalised(title ?? entity?.plural ?? '').slice(0, 80),
    entity: { singular: entity?.singular ?? '', plural: entity?.plural ?? '' },
    fields: briefFields(description.fields),
    notes: notes.join('\n').slice(0, 4_000),
  };
  const known = propertyNames(tool.parameters);
  return Object.fromEntries(Object.entries(brief).filter(([name]) => known.includes(name)));
}

function briefFields(fields: readonly Field[]): readonly unknown[] {
  const taken = new Set<string>();
  return fields.map((field, index) => {
    const name = freeKey(field.label, taken, index + 1);
    taken.add(name);
    return {
      name,
      label: field.label,
      type: field.type,
      required: field.required,
      ...(field.type === 'choice' ? { choices: field.choices } : {}),
      ...(field.min === null ? {} : { min: field.min }),
      ...(field.max === null ? {} : { max: field.max }),
    };
  });
}

function closing({ entity, fields, notes }: Description): string {
  const names = listed(fields.map((field) => (field.required ? `${field.label} (required)` : field.label)));
  const what =
    entity === null || fields.length === 0 ? 'The brief is recorded.' : `Recorded: ${withArticle(entity.singular)} has ${names}.`;
  return notes.length === 0
    ? what
    : `${what} Noted for later, as it is no field: ${listed(notes.map((note) => note.replace(/[.!]+$/, '')))}.`;
}
