import { isJsonObject, type Json } from '../../ports/json.ts';

const words = (text: string): readonly string[] => text.split(' ');

/** Keywords of which the stricter of two holds. */
export const limits = words('minimum exclusiveMinimum minLength minItems maximum exclusiveMaximum maxLength maxItems');
/** Keywords that list the members of a union. */
export const unions = words('anyOf oneOf');
/** What a value is made of. */
const structure = words('type enum const properties required additionalProperties items prefixItems additionalItems');
const constraints = ['propertyNames', 'multipleOf', 'pattern', 'format', ...limits];
/** Keywords that decide what a value must be, and that shapes can say. */
export const assertions: ReadonlySet<string> = new Set([...structure, ...constraints, ...unions]);
/** What says nothing of a value, or is read elsewhere. */
export const silent: ReadonlySet<string> = new Set([
  ...words('$schema $id $comment $anchor $defs definitions $ref allOf id title description default examples example deprecated'),
  ...words('readOnly writeOnly contentEncoding contentMediaType contentSchema'),
]);
/** What no closed shape can say: it would let undeclared keys in, or decide by what is not there. */
export const refused: ReadonlySet<string> = new Set(
  words(
    'not if then else patternProperties unevaluatedProperties unevaluatedItems dependentSchemas dependencies $dynamicRef $recursiveRef',
  ),
);
/** What our shapes cannot check; a library's own validation does. */
export const unchecked: ReadonlySet<string> = new Set(
  words('uniqueItems contains minContains maxContains minProperties maxProperties dependentRequired'),
);
/** What decides of a value beside its structure: it is part of a contract, also where only the author's own validation checks it. */
export const contractual: ReadonlySet<string> = new Set([...constraints, ...unchecked, 'default']);

type Kind = readonly [holds: (value: Json) => boolean, shown: string];
const number: Kind = [(value) => typeof value === 'number', 'a number'];
const length: Kind = [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'an integer, 0 or more'];
const text: Kind = [(value) => typeof value === 'string', 'text'];
const list: Kind = [Array.isArray, 'a list'];
const isTexts = (value: Json): boolean => Array.isArray(value) && value.every((item: Json) => typeof item === 'string');
const isSchema = (value: Json): boolean => isJsonObject(value) || typeof value === 'boolean';
const schema: Kind = [isSchema, 'a schema'];

/** What the value of a keyword must be. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...words('minimum maximum exclusiveMinimum exclusiveMaximum').map((key): [string, Kind] => [key, number]),
  ...words('minLength maxLength minItems maxItems').map((key): [string, Kind] => [key, length]),
  ...words('additionalProperties propertyNames additionalItems').map((key): [string, Kind] => [key, schema]),
  ...words('enum anyOf oneOf allOf prefixItems').map((key): [string, Kind] => [key, list]),
  ['multipleOf', [(value) => typeof value === 'number' && value > 0, 'a number above 0']],
  ['pattern', text],
  ['format', text],
  ['type', [(value) => typeof value === 'string' || isTexts(value), 'text or a list of texts']],
  ['required', [isTexts, 'a list of names']],
  ['properties', [isJsonObject, 'an object']],
  ['items', [(value) => Array.isArray(value) || isSchema(value), 'a schema or a list of them']],
]);

/** What the value of a keyword must be and is not, in words; null when it is. */
export function malformed(keyword: string, value: Json): string | null {
  const kind = kinds.get(keyword);
  return kind === undefined || kind[0](value) ? null : kind[1];
}
