import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json } from '../../ports/json.ts';
import { generatedModel } from '../generated/index.ts';
import { strictJson } from '../json-door/strict-json.ts';
import type { OutputModel } from '../output-model.ts';
import { acceptsNull, type FieldShape, type LiteralValue, type ModelShape, type Shape, textFormats } from '../shapes/shapes.ts';
import { formats } from './formats.ts';
import { compiledShapes, fieldOf } from './shapes.test-support.ts';

const modelNames = ['A', 'B', 'C'] as const;
const fieldNames = ['a', 'b', 'constructor', 'toString', '0', 'a b"\\', 'ü'];
const texts = ['', 'a', 'ab', 'x1', '2031-04-09', '192.0.2.1', '\u{1F514}\u{1F514}', '__proto__'];
const numbers = [0, 1, -1, 2, 3.5, 0.3, 1e21, 2 ** 53];
const scalars: readonly LiteralValue[] = [...texts, ...numbers, true, false, null];

/** Draws the same from the same seed. */
class Dice {
  /** Values that may still be drawn: keeps models that contain each other small. */
  left = 60;
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number below `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  once(times: number): boolean {
    return this.below(times) === 0;
  }

  one<Value>(values: readonly Value[]): Value {
    const [first] = values;
    const drawn = values[this.below(values.length)] ?? first;
    if (drawn === undefined) throw new Error('Nothing to draw from.');
    return drawn;
  }

  /** At least `least` different ones of them, in any order. */
  some<Value>(values: readonly Value[], least: number, most: number): readonly Value[] {
    const drawn = new Set<Value>();
    for (const wanted = least + this.below(most - least + 1); drawn.size < wanted; ) drawn.add(this.one(values));
    return [...drawn];
  }
}

const texty: readonly Shape[] = [
  { kind: 'string', minLength: 1, maxLength: 2 },
  { kind: 'string', pattern: '^.$|1' },
  ...textFormats.map((format) => ({ kind: 'string', format }) as const),
];
const ranges: readonly Shape[] = [
  { kind: 'integer', minimum: 0, exclusiveMaximum: 2 },
  { kind: 'number', multipleOf: 0.1 },
];
const flat = ['string', 'text', 'integer', 'number', 'range', 'boolean', 'null', 'literal', 'open_object'] as const;
const nesting = ['list', 'tuple', 'union', 'optional', 'values', 'model', 'model'] as const;

/** A shape in which others lie at most `levels` levels deep. */
function drawShape(dice: Dice, levels: number): Shape {
  const kind = dice.one(levels > 0 ? [...flat, ...nesting] : flat);
  const inner = () => drawShape(dice, levels - 1);
  switch (kind) {
    case 'text':
      return dice.one(texty);
    case 'range':
      return dice.one(ranges);
    case 'literal':
      return { kind, values: dice.some(scalars, 1, 3) };
    case 'open_object':
      return { kind, values: null };
    case 'values':
      return { kind: 'open_object', values: inner() };
    case 'list':
      return { kind, items: inner(), ...dice.one([{}, { minItems: 1 }, { maxItems: 1 }]) };
    case 'tuple':
      return { kind, items: [inner(), inner()] };
    case 'union':
      return { kind, variants: [inner(), inner(), inner()].flatMap((shape) => (shape.kind === 'union' ? shape.variants : [shape])) };
    case 'optional':
      return { kind: 'union', variants: [{ kind: 'model', name: dice.one(modelNames) }, { kind: 'null' }] };
    case 'model':
      return { kind, name: dice.one(modelNames) };
    default:
      return { kind };
  }
}

/** Three models that may mention each other. The defaults are what any field may have. */
function drawModels(dice: Dice): readonly ModelShape[] {
  const optional: readonly Partial<FieldShape>[] = [{}, {}, { optional: true }, { optional: true, omitted: true }];
  return modelNames.map((name) => ({
    name,
    description: null,
    fields: dice.some(fieldNames, 1, 4).map((field) => fieldOf(field, drawShape(dice, 2), dice.one(optional))),
  }));
}

/** A value that mostly is of the shape. */
function drawValue(dice: Dice, shape: Shape, models: ReadonlyMap<string, ModelShape>): Json {
  dice.left -= 1;
  if (dice.left < 0) return null;
  if (dice.once(25)) return dice.one<Json>([...scalars, [], {}, ['a', [1]], { a: { b: 1 } }]);
  const inner = (of: Shape) => drawValue(dice, of, models);
  switch (shape.kind) {
    case 'string':
      return dice.one(texts);
    case 'integer':
    case 'number':
      return dice.one(numbers);
    case 'boolean':
      return dice.once(2);
    case 'null':
      return null;
    case 'literal':
      return dice.one(shape.values.map((value) => ({ value }))).value;
    case 'open_object': {
      const { values } = shape;
      return Object.fromEntries(dice.some(fieldNames, 0, 2).map((key) => [key, values === null ? { [key]: [key] } : inner(values)]));
    }
    case 'list':
      return Array.from({ length: dice.below(3) }, () => inner(shape.items));
    case 'tuple':
      return shape.items.map(inner);
    case 'union':
      return inner(dice.one(shape.variants));
    case 'model': {
      const fields = (models.get(shape.name)?.fields ?? []).filter(({ optional }) => !optional || dice.once(2));
      const members = fields.map(({ name, shape: of, optional }): [string, Json] => [name, optional && dice.once(3) ? null : inner(of)]);
      const extra: readonly [string, Json][] = dice.once(30) ? [['evil', 1]] : [];
      return Object.fromEntries([...(dice.once(3) ? members.toReversed() : members), ...extra]);
    }
  }
}

/** What a shape takes, said as plainly as it can be said. */
function fits(value: Json, shape: Shape, models: ReadonlyMap<string, ModelShape>): boolean {
  switch (shape.kind) {
    case 'string': {
      const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = '', format } = shape;
      if (typeof value !== 'string' || [...value].length < minLength || [...value].length > maxLength) return false;
      return new RegExp(pattern, 'u').test(value) && (format === undefined || formats[format].holds(value));
    }
    case 'integer':
    case 'number': {
      if (typeof value !== 'number' || (shape.kind === 'integer' && !Number.isSafeInteger(value))) return false;
      const { minimum = value, exclusiveMaximum = Number.POSITIVE_INFINITY, multipleOf } = shape;
      return (
        value >= minimum &&
        value < exclusiveMaximum &&
        (multipleOf === undefined || Number.isInteger(Number((value / multipleOf).toPrecision(12))))
      );
    }
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'literal':
      return shape.values.some((literal) => literal === value);
    case 'open_object': {
      const { values } = shape;
      return (
        isJsonObject(value) &&
        Object.entries(value).every(([key, member]) => key !== '__proto__' && (values === null || fits(member, values, models)))
      );
    }
    case 'list':
      return (
        isList(value) &&
        value.length >= (shape.minItems ?? 0) &&
        value.length <= (shape.maxItems ?? value.length) &&
        value.every((item) => fits(item, shape.items, models))
      );
    case 'tuple':
      return (
        isList(value) && value.length === shape.items.length && shape.items.every((item, index) => fits(value[index] ?? null, item, models))
      );
    case 'union':
      return shape.variants.some((variant) => fits(value, variant, models));
    case 'model': {
      const fields = models.get(shape.name)?.fields ?? [];
      if (!isJsonObject(value) || Object.keys(value).some((key) => fields.every(({ name }) => name !== key))) return false;
      return fields.every(({ name, optional, shape: of }) => {
        if (!Object.hasOwn(value, name)) return optional;
        const member = value[name] ?? null;
        return (member === null && optional && !acceptsNull(of)) || fits(member, of, models);
      });
    }
  }
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** With the order of its keys. */
const shown = (value: unknown): string => JSON.stringify(value);

const root: Shape = { kind: 'model', name: 'A' };

/** Does something with many models, and with values that may be theirs. */
function withModels(check: (model: OutputModel, candidate: () => Json, shapes: ReadonlyMap<string, ModelShape>) => void): void {
  const property = fc.property(fc.integer(), (seed) => {
    const dice = new Dice(seed);
    const shapes = new Map(drawModels(dice).map((model) => [model.name, model]));
    const model = compiledShapes([...shapes.values()]).get('A');
    if (model === undefined) throw new Error('There is no A.');
    const candidate = () => {
      dice.left = 60;
      return drawValue(dice, root, shapes);
    };
    check(model, candidate, shapes);
  });
  fc.assert(property, { numRuns: 1000 });
}

describe('any model and any value', () => {
  it('are decided as the shapes say, by every walk and by generated code, with reasons exactly when refused', () => {
    const seen = { accepted: 0, rejected: 0 };
    withModels((model, draw, shapes) => {
      const generated = generatedModel(model);
      for (let round = 0; round < 5; round += 1) {
        const candidate = draw();
        const before = shown(candidate);
        const result = model.validate(candidate);
        seen[result.kind] += 1;
        expect(result.kind === 'accepted').toBe(fits(candidate, root, shapes));
        expect(shown(generated.validate(candidate))).toBe(shown(result));
        expect([model.matches(candidate), generated.matches(candidate)]).toEqual(Array(2).fill(result.kind === 'accepted'));
        expect(shown(candidate)).toBe(before);
        if (result.kind === 'rejected') expect(result.problems.length).toBe(Math.min(Math.max(result.total, 1), 20)); // at least one
        const door = strictJson(before);
        if (door.kind === 'refused') continue; // an integer beyond the safe range
        expect([model, generated].map((each) => shown(each.validate(door.value)))).toEqual([shown(result), shown(result)]);
        expect([model.matches(door.value), generated.matches(door.value)]).toEqual(Array(2).fill(result.kind === 'accepted'));
      }
    });
    expect(Math.min(seen.accepted, seen.rejected)).toBeGreaterThan(500);
  });

  it('give a value that is frozen at every depth', () => {
    const isFrozen = (value: Json): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    withModels((model, draw) => {
      const result = model.validate(draw());
      if (result.kind === 'accepted') expect(isFrozen(result.value)).toBe(true);
    });
  });

  it('that is no JSON is refused with reasons, and by no error', () => {
    const other = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    const candidates = fc.sample(fc.oneof(other, fc.record({ a: other, b: other, ü: other }, { requiredKeys: [] })), 300);
    withModels((model) => {
      const generated = generatedModel(model);
      for (const candidate of candidates.slice(0, 20)) {
        const result = model.validate(candidate);
        if (result.kind === 'rejected') expect(result.total).toBeGreaterThan(0);
        expect([model.matches(candidate), generated.matches(candidate)]).toEqual(Array(2).fill(result.kind === 'accepted'));
      }
    });
  });
});
