import { isJsonObject, type Json } from '../../ports/json.ts';
import { didYouMean } from '../nearest-name.ts';
import { constrained } from './constraints.ts';
import { endlessModels } from './endless.ts';
import { foreignTypeHint } from './foreign-types.ts';
import { type FieldDefinition, type ModelDefinition, type ModelProblem, pointerTo } from './model-definition.ts';
import { acceptsNull, type FieldShape, type LiteralValue, type ModelShape, modelsIn, nullable, type Shape } from './shapes.ts';

const primitives: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['str', { kind: 'string' }],
  ['string', { kind: 'string' }],
  ['int', { kind: 'integer' }],
  ['integer', { kind: 'integer' }],
  ['float', { kind: 'number' }],
  ['bool', { kind: 'boolean' }],
  ['optional_str', nullable({ kind: 'string' })],
  ['Optional[str]', nullable({ kind: 'string' })],
  ['dict', { kind: 'open_object', values: null }],
  ['Dict', { kind: 'open_object', values: null }],
  ['optional_dict', nullable({ kind: 'open_object', values: null })],
]);
/** What an optional type is when it is not null. */
const optionalTypes: ReadonlyMap<string, string> = new Map([
  ['optional_str', 'str'],
  ['Optional[str]', 'str'],
  ['optional_dict', 'dict'],
  ['optional_list', 'list'],
]);
const composites = ['list', 'List', 'optional_list', 'literal', 'union'];
const nullNames = new Set(['null', 'none', 'None']);
/** Control characters, marks that turn the direction of text, line separators, and spaces without width. */
const unseen = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff]/u;
const modelName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const listOf = /^list\s*\[(.+)\]$/s;
/** Levels and parts that one type may have when everything but models is written out: a value has no more levels either. */
const maxLevels = 64;
const maxParts = 1000;
/** Problems that are told with the nearest name: looking for it takes as long as there are names. */
const maxHints = 100;

/** The names that a `type:` may use beside the declared ones. */
const vocabulary = [...primitives.keys(), 'list', 'optional_list', 'literal', 'union'];

/** Resolves every type name of the definitions (workflow-documents 2.1, 2.2). Reports all problems and leaves out what cannot be resolved. */
export function resolveShapes(definitions: ReadonlyMap<string, ModelDefinition>): {
  readonly models: ReadonlyMap<string, ModelShape>;
  readonly problems: readonly ModelProblem[];
} {
  const resolver = new Resolver(definitions);
  const models = new Map<string, ModelShape>();
  for (const [name, definition] of definitions) {
    resolver.name(name);
    if (definition.type === 'model') models.set(name, resolver.model(name, definition));
    else resolver.alias(name);
  }
  resolver.endless(models);
  return { models, problems: resolver.problems };
}

class Resolver {
  readonly problems: ModelProblem[] = [];
  readonly #definitions: ReadonlyMap<string, ModelDefinition>;
  readonly #aliases = new Map<string, Shape | null>();

  constructor(definitions: ReadonlyMap<string, ModelDefinition>) {
    this.#definitions = definitions;
  }

