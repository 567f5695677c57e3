import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import { canonicalJson } from '../canonical.ts';
import type { OutputProblem } from '../output-model.ts';
import { isPlainObject } from '../validation/check.ts';
import { placeOf } from '../validation/problem-text.ts';
import { saysNothing } from './merged-schema.ts';
import { unsaidKeyword } from './schema-source.ts';

/**
 * What of a value its author's schema gives back as it took it: all of it, nothing that is known (a transform makes something else of it), or what is said
 * of the fields of an object or of the items of a list.
 */
export type KeptParts =
  | { readonly kind: 'all' | 'unknown' }
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, KeptParts> }
  | { readonly kind: 'items'; readonly items: KeptParts };

const all: KeptParts = { kind: 'all' };
const unknown: KeptParts = { kind: 'unknown' };

/** Compares what goes into a schema with what comes out of it, as JSON Schema (`output` null: that cannot be said). A union is kept as a whole or not at all. */
export function keptParts(input: JsonObject, output: JsonObject | null): KeptParts {
  if (output === null) return unknown;
  const [before, after] = [structureOf(input), structureOf(output)];
  const definitions = canonicalJson(definitionsOf(before));
  const areShared = definitions === canonicalJson(definitionsOf(after)) && !leadsElsewhere(definitions);
  const compared = (left: Json | undefined, right: Json | undefined): KeptParts => {
    if (left === undefined || right === undefined) return unknown;
    const text = canonicalJson(left);
    const isSame = text === canonicalJson(right);
    if (isSame && (!text.includes('"$ref":') || (areShared && !leadsElsewhere(text)))) return all;
    if (!isJsonObject(left) || !isJsonObject(right) || left['type'] !== right['type']) return unknown;
    const { type, properties, items } = left;
    if (type === 'array' && isJsonObject(items)) return { kind: 'items', items: compared(items, right['items']) };
    const given = right['properties'];
    if (type !== 'object' || !isJsonObject(properties) || !isJsonObject(given)) return unknown;
    return { kind: 'fields', fields: new Map(Object.entries(properties).map(([name, field]) => [name, compared(field, given[name])])) };
  };
  return canonicalJson(before) === canonicalJson(after) ? all : compared(before, after);
}

/** Notes every key and item of a value that is not, at the same kind of value, in what was made of it. `path` leads to the value. */
export function noteLost(
  before: Json,
  after: unknown,
  kept: KeptParts,
  path: (string | number)[],
  note: (problem: () => OutputProblem) => void,
): void {
  if (kept.kind === 'unknown') return;
  if (kindOf(before) !== kindOf(after)) {
    note(() => ({ path: placeOf(path), code: 'cut_short', message: 'is not part of what the schema accepts there' }));
    return;
  }
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return;
  for (const [key, member] of Object.entries<Json>(before)) {
    const inner = kept.kind === 'items' ? kept.items : kept.kind === 'fields' ? (kept.fields.get(key) ?? unknown) : all;
    const given: unknown = Object.hasOwn(after, key) ? Reflect.get(after, key) : undefined;
    if (given === member) continue;
    path.push(key);
    noteLost(member, given, inner, path, note);
    path.pop();
  }
}

function kindOf(value: unknown): string {
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'list';
  return typeof value === 'object' && !isPlainObject(value) ? 'other' : typeof value;
}

/** True for a text of schemas that refer to more than the definitions of the root. */
const leadsElsewhere = (text: string): boolean => /"\$ref":"(?!#\/(?:\$defs|definitions)\/)/.test(text);

function definitionsOf(structure: Json): Json {
  return isJsonObject(structure) ? [structure['$defs'] ?? null, structure['definitions'] ?? null] : null;
}

const values = new Set(['type', 'enum', 'const', '$ref', unsaidKeyword]);
const schemas = new Set(['items', 'additionalItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'prefixItems']);
const named = new Set(['properties', '$defs', 'definitions']);

/** What a schema says of the kinds of values alone: nothing of defaults, limits, closedness, or of what is required. */
function structureOf(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(structureOf);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (values.has(key)) return [[key, value]];
      if (named.has(key) && isJsonObject(value))
        return [[key, Object.fromEntries(Object.entries(value).map(([name, member]) => [name, structureOf(member)]))]];
      const isClosing = key === 'additionalProperties' && (value === false || saysNothing(value));
      return schemas.has(key) && !isClosing ? [[key, structureOf(value)]] : [];
    }),
  );
}
