import { normaliseText } from '../language/text.ts';
import { isClosing } from './answers.ts';
import { findField } from './collect.ts';
import type { Description, Field } from './description.ts';

const none =
  /^(?:none|no|nope|nothing|not? (?:one|any)|no rules?|all (?:are |is )?optional|everything (?:is )?optional|(?:it )?(?:doesn't|does not) matter|i (?:don't|do not) (?:mind|care)|whatever|you (?:decide|choose)|skip(?: (?:it|that|this))?)\b(?:\s+(?:of (?:them|these|those|the fields)|fields?|(?:is|are|must be|needs? to be|ha(?:s|ve) to be)\s+(?:required|mandatory|needed|filled in)|required|at all|please))*[\s.,!]*$/iu;
const every = 'all(?: of (?:them|these|those|it|the fields))?|every(?:thing| one| field)?|each(?: of them)?|(?:all )?(?:the )?fields';
const everyOne = new RegExp(`^(?:yes[, ]*)?(?:${every}|all (?:are )?required)(?: please)?[\\s.!]*$`, 'i');
const allBut = new RegExp(
  `^(?:${every})\\s*,?\\s+(?:except|but(?: not)?|besides|other than|apart|save)(?:\\s+(?:for|from))?\\s+(?:the\\s+)?(.+)$`,
  'i',
);
const around =
  /^(?:(?:yes|ok|okay|please|only|just|at least|well|i think|i'd say|the fields?|the|always)[,:]?\s+)+|\s+(?:must|should|needs? to|has to|have to)(?:\s+always)?\s+(?:be\s+)?(?:filled(?:\s+in)?|given|set|entered|present|required|mandatory)(?:\s+in)?|\s+(?:is|are)\s+(?:always\s+)?(?:required|mandatory|needed|a must|musts?)|\s+(?:only|please|required|mandatory)$/gi;

/** Whether the person already said something about what must be filled in, or about limits. */
export function saysRules(description: Description, words: readonly string[]): boolean {
  const ruled = description.fields.some((field) => field.required || field.min !== null || field.max !== null);
  return ruled || words.some((text) => /\b(?:required|optional|mandatory|must|compulsory|no rules)\b/i.test(text));
}

/** Reads an answer to the question for the rules; null when the words say something else, or more. */
export function answerRules(description: Description, words: string): Description | null {
  const text = plainAnswer(words);
  if (none.test(text) || isClosing(text)) return description;
  if (everyOne.test(text) || (description.fields.length === 2 && /^both(?: of (?:them|these))?$/i.test(text))) {
    return withRequired(description, description.fields);
  }
  const left = fieldsNamed(description.fields, allBut.exec(text)?.[1] ?? '');
  if (left !== null)
    return withRequired(
      description,
      description.fields.filter((field) => !left.includes(field)),
    );
  const required = fieldsNamed(description.fields, text);
  return required === null ? null : withRequired(description, required);
}

const plainAnswer = (words: string): string =>
  normaliseText(words)
    .replace(/[.!]+$/, '')
    .trim();

/** The fields that an answer lists; null when one of its words is no field. Those it calls optional are left out. */
function fieldsNamed(fields: readonly Field[], text: string): readonly Field[] | null {
  let bare = text;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(around, ' ').trim();
  }
  const named: Field[] = [];
  for (const part of bare.split(/,|;|\n|\s+(?:and|but)\s+|\s*&\s*/)) {
    const name = part.trim().replace(/^(?:(?:and|but|the|also|both)\s+)+/i, '');
    if (name === '') continue;
    const optional = /^(.+?)\s+(?:is|are|can be|may be)\s+(?:optional|not required|left empty|empty)$/i.exec(name);
    const field = findField(fields, optional?.[1] ?? name) ?? counted(fields, name);
    if (field === null) return null;
    if (optional === null) named.push(field);
  }
  return bare === '' ? null : named;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** `first`, `second one`, `last field`. */
function counted(fields: readonly Field[], name: string): Field | null {
  const word = /^(\p{L}+)(?:\s+(?:one|field))?$/u.exec(name.toLowerCase())?.[1] ?? '';
  return (word === 'last' ? fields.at(-1) : fields[ordinals.indexOf(word)]) ?? null;
}

/** An answer to the question for the rules, and what the person said after it. */
export interface RulesAnswer {
  readonly description: Description;
  readonly rest: string;
}

/** An answer is over before as many places where it could be. */
const mostCuts = 20;

const goesOn =
  /[.;!\n]\s+|\s*,?\s+(?:(?:and|but|then|also|please)\s+)*(?=(?:add|include|remove|delete|drop|rename|change|make|replace|call|there)\s)/gi;

/** Reads an answer that may go on with a change (`name, and rename zone to area`); null when it does not begin with an answer. */
export function beginsWithRules(description: Description, words: string): RulesAnswer | null {
  const whole = answerRules(description, words);
  if (whole !== null) return { description: whole, rest: '' };
  const text = plainAnswer(words);
  for (const cut of [...text.matchAll(goesOn)].slice(0, mostCuts).toReversed()) {
    const begun = answerRules(description, text.slice(0, cut.index).replace(/[,\s]+$/, ''));
    if (begun !== null) return { description: begun, rest: text.slice(cut.index + cut[0].length) };
  }
  return null;
}

function withRequired(description: Description, required: readonly Field[]): Description {
  const labels = new Set(required.map((field) => field.label));
  const fields = description.fields.map((field) => (labels.has(field.label) ? { ...field, required: true } : field));
  return { ...description, fields };
}
