import type { ModelShape, Shape } from '../shapes/shapes.ts';

type Models = ReadonlyMap<string, ModelShape>;
type ModelReference = Shape & { readonly kind: 'model' };

/** What a model does with keys that it does not declare, as its author's library reads them: takes them and drops them, or keeps them. */
export type Laxity = 'drops' | 'keeps';

/** Levels of models in each other that are looked into; beyond them nothing is known. */
const maxLevels = 100;

/** What the members of unions are to each other; what is found out of two models is kept, for all unions of a schema. */
export class UnionMembers {
  readonly #models: Models;
  readonly #lax: ReadonlyMap<string, Laxity>;
  /** Pairs of models of which the first takes no value of the second, and those that are known to be otherwise. */
  readonly #rejecting = new Set<string>();
  readonly #taking = new Set<string>();

  /** `lax`: the models that take keys which they do not declare. */
  constructor(models: Models, lax: ReadonlyMap<string, Laxity>) {
    this.#models = models;
    this.#lax = lax;
  }

  /** True when no value fits two of the shapes: only then is JSON Schema's `oneOf` the same as a union. */
  excludeEachOther(shapes: readonly Shape[]): boolean {
    return shapes.every((left, index) =>
      shapes.slice(index + 1).every((right) => this.#rejects(left, right) || this.#rejects(right, left)),
    );
  }

  /**
   * The member of a union that may take a value of another one which that one refuses, or would give back otherwise, as a library tries the members in
   * order: one that drops keys of a later one's value, or one that lets keys through unchecked which the other declares. Null when there is none.
   */
  laxMember(shapes: readonly Shape[]): { readonly member: Shape; readonly keys: Laxity } | null {
    const found = (keys: Laxity) => {
      const seen = new Set<string>();
      const others = (index: number) => shapes.filter((_, other) => (keys === 'drops' ? other > index : other !== index));
      const member = shapes.find((left, index) => others(index).some((right) => this.#takes(left, right, keys, seen)));
      return member === undefined ? null : { member, keys };
    };
    return found('drops') ?? found('keeps');
  }

  /** True when `left` takes no value of `right`, also when `left` lets keys through that it does not declare. */
  #rejects(left: Shape, right: Shape): boolean {
    for (;;) {
      const known = this.#rejecting.size;
      const open = new Set<string>();
      if (this.#looksRejecting(left, right, open, 0)) return true;
      // Models that contain each other are looked at until nothing more is found; what then is not rejected never will be.
      if (this.#rejecting.size > known) continue;
      for (const pair of open) if (!this.#rejecting.has(pair)) this.#taking.add(pair);
      return false;
    }
  }

  #looksRejecting(left: Shape, right: Shape, open: Set<string>, level: number): boolean {
    if (left.kind === 'union') return left.variants.every((variant) => this.#looksRejecting(variant, right, open, level));
    if (right.kind === 'union') return right.variants.every((variant) => this.#looksRejecting(left, variant, open, level));
    const kinds = jsonKinds(left);
    if (!jsonKinds(right).some((kind) => kinds.includes(kind))) return true;
    if (left.kind === 'literal' && right.kind === 'literal') return !left.values.some((value) => right.values.includes(value));
    if (left.kind !== 'model' || right.kind !== 'model' || level > maxLevels) return false;
    const pair = `${left.name} ${right.name}`;
    if (open.has(pair) || this.#taking.has(pair) || this.#rejecting.has(pair)) return this.#rejecting.has(pair);
    open.add(pair);
    const others = new Map(fieldsOf(right, this.#models).map((field) => [field.name, field]));
    const isRejecting = fieldsOf(left, this.#models).some((field) => {
      const other = others.get(field.name);
      return !field.optional && (other === undefined || this.#looksRejecting(field.shape, other.shape, open, level + 1));
    });
    if (isRejecting) this.#rejecting.add(pair);
    return isRejecting;
  }

  /** True when `left` may take a value of `right` with keys that it does not declare. `seen`: the pairs of models that are or were looked at, no deeper than the levels. */
  #takes(left: Shape, right: Shape, keys: Laxity, seen: Set<string>, level = 0): boolean {
    if (left.kind === 'union') return left.variants.some((variant) => this.#takes(variant, right, keys, seen, level));
    if (right.kind === 'union') return right.variants.some((variant) => this.#takes(left, variant, keys, seen, level));
    if (left.kind === 'model' && right.kind === 'open_object') return this.#lax.get(left.name) === keys;
    if (!jsonKinds(left).some((kind) => kind === 'list' || kind === 'object') || level > maxLevels || this.#rejects(left, right))
      return false;
    if (left.kind !== 'model' || right.kind !== 'model') {
      const others = membersOf(right, this.#models);
      return membersOf(left, this.#models).some((own) => others.some((other) => this.#takes(own, other, keys, seen, level + 1)));
    }
    const pair = `${left.name} ${right.name}`;
    if (left.name === right.name || seen.has(pair)) return false;
    seen.add(pair);
    const own = new Map(fieldsOf(left, this.#models).map(({ name, shape }) => [name, shape]));
    return fieldsOf(right, this.#models).some(({ name, shape }) => {
      const ofLeft = own.get(name);
      return ofLeft === undefined ? this.#lax.get(left.name) === keys : this.#takes(ofLeft, shape, keys, seen, level + 1);
    });
  }
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
