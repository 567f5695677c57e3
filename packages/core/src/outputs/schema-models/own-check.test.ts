import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isIntarsiaError } from '../../ports/errors.ts';
import type { OutputModel } from '../output-model.ts';
import { defineModel } from './define-model.ts';
import type { SchemaSource } from './schema-source.ts';

const accepted = (value: unknown) => ({ kind: 'accepted', value });
const problemsOf = (model: OutputModel, candidate: unknown) => {
  const result = model.validate(candidate);
  return result.kind === 'accepted' ? [] : result.problems.map(({ path, code }) => `${path} ${code}`);
};
const inA = (schema: z.ZodType) => defineModel('Answer', z.object({ a: schema }));
const valibotA = (schema: v.GenericSchema) => defineModel('Answer', toStandardJsonSchema(v.object({ a: schema })));

/** A library of which only the answers are known; what it checks is an object with a text `a`. */
function library(validate: () => unknown): SchemaSource<unknown> {
  const jsonSchema = () => ({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
  return Object({ '~standard': { version: 1, vendor: 'own', validate, jsonSchema: { input: jsonSchema, output: jsonSchema } } });
}

describe('nothing that was checked is dropped without a word', () => {
  const named = z.object({ k: z.string() });
  const refund = (amount: z.ZodType) => z.union([z.object({ k: z.literal('refund'), amount }), named]);

  it.each<[string, OutputModel, unknown, readonly string[]]>([
    ['a limit', inA(refund(z.number().max(100))), { k: 'refund', amount: 5000 }, ['/a/amount cut_short']],
    ['a least length', inA(refund(z.string().min(5))), { k: 'refund', amount: 'x' }, ['/a/amount cut_short']],
    ['a format', inA(refund(z.email())), { k: 'refund', amount: 'x' }, ['/a/amount cut_short']],
    ['a refinement', inA(refund(z.string().refine(() => false))), { k: 'refund', amount: 'x' }, ['/a/amount cut_short']],
    ['a limit in a list', inA(z.array(refund(z.number().max(1)))), [{ k: 'x' }, { k: 'refund', amount: 2 }], ['/a/1/amount cut_short']],
    [
      'a limit of valibot',
      valibotA(v.union([v.object({ k: v.literal('b'), t: v.pipe(v.string(), v.minLength(3)) }), v.object({ k: v.string() })])),
      { k: 'b', t: 'x' },
      ['/a/t cut_short'],
    ],
    [
      'an open object before a record',
      inA(z.union([z.strictObject({ b: z.object({}) }), z.record(z.string(), z.object({ a: z.string() }))])),
      { b: { a: 'y' } },
      ['/a/b/a cut_short'],
    ],
    [
      'a record before a record',
      inA(z.union([z.record(z.string(), z.object({})), z.record(z.string(), z.any())])),
      { c: { b: 1 } },
      ['/a/c/b cut_short'],
    ],
    [
      'a list read as an object',
      valibotA(v.union([v.object({ x: v.optional(v.string()) }), v.array(v.string())])),
      ['k', 'l'],
      ['/a cut_short'],
    ],
    ['a list read as a record', valibotA(v.union([v.record(v.string(), v.number()), v.array(v.number())])), [1, 2], ['/a cut_short']],
  ])('by %s that the first member of a union fails or forgets', (_, model, value, problems) => {
    expect(problemsOf(model, { a: value })).toEqual(problems);
    expect(model.matches({ a: value })).toBe(false);
  });

  it('says so in words that a model can act on, and counts what it does not show', () => {
    const model = inA(z.union([z.record(z.string(), z.object({})), z.record(z.string(), z.any())]));
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, { b: 1 }]));
    const result = model.validate({ a: many });
    expect(result).toMatchObject({ kind: 'rejected', total: 30 });
    const problems = result.kind === 'rejected' ? result.problems : [];
    expect(problems).toHaveLength(20);
    expect(problems[0]).toEqual({ path: '/a/k0/b', code: 'cut_short', message: 'is not part of what the schema accepts there' });
  });

  it('beside a transform as well, and in a definition that more than one field shares', () => {
    const part = refund(z.number().max(100));
    const shared = refund(z.number().max(9)).meta({ id: 'Part' });
    const schema = z.object({ part, size: z.string().transform(Number), rows: z.array(z.object({ part, day: z.stringbool() })), shared });
    const model = defineModel('Answer', schema);
    const fine = { k: 'refund', amount: 1 };
    const value = { part: fine, size: '3', rows: [{ part: fine, day: 'yes' }], shared: fine };
    expect(model.validate(value)).toEqual(accepted({ ...value, size: 3, rows: [{ part: fine, day: true }] }));
    const wrong = { k: 'refund', amount: 500 };
    expect(problemsOf(model, { part: wrong, size: '3', rows: [{ part: wrong, day: 'yes' }], shared: wrong })).toEqual([
      '/part/amount cut_short',
      '/rows/0/part/amount cut_short',
      '/shared/amount cut_short',
    ]);
  });

  it('while what is filled in or rewritten at the same kind is no loss', () => {
    const Node = z.object({
      text: z.string().trim().default('x'),
      get kids() {
        return z.array(Node).optional();
      },
    });
    expect(defineModel('Answer', Node).validate({ kids: [{ text: ' a ' }] })).toEqual(accepted({ text: 'x', kids: [{ text: 'a' }] }));
    const piped = inA(z.preprocess((value) => value, z.object({ b: z.string() })));
    expect(piped.validate({ a: { b: 'x' } })).toEqual(accepted({ a: { b: 'x' } }));
  });
});

