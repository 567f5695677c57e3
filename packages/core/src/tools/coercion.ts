import type { OutputModel } from '../outputs/output-model.ts';
import type { Shape } from '../outputs/shapes/shapes.ts';
import { isJsonObject, type Json, type JsonObject } from '../ports/json.ts';

/**
 * The arguments with every text that says exactly a number or a truth value, as JSON writes them, where the model wants one (cases TOOL-49 and TOOL-50). What
 * fits no declared place stays as it is, for the check to refuse.
 */
export function coerced(model: OutputModel, input: JsonObject): JsonObject {
  const object = (name: string, value: JsonObject): JsonObject => {
    const fields = new Map(model.shapes.get(name)?.fields.map((field) => [field.name, field.shape]));
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, coerce(fields.get(key), member)]));
  };
  const coerce = (shape: Shape | undefined, value: Json): Json => {
    switch (shape?.kind) {
      case 'integer':
      case 'number':
        return typeof value === 'string' && numbers[shape.kind].test(value) ? Number(value) : value;
      case 'boolean':
        return value === 'true' ? true : value === 'false' ? false : value;
      case 'list':
        return Array.isArray(value) ? value.map((item: Json) => coerce(shape.items, item)) : value;
      case 'tuple':
        return Array.isArray(value) ? value.map((item: Json, index) => coerce(shape.items[index], item)) : value;
      case 'open_object':
        return isJsonObject(value)
          ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, coerce(shape.values ?? undefined, member)]))
          : value;
      case 'model':
        return isJsonObject(value) ? object(shape.name, value) : value;
      case 'union': {
        // With more than one thing that it could be, nothing says which one was meant.
        const [only, ...others] = shape.variants.filter(({ kind }) => kind !== 'null');
        return others.length === 0 ? coerce(only, value) : value;
      }
      default:
        return value;
    }
  };
  return object(model.name, input);
}

const numbers = { integer: /^-?(0|[1-9]\d*)$/, number: /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/ } as const;
