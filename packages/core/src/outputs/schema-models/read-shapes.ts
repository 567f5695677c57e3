import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import { endlessModels } from '../shapes/endless.ts';
import { type ModelProblem, pointerTo } from '../shapes/model-definition.ts';
import { acceptsNull, type FieldShape, type ModelShape, type Shape } from '../shapes/shapes.ts';
import { shownShape } from '../shapes/shown-shape.ts';
import { isCheckable, listOf, type Report, SchemaMerger, saysNothing, typesOf } from './merged-schema.ts';
import { type ReadingOptions, readLimits, readLiteral, readNumber, readText } from './read-scalars.ts';
import type { SchemaDocument } from './schema-document.ts';
import { orderText, SchemaFacts } from './schema-facts.ts';
import { type Laxity, UnionMembers } from './union-members.ts';

/** A model has at most this many shapes, written out; more is refused, before anything is compiled of it. */
const maxShapes = 10_000;
const maxNesting = 200;
const anything =
  'allows any value; declare what it holds, or an open object (a record, `additionalProperties: true`) for keys that nobody knows';

/** The models of a schema, the root first, with the place of each in the schema and what the schema says beside them; or all that keeps it from being closed. */
export type ReadSchema =
  | {
      readonly kind: 'read';
      readonly models: ReadonlyMap<string, ModelShape>;
      readonly places: ReadonlyMap<string, string>;
      readonly facts: readonly string[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly ModelProblem[] };

/**
 * Reads a JSON Schema into closed shapes. Every object with declared properties is closed, whatever it says of others; only one that declares no property
 * and says `additionalProperties` is open. What cannot be closed is refused with its place, all of it at once (cases S2, S4, S8, S10, S11).
 */
export function readShapes(name: string, document: SchemaDocument, options: ReadingOptions): ReadSchema {
  const reader = new ShapeReader(document, options);
  const models = reader.read(name);
  return reader.problems.size > 0
    ? { kind: 'refused', problems: [...reader.problems.values()] }
    : { kind: 'read', models, places: reader.places, facts: reader.facts.sorted() };
}

interface Union {
  readonly node: object;
  readonly variants: readonly Shape[];
  readonly isOneOf: boolean;
}

class ShapeReader {
  readonly problems = new Map<string, ModelProblem>();
  /** The place of every named model in the schema. */
  readonly places = new Map<string, string>();
  readonly facts: SchemaFacts;
  readonly #document: SchemaDocument;
  readonly #options: ReadingOptions;
  readonly #merger: SchemaMerger;
  readonly #names = new Map<object, string>();
  readonly #queue: { readonly name: string; readonly node: JsonObject; readonly merged: JsonObject }[] = [];
  readonly #unions: Union[] = [];
  readonly #lax = new Map<string, Laxity>();
  /** Nodes that are being read: one that is met again contains itself with no object between. */
  readonly #open = new Set<object>();
  #shapes = 0;
  readonly #report: Report = (node, code, message) => this.#refuse(node, code, message);

  constructor(document: SchemaDocument, options: ReadingOptions) {
    this.#document = document;
    this.facts = new SchemaFacts(document);
    this.#options = options;
    this.#merger = new SchemaMerger(document, options.hasOwnCheck, this.#report);
  }

  /** Models wait in a queue for their fields, so one that contains itself is only a name by then. */
  read(name: string): ReadonlyMap<string, ModelShape> {
    const { root } = this.#document;
    const shape = this.#shape(root, '', name);
    if (shape !== null && shape.kind !== 'model') this.#refuse(root, 'no_object', 'must be an object with declared properties at its root');
    const models = new Map<string, ModelShape>();
    for (const { name: model, node, merged } of this.#queue) {
      const { description } = node;
      models.set(model, {
        name: model,
        description: typeof description === 'string' ? description : null,
        fields: this.#fields(model, node, merged),
      });
    }
    const members = new UnionMembers(models, this.#lax);
    for (const union of this.#unions) this.#checkUnion(union, members);
    for (const [model, field] of endlessModels(models)) {
      const path = pointerTo(pointerTo(this.places.get(model.name) ?? '', 'properties'), field.name);
      this.#refuseAt(path, 'endless_model', `is needed by every \`${model.name}\` and leads to another one, so no value can fill it`);
    }
    return models;
  }

  #shape(value: Json | undefined, path: string, place: string): Shape | null {
    if (!isJsonObject(value)) return this.#refuseAt(path, 'not_closed', value === true ? anything : 'is no schema that a value can fit');
    if (this.#open.has(value))
      return this.#refuse(value, 'endless', 'contains itself, as only an object with declared properties can; put one between');
    this.#shapes += 1;
    if (this.#shapes > maxShapes || this.#open.size > maxNesting) return this.#refuseAt('', 'too_large', 'is too large to be written out');
    if (this.#isAny(value, new Set())) return this.#refuse(value, 'not_closed', anything);
    this.facts.note(value, place);
    this.#open.add(value);
    const shape = this.#shapeOf(value, path, place);
    this.#open.delete(value);
    return shape;
  }

  #shapeOf(node: JsonObject, path: string, place: string): Shape | null {
    const target = this.#merger.target(node);
    if (target !== undefined) return target === null ? null : this.#shape(target, path, place);
    const merged = this.#merger.merged(node);
    return merged === null ? null : this.#read(node, merged, place);
  }

  #read(node: JsonObject, merged: JsonObject, place: string): Shape | null {
    const variants = merged['anyOf'] ?? merged['oneOf'];
    if (variants !== undefined) return this.#union(node, merged, variants, place);
    if (merged['enum'] !== undefined || merged['const'] !== undefined) return readLiteral(node, merged, this.#options, this.#report);
    const types = typesOf(merged);
    if (types.length === 0) return this.#refuse(node, 'not_closed', 'says no `type`');
    return unionOf(types.map((type) => this.#typed(type, node, merged, place)));
  }

  /** Members in the order of the schema, read in one that does not hang on it: so nested models have the same names, however it was written. */
  #union(node: JsonObject, merged: JsonObject, variants: Json, place: string): Shape | null {
    if (!Array.isArray(variants) || variants.length === 0) return this.#refuse(node, 'invalid_schema', 'has a union without members');
    const key = merged['anyOf'] === undefined ? 'oneOf' : 'anyOf';
    const path = pointerTo(this.#document.pathOf(node), key);
    const members = variants.map((variant: Json, index) => ({ variant, index, order: orderText(variant, this.#document) }));
    members.sort((left, right) => (left.order < right.order ? -1 : left.order > right.order ? 1 : 0));
    const read = members.map(({ variant, index }): [number, Shape | null] => [index, this.#shape(variant, pointerTo(path, index), place)]);
    const shapes = new Map(read);
    const union = unionOf(variants.map((_: Json, index) => shapes.get(index) ?? null));
    if (union?.kind === 'union') this.#unions.push({ node, variants: union.variants, isOneOf: key === 'oneOf' });
    return union;
  }

  #typed(type: string, node: JsonObject, merged: JsonObject, place: string): Shape | null {
    switch (type) {
      case 'boolean':
      case 'null':
        return { kind: type };
      case 'string':
        return readText(node, merged, this.#options, this.#report);
      case 'integer':
      case 'number':
        return readNumber(type, node, merged, this.#options, this.#report);
      case 'array':
        return this.#list(node, merged, place);
      case 'object':
        return this.#object(node, merged, place);
      default:
        return this.#refuse(node, 'invalid_schema', `has the type \`${type}\`, which JSON Schema does not know`);
    }
  }

  #list(node: JsonObject, merged: JsonObject, place: string): Shape | null {
    const path = this.#document.pathOf(node);
    const { items, prefixItems, additionalItems, minItems, maxItems } = merged;
    const fixed = prefixItems ?? (Array.isArray(items) ? items : undefined);
    if (fixed === undefined) {
      if (items === undefined) return this.#refuse(node, 'not_closed', 'says nothing of its `items`');
      const item = this.#shape(items, pointerTo(path, 'items'), place);
      return item && { kind: 'list', items: item, ...readLimits(node, merged, ['minItems'], ['maxItems'], this.#options, this.#report) };
    }
    if (!Array.isArray(fixed)) return this.#refuse(node, 'invalid_schema', 'has `prefixItems` that are no list');
    readLimits(node, merged, ['minItems'], ['maxItems'], this.#options, this.#report);
    const isExact = minItems === fixed.length && ((prefixItems ? items : additionalItems) === false || maxItems === fixed.length);
    if (!isExact)
      return this.#refuse(
        node,
        'not_closed',
        `leaves its length open; say \`minItems: ${fixed.length}\` and \`maxItems: ${fixed.length}\``,
      );
    const key = prefixItems === undefined ? 'items' : 'prefixItems';
    const shapes = fixed.map((item: Json, index) => this.#shape(item, pointerTo(pointerTo(path, key), index), place));
    return shapes.includes(null) ? null : { kind: 'tuple', items: shapes.filter((shape) => shape !== null) };
  }

  #object(node: JsonObject, merged: JsonObject, place: string): Shape | null {
    const { properties, additionalProperties: values, propertyNames, required } = merged;
    const names = isJsonObject(propertyNames) ? propertyNames : {};
    const keys = properties === undefined ? (names['enum'] ?? names['const']) : undefined;
    if (!this.#options.hasOwnCheck && !isCheckable(propertyNames, keys))
      return this.#refuse(
        node,
        'not_checked',
        'says which names its keys have in a way that is not checked here; declare them as `properties`',
      );
    if (keys !== undefined) {
      const named = listOf(keys).map((key): [string, Json] => [String(key), values ?? true]);
      return this.#model(node, { ...merged, properties: Object.fromEntries(named) }, place);
    }
    if (properties !== undefined || values === false) return this.#model(node, merged, place);
    if (values === undefined) return this.#refuse(node, 'not_closed', 'declares neither `properties` nor `additionalProperties`');
    if (required !== undefined && !this.#options.hasOwnCheck)
      return this.#refuse(node, 'not_checked', 'says which keys it has and stays open; declare them as `properties`');
    if (this.#isAny(values, new Set())) return { kind: 'open_object', values: null };
    const shape = this.#shape(values, pointerTo(this.#document.pathOf(node), 'additionalProperties'), place);
    return shape && { kind: 'open_object', values: shape };
  }

  #model(node: JsonObject, merged: JsonObject, place: string): Shape {
    const known = this.#names.get(node);
    if (known !== undefined) return { kind: 'model', name: known };
    const path = this.#document.pathOf(node);
    // The root has the name that it was given, also when it is a definition.
    const defined = this.places.size === 0 ? undefined : /\/(?:\$defs|definitions)\/([A-Za-z][\w-]*)$/.exec(path)?.[1];
    const name = uniqueName(defined ?? place, this.places);
    this.#names.set(node, name);
    this.places.set(name, path);
    const { additionalProperties } = merged;
    if (additionalProperties !== false) this.#lax.set(name, additionalProperties === undefined ? 'drops' : 'keeps');
    this.#queue.push({ name, node, merged });
    return { kind: 'model', name };
  }

  /** Fields in the order of the schema, read in the order of their names, so that the names of nested models do not hang on how it was written. */
  #fields(model: string, node: JsonObject, merged: JsonObject): readonly FieldShape[] {
    const { properties = {}, required = [] } = merged;
    if (!isJsonObject(properties) || !Array.isArray(required)) return [];
    const names = Object.keys(properties);
    for (const name of required.filter((each: Json) => !names.some((known) => known === each)))
      this.#refuse(node, 'not_closed', `requires \`${String(name)}\` and does not declare it`);
    if (names.includes('__proto__')) this.#refuse(node, 'invalid_name', 'declares `__proto__`, which no field can be named');
    const path = pointerTo(this.#document.pathOf(node), 'properties');
    const read = names.sort().map((name): [string, Shape | null] => {
      return [name, this.#shape(properties[name], pointerTo(path, name), `${model}_${name}`)];
    });
    const shapes = new Map(read);
    return Object.entries(properties).flatMap(([name, property]) => {
      const shape = shapes.get(name);
      return shape ? [this.#field(name, shape, isJsonObject(property) ? property : {}, required.includes(name))] : [];
    });
  }

  #field(name: string, shape: Shape, { description, default: value }: JsonObject, isRequired: boolean): FieldShape {
    const field = { name, shape, description: typeof description === 'string' ? description : null, optional: !isRequired };
    if (isRequired) return { ...field, default: null };
    const isFilled = !this.#options.hasOwnCheck && value !== undefined && (value !== null || acceptsNull(shape));
    return isFilled ? { ...field, default: value } : { ...field, default: value ?? null, omitted: true };
  }

  /** True for a schema of any JSON value, also when it says so at length: text, a number, a truth value, null, a list or an object of itself. */
  #isAny(schema: Json, seen: Set<object>, references = 0): boolean {
    if (saysNothing(schema)) return true;
    if (!isJsonObject(schema) || references > maxNesting) return false;
    const target = this.#merger.target(schema);
    if (target !== undefined) return target !== null && this.#isAny(target, seen, references + 1);
    const variants = schema['anyOf'];
    if (!Array.isArray(variants) || Object.keys(schema).length > 1) return false;
    if (seen.has(schema)) return true;
    seen.add(schema);
    const kinds = variants.map((variant: Json): unknown => {
      if (!isJsonObject(variant)) return null;
      const { type, items, additionalProperties, propertyNames: _text, ...others } = variant;
      const members = type === 'array' ? items : type === 'object' ? additionalProperties : true;
      return Object.keys(others).length === 0 && members !== undefined && this.#isAny(members, seen) ? type : null;
    });
    return !kinds.includes(null) && ['string', 'number', 'boolean', 'null', 'array', 'object'].every((kind) => kinds.includes(kind));
  }

  #checkUnion({ node, variants, isOneOf }: Union, members: UnionMembers): void {
    if (!this.#options.hasOwnCheck) {
      if (isOneOf && !members.excludeEachOther(variants))
        this.#refuse(node, 'not_exclusive', 'lets a value fit two members of `oneOf`; write `anyOf`');
      return;
    }
    const lax = members.laxMember(variants);
    if (lax === null) return;
    const end =
      lax.keys === 'drops'
        ? 'a later one declares and drops keys of it; make it strict, or put it last'
        : 'another one declares and checks nothing of it; make it strict';
    this.#refuse(node, 'cut_short', `has a member (${shownShape(lax.member)}) that takes what ${end}`);
  }

  #refuse(node: object, code: string, message: string): null {
    return this.#refuseAt(this.#document.pathOf(node), code, message);
  }

  #refuseAt(path: string, code: string, message: string): null {
    this.problems.set(`${path} ${message}`, { path, code, message: `It ${message}${message.endsWith('?') ? '' : '.'}` });
    return null;
  }
}

/** The union of shapes, or null when one of them is none: a member is never left out (case S8). */
function unionOf(shapes: readonly (Shape | null)[]): Shape | null {
  const variants = shapes.filter((shape) => shape !== null);
  if (variants.length < shapes.length) return null;
  const [only, ...others] = variants;
  return only !== undefined && others.length === 0 ? only : { kind: 'union', variants };
}

/** A name for a model: letters, digits, `_` and `-`, at most 64, and no other model's. */
function uniqueName(wanted: string, taken: ReadonlyMap<string, string>): string {
  const base = wanted.replace(/[^\w-]/g, '_').slice(0, 60);
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  return name;
}
