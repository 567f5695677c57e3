import type { Json, JsonObject } from '../ports/json.ts';
import { Inspection, maxValueDepth, refused, shownValue } from './inspection.ts';
import { didYouMean } from './nearest-name.ts';
import { acceptsNull, type FieldShape, type LiteralValue, type ModelShape, type Shape } from './shapes.ts';
import { listed, shownShape } from './shown-shape.ts';

/** Takes a value into a new frozen one with defaults filled in, or refuses it. The value given is never changed. */
export type Check<Accepted extends Json = Json> = (value: unknown, inspection: Inspection) => Accepted | typeof refused;

/** JSON's kinds: a union only tries the variants of the kind it was given. */
type Kind = 'string' | 'number' | 'boolean' | 'null' | 'list' | 'object' | 'other';

/** Compiles every model once into closures. The checks of models that mention each other are linked by name. */
export function compileChecks(models: ReadonlyMap<string, ModelShape>): ReadonlyMap<string, CompiledModel> {
  const compiled = new Map<string, CompiledModel>();
  for (const model of models.values()) compiled.set(model.name, new CompiledModel(model));
  for (const model of compiled.values()) model.link((shape) => checkOf(shape, compiled));
  return compiled;
}

/** One field, ready to check. */
class CompiledField {
  readonly shape: FieldShape;
  readonly check: Check;
  /** A null for an optional field that has no null of its own is how a wire schema says "absent". */
  readonly nullIsAbsent: boolean;
  #filled: Json | undefined;
  #filling = false;

