import { z } from 'zod';

const fieldSchema = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/),
  label: z.string().trim().min(1).max(80),
  type: z.enum(['text', 'long_text', 'number', 'integer', 'date', 'boolean', 'choice', 'email', 'url']),
  required: z.boolean().default(false),
  choices: z
    .array(z.string().trim().min(1))
    .nullish()
    .transform((choices) => choices ?? []),
  min: z
    .number()
    .nullish()
    .transform((limit) => limit ?? null),
  max: z
    .number()
    .nullish()
    .transform((limit) => limit ?? null),
});

/** What an app is generated from. Keys of fields are safe by form; every other text is the person's and may hold anything. */
export const appPlanSchema = z.object({
  title: z.string().trim().min(1).max(80),
  summary: z.string().default(''),
  entity: z.object({ singular: z.string().trim().min(1).max(80), plural: z.string().trim().min(1).max(80) }),
  fields: z
    .array(fieldSchema)
    .min(1)
    .refine((fields) => new Set(fields.map((field) => field.name)).size === fields.length, 'Two fields have one name.'),
  notes: z.string().default(''),
});

/** A checked plan. */
export type AppPlan = z.infer<typeof appPlanSchema>;
/** One field of a plan. */
export type PlannedField = AppPlan['fields'][number];
