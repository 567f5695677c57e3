import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import { canonicalJson } from '../canonical.ts';
import { contractual, silent } from './keywords.ts';
import type { SchemaDocument } from './schema-document.ts';

/**
 * What a schema says beside its structure, by the name of the field: limits, patterns, formats, defaults and all else that the author's own validation
 * makes of a value and that our shapes may leave to it. So that a contract moves with it.
 */
export class SchemaFacts {
  readonly #facts = new Set<string>();
  readonly #document: SchemaDocument;

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  /** Notes what a node says of the field `place`, its `allOf` and what it refers to included. */
  note(node: JsonObject, place: string, within: ReadonlySet<object> = new Set()): void {
    if (within.has(node)) return;
    for (const [key, value] of Object.entries(node)) if (contractual.has(key)) this.#facts.add(canonicalJson([place, key, value]));
    const { allOf, $ref: reference } = node;
    if (allOf === undefined && reference === undefined) return;
    const parts: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
    const target = reference === undefined ? null : this.#document.resolve(reference, node);
    const inner = new Set(within).add(node);
    for (const part of [target, ...parts]) if (isJsonObject(part)) this.note(part, place, inner);
  }

  /** The facts in the same order, however the schema was written. */
  sorted(): readonly string[] {
    return [...this.#facts].sort();
  }
}

/** A text by which the members of a union have the same order, however they were written; of equal ones nothing can be told apart. */
export function orderText(schema: Json, document: SchemaDocument): string {
  const reference = isJsonObject(schema) ? schema['$ref'] : undefined;
  const target = isJsonObject(schema) && reference !== undefined ? document.resolve(reference, schema) : schema;
  return canonicalJson(withoutWords(typeof target === 'string' ? schema : target));
}

/** Without descriptions, and without names that a library counted through. */
function withoutWords(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (typeof schema === 'string') return schema.replace(/^#\/(\$defs|definitions)\/_.*$/, '#');
  if (!isJsonObject(schema)) return schema;
  const said = Object.entries(schema).filter(
    ([key, value]) => isJsonObject(value) || !silent.has(key) || key === '$ref' || key === 'allOf',
  );
  return Object.fromEntries(said.map(([key, value]) => [key, withoutWords(value)]));
}
