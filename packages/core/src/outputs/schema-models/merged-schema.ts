import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import { canonicalJson } from '../canonical.ts';
import { didYouMean } from '../nearest-name.ts';
import { assertions, limits, malformed, refused, silent, unchecked, unions } from './keywords.ts';
import type { SchemaDocument } from './schema-document.ts';
import { unsaidKeyword } from './schema-source.ts';

/** Notes a problem at a node of the schema. */
export type Report = (node: object, code: string, message: string) => null;

/**
 * Schemas with their references and `allOf` written out: `allOf` of objects is one object, `anyOf` beside other keywords is an `anyOf` of both together
 * (cases S2, S8). What the author's own validation checks again (`hasOwnCheck`) may be left out; all else that cannot be said is reported.
 */
export class SchemaMerger {
  readonly #document: SchemaDocument;
  readonly #hasOwnCheck: boolean;
  readonly #report: Report;
  /** What nodes say; `open` while it is worked out, so one that is met then is defined by itself. */
  readonly #known = new Map<object, JsonObject | 'open' | null>();

  constructor(document: SchemaDocument, hasOwnCheck: boolean, report: Report) {
    this.#document = document;
    this.#hasOwnCheck = hasOwnCheck;
    this.#report = report;
  }

  /** The schema that a node only stands for: a lone `$ref`, or an `allOf` of one. Undefined when it says something itself, null when it leads nowhere. */
  target(node: JsonObject): Json | undefined {
    if (Object.keys(node).some((key) => !silent.has(key))) return undefined;
    const { $ref: reference, allOf } = node;
    if (reference === undefined) return Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
    return allOf === undefined ? this.#resolve(reference, node) : undefined;
  }

  /** What a node says, in one schema; null when that is nothing that can be closed, which is then reported. The same node gives the same answer. */
  merged(node: JsonObject): JsonObject | null {
    const known = this.#known.get(node);
    if (known === 'open') return this.#report(node, 'endless', 'is defined by itself');
    if (known !== undefined) return known;
    this.#known.set(node, 'open');
    const parts = this.#isSayable(node) ? this.#parts(node) : [null];
    const merged = parts.reduce((sum, part) => sum && part && this.#both(sum, part, node), {});
    const result = merged && this.#distributed(merged, node);
    this.#known.set(node, result);
    return result;
  }

  #parts(node: JsonObject): readonly (JsonObject | null)[] {
    const own = Object.fromEntries(Object.entries(node).filter(([key]) => assertions.has(key)));
    const { $ref: reference, allOf = [] } = node;
    if (!Array.isArray(allOf)) return [null];
    const target = reference === undefined ? true : this.#resolve(reference, node);
    const nested = allOf.map((part: Json) => this.#part(part, node));
    return [own, target === null ? null : this.#part(target, node), ...nested];
  }

  #part(part: Json, node: JsonObject): JsonObject | null {
    if (isJsonObject(part)) return this.merged(part);
    return part === true ? {} : this.#report(node, 'invalid_schema', 'has a part that is no schema, or that nothing fits');
  }

  #resolve(reference: Json, node: JsonObject): JsonObject | boolean | null {
    const found = this.#document.resolve(reference, node);
    return typeof found === 'string' ? this.#report(node, 'unknown_reference', found) : found;
  }

  #isSayable(node: JsonObject): boolean {
    const unsaid = node[unsaidKeyword];
    if (unsaid !== undefined) this.#report(node, 'not_json', `cannot be said in JSON: ${String(unsaid)}`);
    const isWrong = (key: string): boolean => {
      const wanted = malformed(key, node[key] ?? null);
      if (wanted !== null) this.#report(node, 'invalid_schema', `has a \`${key}\` that is not ${wanted}`);
      else if (refused.has(key)) this.#report(node, 'not_closed', `says \`${key}\`, which cannot be closed; say what is allowed instead`);
      else if (this.#hasOwnCheck || assertions.has(key) || silent.has(key) || key.startsWith('x-')) return false;
      else if (key === 'uniqueItems' && node[key] === false) return false;
      else if (unchecked.has(key)) this.#report(node, 'not_checked', `says \`${key}\`, which is not checked here; leave it out`);
      else {
        const hint = didYouMean(key, assertions);
        this.#report(node, 'unknown_keyword', `says \`${key}\`, which is no keyword${hint === undefined ? '' : `; ${hint}`}`);
      }
      return true;
    };
    return Object.keys(node).filter(isWrong).length === 0 && unsaid === undefined;
  }

