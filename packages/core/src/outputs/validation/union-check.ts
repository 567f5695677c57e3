import type { Shape } from '../shapes/shapes.ts';
import { shownShape } from '../shapes/shown-shape.ts';
import { type Check, isPlainObject, scalarCode } from './check.ts';
import type { CompiledModel } from './compiled-model.ts';
import { type Inspection, shownValue } from './inspection.ts';

/** JSON's kinds: a union only tries the variants of the kind it was given. */
const kinds = ['string', 'number', 'boolean', 'null', 'list', 'object', 'other'] as const;
type Kind = (typeof kinds)[number];

/** A variant, compiled; `model` is the one it names, null when it names none. */
interface Variant {
  readonly shape: Shape;
  readonly check: Check;
  readonly model: CompiledModel | null;
}

export function unionCheck(shape: Shape, variants: readonly Variant[]): Check {
  const byKind = variantsByKind(variants);
  const tries: Check['matches'] = (value, pass, depth) => byKind[kindOf(value)].some(({ check }) => check.matches(value, pass, depth));
  const matches: Check['matches'] = (value, pass, depth) => {
    const candidates = byKind[kindOf(value)];
    const [only] = candidates;
    if (only === undefined) return false;
    return candidates.length === 1 ? only.check.matches(value, pass, depth) : pass.trial(tries, value, depth);
  };
  return {
    scalar: scalarCode(shape),
    matches,
    complete(value, pass) {
      if (!pass.isLacking(value)) return value;
      const candidates = byKind[kindOf(value)];
      const fitting = candidates.find(({ check }) => candidates.length === 1 || pass.trial(check.matches, value, 0));
      return fitting?.check.complete(value, pass) ?? value;
    },
    report(value, inspection) {
      const candidates = byKind[kindOf(value)];
      const [only] = candidates;
      if (only === undefined) return inspection.refuse('no_variant', () => `must be ${shownShape(shape)}, but is ${shownValue(value)}`);
      if (candidates.length === 1) return only.check.report(value, inspection);
      if (inspection.tries(matches, value)) return;
      inspection.refuse('no_variant', () => `must be ${shownShape(shape)}, and fits none of them`);
      likest(candidates, value, inspection)?.report(value, inspection);
    },
  };
}

/** The model that an object of no variant was most likely meant to be. */
function likest(candidates: readonly Variant[], value: unknown, inspection: Inspection): CompiledModel | undefined {
  if (!isPlainObject(value)) return undefined;
  const members = Object.entries(value);
  let best: CompiledModel | undefined;
  let most = -1;
  for (const { model } of candidates) {
    const likeness = model === null ? -1 : model.likeness(members, inspection);
    if (model === null || likeness <= most) continue;
    best = model;
    most = likeness;
  }
  return best;
}

function variantsByKind(variants: readonly Variant[]): Readonly<Record<Kind, readonly Variant[]>> {
  const of = (kind: Kind) => variants.filter(({ shape }) => kindsOf(shape).has(kind));
  return {
    string: of('string'),
    number: of('number'),
    boolean: of('boolean'),
    null: of('null'),
    list: of('list'),
    object: of('object'),
    other: [],
  };
}

function kindOf(value: unknown): Kind {
  const type = typeof value;
  if (type === 'object') return value === null ? 'null' : Array.isArray(value) ? 'list' : 'object';
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'other';
}

function kindsOf(shape: Shape): ReadonlySet<Kind> {
  switch (shape.kind) {
    case 'integer':
      return new Set<Kind>(['number']);
    case 'open_object':
    case 'model':
      return new Set<Kind>(['object']);
    case 'tuple':
      return new Set<Kind>(['list']);
    case 'literal':
      return new Set(shape.values.map(kindOf));
    case 'union':
      return new Set(shape.variants.flatMap((variant) => [...kindsOf(variant)]));
    default:
      return new Set<Kind>([shape.kind]);
  }
}
