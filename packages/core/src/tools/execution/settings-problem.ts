import { z } from 'zod';
import { memberOf } from '../thrown.ts';

/** What is wrong with what a verb was given beside its own input: `code` is a word like `invalid_policy`. */
export interface SettingsProblem {
  readonly code: string;
  readonly message: string;
}

const texts = z.array(z.string()).optional();
const name = z
  .string()
  .min(1)
  .max(128)
  .refine((text) => text.isWellFormed(), 'half a surrogate pair')
  .optional();
const count = z.int().nonnegative();

/** The settings that are checked: by their names, with the codes of what is none. */
const checked = [
  ['operationId', 'invalid_operation_id', name],
  ['position', 'invalid_position', name],
  [
    'policy',
    'invalid_policy',
    z
      .object({
        allow: texts,
        deny: texts,
        requireApproval: texts,
        budgets: z.record(z.string(), count).optional(),
        effects: z.object({ allow: texts, deny: texts }).optional(),
      })
      .nullish(),
  ],
  ['retry', 'invalid_retry', z.object({ retries: count.optional(), backoffMs: z.number().nonnegative().optional() }).optional()],
] as const;

/**
 * What is wrong with the settings that the verbs share, whatever their types say; null when nothing is. What has another form would otherwise fail in the middle
 * of an operation, or not count.
 */
export function settingsProblem(settings: object): SettingsProblem | null {
  for (const [name, code, schema] of checked) {
    const [issue] = schema.safeParse(memberOf(settings, name)).error?.issues ?? [];
    if (issue === undefined) continue;
    return { code, message: `\`${[name, ...issue.path].map(String).join('.')}\` is not what it should be: ${issue.message}.` };
  }
  return null;
}
