import { z } from 'zod';
import type { Schema } from './api/request.ts';

/** True when the value is what the schema allows. A schema that cannot be read allows nothing: better no answer than a wrong one. */
export function fits(schema: Schema, value: unknown): boolean {
  try {
    return z.fromJSONSchema(schema).safeParse(JSON.parse(JSON.stringify(value))).success;
  } catch {
    return false;
  }
}

/** The schema of a property, following plain `$ref`s into the root's definitions; null when there is none. */
export function property(schema: Schema, name: string): Schema | null {
  const properties = asSchema(schema['properties']);
  return properties === null || !Object.hasOwn(properties, name) ? null : asSchema(properties[name]);
}

/** Names of the properties of an object schema. */
export function propertyNames(schema: Schema): readonly string[] {
  return Object.keys(asSchema(schema['properties']) ?? {});
}

/** The schema of an array's items, or null. */
export const itemsOf = (schema: Schema | null): Schema | null => (schema === null ? null : asSchema(schema['items']));

function asSchema(value: unknown): Schema | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null;
}
