import { isIntarsiaError } from '../../ports/errors.ts';
import { defineModel } from './define-model.ts';
import type { SchemaSource } from './schema-source.ts';

/** What a validation answers that takes a value as it is. */
export const accepted = (value: unknown) => ({ kind: 'accepted', value });

/** What a registration complains of: `path code` each. */
export function refusalOf(schema: SchemaSource<unknown>): readonly string[] {
  try {
    defineModel('Answer', schema);
  } catch (error) {
    if (!isIntarsiaError(error, 'model_invalid')) throw error;
    const { problems } = error.details;
    return Array.isArray(problems) ? problems.map((problem) => `${Reflect.get(problem, 'path')} ${Reflect.get(problem, 'code')}`) : [];
  }
  return [];
}
