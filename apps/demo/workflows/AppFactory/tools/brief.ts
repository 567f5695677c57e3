import { z } from 'zod';

/** The kinds of field that a generated app knows. */
export const fieldTypes = ['text', 'long_text', 'number', 'integer', 'date', 'boolean', 'choice', 'email', 'url'] as const;

const briefField = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,59}$/)
    .describe('Unique snake_case key made from the label'),
  label: z.string().trim().min(1).max(80).describe('What the person wrote'),
  type: z.enum(fieldTypes),
  required: z.boolean(),
  choices: z.array(z.string().trim().min(1).max(80)).max(50).optional().describe('Allowed values, only for type choice'),
  min: z.number().optional().describe('Smallest allowed value, only for number and integer'),
  max: z.number().optional().describe('Largest allowed value, only for number and integer'),
});

/** What the person wants, closed at every level. */
export const briefSchema = z.strictObject({
  app_title: z.string().trim().min(1).max(80),
  entity: z.strictObject({
    singular: z.string().trim().min(1).max(80).describe('What one entry is called'),
    plural: z.string().trim().min(1).max(80),
  }),
  fields: z.array(briefField).max(40),
  notes: z.string().max(4_000).describe('Wishes that are not fields; empty when there are none'),
});

/** A brief that fits its schema; it may still be unclear. */
export type Brief = z.infer<typeof briefSchema>;
type BriefField = Brief['fields'][number];

const vagueEntities = new Set(['thing', 'things', 'something', 'anything', 'stuff', 'data', 'information', 'it', 'app', 'entity']);
const ownKeys = new Set(['id', 'created_at', 'updated_at']);

/** The one question that has to be answered before this brief can be built, or null when it is clear. */
export function openQuestion(brief: Brief): string | null {
  const { singular, plural } = brief.entity;
  if (vagueEntities.has(singular.toLowerCase())) return 'What kind of entry does the app keep, for example plants, invoices or customers?';
  if (brief.fields.length === 0) return `Which fields should one ${singular} have?`;
  return repeatedName(brief.fields, plural) ?? firstOf(brief.fields, fieldQuestion);
}

function repeatedName(fields: readonly BriefField[], plural: string): string | null {
  const seen = new Set<string>();
  for (const field of fields) {
    if (seen.has(field.name)) return `Two fields of your ${plural} are called "${field.label}". What should the second one be called?`;
    seen.add(field.name);
  }
  return null;
}

function fieldQuestion(field: BriefField): string | null {
  const { choices = [], label, max, min, name, type } = field;
  const numeric = type === 'number' || type === 'integer';
  if (ownKeys.has(name)) return `The app gives every entry its own "${name}". What else could the field "${label}" be called?`;
  if (type === 'choice' && new Set(choices).size < 2) return `Which values can "${label}" have? It needs at least two.`;
  if (type !== 'choice' && choices.length > 0) return `"${label}" has a list of values. Should it be a choice between them?`;
  if (!numeric && (min !== undefined || max !== undefined)) return `"${label}" has a smallest or largest value. Should it be a number?`;
  if (min !== undefined && max !== undefined && min > max)
    return `"${label}" goes from ${min} to ${max}. Which is the smallest and which the largest value?`;
  return null;
}

function firstOf<Item>(items: readonly Item[], question: (item: Item) => string | null): string | null {
  for (const item of items) {
    const asked = question(item);
    if (asked !== null) return asked;
  }
  return null;
}
