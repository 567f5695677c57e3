import type { ModelShape, Shape } from '../shapes/shapes.ts';

type Models = ReadonlyMap<string, ModelShape>;
type ModelReference = Shape & { readonly kind: 'model' };

/** True when no value fits two of the shapes: only then is JSON Schema's `oneOf` the same as a union. */
export function excludeEachOther(shapes: readonly Shape[], models: Models): boolean {
  return shapes.every((left, index) =>
    shapes.slice(index + 1).every((right) => rejects(left, right, models) || rejects(right, left, models)),
  );
}

/**
 * The member of a union that may take a value of a later one and leave keys of it out: a library tries the members in order, and an object of one of the
 * models `cutting` drops what it does not declare. Null when there is none.
 */
export function cuttingMember(shapes: readonly Shape[], models: Models, cutting: ReadonlySet<string>): Shape | null {
  const cuts = cutter(models, cutting);
  return shapes.find((left, index) => shapes.slice(index + 1).some((right) => cuts(left, right))) ?? null;
}

/** True when `left` takes no value of `right`, also when `left` lets keys through that it does not declare. */
function rejects(left: Shape, right: Shape, models: Models, within = new Set<string>()): boolean {
  if (left.kind === 'union') return left.variants.every((variant) => rejects(variant, right, models, within));
  if (right.kind === 'union') return right.variants.every((variant) => rejects(left, variant, models, within));
  const kinds = jsonKinds(left);
  if (!jsonKinds(right).some((kind) => kinds.includes(kind))) return true;
  if (left.kind === 'literal' && right.kind === 'literal') return !left.values.some((value) => right.values.includes(value));
  if (left.kind !== 'model' || right.kind !== 'model') return false;
  const pair = `${left.name} ${right.name}`;
  if (within.has(pair)) return false;
  const inner = new Set(within).add(pair);
  return fieldsOf(left, models).some((field) => {
    const other = fieldsOf(right, models).find(({ name }) => name === field.name);
    return !field.optional && (other === undefined || rejects(field.shape, other.shape, models, inner));
  });
}

function cutter(models: Models, cutting: ReadonlySet<string>): (left: Shape, right: Shape) => boolean {
  const seen = new Set<string>();
  const ofModels = (left: ModelReference, right: ModelReference): boolean => {
    const pair = `${left.name} ${right.name}`;
    if (left.name === right.name || seen.has(pair) || rejects(left, right, models)) return false;
    seen.add(pair);
    return fieldsOf(right, models).some((field) => {
      const own = fieldsOf(left, models).find(({ name }) => name === field.name);
      return own === undefined ? cutting.has(left.name) : cuts(own.shape, field.shape);
    });
  };
  const cuts = (left: Shape, right: Shape): boolean => {
    if (left.kind === 'union') return left.variants.some((variant) => cuts(variant, right));
    if (right.kind === 'union') return right.variants.some((variant) => cuts(left, variant));
    if (left.kind === 'model' && right.kind === 'model') return ofModels(left, right);
    if (left.kind === 'model' && right.kind === 'open_object') return cutting.has(left.name);
    const [ofLeft, ofRight] = [membersOf(left, models), membersOf(right, models)];
    if (!jsonKinds(left).some((kind) => kind === 'list' || kind === 'object') || rejects(left, right, models)) return false;
    return ofLeft.some((own) => ofRight.some((other) => cuts(own, other)));
  };
  return cuts;
}

const fieldsOf = ({ name }: ModelReference, models: Models): ModelShape['fields'] => models.get(name)?.fields ?? [];

/** What may stand in a list or an object. */
function membersOf(shape: Shape, models: Models): readonly Shape[] {
  switch (shape.kind) {
    case 'list':
      return [shape.items];
    case 'tuple':
      return shape.items;
    case 'open_object':
      return shape.values === null ? [] : [shape.values];
    case 'model':
      return fieldsOf(shape, models).map((field) => field.shape);
    default:
      return [];
  }
}

function jsonKinds(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case 'literal':
      return shape.values.map((value) => (value === null ? 'null' : typeof value));
    case 'integer':
      return ['number'];
    case 'tuple':
      return ['list'];
    case 'open_object':
    case 'model':
      return ['object'];
    default:
      return [shape.kind];
  }
}
