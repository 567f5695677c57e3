import type { Json, JsonObject } from '../../ports/json.ts';
import { valueAt } from '../variable-path.ts';

/**
 * What a variable holds of a document: of one field its value, of several or none the document without `_id` (workflow-documents 7.1). Of several, what else
 * a host returned is left out. Undefined when the one field is not there.
 */
export function recordValue(document: JsonObject, fields: readonly string[]): Json | undefined {
  const [only] = fields;
  if (only !== undefined && fields.length === 1) return valueAt(document, only);
  const isWanted = (key: string) => fields.length === 0 || fields.some((field) => field === key || field.startsWith(`${key}.`));
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== '_id' && isWanted(key)));
}
