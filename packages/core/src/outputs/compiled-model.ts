import type { Json, JsonObject } from '../ports/json.ts';
import { Inspection, maxValueDepth, refused, shownValue } from './inspection.ts';
import { didYouMean } from './nearest-name.ts';
import { acceptsNull, type FieldShape, type ModelShape, type Shape } from './shapes.ts';
import { listed, shownShape } from './shown-shape.ts';

/** Takes a value into a new frozen one with defaults filled in, or refuses it. The value given is never changed. */
export type Check<Accepted extends Json = Json> = (value: unknown, inspection: Inspection) => Accepted | typeof refused;

/** One field, ready to check. */
class CompiledField {
  readonly name: string;
  readonly kind: Shape['kind'];
  readonly shape: FieldShape;
  readonly check: Check;
  /** A null for an optional field that has no null of its own is how a wire schema says "absent". */
  readonly nullIsAbsent: boolean;
  #filled: Json | undefined;
  #filling = false;

  constructor(shape: FieldShape, check: Check) {
    this.name = shape.name;
    this.kind = shape.shape.kind;
    this.shape = shape;
    this.check = check;
    this.nullIsAbsent = shape.optional && !acceptsNull(shape.shape);
  }

  /** What an absent field becomes. A default is checked once, at load; null always stands for "no value". */
  absent(inspection: Inspection): Json | typeof refused {
    if (this.#filled !== undefined) return this.#filled;
    if (this.#filling) return inspection.refuse('endless_default', () => 'contains itself, so it never ends');
    this.#filling = true;
    const value = this.shape.default === null ? null : this.check(this.shape.default, inspection);
    this.#filling = false;
    if (value !== refused) this.#filled = value;
    return value;
  }
}

/** A model, ready to check. */
export class CompiledModel {
  readonly shape: ModelShape;
  #fields: readonly CompiledField[] = [];

  constructor(shape: ModelShape) {
    this.shape = shape;
  }

  link(compile: (shape: Shape) => Check): void {
    this.#fields = this.shape.fields.map((field) => new CompiledField(field, compile(field.shape)));
  }

  /** Checks the defaults: the fields whose default is not what they declare, each with the inspection that says why. */
  *wrongDefaults(): Iterable<readonly [FieldShape, Inspection]> {
    for (const field of this.#fields) {
      const inspection = new Inspection();
      if (field.shape.optional && field.absent(inspection) === refused) yield [field.shape, inspection];
    }
  }

  readonly check: Check<JsonObject> = (value, inspection) => {
    if (!isPlainObject(value))
      return inspection.refuse('wrong_type', () => `must be an object (${this.shape.name}), but is ${shownValue(value)}`);
    if (inspection.trying === 0) return this.#take(value, inspection);
    let tried = inspection.trials.get(this);
    if (tried === undefined) {
      tried = new Map();
      inspection.trials.set(this, tried);
    }
    const known = tried.get(value);
    if (known !== undefined) return known;
    const result = this.#take(value, inspection);
    tried.set(value, result);
    return result;
  };

  /** How much an object looks like this model, to choose the variant whose problems are told. */
  likeness(value: object): number {
    let score = 0;
    for (const { shape } of this.#fields) {
      if (!Object.hasOwn(value, shape.name)) continue;
      score += 1;
      const given: unknown = Reflect.get(value, shape.name);
      if (shape.shape.kind === 'literal' && shape.shape.values.some((literal) => literal === given)) score += 2;
    }
    return score;
  }

  #take(value: Readonly<Record<string, unknown>>, inspection: Inspection): JsonObject | typeof refused {
    if (inspection.depth >= maxValueDepth) return tooDeep(inspection);
    // A copy is checked, not the value: nothing can change between the check and the use, and cloning a whole object is cheap.
    const copy = { ...value } as Record<string, Json>;
    const keys = Object.keys(copy);
    if (!this.#isInOrder(keys)) return this.#takeByName(copy, keys.length, inspection);
    let isAccepted = true;
    for (const field of this.#fields) {
      const given = copy[field.name];
      if (isScalarOf(field.kind, given)) continue;
      const accepted = this.#member(field, given, inspection);
      if (accepted === refused) {
        if (inspection.trying > 0) return refused;
        isAccepted = false;
      } else if (accepted !== given) copy[field.name] = accepted;
    }
    return isAccepted ? Object.freeze(copy) : refused;
  }

  /** True when the keys are exactly the declared ones, in their order: what a model that is given a schema nearly always writes. */
  #isInOrder(keys: readonly string[]): boolean {
    const fields = this.#fields;
    if (keys.length !== fields.length) return false;
    for (let index = 0; index < keys.length; index += 1) if (keys[index] !== fields[index]?.name) return false;
    return true;
  }

  #member(field: CompiledField, given: unknown, inspection: Inspection): Json | typeof refused {
    if (given === null && field.nullIsAbsent) return field.absent(inspection);
    inspection.enter(field.name);
    const accepted = field.check(given, inspection);
    inspection.leave();
    return accepted;
  }

  #takeByName(copy: Readonly<Record<string, Json>>, keyCount: number, inspection: Inspection): JsonObject | typeof refused {
    const taken: Record<string, Json> = {};
    let present = 0;
    let isAccepted = true;
    for (const field of this.#fields) {
      let accepted: Json | typeof refused;
      if (Object.hasOwn(copy, field.name)) {
        present += 1;
        accepted = this.#member(field, copy[field.name], inspection);
      } else if (field.shape.optional) accepted = field.absent(inspection);
      else accepted = inspection.refuse('missing', () => `is missing; it must be ${shownShape(field.shape.shape)}`, field.name);
      if (accepted !== refused) taken[field.name] = accepted;
      else if (inspection.trying > 0) return refused;
      else isAccepted = false;
    }
    if (keyCount !== present) isAccepted = this.#refuseUnknown(copy, inspection);
    return isAccepted ? Object.freeze(taken) : refused;
  }

  #refuseUnknown(value: object, inspection: Inspection): false {
    const known = new Set(this.#fields.map((field) => field.shape.name));
    for (const key of Object.keys(value)) {
      if (known.has(key)) continue;
      const message = () => {
        const hint = didYouMean(key, known);
        return `is not a field of ${this.shape.name}; its fields are ${listed([...known])}${hint === undefined ? '' : `; ${hint}`}`;
      };
      inspection.refuse('unknown_field', message, key);
    }
    return false;
  }
}

/** True for a value that a scalar shape takes as it is: decided without a call, because most values are scalars. */
export function isScalarOf(kind: Shape['kind'], value: unknown): value is string | number | boolean {
  switch (kind) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return false;
  }
}

/** True for an object that JSON could have made: no class, no list. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Refuses a value for its depth. */
export const tooDeep = (inspection: Inspection): typeof refused =>
  inspection.refuse('too_deep', () => `is nested more than ${maxValueDepth} levels deep`);
