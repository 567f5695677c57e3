import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineModel } from './define-model.ts';
import type { SchemaSource } from './schema-source.ts';

const digestOf = (schema: SchemaSource<unknown>) => defineModel('Answer', schema).digest;
const digest = (a: z.ZodType) => digestOf(z.object({ a }));

describe('the digest of a model in code', () => {
  it.each<[string, z.ZodType, z.ZodType]>([
    ['a default', z.string().default('a'), z.string().default('b')],
    ['a default of null', z.string().nullish(), z.string().nullable().default(null)],
    ['a default in a list', z.array(z.object({ b: z.int().default(1) })), z.array(z.object({ b: z.int().default(2) }))],
    ['a version of a format', z.uuidv4(), z.uuidv7()],
    ['a pattern beside a format', z.email(), z.email({ pattern: /^q/ })],
    ['a second pattern', z.string().regex(/a/).regex(/b/), z.string().regex(/a/).regex(/c/)],
    ['a pattern of keys', z.record(z.string().regex(/^a/), z.int()), z.record(z.string().regex(/^b/), z.int())],
    ['a part of an intersection', z.intersection(z.string(), z.string().regex(/a/)), z.intersection(z.string(), z.string().regex(/b/))],
  ])('moves with %s', (_, left, right) => {
    expect(digest(left)).not.toBe(digest(right));
    expect(digest(left)).toBe(digest(left));
  });

  const b = z.object({ b: z.object({ x: z.string().max(3) }), k: z.literal('b') });
  const c = z.object({ k: z.literal('c'), b: z.object({ y: z.array(z.object({ z: z.int() })) }) });

  it.each<[string, SchemaSource<unknown>, SchemaSource<unknown>]>([
    ['the order of variants', z.object({ a: z.union([b, c, z.null()]) }), z.object({ a: z.union([z.null(), c, b]) })],
    [
      'the order of types',
      { type: 'object', properties: { a: { type: ['string', 'null'] } } },
      { type: 'object', properties: { a: { type: ['null', 'string'] } } },
    ],
    ['words', z.object({ a: z.string().meta({ description: 'x', title: 'T', other: 1 }) }), z.object({ a: z.string() })],
    [
      'words in variants',
      z.object({ a: z.union([b.describe('z'), c.describe('a')]) }),
      z.object({ a: z.union([b.describe('a'), c.describe('z')]) }),
    ],
  ])('does not move with %s', (_, left, right) => {
    expect(digestOf(left)).toBe(digestOf(right));
  });

  it('leaves a default out that is made anew each time', () => {
    let made = 0;
    const schema = z.object({ id: z.object({ n: z.number().default(() => ++made) }), b: z.string().default('b') });
    expect(digestOf(schema)).toBe(digestOf(schema));
    expect(defineModel('Answer', schema).providerSchema('json_schema').schema).toMatchObject({ properties: { b: { default: 'b' } } });
  });

  it('keeps the order of variants in what a provider is told', () => {
    const schema = defineModel('Answer', z.object({ a: z.union([c, b, z.null()]) })).providerSchema('json_schema').schema;
    expect(JSON.stringify(schema)).toMatch(/"c".*"b".*"null"/);
  });
});