describe('code of the author that fails', () => {
  const oops = (): never => {
    throw new Error('a secret');
  };
  const rejected = {
    kind: 'rejected',
    total: 1,
    problems: [{ path: '', code: 'schema_failed', message: expect.not.stringContaining('secret') }],
    cause: expect.any(Error),
  };

  it.each<[string, SchemaSource<unknown>]>([
    ['a refinement of zod', z.object({ a: z.string().refine(oops) })],
    ['a transform of zod', z.object({ a: z.string().transform((text) => new URL(text).href) })],
    ['another library', library(oops)],
  ])('on a value rejects that value: %s', (_, schema) => {
    const model = defineModel('Answer', schema);
    expect(model.validate({ a: 'x' })).toEqual(rejected);
    expect(model.matches({ a: 'x' })).toBe(false);
  });

  const deep = () => {
    let value: unknown = {};
    for (let level = 0; level < 3000; level += 1) value = [value];
    return value;
  };
  const cyclic = () => {
    const value: Record<string, unknown> = {};
    return Object.assign(value, { itself: value });
  };

  it.each<[string, z.ZodType]>([
    ['a date', z.string().transform((text) => new Date(text))],
    ['what contains itself', z.string().transform(cyclic)],
    ['3,000 levels', z.string().transform(deep)],
    ['a key `__proto__`', z.string().transform(() => JSON.parse('{"__proto__":{"a":1}}'))],
  ])('gives %s, which no accepted value is: `validate` and `matches` say so alike', (_, schema) => {
    const model = inA(schema);
    expect(() => model.validate({ a: 'x' })).toThrow(expect.objectContaining({ code: 'model_invalid' }));
    expect(() => model.matches({ a: 'x' })).toThrow(expect.objectContaining({ code: 'model_invalid' }));
  });

  it('gives something that is no object', () => {
    const model = defineModel(
      'Answer',
      z.object({ a: z.string() }).transform(({ a }) => a),
    );
    expect(() => model.matches({ a: 'x' })).toThrow(expect.objectContaining({ code: 'model_invalid' }));
  });
});

describe('a library that writes into what it checks', () => {
  it('gets a value of its own; what is given back is frozen all the same', () => {
    const model = defineModel('Answer', type({ n: { a: 'string.trim', 'd?': 'string' }, list: type({ t: 'string.trim' }).array() }));
    const value = Object.freeze({ n: Object.freeze({ a: ' x ' }), list: [{ t: ' y' }] });
    const result = model.validate(value);
    expect(result).toEqual(accepted({ n: { a: 'x' }, list: [{ t: 'y' }] }));
    expect(value.n.a).toBe(' x ');
    expect(result.kind === 'accepted' && Object.isFrozen(result.value['n'])).toBe(true);
    const filled = defineModel('Answer', type({ n: { a: 'string = "q"' } }));
    expect(filled.validate({ n: {} })).toEqual(accepted({ n: { a: 'q' } }));
  });
});

describe('an answer of a library', () => {
  const answering = (answer: () => unknown) => defineModel('Answer', library(answer));

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['issues that are null', () => ({ issues: null })],
    ['an issue that is null', () => ({ issues: [null] })],
    ['an issue without a message', () => ({ issues: [{}] })],
    ['a path that holds null', () => ({ issues: [{ message: 'no', path: [null] }] })],
    ['a promise of another kind', () => ({ then: () => undefined })],
    ['a promise that fails', () => Promise.reject(new Error('late'))],
    ['no value', () => ({})],
  ])('that is none throws model_invalid: %s', (_, answer) => {
    const model = answering(answer);
    expect(() => model.validate({ a: 'x' })).toThrow(expect.objectContaining({ code: 'model_invalid' }));
  });

  it('without issues in its issues rejects with one problem, and long words are cut', () => {
    expect(answering(() => ({ issues: [] })).validate({ a: 'x' })).toMatchObject({
      kind: 'rejected',
      total: 1,
      problems: [{ code: 'not_accepted' }],
    });
    const long = 'x'.repeat(5000);
    const result = answering(() => ({ issues: [{ message: long, path: [long] }] })).validate({ a: 'x' });
    expect(JSON.stringify(result).length).toBeLessThan(3500);
  });
});

describe('what is no schema', () => {
  it.each([null, undefined, true, 'x', 5, [], { '~standard': null }, { '~standard': {} }])('%j is refused as such', (source) => {
    const define = () => Reflect.apply(defineModel, undefined, ['Answer', source]);
    expect(define).toThrow(/It is no schema/);
    try {
      define();
    } catch (error) {
      expect(isIntarsiaError(error, 'model_invalid')).toBe(true);
    }
  });
});
