import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accepted, refusalOf } from './define-model.test-support.ts';
import { defineModel } from './define-model.ts';
import type { SchemaSource } from './schema-source.ts';

describe('what cannot be closed is refused at registration, all of it with its place', () => {
  it.each<[string, z.ZodType, string]>([
    ['any', z.any(), 'not_closed'],
    ['unknown', z.unknown(), 'not_closed'],
    ['an optional any', z.any().optional(), 'not_closed'],
    ['a list of any', z.array(z.any()), 'not_closed'],
    ['date', z.date(), 'not_json'],
    ['a coerced date', z.coerce.date(), 'not_json'],
    ['bigint', z.bigint(), 'not_json'],
    ['map', z.map(z.string(), z.string()), 'not_json'],
    ['set', z.set(z.string()), 'not_json'],
    ['custom', z.custom<string>(() => true), 'not_json'],
    ['instanceof', z.instanceof(Error), 'not_json'],
    ['symbol', z.symbol(), 'not_json'],
    ['undefined', z.undefined(), 'not_json'],
    ['nan', z.nan(), 'not_json'],
    ['never', z.never(), 'not_closed'],
    ['file', z.file(), 'not_checked'],
    ['a loose record', z.looseRecord(z.string().regex(/^x-/), z.string()), 'not_closed'],
    ['a tuple with a rest', z.tuple([z.string()], z.number()), 'not_closed'],
    ['parts that contradict each other', z.intersection(z.string(), z.number()), 'contradiction'],
  ])('%s', (_, schema, code) => {
    expect(refusalOf(z.object({ fine: z.string(), bad: schema }))).toEqual([
      expect.stringMatching(new RegExp(`^/properties/bad.* ${code}$`)),
    ]);
  });

  it.each<[string, z.ZodType, string]>([
    ['a union', z.union([z.string(), z.date(), z.number()]), '/properties/bad/anyOf/1'],
    ['a nullable union', z.union([z.string(), z.bigint()]).nullable(), '/properties/bad/anyOf/0/anyOf/1'],
    ['a tuple', z.tuple([z.string(), z.map(z.string(), z.string())]), '/properties/bad/prefixItems/1'],
    [
      'a discriminated union',
      z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b'), x: z.set(z.string()) })]),
      '/properties/bad/oneOf/1/properties/x',
    ],
  ])('S8 %s with one member that cannot be converted: the whole schema, at that member', (_, schema, path) => {
    expect(refusalOf(z.object({ fine: z.string(), bad: schema }))).toEqual([`${path} not_json`]);
  });

  const text = z.object({ text: z.string() });
  const image = z.object({ text: z.string(), image: z.string() });

  it.each<[string, z.ZodType]>([
    ['as it is', z.union([text, image])],
    ['in lists', z.union([z.array(text), z.array(image)])],
    ['under a key that both have', z.union([z.object({ part: text }), z.object({ part: image })])],
    ['before a record', z.union([z.object({ text: z.string().optional() }), z.record(z.string(), z.string())])],
  ])('a member of a union that its library would take for a later one, dropping keys: %s', (_, schema) => {
    expect(refusalOf(z.object({ bad: schema }))).toEqual(['/properties/bad cut_short']);
  });

  it.each<[string, z.ZodType]>([
    ['before it', z.union([text.loose(), image])],
    ['behind it', z.union([image, text.catchall(z.number())])],
    ['before a record', z.union([z.looseObject({ text: z.string().optional() }), z.record(z.string(), z.url())])],
  ])('a member of a union that lets through what another one declares, whatever that one says of it: %s', (_, schema) => {
    expect(refusalOf(z.object({ bad: schema }))).toEqual(['/properties/bad cut_short']);
  });

  it.each<[string, z.ZodType, object]>([
    ['strict', z.union([z.strictObject(text.shape), image]), {}],
    ['last', z.union([image, text]), {}],
    ['told apart', z.union([text.extend({ kind: z.literal('a') }), image.extend({ kind: z.literal('b') })]), { kind: 'b' }],
  ])('but not one that is %s: the value is taken whole', (_, schema, mark) => {
    const whole = { part: { text: 'x', image: 'y', ...mark } };
    expect(defineModel('Answer', z.object({ part: schema })).validate(whole)).toEqual(accepted(whole));
  });

  it('every problem at once, and each in words', () => {
    const schema = z.object({ when: z.date(), rows: z.array(z.object({ any: z.any(), id: z.bigint() })) });
    expect(refusalOf(schema)).toHaveLength(3);
    expect(() => defineModel('Answer', schema)).toThrow(
      '/properties/when: It cannot be said in JSON: Date cannot be represented in JSON Schema.',
    );
  });

  it.each<[string, SchemaSource<unknown>]>([
    ['a record', z.record(z.string(), z.string())],
    ['a union', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ['a list', z.array(z.string())],
    ['text', z.string()],
  ])('a root that is %s', (_, schema) => {
    expect(refusalOf(schema)).toEqual([' no_object']);
  });

  it('a name that is none', () => {
    for (const name of ['', '1', 'a b', 'a'.repeat(61)])
      expect(() => defineModel(name, z.object({ a: z.string() }))).toThrow('needs a name');
  });
});