  #both(left: JsonObject, right: JsonObject, node: object): JsonObject | null {
    const merged: Record<string, Json> = { ...left, ...right };
    for (const key of Object.keys(left)) {
      if (key === 'properties' || !Object.hasOwn(right, key)) continue;
      const value = this.#agreed(key, left[key] ?? null, right[key] ?? null, node);
      if (value === undefined) return this.#report(node, 'contradiction', `has parts that say \`${key}\` in ways that do not go together`);
      merged[key] = value;
    }
    if (left['properties'] === undefined && right['properties'] === undefined) return merged;
    const properties = this.#properties(left, right, node);
    return properties === null ? null : { ...merged, properties };
  }

  /** Every property of both; one that a part leaves to its `additionalProperties` must be what those say as well. */
  #properties(left: JsonObject, right: JsonObject, node: object): JsonObject | null {
    const { properties: ofLeft = {} } = left;
    const { properties: ofRight = {} } = right;
    if (!isJsonObject(ofLeft) || !isJsonObject(ofRight)) return this.#report(node, 'invalid_schema', 'has `properties` that are no object');
    const holder = this.#document.adopt({}, node, 'properties');
    const names = [...new Set([...Object.keys(ofLeft), ...Object.keys(ofRight)])];
    const merged = names.map((name): [string, Json] => {
      const [own, other] = [ownMember(ofLeft, name), ownMember(ofRight, name)];
      const declared = first(own, other);
      const said = this.#together(first(own, left['additionalProperties']), first(other, right['additionalProperties']), holder, name);
      if (said !== false) return [name, said];
      const isForbidden = declared !== false && !this.#hasOwnCheck;
      if (isForbidden) this.#report(node, 'contradiction', `has \`${name}\` in one part, while another is closed without it`);
      return [name, declared];
    });
    return Object.fromEntries(merged);
  }

  #agreed(key: string, left: Json, right: Json, node: object): Json | undefined {
    if (canonicalJson(left) === canonicalJson(right)) return left;
    if (limits.includes(key) && typeof left === 'number' && typeof right === 'number')
      return /min/i.test(key) ? Math.max(left, right) : Math.min(left, right);
    switch (key) {
      case 'type':
        return commonTypes(listOf(left), listOf(right));
      case 'enum':
        return filled(listOf(left).filter((value) => listOf(right).some((other) => canonicalJson(other) === canonicalJson(value))));
      case 'required':
        return [...new Set([...listOf(left), ...listOf(right)])];
      case 'items':
      case 'additionalProperties':
        return this.#together(left, right, node, key);
      default:
        return this.#hasOwnCheck && !unions.includes(key) && key !== 'prefixItems' && key !== 'propertyNames' ? left : undefined;
    }
  }

  #together(left: Json, right: Json, node: object, member: string): Json {
    if (left === false || right === false) return false;
    if (saysNothing(left)) return right;
    return saysNothing(right) || left === right ? left : this.#document.adopt({ allOf: [left, right] }, node, member);
  }

  #distributed(merged: JsonObject, node: object): JsonObject {
    const key = merged['anyOf'] === undefined ? 'oneOf' : 'anyOf';
    const { [key]: variants, ...rest } = merged;
    if (!Array.isArray(variants) || Object.keys(rest).length === 0) return merged;
    const base = this.#document.adopt(rest, node, key);
    return { [key]: variants.map((variant: Json, index) => this.#document.adopt({ allOf: [base, variant] }, base, index)) };
  }
}

/** True for a schema that lets any value through. */
export function saysNothing(schema: Json): boolean {
  if (!isJsonObject(schema)) return schema === true;
  return Object.keys(schema).every((key) => silent.has(key) && key !== '$ref' && key !== 'allOf');
}

/** The types that a schema names; an object that is closed and does not say so is one all the same (case S10). */
export function typesOf({ type, properties, additionalProperties }: JsonObject): readonly string[] {
  if (type === undefined) return properties !== undefined && additionalProperties === false ? ['object'] : [];
  return [...new Set(listOf(type))].map(String);
}

/** True for names of keys that shapes say: any text, or `keys`, which are listed. */
export function isCheckable(propertyNames: Json | undefined, keys: Json | undefined): boolean {
  if (propertyNames === undefined) return true;
  if (keys !== undefined && !listOf(keys).every((key) => typeof key === 'string')) return false;
  if (!isJsonObject(propertyNames)) return propertyNames === true;
  const { type, enum: listed, const: only, ...others } = propertyNames;
  const isListed = keys !== undefined && (listed === undefined || only === undefined);
  return (type === undefined || type === 'string') && saysNothing(others) && (isListed || (listed === undefined && only === undefined));
}

const ownMember = (object: JsonObject, name: string): Json | undefined => (Object.hasOwn(object, name) ? object[name] : undefined);
/** The first that says something, if only null, which is no schema; else any value. */
const first = (left: Json | undefined, right: Json | undefined): Json => (left !== undefined ? left : right !== undefined ? right : true);
/** A list, or the one value as a list. */
export const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value]);
const filled = (list: readonly Json[]): readonly Json[] | undefined => (list.length === 0 ? undefined : list);

function commonTypes(left: readonly Json[], right: readonly Json[]): readonly Json[] | undefined {
  const narrowed = left.flatMap((type) => {
    if (right.includes(type)) return [type];
    if (type === 'integer' && right.includes('number')) return [type];
    return type === 'number' && right.includes('integer') ? ['integer'] : [];
  });
  return filled([...new Set(narrowed)]);
}
