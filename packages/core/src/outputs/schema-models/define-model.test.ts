import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as valibot from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OutputModel, SchemaDialect } from '../output-model.ts';
import { accepted, refusalOf } from './define-model.test-support.ts';
import { defineModel } from './define-model.ts';
import type { SchemaSource } from './schema-source.ts';

const problemsOf = (model: OutputModel, candidate: unknown) => {
  const result = model.validate(candidate);
  return result.kind === 'accepted' ? [] : result.problems.map(({ path, code }) => `${path} ${code}`);
};

/** Every object of a schema that has properties. */
function objectsIn(schema: unknown): readonly object[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return [...('properties' in schema && 'type' in schema ? [schema] : []), ...Object.values(schema).flatMap(objectsIn)];
}

describe('a model in code is closed for its whole tree', () => {
  const inner = z.object({ text: z.string() });
  const value = (leaf: object) => ({ a: { b: { c: [leaf] } } });

  it.each([
    ['z.object', inner],
    ['looseObject', z.looseObject({ text: z.string() })],
    ['passthrough', inner.passthrough()],
    ['catchall', inner.catchall(z.unknown())],
    ['an intersection', z.intersection(inner, z.object({ more: z.string().optional() }))],
    ['an intersection with a record', z.intersection(inner, z.record(z.string(), z.any()))],
    ['a union', z.union([inner, z.number()])],
  ])('S2 a plain object four levels down, written as %s, refuses an undeclared key', (_, leaf) => {
    const model = defineModel('Answer', z.strictObject({ a: z.object({ b: z.object({ c: z.array(leaf) }) }) }));
    expect(model.validate(value({ text: 'x' }))).toEqual(accepted(value({ text: 'x' })));
    expect(problemsOf(model, value({ text: 'x', evil: 1 }))).toEqual(['/a/b/c/0/evil unknown_field']);
  });

  it.each<SchemaDialect>(['openai', 'anthropic', 'gemini', 'json_schema'])(
    'S3 the %s schema of plain objects says additionalProperties: false at every level, as their input schema does not',
    (dialect) => {
      const schema = z.object({ a: z.object({ b: z.array(z.object({ c: z.string() })) }) });
      expect(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))).not.toContain('additionalProperties');
      const objects = objectsIn(defineModel('Answer', schema).providerSchema(dialect).schema);
      expect(objects).toHaveLength(3);
      for (const object of objects) expect(object).toHaveProperty('additionalProperties', false);
    },
  );

  it('S18 a declared open object takes any key inside; one level up stays closed', () => {
    const model = defineModel('Answer', z.object({ title: z.string(), meta: z.record(z.string(), z.unknown()) }));
    const open = { title: 'x', meta: { any: [1, { deep: { nested: null } }] } };
    expect(model.validate(open)).toEqual(accepted(open));
    expect(problemsOf(model, { ...open, any: 1 })).toEqual(['/any unknown_field']);
  });

  it('keeps the values of a record closed, and a record of fixed keys is an object of those', () => {
    const model = defineModel(
      'Answer',
      z.object({ rows: z.record(z.string(), inner), by: z.partialRecord(z.enum(['a', 'b']), z.number()) }),
    );
    expect(problemsOf(model, { rows: { x: { text: '', evil: 1 } }, by: { a: 1, c: 2 } })).toEqual([
      '/rows/x/evil unknown_field',
      '/by/c unknown_field',
    ]);
    expect(model.validate({ rows: { x: { text: '' } }, by: { b: 1 } })).toEqual(accepted({ rows: { x: { text: '' } }, by: { b: 1 } }));
  });

  it('S7 a record cannot be promised by a strict provider: said at once, with its place, and its values are checked here', () => {
    const model = defineModel('Answer', z.object({ counts: z.record(z.string(), z.number()) }));
    const { strict, reasons } = model.providerSchema('openai');
    expect(strict).toBe(false);
    expect(reasons).toEqual([expect.stringContaining('Answer.counts')]);
    expect(model.validate({ counts: { a: 1, b: 2 } })).toEqual(accepted({ counts: { a: 1, b: 2 } }));
    expect(problemsOf(model, { counts: { a: 'one' } })).toEqual(['/counts/a wrong_type']);
  });
});