  constructor(shape: FieldShape, check: Check) {
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
    const taken: Record<string, Json> = {};
    let present = 0;
    let isAccepted = true;
    for (const field of this.#fields) {
      const { name } = field.shape;
      let accepted: Json | typeof refused;
      if (Object.hasOwn(value, name)) {
        present += 1;
        const given = value[name];
        if (given === null && field.nullIsAbsent) accepted = field.absent(inspection);
        else {
          inspection.enter(name);
          accepted = field.check(given, inspection);
          inspection.leave();
        }
      } else if (field.shape.optional) accepted = field.absent(inspection);
      else accepted = inspection.refuse('missing', () => `is missing; it must be ${shownShape(field.shape.shape)}`, name);
      if (accepted !== refused) taken[name] = accepted;
      else if (inspection.trying > 0) return refused;
      else isAccepted = false;
    }
    if (Object.keys(value).length !== present) isAccepted = this.#refuseUnknown(value, inspection);
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

function checkOf(shape: Shape, models: ReadonlyMap<string, CompiledModel>): Check {
  switch (shape.kind) {
    case 'string':
      return (value, inspection) => (typeof value === 'string' ? value : wrongType(shape, value, inspection));
    case 'integer':
      return (value, inspection) =>
        typeof value === 'number' && Number.isSafeInteger(value) ? value : wrongType(shape, value, inspection);
    case 'number':
      return (value, inspection) => (typeof value === 'number' && Number.isFinite(value) ? value : wrongType(shape, value, inspection));
    case 'boolean':
      return (value, inspection) => (typeof value === 'boolean' ? value : wrongType(shape, value, inspection));
    case 'null':
      return (value, inspection) => (value === null ? value : wrongType(shape, value, inspection));
    case 'open_object':
      return (value, inspection) => (isPlainObject(value) ? openValue(value, inspection) : wrongType(shape, value, inspection));
    case 'list':
      return listCheck(shape, checkOf(shape.items, models));
    case 'literal':
      return literalCheck(shape, new Set(shape.values));
    case 'union':
      return unionCheck(shape, models);
    case 'model':
      return models.get(shape.name)?.check ?? ((value, inspection) => wrongType(shape, value, inspection));
  }
}

function listCheck(shape: Shape, item: Check): Check {
  return (value, inspection) => {
    if (!Array.isArray(value)) return wrongType(shape, value, inspection);
    if (inspection.depth >= maxValueDepth) return tooDeep(inspection);
    const taken: Json[] = [];
    let isAccepted = true;
    for (let index = 0; index < value.length; index += 1) {
      inspection.enter(index);
      const accepted = item(value[index], inspection);
      inspection.leave();
      if (accepted !== refused) taken.push(accepted);
      else if (inspection.trying > 0) return refused;
      else isAccepted = false;
    }
    return isAccepted ? Object.freeze(taken) : refused;
  };
}

function literalCheck(shape: Shape, values: ReadonlySet<unknown>): Check {
  const isLiteral = (value: unknown): value is LiteralValue => values.has(value);
  return (value, inspection) => {
    if (isLiteral(value)) return value;
    return inspection.refuse('wrong_value', () => `must be ${shownShape(shape)}, but is ${shownValue(value)}`);
  };
}

function unionCheck(shape: Shape & { readonly kind: 'union' }, models: ReadonlyMap<string, CompiledModel>): Check {
  const variants = shape.variants.map((variant) => ({ variant, kinds: kindsOf(variant), check: checkOf(variant, models) }));
  const ofKind = (kind: Kind) => variants.filter(({ kinds }) => kinds.has(kind));
  const byKind = new Map((['string', 'number', 'boolean', 'null', 'list', 'object', 'other'] as const).map((kind) => [kind, ofKind(kind)]));
  return (value, inspection) => {
    const candidates = byKind.get(kindOf(value)) ?? [];
    const [only] = candidates;
    if (only === undefined) return inspection.refuse('no_variant', () => `must be ${shownShape(shape)}, but is ${shownValue(value)}`);
    if (candidates.length === 1) return only.check(value, inspection);
    for (const { check } of candidates) {
      inspection.trying += 1;
      const accepted = check(value, inspection);
      inspection.trying -= 1;
      if (accepted !== refused) return accepted;
    }
    if (inspection.trying > 0) return refused;
    inspection.refuse('no_variant', () => `must be ${shownShape(shape)}, and fits none of them`);
    const likest = candidates
      .map(({ variant }) => (variant.kind === 'model' ? models.get(variant.name) : undefined))
      .filter((model) => model !== undefined);
    if (isPlainObject(value)) likest.sort((left, right) => right.likeness(value) - left.likeness(value))[0]?.check(value, inspection);
    return refused;
  };
}

/** What stands inside a declared open object: any JSON, copied and frozen. */
function openValue(value: unknown, inspection: Inspection): Json | typeof refused {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return inspection.refuse('wrong_type', () => `must be JSON, but is ${shownValue(value)}`);
  if (inspection.depth >= maxValueDepth) return tooDeep(inspection);
  const members: [string, Json][] = [];
  let isAccepted = true;
  for (const [key, member] of isList ? [...value].entries() : Object.entries(value)) {
    inspection.enter(key);
    const accepted =
      key === '__proto__'
        ? inspection.refuse('forbidden_key', () => 'the key `__proto__` is never accepted')
        : openValue(member, inspection);
    inspection.leave();
    if (accepted !== refused) members.push([String(key), accepted]);
    else if (inspection.trying > 0) return refused;
    else isAccepted = false;
  }
  if (!isAccepted) return refused;
  return Object.freeze(isList ? members.map(([, member]) => member) : Object.fromEntries(members));
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : 'other';
}

function kindsOf(shape: Shape): ReadonlySet<Kind> {
  switch (shape.kind) {
    case 'integer':
      return new Set<Kind>(['number']);
    case 'open_object':
    case 'model':
      return new Set<Kind>(['object']);
    case 'literal':
      return new Set(shape.values.map(kindOf));
    case 'union':
      return new Set(shape.variants.flatMap((variant) => [...kindsOf(variant)]));
    default:
      return new Set<Kind>([shape.kind]);
  }
}

const wrongType = (shape: Shape, value: unknown, inspection: Inspection): typeof refused =>
  inspection.refuse('wrong_type', () => `must be ${shownShape(shape)}, but is ${shownValue(value)}`);

const tooDeep = (inspection: Inspection): typeof refused =>
  inspection.refuse('too_deep', () => `is nested more than ${maxValueDepth} levels deep`);
