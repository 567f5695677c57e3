import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import type { SchemaLimits } from './dialects.ts';

const longEnum = 250;

/** How much a written schema has of what providers limit; how deep it is, only its models tell. */
export function sizeOf(schema: JsonObject): Omit<SchemaLimits, 'depth'> {
  const size = { properties: 0, enumValues: 0, characters: 0, longEnumCharacters: 0, optionalFields: 0, unions: 0 };
  const open: Json[] = [schema];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (!isJsonObject(here)) continue;
    const { properties, $defs, enum: values, required, anyOf, type } = here;
    for (const named of [properties, $defs]) {
      if (!isJsonObject(named)) continue;
      size.characters += Object.keys(named).join('').length;
      open.push(...Object.values(named));
    }
    if (isJsonObject(properties) && Array.isArray(required)) {
      size.properties += Object.keys(properties).length;
      size.optionalFields += Object.keys(properties).length - required.length;
    }
    if (Array.isArray(values)) {
      const characters = values.filter((value) => typeof value === 'string').join('').length;
      size.enumValues += values.length;
      size.characters += characters;
      if (values.length > longEnum) size.longEnumCharacters = Math.max(size.longEnumCharacters, characters);
    }
    if (Array.isArray(anyOf) || Array.isArray(type)) size.unions += 1;
    for (const inner of [here['items'], here['additionalProperties'], anyOf, here['prefixItems']]) {
      if (Array.isArray(inner)) open.push(...inner);
      else if (inner !== undefined) open.push(inner);
    }
  }
  return size;
}

const words: readonly (readonly [keyof SchemaLimits, string])[] = [
  ['depth', 'levels of models in each other'],
  ['properties', 'properties in all'],
  ['enumValues', 'literal values in all'],
  ['characters', 'characters in its names and literals'],
  ['longEnumCharacters', `characters in a literal of more than ${longEnum} values`],
  ['optionalFields', 'optional fields'],
  ['unions', 'unions and nullable fields'],
];

/** What a schema has too much of, in words. */
export function exceededLimits(name: string, size: SchemaLimits, limits: SchemaLimits): readonly string[] {
  return words
    .filter(([key]) => size[key] > limits[key])
    .map(([key, word]) => `${name} has ${size[key]} ${word}; a strict schema has at most ${limits[key]}.`);
}
