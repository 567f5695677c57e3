import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineModel } from './define-model.ts';

/** A schema as its author wrote it, the same closed by its own library at every level, and values of about its kind. */
interface Sample {
  readonly written: z.ZodType;
  readonly closed: z.ZodType;
  readonly value: fc.Arbitrary<unknown>;
}

type Wrap = (sample: Sample) => Sample;
const both = (wrap: (schema: z.ZodType) => z.ZodType, value: (value: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>): Wrap => {
  return (sample) => ({ written: wrap(sample.written), closed: wrap(sample.closed), value: value(sample.value) });
};
const scalar = (schema: z.ZodType, value: fc.Arbitrary<unknown>): Sample => ({ written: schema, closed: schema, value });
const names = ['a', 'b', 'c', 'd'] as const;

const scalars = fc.constantFrom<Sample>(
  scalar(z.string(), fc.string({ maxLength: 4 })),
  scalar(z.string().min(2), fc.string({ maxLength: 4 })),
  scalar(z.number(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  scalar(z.int(), fc.integer()),
  scalar(z.boolean(), fc.boolean()),
  scalar(z.enum(['x', 'y']), fc.constantFrom('x', 'y', 'z')),
  scalar(z.literal([1, null]), fc.constantFrom(1, 2, null)),
  scalar(z.record(z.string(), z.number()), fc.dictionary(fc.constantFrom(...names), fc.integer(), { maxKeys: 2 })),
);
const optionalWraps = fc.constantFrom<Wrap>(
  (sample) => sample,
  both(
    (schema) => schema.optional(),
    (value) => value,
  ),
  both(
    (schema) => schema.nullable(),
    (value) => fc.option(value),
  ),
);

/** Objects of up to three fields, closed in one form and written in one of three ways in the other; values miss fields and have others. */
function objectOf(fields: Readonly<Record<string, Sample>>, way: 'plain' | 'loose' | 'catchall'): Sample {
  const shape = (kind: 'written' | 'closed') => Object.fromEntries(Object.entries(fields).map(([name, sample]) => [name, sample[kind]]));
  const plain = z.object(shape('written'));
  const written = way === 'plain' ? plain : way === 'loose' ? plain.loose() : plain.catchall(z.number());
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
  const exact = fc.record(values, { noNullPrototype: true });
  const blurred = fc
    .tuple(
      fc.record(values, { requiredKeys: [], noNullPrototype: true }),
      fc.dictionary(fc.constantFrom(...names), fc.integer(), { maxKeys: 1, noNullPrototype: true }),
    )
    .map(([some, others]) => ({ ...some, ...others }));
  return { written, closed: z.strictObject(shape('closed')), value: fc.oneof({ weight: 4, arbitrary: exact }, blurred) };
}

const objects = fc.letrec<{ object: Sample; field: Sample }>((tie) => ({
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom(...names), tie('field'), { minKeys: 1, maxKeys: 3 }),
      fc.constantFrom('plain', 'loose', 'catchall'),
    )
    .map(([fields, way]) => objectOf(fields, way)),
  field: fc
    .tuple(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        scalars,
        tie('object'),
        tie('field').map(
          both(
            (schema) => z.array(schema),
            (value) => fc.array(value, { maxLength: 2 }),
          ),
        ),
        fc.tuple(tie('field'), tie('field')).map(([left, right]) => ({
          written: z.union([left.written, right.written]),
          closed: z.union([left.closed, right.closed]),
          value: fc.oneof(left.value, right.value),
        })),
      ),
      optionalWraps,
    )
    .map(([sample, wrap]) => wrap(sample)),
})).object;

/** A value without the members of objects that are null or undefined. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(said.map(([key, member]) => [key, withoutNulls(member)]));
}

it('accepts exactly what the library accepts when it is strict at every level, whatever the author wrote', () => {
  /** Null for a union that may drop keys, or take those of another member unchecked: that is refused at once. */
  const registered = (schema: z.ZodType) => {
    try {
      return defineModel('Sample', schema);
    } catch (error) {
      expect(String(error)).toMatch(/drops keys|checks nothing of it/);
      return null;
    }
  };
  const seen = { accepted: 0, rejected: 0 };
  const candidates = objects.chain((sample) => fc.tuple(fc.constant(sample), fc.array(sample.value, { minLength: 1, maxLength: 4 })));
  fc.assert(
    fc.property(candidates, ([{ written, closed }, values]) => {
      const model = registered(written);
      if (model === null) return;
      for (const value of values) {
        const expected = closed.safeParse(value);
        const result = model.validate(value);
        seen[result.kind] += 1;
        if (expected.success) expect(result.kind).toBe('accepted');
        if (result.kind === 'rejected') continue;
        // A null may stand for an absent field, which the strict library does not know; without those it takes the same and gives the same.
        expect(closed.safeParse(result.value).success).toBe(true);
        expect(withoutNulls(result.value)).toEqual(withoutNulls(value));
        if (expected.success && !JSON.stringify(value).includes('null')) expect(result.value).toEqual(expected.data);
      }
    }),
    { numRuns: 200 },
  );
  expect(Math.min(seen.accepted, seen.rejected)).toBeGreaterThan(100);
});
