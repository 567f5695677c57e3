import { normaliseText } from '../language/text.ts';
import { isClosing } from './answers.ts';
import { findField } from './collect.ts';
import type { Description, Field } from './description.ts';

const none =
  /^(?:none|no|nope|nothing|not? (?:one|any)(?: of (?:them|these|those))?|no rules?|all (?:are |is )?optional|everything (?:is )?optional)\b[^\p{L}]*(?:of (?:them|these|those)\W*)?$/iu;
const everyOne =
  /^(?:yes[, ]*)?(?:all(?: of (?:them|these|those))?|every(?:thing| one| field)?|each(?: of them)?|all fields|all (?:are )?required)[\s.!]*$/i;
const around =
  /^(?:(?:yes|ok|okay|please|only|just|at least|well|i think|i'd say|the fields?|the|always)[,:]?\s+)+|\s+(?:must|should|needs? to|has to|have to)(?:\s+always)?\s+(?:be\s+)?(?:filled(?:\s+in)?|given|set|entered|present|required|mandatory)(?:\s+in)?|\s+(?:is|are)\s+(?:always\s+)?(?:required|mandatory|needed|a must|musts?)|\s+(?:only|please|required|mandatory)$/gi;

/** Whether the person already said something about what must be filled in, or about limits. */
export function saysRules(description: Description, words: readonly string[]): boolean {
  const ruled = description.fields.some((field) => field.required || field.min !== null || field.max !== null);
  return ruled || words.some((text) => /\b(?:required|optional|mandatory|must|compulsory|no rules)\b/i.test(text));
}

/** Reads an answer to the question for the rules; null when the words say something else, or more. */
export function answerRules(description: Description, words: string): Description | null {
  const text = normaliseText(words)
    .replace(/[.!]+$/, '')
    .trim();
  if (none.test(text) || isClosing(text)) return description;
  if (everyOne.test(text)) return withRequired(description, description.fields);
  let bare = text;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(around, ' ').trim();
  }
  const parts = bare.split(/,|;|\n|\s+and\s+|\s*&\s*/).map((part) => part.replace(/^(?:and|the|also)\s+/i, '').trim());
  const named = parts.filter((part) => part !== '').map((part) => findField(description.fields, part));
  const fields = named.filter((field) => field !== null);
  return fields.length > 0 && fields.length === named.length ? withRequired(description, fields) : null;
}

function withRequired(description: Description, required: readonly Field[]): Description {
  const labels = new Set(required.map((field) => field.label));
  const fields = description.fields.map((field) => (labels.has(field.label) ? { ...field, required: true } : field));
  return { ...description, fields };
}
