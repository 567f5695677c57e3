import type { Json, JsonObject } from '../../ports/json.ts';
import { acceptsNull, type FieldShape, type LiteralValue, type ModelShape, nullable, type Shape } from '../shapes/shapes.ts';
import { type ConstraintKeyword, constraintKeywords, type DialectRules, literalType } from './dialects.ts';

/** A constraint of a shape: a keyword and its value. */
export type Constraint = readonly [ConstraintKeyword, string | number];

/** The constraints that a shape itself has, in a fixed order. */
export function constraintsOf(shape: Shape): readonly Constraint[] {
  const written = new Map<string, unknown>(Object.entries(shape));
  return constraintKeywords.flatMap((keyword): Constraint[] => {
    const value = written.get(keyword);
    return typeof value === 'string' || typeof value === 'number' ? [[keyword, value]] : [];
  });
}

/** True when a dialect can say exactly these literal values. */
export function saysLiteral({ literals }: DialectRules, values: readonly LiteralValue[]): boolean {
  const isWhole = values.includes(true) && values.includes(false);
  return values.every((value) => value === null || literals.has(literalType(value)) || (typeof value === 'boolean' && isWhole));
}

/**
 * Writes one model as a dialect says it. Nested models are written out where `isInlined` says so; others stand once in `$defs`. Nothing of the shapes is
 * given away: what is written is new.
 */
export class SchemaWriter {
  readonly #root: ModelShape;
  readonly #models: ReadonlyMap<string, ModelShape>;
  readonly #rules: DialectRules;
  readonly #isInlined: (name: string) => boolean;
  readonly #definitions = new Map<string, ModelShape>();

  constructor(root: ModelShape, models: ReadonlyMap<string, ModelShape>, rules: DialectRules, isInlined: (name: string) => boolean) {
    this.#root = root;
    this.#models = models;
    this.#rules = rules;
    this.#isInlined = isInlined;
  }

  document(): JsonObject {
    const body = this.#object(this.#root);
    const definitions: [string, JsonObject][] = [];
    // A Map is walked to the entries that are added meanwhile.
    for (const [name, model] of this.#definitions) definitions.push([name, this.#object(model)]);
    return definitions.length === 0 ? body : { ...body, $defs: Object.fromEntries(definitions) };
  }

  #object(model: ModelShape): JsonObject {
    const isRequired = (field: FieldShape) => !field.optional || this.#rules.optionalFields === 'nullable';
    return {
      type: 'object',
      ...described(model.description),
      properties: Object.fromEntries(model.fields.map((field) => [field.name, this.#field(field)])),
      required: model.fields.filter(isRequired).map((field) => field.name),
      additionalProperties: false,
    };
  }

  #field(field: FieldShape): JsonObject {
    const isNullable = field.optional && this.#rules.optionalFields === 'nullable';
    const shape = isNullable ? nullable(field.shape) : field.shape;
    // A reference takes no other keyword beside it, so a field that is directly a model keeps the model's own description.
    if (shape.kind === 'model') return this.#shape(shape);
    return { ...described(field.description), ...this.#shape(shape), ...this.#default(field) };
  }

  #default({ shape, optional, default: value, omitted }: FieldShape): JsonObject {
    if (!optional || !this.#rules.saysDefaults || (value === null && (omitted || !acceptsNull(shape)))) return {};
    return { default: structuredClone(value) };
  }

  #shape(shape: Shape): JsonObject {
    switch (shape.kind) {
      case 'open_object':
        return { type: 'object', additionalProperties: shape.values === null ? true : this.#shape(shape.values) };
      case 'list':
        return { type: 'array', items: this.#shape(shape.items), ...this.#constraints(shape) };
      case 'tuple': {
        const { length } = shape.items;
        if (length === 0) return { type: 'array', maxItems: 0 }; // an empty `prefixItems` is no JSON Schema
        return { type: 'array', prefixItems: shape.items.map((item) => this.#shape(item)), minItems: length, maxItems: length };
      }
      case 'literal':
        return this.#literal(shape.values);
      case 'union':
        return anyOf(shape.variants.map((variant) => this.#shape(variant)));
      case 'model':
        return this.#model(shape.name);
      default:
        return { type: shape.kind, ...this.#constraints(shape) };
    }
  }

  #constraints(shape: Shape): JsonObject {
    return Object.fromEntries(constraintsOf(shape).filter(([keyword, value]) => this.#rules.says(keyword, value)));
  }

  /** One enum; beside it the types of the values that the dialect takes in no enum. */
  #literal(values: readonly LiteralValue[]): JsonObject {
    const isTaken = (value: LiteralValue) => this.#rules.literals.has(literalType(value));
    const taken = values.filter(isTaken);
    const others = new Set(values.filter((value) => !isTaken(value)).map(literalType));
    const said = taken.length === 0 ? [] : [{ type: typesOf(taken), enum: taken }];
    return anyOf([...said, ...[...others].map((type) => ({ type }))]);
  }

  #model(name: string): JsonObject {
    const model = this.#models.get(name);
    if (model === undefined) return {};
    if (this.#isInlined(name)) return this.#object(model);
    if (name === this.#root.name) return { $ref: '#' };
    this.#definitions.set(name, model);
    return { $ref: `#/$defs/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}` };
  }
}

const described = (description: string | null): JsonObject => (description === null ? {} : { description });

function anyOf(schemas: readonly JsonObject[]): JsonObject {
  const [only, ...others] = schemas;
  return only !== undefined && others.length === 0 ? only : { anyOf: schemas };
}

function typesOf(values: readonly LiteralValue[]): Json {
  const types = new Set(
    values.map((value) => (value === null ? 'null' : typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value)),
  );
  const [only, ...others] = types;
  return only !== undefined && others.length === 0 ? only : [...types];
}
