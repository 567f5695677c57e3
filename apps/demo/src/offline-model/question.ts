import { withArticle } from './article.ts';
import type { Description, Doubt, Entity, Field } from './description/description.ts';
import { capitalised, listed } from './language/text.ts';

const example = 'a tracker for greenhouse sensors with name, zone, temperature and last check date';

/**
 * The one question that is open, with what was understood so far; null when all is clear. `lastAsked`: the question before, which is
 * not asked again in the same words.
 */
export function question(description: Description, understood: boolean, lastAsked = ''): string | null {
  const wordings = wordingsOf(description, understood);
  return wordings.find((wording) => wording !== lastAsked) ?? wordings[0] ?? null;
}

function wordingsOf(description: Description, understood: boolean): readonly string[] {
  const { doubt, entity, fields } = description;
  if (doubt !== null) {
    const ask = doubtQuestion(doubt, description);
    return [ask, `I am still not sure. ${ask}`];
  }
  if (entity === null) return entityQuestions(fields);
  if (fields.length === 0) return fieldsQuestions(entity, understood);
  if (understood) return [];
  const known = `${withArticle(entity.singular)} has ${names(fields)}`;
  return [
    `I did not understand that. So far ${known}. What should be added, renamed or removed?`,
    `That did not tell me what to change. As it stands, ${known}. What should be different? Say "nothing" to build it like this.`,
  ];
}

function entityQuestions(fields: readonly Field[]): readonly string[] {
  if (fields.length > 0) {
    const known = `I understood the ${plural(fields, 'field')} ${names(fields)}.`;
    return [
      `${known} What is one entry called, for example a sensor, an invoice or a plant?`,
      `${known} I still need a name for the entries: what does the app keep a list of? For example sensors, invoices or plants.`,
    ];
  }
  return [
    `I can build small apps that keep a list of one kind of entry, and I did not find one in your words. What should the app keep track of, and which fields does one entry have? For example: ${example}.`,
    `I still do not know what the app should keep track of. Which things do you want to list, and what do you want to write down about each of them? For example: ${example}.`,
  ];
}

function fieldsQuestions({ plural: many, singular }: Entity, understood: boolean): readonly string[] {
  const lead = understood
    ? `I understood an app about ${many}.`
    : `I did not find fields in that; so far I understood an app about ${many}.`;
  return [
    `${lead} Which fields should ${withArticle(singular)} have? For example: name, date and notes.`,
    `I still need the fields for the app about ${many}. What do you want to write down about ${withArticle(singular)}? For example: name, date and notes.`,
  ];
}

const names = (fields: readonly Field[]): string => listed(fields.map((field) => field.label));
const plural = (items: readonly unknown[], noun: string): string => (items.length === 1 ? noun : `${noun}s`);

function doubtQuestion(doubt: Doubt, { entity, fields }: Description): string {
  const one = entity === null ? 'an entry' : withArticle(entity.singular);
  const known = fields.length === 0 ? '' : `I understood ${names(fields)}. `;
  switch (doubt.kind) {
    case 'open_list':
      return `${known}Which other fields should ${one} have? Name each one, or say that this is all.`;
    case 'unclear_field':
      return `${known}I could not tell which field "${short(doubt.text)}" is. What should it be called, or should it be left out?`;
    case 'field_twice':
      return `You described "${doubt.label}" in two ways, as ${typeName[doubt.first]} and as ${typeName[doubt.second]}. Which one is right?`;
    case 'two_entities':
      return `I can build an app with one kind of entry, and you named two: ${doubt.first} and ${doubt.second}. Which one should it be?`;
    case 'unclear_entity':
      return `I understood an app for ${withArticle(doubt.text)}. What does it keep a list of, for example products, customers or orders?`;
    case 'unknown_field':
      return `I do not know a field "${short(doubt.label)}". ${fields.length === 0 ? '' : `The fields are ${names(fields)}. `}Which one do you mean?`;
    case 'too_few_choices':
      return `${known}Which values can "${doubt.label}" have? Name at least two.`;
    case 'too_long':
      return 'That is more than I can read at once. Please say in a few sentences what the app keeps track of and which fields one entry has.';
    case 'limits_swapped':
      return `"${doubt.label}" goes from ${doubt.min} to ${doubt.max}. Which is the smallest and which the largest value?`;
  }
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const typeName: Readonly<Record<Field['type'], string>> = {
  text: 'text',
  long_text: 'long text',
  number: 'a number',
  integer: 'a whole number',
  date: 'a date',
  boolean: 'yes or no',
  choice: 'a choice',
  email: 'an email address',
  url: 'a link',
};

/** How the question for the rules ends: by this it is known again in a conversation. */
export const rulesTail = 'Which of these must always be filled in? Say "none" if none.';

/** The question for the rules, asked once when nothing was said about them, and again when its answer said nothing. */
export function rulesQuestion({ entity, fields }: Description, answered = false): string {
  const known = `${capitalised(withArticle(entity?.singular ?? 'entry'))} has ${names(fields)}.`;
  return answered ? `I did not understand that. ${known} ${rulesTail}` : `${known} ${rulesTail}`;
}

/** The question when there are more fields than can be recorded. */
export const tooManyFields = ({ entity, fields }: Description, most: number): string =>
  `You named ${fields.length} fields, and ${withArticle(entity?.singular ?? 'entry')} can have ${most} at most. Which of them should be removed?`;
