import type { Json, JsonObject } from '../ports/json.ts';
import type { OutputModel } from './output-model.ts';
import { type FieldShape, type LiteralValue, type ModelShape, modelsIn, nullable, type Shape } from './shapes.ts';

/** More properties than this and nested models are referred to instead of written out: a provider takes no more either. */
const maxInlinedProperties = 5000;

/**
 * What is sent to a provider for a model (workflow-documents 2.4): every field required, optional ones nullable, no additional properties. Nested
 * models are written out where they are used; those that contain themselves stand once in `$defs`. An open object makes a schema that no provider
 * can promise: `strict` is false and `reason` names the first one, like `Envelope.rows[].meta`.
 */
export function providerSchema(
  root: ModelShape,
  models: ReadonlyMap<string, ModelShape>,
  recursive: ReadonlySet<string>,
): OutputModel['provider'] {
  const isInlined = (name: string) => !recursive.has(name);
  const inlines = propertyCount(root, models, recursive) <= maxInlinedProperties;
  const writer = new SchemaWriter(root, models, inlines ? isInlined : () => false);
  const open = openPlace(root, models);
  const reason = open === null ? null : `${open} is an open object, which a strict schema cannot have.`;
  return { schema: writer.document(), strict: open === null, reason };
}

class SchemaWriter {
  readonly #root: ModelShape;
  readonly #models: ReadonlyMap<string, ModelShape>;
  readonly #isInlined: (name: string) => boolean;
  readonly #definitions = new Map<string, JsonObject | null>();

  constructor(root: ModelShape, models: ReadonlyMap<string, ModelShape>, isInlined: (name: string) => boolean) {
    this.#root = root;
    this.#models = models;
    this.#isInlined = isInlined;
  }

