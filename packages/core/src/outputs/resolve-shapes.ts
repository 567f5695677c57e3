import { isJsonObject, type Json } from '../ports/json.ts';
import type { FieldDefinition, ModelDefinition, ModelProblem } from './model-definition.ts';
import { pointerTo } from './model-definition.ts';
import { didYouMean } from './nearest-name.ts';
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
  ['dict', { kind: 'open_object' }],
  ['Dict', { kind: 'open_object' }],
  ['optional_dict', nullable({ kind: 'open_object' })],
]);
const optionalTypes = new Set(['optional_str', 'Optional[str]', 'optional_dict', 'optional_list']);
const composites = ['list', 'List', 'optional_list', 'literal', 'union'];
const nullNames = new Set(['null', 'none', 'None']);
const modelName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const listOf = /^list\[(.+)\]$/;

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
  readonly #aliases = new Map<string, Shape | 'open' | null>();

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
      if (fieldName.startsWith('_')) {
        this.#report(fieldPath, 'invalid_name', `A field name does not begin with \`_\`: \`${fieldName}\`.`);
        continue;
      }
      const shape = this.#field(fieldPath, field);
      if (shape === null) continue;
      const optional = field.default !== undefined || optionalTypes.has(field.type) || (field.type === 'union' && acceptsNull(shape));
      fields.push({ name: fieldName, shape, description: field.description, optional, default: field.default ?? null });
    }
    return { name, description: definition.description, fields };
  }

  /** The shape of a declared literal or union; null when it has a problem, which is reported once. */
  alias(name: string): Shape | null {
    const known = this.#aliases.get(name);
    const path = pointerTo('', name);
    if (known === 'open') {
      this.#report(path, 'alias_cycle', `\`${name}\` is defined by itself.`);
      return null;
    }
    if (known !== undefined) return known;
    const definition = this.#definitions.get(name);
    if (definition === undefined || definition.type === 'model') return null;
    this.#aliases.set(name, 'open');
    const shape =
      definition.type === 'literal'
        ? this.#literal(pointerTo(path, 'values'), definition.values)
        : this.#union(pointerTo(path, 'variants'), definition.variants);
    this.#aliases.set(name, shape);
    return shape;
  }

  /** Reports models that no finite value can fill: they need themselves. */
  endless(models: ReadonlyMap<string, ModelShape>): void {
    const finite = new Set<string>();
    const canEnd = (shape: Shape): boolean => {
      if (shape.kind === 'model') return finite.has(shape.name) || !models.has(shape.name);
      return shape.kind === 'union' ? shape.variants.some(canEnd) : true;
    };
    let before = -1;
    while (before !== finite.size) {
      before = finite.size;
      for (const model of models.values()) {
        if (model.fields.every((field) => field.optional || canEnd(field.shape))) finite.add(model.name);
      }
    }
    for (const model of models.values()) {
      const culprit = finite.has(model.name) ? undefined : model.fields.find((field) => !field.optional && !canEnd(field.shape));
      if (culprit === undefined) continue;
      const message = `No value can fill \`${model.name}\`: its required field \`${culprit.name}\` needs ${modelsIn(culprit.shape).join(', ')} without end.`;
      this.#report(pointerTo(pointerTo(pointerTo('', model.name), 'fields'), culprit.name), 'endless_model', message);
    }
  }

  #field(path: string, field: FieldDefinition): Shape | null {
    this.#unused(path, field);
    if (field.type === 'literal') {
      if (field.values !== null) return this.#literal(pointerTo(path, 'values'), field.values);
      return this.#missing(path, 'literal', 'values');
    }
    if (field.type === 'union') {
      if (field.variants !== null) return this.#union(pointerTo(path, 'variants'), field.variants);
      return this.#missing(path, 'union', 'variants');
    }
    if (field.type === 'list' || field.type === 'List' || field.type === 'optional_list') {
      if (field.items === null) return this.#missing(path, field.type, 'items');
      const items = this.#named(pointerTo(path, 'items'), field.items);
      if (items === null) return null;
      const list: Shape = { kind: 'list', items };
      return field.type === 'optional_list' ? nullable(list) : list;
    }
    return this.#named(pointerTo(path, 'type'), field.type);
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

  #named(path: string, name: string): Shape | null {
    const primitive = primitives.get(name);
    if (primitive !== undefined) return primitive;
    const element = listOf.exec(name)?.[1];
    if (element !== undefined) {
      const items = this.#named(path, element.trim());
      return items === null ? null : { kind: 'list', items };
    }
    const definition = this.#definitions.get(name);
    if (definition === undefined) return this.#unknown(path, name);
    return definition.type === 'model' ? { kind: 'model', name } : this.alias(name);
  }

  #unknown(path: string, name: string): null {
    const hint = composites.includes(name)
      ? `write \`list[…]\` with the type of its items, or declare \`${name}\` as a model of its own`
      : didYouMean(name, [...this.#definitions.keys(), ...vocabulary]);
    this.#report(path, 'unknown_type', `\`${name}\` is neither a type nor a declared model.`, hint);
    return null;
  }

  #union(path: string, variants: readonly string[]): Shape | null {
    if (variants.length === 0) this.#report(path, 'empty', 'A union needs at least one variant.');
    const shapes = variants.map((name, index) => (nullNames.has(name) ? nullShape : this.#named(pointerTo(path, index), name)));
    const resolved = shapes.filter((shape) => shape !== null);
    if (resolved.length < shapes.length || resolved.length === 0) return null;
    return { kind: 'union', variants: resolved.flatMap((shape) => (shape.kind === 'union' ? shape.variants : [shape])) };
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

  #report(path: string, code: string, message: string, hint?: string): void {
    this.problems.push({ path, code, message, ...(hint === undefined ? {} : { hint }) });
  }
}

const nullShape: Shape = { kind: 'null' };
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
