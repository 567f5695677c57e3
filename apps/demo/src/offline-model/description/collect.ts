import type { Description, Doubt, Field } from './description.ts';
import { toEntity } from './entity.ts';
import { type Item, readItem } from './field-item.ts';
import { splitItems } from './field-list.ts';
import { allFlagged } from './hints.ts';

/** Reads the items of a list, without putting them anywhere. */
export interface Collected {
  readonly fields: readonly Field[];
  readonly wishes: readonly string[];
  readonly doubts: readonly Doubt[];
}

/** All items of a list text. */
export function collect(text: string, required?: boolean): Collected {
  const fields: Field[] = [];
  const wishes: string[] = [];
  const doubts: Doubt[] = [];
  let all = required;
  for (const part of splitItems(text)) {
    const flagged = allFlagged(part);
    all = flagged === null ? all : flagged || all;
    const item: Item = flagged === null ? readItem(part) : { kind: 'nothing' };
    if (item.kind === 'field') fields.push(item.field);
    else if (item.kind === 'wish') wishes.push(item.text);
    else if (item.kind === 'doubt') doubts.push(item.doubt);
  }
  return { fields: all === undefined ? fields : fields.map((field) => ({ ...field, required: all || field.required })), wishes, doubts };
}

/** Adds what a list says. A field named again is made more exact; two different types for one field are a doubt. */
export function withCollected(description: Description, collected: Collected): Description {
  let { fields } = description;
  let doubt: Doubt | null = collected.doubts[0] ?? description.doubt;
  for (const field of collected.fields) {
    const known = findField(fields, field.label);
    if (known === null) fields = [...fields, field];
    else if (known.typeGiven && field.typeGiven && known.type !== field.type) {
      doubt ??= { kind: 'field_twice', label: known.label, first: known.type, second: field.type };
    } else fields = replaceField(fields, known, moreExact(known, field));
  }
  return { ...description, fields, doubt, notes: [...description.notes, ...collected.wishes] };
}

function moreExact(known: Field, said: Field): Field {
  const type = said.typeGiven ? { type: said.type, typeGiven: true } : {};
  return {
    ...known,
    ...type,
    required: known.required || said.required,
    choices: said.choices.length > 0 ? said.choices : known.choices,
    min: said.min ?? known.min,
    max: said.max ?? known.max,
  };
}

/** The field that a person means by a name: the whole label, or words that only one label has. */
export function findField(fields: readonly Field[], name: string): Field | null {
  const wanted = plain(name);
  if (wanted === '') return null;
  return fields.find((field) => plain(field.label) === wanted) ?? null;
}

/** Like `findField`, also by a part of the label when only one field has it (`check date` for `last check date`). */
export function meantField(fields: readonly Field[], name: string): Field | null {
  const exact = findField(fields, name);
  if (exact !== null) return exact;
  const wanted = plain(name);
  if (wanted.length < 3) return null;
  const parts = fields.filter((field) => ` ${plain(field.label)} `.includes(` ${wanted} `));
  return parts.length === 1 ? (parts[0] ?? null) : null;
}

function plain(label: string): string {
  return label
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/^(?:the|a|an|its|their|field|column)\s+|\s+(?:field|column)$/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The fields with one replaced, in its place; without a replacement it goes. */
export function replaceField(fields: readonly Field[], field: Field, by: Field | null): readonly Field[] {
  return fields.flatMap((other) => (other === field ? (by === null ? [] : [by]) : [other]));
}

/** The description with its kind of entry replaced. */
export function withEntity(description: Description, text: string): Description {
  return { ...description, entity: toEntity(text) };
}