  document(): JsonObject {
    const body = this.#object(this.#root);
    if (this.#definitions.size === 0) return body;
    return { ...body, $defs: Object.fromEntries([...this.#definitions].map(([name, schema]) => [name, schema ?? {}])) };
  }

  #object(model: ModelShape): JsonObject {
    return {
      type: 'object',
      ...described(model.description),
      properties: Object.fromEntries(model.fields.map((field) => [field.name, this.#field(field)])),
      required: model.fields.map((field) => field.name),
      additionalProperties: false,
    };
  }

  #field(field: FieldShape): JsonObject {
    const shape = field.optional ? nullable(field.shape) : field.shape;
    // A reference takes no other keyword beside it, so a field that is directly a model keeps the model's own description.
    return shape.kind === 'model' ? this.#shape(shape) : { ...described(field.description), ...this.#shape(shape) };
  }

  #shape(shape: Shape): JsonObject {
    switch (shape.kind) {
      case 'open_object':
        return { type: 'object', additionalProperties: true };
      case 'list':
        return { type: 'array', items: this.#shape(shape.items) };
      case 'literal':
        return { type: literalTypes(shape.values), enum: shape.values };
      case 'union': {
        const [only, ...others] = shape.variants;
        return only !== undefined && others.length === 0
          ? this.#shape(only)
          : { anyOf: shape.variants.map((variant) => this.#shape(variant)) };
      }
      case 'model':
        return this.#model(shape.name);
      default:
        return { type: shape.kind };
    }
  }

  #model(name: string): JsonObject {
    const model = this.#models.get(name);
    if (model === undefined) return {};
    if (this.#isInlined(name)) return this.#object(model);
    if (name === this.#root.name) return { $ref: '#' };
    if (!this.#definitions.has(name)) {
      this.#definitions.set(name, null); // taken before its fields, which may refer to it
      this.#definitions.set(name, this.#object(model));
    }
    return { $ref: `#/$defs/${name}` };
  }
}

const described = (description: string | null): JsonObject => (description === null ? {} : { description });

function literalTypes(values: readonly LiteralValue[]): Json {
  const types = new Set(
    values.map((value) => (value === null ? 'null' : typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value)),
  );
  const [only, ...others] = types;
  return only !== undefined && others.length === 0 ? only : [...types];
}

/** Names of the models that contain themselves, directly or through others. */
export function recursiveModels(models: ReadonlyMap<string, ModelShape>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of models.keys()) {
    const reached = new Set<string>();
    const open = [name];
    for (let current = open.pop(); current !== undefined; current = open.pop()) {
      for (const next of mentionedBy(current, models)) {
        if (reached.has(next)) continue;
        reached.add(next);
        open.push(next);
      }
    }
    if (reached.has(name)) found.add(name);
  }
  return found;
}

const mentionedBy = (name: string, models: ReadonlyMap<string, ModelShape>): readonly string[] =>
  models.get(name)?.fields.flatMap((field) => modelsIn(field.shape)) ?? [];

/** Properties of a schema with everything written out, recursive models aside. */
function propertyCount(root: ModelShape, models: ReadonlyMap<string, ModelShape>, recursive: ReadonlySet<string>): number {
  const counts = new Map<string, number>();
  const count = (name: string): number => {
    const known = counts.get(name);
    if (known !== undefined) return known;
    const nested = mentionedBy(name, models).filter((other) => !recursive.has(other));
    const sum = (models.get(name)?.fields.length ?? 0) + nested.reduce((total, other) => total + count(other), 0);
    counts.set(name, sum);
    return sum;
  };
  return [root.name, ...recursive].reduce((total, name) => total + count(name), 0);
}

/** The first open object of a model, as a path, or null. */
function openPlace(root: ModelShape, models: ReadonlyMap<string, ModelShape>): string | null {
  const seen = new Set<string>();
  const inShape = (shape: Shape, path: string): string | null => {
    switch (shape.kind) {
      case 'open_object':
        return path;
      case 'list':
        return inShape(shape.items, `${path}[]`);
      case 'union':
        return shape.variants.reduce<string | null>((found, variant) => found ?? inShape(variant, path), null);
      case 'model':
        return inModel(models.get(shape.name), path);
      default:
        return null;
    }
  };
  const inModel = (model: ModelShape | undefined, path: string): string | null => {
    if (model === undefined || seen.has(model.name)) return null;
    seen.add(model.name);
    return model.fields.reduce<string | null>((found, field) => found ?? inShape(field.shape, `${path}.${field.name}`), null);
  };
  return inModel(root, root.name);
}

/**
 * The canonical form that a digest is taken of (workflow-documents 2.5): every model that the root reaches, with fields and literal values sorted. It
 * holds what decides acceptance, and nothing of how a provider is asked.
 */
export function contractOf(root: ModelShape, models: ReadonlyMap<string, ModelShape>): JsonObject {
  const reached = new Map<string, ModelShape>([[root.name, root]]);
  for (const model of reached.values()) {
    for (const name of model.fields.flatMap((field) => modelsIn(field.shape))) {
      const next = models.get(name);
      if (next !== undefined) reached.set(name, next); // a Map is walked to the entries added meanwhile
    }
  }
  const forms = [...reached.values()].map((model): [string, Json] => [model.name, Object.fromEntries(model.fields.map(fieldForm))]);
  return { contract: 'intarsia.structured_output.v1', root: root.name, models: Object.fromEntries(forms) };
}

function fieldForm(field: FieldShape): [string, Json] {
  const shape = shapeForm(field.shape);
  return [field.name, field.optional ? { shape, default: field.default } : { shape }];
}

function shapeForm(shape: Shape): Json {
  switch (shape.kind) {
    case 'list':
      return { list: shapeForm(shape.items) };
    case 'literal':
      return { literal: shape.values.map((value) => JSON.stringify(value)).sort() };
    case 'union':
      return { union: shape.variants.map(shapeForm) };
    case 'model':
      return { model: shape.name };
    default:
      return shape.kind;
  }
}
