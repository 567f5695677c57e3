import type { AppDescription, Conversation, FieldDescription, FieldType } from './app-description.ts';

/** One way to ask for an app. */
export type Phrasing = (app: AppDescription) => Conversation;

const typeWords: Readonly<Record<Exclude<FieldType, 'choice'>, string>> = {
  text: 'text',
  long_text: 'long text',
  number: 'number',
  integer: 'whole number',
  date: 'date',
  boolean: 'yes/no',
  email: 'email',
  url: 'URL',
};
const withoutArticle = new Set(['notes', 'comments', 'instructions', 'ingredients', 'pages', 'seats', 'visitors']);

const once = (input: string): Conversation => ({ input, answers: [] });
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lastJoined = (items: readonly string[], last: string): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')}${last}${items.at(-1)}`;
const andList = (items: readonly string[]): string => lastJoined(items, ' and ');
const oxfordList = (items: readonly string[]): string => (items.length < 3 ? andList(items) : lastJoined(items, ', and '));
const orList = (items: readonly string[]): string => lastJoined(items, ' or ');
const an = (noun: string): string => (/^(?:[aeio]|u(?!ni|rl))/i.test(noun) ? `an ${noun}` : `a ${noun}`);
const typed = (type: Exclude<FieldType, 'choice'>): string => (/text/.test(type) ? typeWords[type] : an(typeWords[type]));

/** The type in words, a choice by its values. */
const kindOf = ({ type, choices }: FieldDescription): string => (type === 'choice' ? orList(choices) : typeWords[type]);

/** price (number) */
const inBrackets = (field: FieldDescription): string => (field.hinted ? `${field.label} (${kindOf(field)})` : field.label);

/** a price as a number; a status, one of open, in progress or done */
function asNoun(field: FieldDescription): string {
  const noun = withoutArticle.has(field.label) ? field.label : an(field.label);
  if (!field.hinted) return noun;
  if (field.type === 'choice') return `${noun}, one of ${kindOf(field)}`;
  return field.type === 'boolean' ? `a yes/no field ${field.label}` : `${noun} as ${typed(field.type)}`;
}

/** the price (a number), a yes/no field active */
function asKnown(field: FieldDescription): string {
  if (!field.hinted) return `the ${field.label}`;
  if (field.type === 'choice') return `the ${field.label} (${kindOf(field)})`;
  return field.type === 'boolean' ? `a yes/no field ${field.label}` : `the ${field.label} (${typed(field.type)})`;
}

/** - Status: open, in progress, done */
function asBullet(field: FieldDescription): string {
  const label = capitalised(field.label);
  if (!field.hinted) return `- ${label}`;
  return field.type === 'choice' ? `- ${label}: ${field.choices.join(', ')}` : `- ${label} (${typeWords[field.type]})`;
}

/** last check: date */
function asTypedLine(field: FieldDescription): string {
  return `${field.label}: ${field.type === 'choice' ? `one of ${field.choices.join(', ')}` : typeWords[field.type]}`;
}

/** price as number, status which can be open or done */
function asTyped(field: FieldDescription): string {
  if (!field.hinted) return field.label;
  return field.type === 'choice' ? `${field.label} which can be ${kindOf(field)}` : `${field.label} as ${typeWords[field.type]}`;
}

/** status [open/in progress/done] */
const inSquareBrackets = (field: FieldDescription): string =>
  field.hinted ? `${field.label} [${field.type === 'choice' ? field.choices.join('/') : typeWords[field.type]}]` : field.label;

/** 3. status - open, in progress or done */
const asNumbered = (field: FieldDescription, index: number): string =>
  `${index + 1}. ${field.label}${field.hinted ? ` - ${kindOf(field)}` : ''}`;

/** What people say when they know what they want. */
const trackerWith: Phrasing = ({ plural, fields }) => once(`a tracker for ${plural} with ${andList(fields.map(inBrackets))}`);

const politeRequest: Phrasing = ({ singular, plural, fields }) =>
  once(
    `Hi! Could you please build me a small app to manage ${plural}? Each ${singular} should have ${oxfordList(fields.map(asNoun))}. Thank you!`,
  );

const keepTrack: Phrasing = ({ singular, plural, fields }) =>
  once(`I want to keep track of my ${plural}. For every ${singular} I need to store ${andList(fields.map(asKnown))}.`);

const bulletList: Phrasing = ({ plural, fields }) => once(`I need an app for ${plural}.\n\nFields:\n${fields.map(asBullet).join('\n')}`);

const specification: Phrasing = ({ plural, fields }) => once(`App: ${plural}\n${fields.map(asTypedLine).join('\n')}`);

const inAHurry: Phrasing = ({ singular, plural, fields }) =>
  once(`app for ${plural}, each ${singular} has ${andList(fields.map(asTyped))}`);

const spreadsheet: Phrasing = ({ plural, fields }) =>
  once(
    `So far I have kept my ${plural} in a spreadsheet with these columns: ${fields.map(inBrackets).join('; ')}. Can you turn that into a web app?`,
  );

/** Says what it is about, not what to keep. */
const vagueStart: Phrasing = ({ plural, fields }) => ({
  input: `I'm looking for something to organise my ${plural}`,
  answers: [`The fields should be ${andList(fields.map(inSquareBrackets))}`],
});

/** Does not even say what it is about. */
const vaguerStart: Phrasing = ({ plural, fields }) => ({
  input: 'Hello, can you make an app for me?',
  answers: [`Yes, it's for ${plural}.`, `For each of them:\n${fields.map(asNumbered).join('\n')}`],
});

/** Changes its mind in the middle of the answer. */
const correctsItself: Phrasing = ({ singular, plural, fields: [first, ...others] }) => {
  const early = ['reference', ...others.slice(0, -1).map(inBrackets)];
  const added = others.slice(-1).map(inBrackets).join('');
  return {
    input: `I'd like a simple register of ${plural}, please.`,
    answers: [`Every ${singular} has ${andList(early)}. Oh, and please rename reference to ${first.label} and also add ${added}.`],
  };
};

/** The ways to ask, by name. */
export const phrasings = {
  trackerWith,
  politeRequest,
  keepTrack,
  bulletList,
  specification,
  inAHurry,
  spreadsheet,
  vagueStart,
  vaguerStart,
  correctsItself,
} as const satisfies Readonly<Record<string, Phrasing>>;

/** Name of a way to ask. */
export type PhrasingName = keyof typeof phrasings;