  name(name: string): void {
    const path = pointerTo('', name);
    if (primitives.has(name) || composites.includes(name) || nullNames.has(name)) {
      this.#report(path, 'invalid_name', `\`${name}\` is the name of a built-in type.`);
    } else if (!modelName.test(name)) {
      this.#report(
        path,
        'invalid_name',
        `\`${name}\` cannot name a model: a letter first, then letters, digits, \`_\` and \`-\`, at most 64.`,
      );
    }
  }

  model(name: string, definition: ModelDefinition & { readonly type: 'model' }): ModelShape {
    const fields: FieldShape[] = [];
    const path = pointerTo(pointerTo('', name), 'fields');
    if (definition.fields.size === 0) this.#report(path, 'empty', `Model \`${name}\` needs at least one field.`);
    for (const [fieldName, field] of definition.fields) {
      const fieldPath = pointerTo(path, fieldName);
      if (fieldName === '' || fieldName.startsWith('_') || !fieldName.isWellFormed()) {
        this.#report(fieldPath, 'invalid_name', `A field has a name, and it does not begin with \`_\`: \`${fieldName.toWellFormed()}\`.`);
        continue;
      }
      if (fieldName.trim() !== fieldName || unseen.test(fieldName)) {
        this.#report(
          fieldPath,
          'invalid_name',
          `The name of a field has no spaces around it and no characters that cannot be seen: ${JSON.stringify(fieldName)}.`,
        );
        continue;
      }
      const shape = this.#bounded(fieldPath, this.#field(fieldPath, field));
      if (shape === null) continue;
      const optional = field.default !== undefined || optionalTypes.has(field.type) || (field.type === 'union' && acceptsNull(shape));
      const description = field.description ?? this.#aliasDescription(field.type);
      fields.push({ name: fieldName, shape, description, optional, default: field.default ?? null });
    }
    return { name, description: definition.description, fields };
  }

  /**
   * The shape of a declared literal or union; null when it has a problem, which is reported once. Those that it mentions are resolved first, one after the
   * other: a long chain of them needs no deep stack.
   */
  alias(name: string): Shape | null {
    const path = this.#aliases.has(name) ? [] : [name];
    for (let current = path.at(-1); current !== undefined; current = path.at(-1)) {
      const definition = this.#definitions.get(current);
      const open = definition?.type === 'union' ? definition.variants.map(innermost).filter((other) => this.#isOpen(other)) : [];
      const next = open.find((other) => !path.includes(other));
      if (next !== undefined) {
        path.push(next);
        continue;
      }
      path.pop();
      const repeated = open[0];
      if (repeated !== undefined) this.#report(pointerTo('', repeated), 'alias_cycle', `\`${repeated}\` is defined by itself.`);
      this.#aliases.set(current, repeated === undefined ? this.#alias(current, definition) : null);
    }
    return this.#aliases.get(name) ?? null;
  }

  /** Reports models that no finite value can fill. */
  endless(models: ReadonlyMap<string, ModelShape>): void {
    for (const [{ name }, culprit] of endlessModels(models)) {
      const message = `No value can fill \`${name}\`: its required field \`${culprit.name}\` needs ${modelsIn(culprit.shape).join(', ')} without end.`;
      this.#report(pointerTo(pointerTo(pointerTo('', name), 'fields'), culprit.name), 'endless_model', message);
    }
  }

  #isOpen(name: string): boolean {
    const type = this.#definitions.get(name)?.type;
    return (type === 'literal' || type === 'union') && !this.#aliases.has(name);
  }

  /** A literal or union has no place of its own in a schema: what it says of itself is told with the field. */
  #aliasDescription(type: string): string | null {
    const definition = this.#definitions.get(type);
    return definition === undefined || definition.type === 'model' ? null : definition.description;
  }

  #alias(name: string, definition: ModelDefinition | undefined): Shape | null {
    const path = pointerTo('', name);
    if (definition?.type === 'literal') return this.#literal(pointerTo(path, 'values'), definition.values);
    if (definition?.type === 'union') return this.#bounded(path, this.#union(pointerTo(path, 'variants'), definition.variants));
    return null;
  }

  #field(path: string, field: FieldDefinition): Shape | null {
    this.#unused(path, field);
    const whenPresent = optionalTypes.get(field.type);
    const shape = this.#written(path, field, whenPresent ?? field.type);
    if (shape === null) return null;
    const narrowed = constrained(shape, field, path, (problem) => this.problems.push(problem));
    return whenPresent === undefined ? narrowed : nullable(narrowed);
  }

  #written(path: string, field: FieldDefinition, type: string): Shape | null {
    switch (type) {
      case 'literal':
        return field.values === null ? this.#missing(path, type, 'values') : this.#literal(pointerTo(path, 'values'), field.values);
      case 'union':
        return field.variants === null ? this.#missing(path, type, 'variants') : this.#union(pointerTo(path, 'variants'), field.variants);
      case 'list':
      case 'List': {
        if (field.items === null) return this.#missing(path, field.type, 'items');
        const items = this.#named(pointerTo(path, 'items'), field.items);
        return items === null ? null : { kind: 'list', items };
      }
      default:
        return this.#named(pointerTo(path, 'type'), type);
    }
  }

  #unused(path: string, field: FieldDefinition): void {
    const owners = { items: ['list', 'List', 'optional_list'], values: ['literal'], variants: ['union'] } as const;
    for (const key of ['items', 'values', 'variants'] as const) {
      if (field[key] === null || owners[key].some((owner) => owner === field.type)) continue;
      const message = `\`${key}\` says nothing about type \`${field.type}\`; it goes with ${owners[key].map((owner) => `\`${owner}\``).join(', ')}.`;
      this.#report(pointerTo(path, key), 'field_not_allowed', message);
    }
  }

  #missing(path: string, type: string, key: string): null {
    this.#report(path, 'field_missing', `Type \`${type}\` needs \`${key}\`.`);
    return null;
  }

  #named(path: string, written: string): Shape | null {
    const { name, levels } = unwrapped(written);
    if (levels > maxLevels) return this.#tooLarge(path);
    let shape = this.#base(path, name);
    for (let level = 0; level < levels; level += 1) shape = shape && { kind: 'list', items: shape };
    return shape;
  }

  #base(path: string, name: string): Shape | null {
    const primitive = primitives.get(name);
    if (primitive !== undefined) return primitive;
    const definition = this.#definitions.get(name);
    if (definition === undefined) return this.#unknown(path, name);
    return definition.type === 'model' ? { kind: 'model', name } : this.alias(name);
  }

  #unknown(path: string, name: string): null {
    const nearest = () => (this.problems.length < maxHints ? didYouMean(name, [...this.#definitions.keys(), ...vocabulary]) : undefined);
    const needsItems = `write \`list[…]\` with the type of its items, or declare \`${name}\` as a model of its own`;
    const hint = foreignTypeHint(name) ?? (composites.includes(name) ? needsItems : nearest());
    this.#report(path, 'unknown_type', `\`${name}\` is neither a type nor a declared model.`, hint);
    return null;
  }

  /** The union of some types, flat; a variant that stands twice stands once in it. */
  #union(path: string, variants: readonly string[]): Shape | null {
    if (variants.length === 0) this.#report(path, 'empty', 'A union needs at least one variant.');
    const shapes = variants.map((name, index) => (nullNames.has(name) ? nullShape : this.#named(pointerTo(path, index), name)));
    const resolved = shapes.filter((shape) => shape !== null);
    if (resolved.length < shapes.length || resolved.length === 0) return null;
    const flat = resolved.flatMap((shape) => (shape.kind === 'union' ? shape.variants : [shape]));
    return { kind: 'union', variants: [...new Map(flat.map((shape) => [JSON.stringify(shape), shape])).values()] };
  }

  #literal(path: string, values: readonly Json[]): Shape | null {
    if (values.length === 0) this.#report(path, 'empty', 'A literal needs at least one value.');
    const seen = new Set<LiteralValue>();
    values.forEach((value, index) => {
      if (isJsonObject(value) || isList(value))
        this.#report(pointerTo(path, index), 'wrong_type', 'A literal value is text, a number, true, false or null.');
      else if (seen.has(value)) this.#report(pointerTo(path, index), 'duplicate', `The value ${JSON.stringify(value)} stands twice.`);
      else seen.add(value);
    });
    return seen.size === 0 ? null : { kind: 'literal', values: [...seen] };
  }

  /** A type that is not too large: types that mention each other could multiply without end. */
  #bounded(path: string, shape: Shape | null): Shape | null {
    if (shape === null) return null;
    const { levels, parts } = sizeOf(shape);
    return levels <= maxLevels && parts <= maxParts ? shape : this.#tooLarge(path);
  }

  #tooLarge(path: string): null {
    this.#report(path, 'too_large', `The type has more than ${maxLevels} levels or ${maxParts} parts when it is written out.`);
    return null;
  }

  #report(path: string, code: string, message: string, hint?: string): void {
    this.problems.push({ path, code, message, ...(hint === undefined ? {} : { hint }) });
  }
}

const nullShape: Shape = { kind: 'null' };
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The type inside of `list[…]`, and how often it is wrapped in one; no more often than is of interest. */
function unwrapped(written: string): { readonly name: string; readonly levels: number } {
  let name = written.trim();
  let levels = 0;
  for (let inner = listOf.exec(name)?.[1]; inner !== undefined && levels <= maxLevels; inner = listOf.exec(name)?.[1]) {
    name = inner.trim();
    levels += 1;
  }
  return { name, levels };
}

const innermost = (written: string): string => unwrapped(written).name;

function sizeOf(shape: Shape): { readonly levels: number; readonly parts: number } {
  const inner = shape.kind === 'union' ? shape.variants : shape.kind === 'list' ? [shape.items] : [];
  const sizes = inner.map(sizeOf);
  const levels = Math.max(0, ...sizes.map((size) => size.levels)) + (shape.kind === 'list' ? 1 : 0);
  return { levels, parts: 1 + sizes.reduce((sum, size) => sum + size.parts, 0) };
}
