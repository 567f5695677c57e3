import { z } from 'zod';
import { type Prompt, personTexts, type Schema, shownVariable } from './api/request.ts';
import { withArticle } from './article.ts';
import { readConversation } from './description/read-message.ts';
import { briefOf } from './interview.ts';
import { listed } from './language/text.ts';
import { question } from './question.ts';
import type { Reply } from './reply.ts';
import { fits, itemsOf, property, propertyNames } from './schema-fit.ts';

const briefSchema = z.object({
  app_title: z.string(),
  entity: z.object({ singular: z.string(), plural: z.string() }),
  fields: z
    .array(
      z.object({
        name: z.string(),
        label: z.string(),
        type: z.string(),
        required: z.boolean(),
        choices: z.array(z.string()).nullish(),
        min: z.number().nullish(),
        max: z.number().nullish(),
      }),
    )
    .min(1),
  notes: z.string().default(''),
});
type Brief = z.infer<typeof briefSchema>;

/** True for a schema of a plan: an entity with fields, and no files. */
export function wantsPlan(schema: Schema): boolean {
  return property(schema, 'entity') !== null && itemsOf(property(schema, 'fields')) !== null && property(schema, 'files') === null;
}

/** The plan for the brief that the prompt shows, or for the person's words when it shows none. */
export function plan(prompt: Prompt, schema: Schema): Reply {
  const brief = shownBrief(prompt);
  if (brief === null) return { kind: 'text', text: 'There is no clear brief in this conversation to plan from.' };
  const whole: Record<string, unknown> = {
    title: brief.app_title,
    summary: `Keeps a list of ${brief.entity.plural}: each ${brief.entity.singular} has ${listed(brief.fields.map((field) => field.label))}.`,
    entity: brief.entity,
    fields: brief.fields.map((field) => planned(field)),
    screens: screensOf(brief),
    notes: brief.notes,
  };
  const known = propertyNames(schema);
  const answer = Object.fromEntries(Object.entries(whole).filter(([name]) => known.includes(name)));
  return fits(schema, answer)
    ? { kind: 'text', text: JSON.stringify(answer) }
    : { kind: 'text', text: 'The plan that is asked for has parts this model does not know.' };
}

function shownBrief(prompt: Prompt): Brief | null {
  const shown = briefSchema.safeParse(shownVariable(prompt, 'BRIEF'));
  if (shown.success) return shown.data;
  const { description, understood } = readConversation(personTexts(prompt));
  if (question(description, understood) !== null) return null;
  const everything = { name: '', parameters: { properties: { app_title: {}, entity: {}, fields: {}, notes: {} } } };
  return briefSchema.safeParse(briefOf(description, everything)).data ?? null;
}

function planned({ choices, max, min, ...field }: Brief['fields'][number]): Readonly<Record<string, unknown>> {
  return { ...field, choices: choices ?? [], min: min ?? null, max: max ?? null };
}

function screensOf({ entity }: Brief): readonly { readonly name: string; readonly purpose: string }[] {
  const one = withArticle(entity.singular);
  return [
    { name: 'List', purpose: `Shows and searches all ${entity.plural}.` },
    { name: 'Form', purpose: `Adds ${one} or changes one, with a message beside every field that is not right.` },
    { name: 'Confirmation', purpose: `Asks before ${one} is deleted.` },
  ];
}