describe('optional fields and defaults', () => {
  it('S5 a default is not required on input and required on output: two schemas', () => {
    const model = defineModel('Answer', z.object({ q: z.string().default('q'), other: z.string() }));
    expect(model.providerSchema('json_schema').schema).toMatchObject({
      required: ['other'],
      properties: { q: { type: 'string', default: 'q' } },
    });
    expect(model.acceptedSchema).toMatchObject({ required: ['q', 'other'], additionalProperties: false });
    expect(model.validate({ other: 'x' })).toEqual(accepted({ other: 'x', q: 'q' }));
  });

  it('S6 an optional field is required and nullable for a strict provider; a null reads back as absent', () => {
    const model = defineModel('Answer', z.object({ note: z.string().optional(), size: z.number().default(3) }));
    const { schema, strict } = model.providerSchema('openai');
    expect(strict).toBe(true);
    expect(schema).toMatchObject({
      required: ['note', 'size'],
      properties: { note: { anyOf: [{ type: 'string' }, { type: 'null' }] }, size: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
    });
    expect(model.validate({ note: null, size: null })).toEqual(accepted({ size: 3 }));
    expect(model.validate({})).toEqual(accepted({ size: 3 }));
    expect(problemsOf(model, { note: 1 })).toEqual(['/note wrong_type']);
  });

  it('keeps a null that the schema has', () => {
    const model = defineModel('Answer', z.object({ note: z.string().nullish(), sure: z.string().nullable().default('x') }));
    expect(model.validate({ note: null, sure: null })).toEqual(accepted({ note: null, sure: null }));
    expect(model.validate({})).toEqual(accepted({ sure: 'x' }));
  });

  it('asks a default that is made anew for every value', () => {
    let made = 0;
    const model = defineModel('Answer', z.object({ id: z.number().default(() => ++made) }));
    const [first, second] = [model.validate({}), model.validate({})];
    expect(first).not.toEqual(second);
  });
});

describe('a model that contains itself', () => {
  const Node = z.object({
    text: z.string(),
    get kids() {
      return z.array(Node);
    },
  });

  it('S14 is refused with "too deep" when nested 20,000 levels, where its own library overflows', () => {
    let deep: unknown = { text: '', kids: [] };
    for (let level = 0; level < 20_000; level += 1) deep = { text: '', kids: [deep] };
    expect(() => Node.safeParse(deep)).toThrow(RangeError);
    expect(defineModel('Node', Node).validate(deep)).toMatchObject({ kind: 'rejected', problems: [{ code: 'too_deep' }] });
  });

  it.each([
    ['getters', Node],
    ['z.lazy', z.object({ text: z.string(), kids: z.array(z.lazy(() => Node)) })],
    ['an id', z.object({ text: z.string(), kids: z.array(Node.meta({ id: 'Branch' })) })],
    ['an intersection', z.intersection(z.object({ text: z.string() }), z.object({ kids: z.array(Node) }))],
  ])('is closed at every level: %s', (_, schema) => {
    const model = defineModel('Tree', schema);
    const tree = (leaf: object) => ({ text: '', kids: [{ text: '', kids: [leaf] }] });
    expect(model.validate(tree({ text: '', kids: [] }))).toEqual(accepted(tree({ text: '', kids: [] })));
    expect(problemsOf(model, tree({ text: '', kids: [], evil: 1 }))).toEqual(['/kids/0/kids/0/evil unknown_field']);
    const objects = objectsIn(model.providerSchema('json_schema').schema);
    expect(objects.every((object) => Reflect.get(object, 'additionalProperties') === false)).toBe(true);
  });

  it.each<[string, SchemaSource<unknown>]>([
    ['an id at its root', Node.meta({ id: 'Root' })],
    ['arktype', type({ text: 'string', kids: 'this[]' })],
  ])('has the name that it is given, with %s', (_, schema) => {
    const model = defineModel('Tree', schema);
    const tree = (leaf: object) => ({ text: '', kids: [leaf] });
    expect(model.name).toBe('Tree');
    expect(model.validate(tree({ text: '', kids: [] }))).toEqual(accepted(tree({ text: '', kids: [] })));
    expect(problemsOf(model, tree({ text: '', kids: [], evil: 1 }))).toEqual(['/kids/0/evil unknown_field']);
  });

  it('is told apart from any value, and from what has no object to be named by', () => {
    const List: z.ZodType = z.union([z.string(), z.array(z.lazy(() => List))]);
    expect(() => defineModel('Answer', z.object({ a: z.json() }))).toThrow('/properties/a: It allows any value;');
    expect(refusalOf(z.object({ a: z.json() }))).toHaveLength(1);
    expect(() => defineModel('Answer', z.object({ a: List }))).toThrow('only an object with declared properties can; put one between');
  });

  it('is refused when no value can end it, or no object stands between', () => {
    const Endless = z.object({
      get next() {
        return Endless;
      },
    });
    const List: z.ZodType = z.array(z.lazy(() => List));
    expect(refusalOf(Endless)).toEqual(['/properties/next endless_model']);
    expect(refusalOf(z.object({ list: List }))).toEqual([expect.stringMatching(/ endless$/)]);
  });
});

describe("the author's own validation", () => {
  const even = z
    .object({
      size: z
        .number()
        .min(2)
        .refine((size) => size % 2 === 0, 'must be even'),
      tags: z.array(z.string().trim().max(3)),
    })
    .refine(({ size, tags }) => tags.length <= size, { message: 'has too many tags', path: ['tags', 0] });

  it('runs on what is closed, and its complaints have the places of the value', () => {
    const model = defineModel('Answer', even);
    expect(model.validate({ size: 3, tags: [' ab ', 'abcd'] })).toEqual({
      kind: 'rejected',
      total: 2,
      problems: [
        { path: '/size', code: 'not_accepted', message: 'must be even' },
        { path: '/tags/1', code: 'not_accepted', message: expect.stringContaining('3') },
      ],
    });
    expect(problemsOf(model, { size: 2, tags: ['a', 'b', 'c'] })).toEqual(['/tags/0 not_accepted']);
  });

  it('does not run on what is not closed', () => {
    let asked = 0;
    const model = defineModel('Answer', z.object({ a: z.string().refine(() => ++asked > 0) }));
    expect(problemsOf(model, { a: 'x', evil: 1 })).toEqual(['/evil unknown_field']);
    expect(asked).toBe(0);
  });

  it('makes the accepted value: transforms apply, limits hold after them, and coercion meets strict types only', () => {
    const model = defineModel(
      'Answer',
      z.object({
        name: z
          .string()
          .trim()
          .max(3)
          .transform((name) => ({ name })),
        count: z.coerce.number(),
      }),
    );
    expect(model.validate({ name: '  abc  ', count: 1 })).toEqual(accepted({ name: { name: 'abc' }, count: 1 }));
    expect(problemsOf(model, { name: 'abc', count: '1' })).toEqual(['/count wrong_type']);
  });

  it('gives a frozen value of its own, without what is undefined', () => {
    const kept = { list: [1] };
    const model = defineModel('Answer', z.object({ a: z.string().transform(() => ({ kept, gone: undefined })) }));
    const result = model.validate({ a: 'x' });
    kept.list.push(2);
    expect(result).toEqual(accepted({ a: { kept: { list: [1] } } }));
    expect(result.kind === 'accepted' && Object.isFrozen(result.value['a'])).toBe(true);
  });

  it.each<[string, z.ZodType]>([
    ['is asynchronous', z.string().refine(async () => true)],
    ['gives what JSON cannot hold', z.string().transform((text) => new Date(text))],
    ['gives a number that is none', z.string().transform(() => Number.NaN)],
  ])('throws when it %s', (_, schema) => {
    const model = defineModel('Answer', z.object({ a: schema }));
    expect(() => model.validate({ a: 'x' })).toThrow(expect.objectContaining({ code: 'model_invalid' }));
  });
});

describe('other libraries with Standard Schema and its JSON Schema', () => {
  it.each<[string, SchemaSource<unknown>]>([
    ['arktype', type({ title: 'string', rows: type({ size: 'number > 1' }).array(), 'note?': 'string' })],
    [
      'valibot',
      toStandardJsonSchema(
        valibot.object({
          title: valibot.string(),
          rows: valibot.array(valibot.looseObject({ size: valibot.pipe(valibot.number(), valibot.minValue(2)) })),
          note: valibot.optional(valibot.string()),
        }),
      ),
    ],
  ])('%s: closed, then its own validation', (_, schema) => {
    const model = defineModel('Answer', schema);
    expect(model.validate({ title: 'x', rows: [{ size: 2 }], note: null })).toEqual(accepted({ title: 'x', rows: [{ size: 2 }] }));
    expect(problemsOf(model, { title: 'x', rows: [{ size: 2, evil: 1 }] })).toEqual(['/rows/0/evil unknown_field']);
    expect(problemsOf(model, { title: 'x', rows: [{ size: 1 }] })).toEqual(['/rows/0/size not_accepted']);
  });

  it('are refused when they cannot say their JSON Schema, or a type in it', () => {
    expect(refusalOf(Object(valibot.object({ a: valibot.string() })))).toEqual([' not_convertible']);
    expect(refusalOf(toStandardJsonSchema(valibot.object({ a: valibot.date() })))).toEqual([' not_convertible']);
    expect(refusalOf(type({ a: 'Date' }))).toEqual([expect.stringMatching(/^\/properties\/a /)]);
  });
});

describe('the digest', () => {
  it('is that of the same model written otherwise, and moves with it', () => {
    const digest = (schema: SchemaSource<unknown>) => defineModel('Answer', schema).digest;
    const Node: z.ZodType = z.object({ id: z.string(), next: z.lazy(() => Node).optional() });
    const Other: z.ZodType = z.object({ next: z.lazy(() => Other).optional(), id: z.string() });
    expect(digest(z.object({ a: Node, b: z.int() }))).toBe(digest(z.looseObject({ b: z.int(), a: Other })));
    expect(digest(z.object({ a: z.string() }))).not.toBe(digest(z.object({ a: z.string().optional() })));
    expect(digest(z.object({ a: z.string() }))).not.toBe(digest(z.object({ a: z.string().max(3) })));
  });
});
