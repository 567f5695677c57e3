import type { Json } from '../ports/json.ts';
import { type Check, CompiledModel, isPlainObject, isScalarOf, tooDeep } from './compiled-model.ts';
import { type Inspection, maxValueDepth, refused, shownValue } from './inspection.ts';
import type { LiteralValue, ModelShape, Shape } from './shapes.ts';
import { shownShape } from './shown-shape.ts';

/** JSON's kinds: a union only tries the variants of the kind it was given. */
type Kind = 'string' | 'number' | 'boolean' | 'null' | 'list' | 'object' | 'other';

/** Compiles every model once into closures. The checks of models that mention each other are linked by name. */
export function compileChecks(models: ReadonlyMap<string, ModelShape>): ReadonlyMap<string, CompiledModel> {
  const compiled = new Map<string, CompiledModel>();
  for (const model of models.values()) compiled.set(model.name, new CompiledModel(model));
  for (const model of compiled.values()) model.link((shape) => checkOf(shape, compiled));
  return compiled;
}

function checkOf(shape: Shape, models: ReadonlyMap<string, CompiledModel>): Check {
  switch (shape.kind) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return (value, inspection) =>
        isScalarOf(shape.kind, value) ? (value as string | number | boolean) : wrongType(shape, value, inspection);
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

function listCheck(shape: Shape & { readonly kind: 'list' }, item: Check): Check {
  const { kind } = shape.items;
  return (value, inspection) => {
    if (!Array.isArray(value)) return wrongType(shape, value, inspection);
    if (inspection.depth >= maxValueDepth) return tooDeep(inspection);
    const taken: Json[] = [];
    let isAccepted = true;
    for (let index = 0; index < value.length; index += 1) {
      const given: unknown = value[index];
      if (isScalarOf(kind, given)) {
        taken.push(given);
        continue;
      }
      inspection.enter(index);
      const accepted = item(given, inspection);
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
