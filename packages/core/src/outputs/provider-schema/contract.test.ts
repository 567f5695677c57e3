import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '../../ports/json.ts';
import { definitionsOf, type FieldText, type ModelText, modelOf, modelsOfShapes } from '../models.test-support.ts';
import type { FieldShape, Shape } from '../shapes/shapes.ts';

const base: Record<string, ModelText> = {
  Kind: { values: ['a', 'b'] },
  Inner: { fields: { x: 'int', y: 'str' } },
  M: {
    fields: {
      kind: 'Kind',
      inner: 'Inner',
      list: 'list[int]',
      count: { type: 'int', default: 1 },
      required: 'str',
      either: { type: 'union', variants: ['int', 'Inner'] },
      maybe: 'optional_str',
      data: { type: 'optional_dict', default: { required: ['kind'], properties: {}, additionalProperties: true } },
    },
  },
};
const digest = (models: Record<string, ModelText>) => modelOf('M', models).digest;
const fields = (change: Record<string, FieldText>): Record<string, ModelText> => ({
  ...base,
  M: { fields: { ...(base['M'] as { fields: object }).fields, ...change } },
});
const without = (field: string): Record<string, ModelText> => {
  const { [field]: _, ...others } = (base['M'] as { fields: Record<string, FieldText> }).fields;
  return { ...base, M: { fields: others } };
};

/** The same definitions with every map, and every list of literal values, the other way round. */
const reversed: Record<string, ModelText> = Object.fromEntries(
  Object.entries(base)
    .reverse()
    .map(([name, model]): [string, ModelText] => {
      if ('values' in model) return [name, { values: model.values.toReversed() }];
      return [name, 'fields' in model ? { fields: Object.fromEntries(Object.entries(model.fields).reverse()) } : model];
    }),
);

/** Every kind of change to what is accepted. */
const changes: readonly (readonly [string, Record<string, ModelText>])[] = [
  ['a field added', fields({ more: 'str' })],
  ['a field removed', without('required')],
  ['a required field made optional', fields({ required: { type: 'str', default: null } })],
  ['an optional field made required', fields({ count: 'int' })],
  ['another default', fields({ count: { type: 'int', default: 2 } })],
  ['a default whose key is named required', fields({ data: { type: 'optional_dict', default: { required: ['list'] } } })],
  ['another scalar', fields({ required: 'int' })],
  ['a nullable type', fields({ required: { type: 'union', variants: ['str', 'null'] } })],
  ['another nested scalar', { ...base, Inner: { fields: { x: 'float', y: 'str' } } }],
  ['a nested field added', { ...base, Inner: { fields: { x: 'int', y: 'str', z: 'bool' } } }],
  ['another nested model', { ...fields({ inner: 'Other' }), Other: { fields: { x: 'int' } } }],
  ['a literal value added', { ...base, Kind: { values: ['a', 'b', 'c'] } }],
  ['a literal value of another type', { ...base, Kind: { values: ['a', 'b', 1] } }],
  ['another item', fields({ list: 'list[str]' })],
  ['a list of lists', fields({ list: 'list[list[int]]' })],
  ['another variant', fields({ either: { type: 'union', variants: ['int', 'str'] } })],
  ['a closed object made an open one', fields({ inner: 'dict' })],
  ['a least value', fields({ count: { type: 'int', default: 1, min: 0 } })],
  ['a greatest value', fields({ count: { type: 'int', default: 1, max: 9 } })],
  ['a least length', fields({ required: { type: 'str', min: 1 } })],
  ['a greatest length', fields({ maybe: { type: 'optional_str', max: 9 } })],
  ['a pattern', fields({ required: { type: 'str', pattern: 'a' } })],
  ['a format', fields({ required: { type: 'str', format: 'date' } })],
  ['a least number of items', fields({ list: { type: 'list[int]', min: 1 } })],
];

describe('the digest of a model', () => {
  it('SO10 is the same whatever the order of models, fields, literal values and variants', () => {
    expect(Object.keys(reversed)).toEqual(['M', 'Inner', 'Kind']);
    expect(digest(reversed)).toBe(digest(base));
    const literals = fields({ kind: { type: 'literal', values: ['b', 'a'] } });
    expect(digest(literals)).toBe(digest(base));
    const variants = fields({ either: { type: 'union', variants: ['Inner', 'int'] } });
    expect(digest(variants)).toBe(digest(base));
  });

  it('SO10 is the same in another process', async () => {
    const program = `
      import { definitionsOf } from ${JSON.stringify(import.meta.resolve('../models.test-support.ts'))};
      import { compileModels } from ${JSON.stringify(import.meta.resolve('../compile-models.ts'))};
      const result = compileModels(definitionsOf(${JSON.stringify(reversed)}));
      console.log(result.models.get('M').digest);`;
    const flags = ['--conditions=@intarsia/source', '--input-type=module-typescript', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { env: {} });
    expect(stdout.trim()).toBe(digest(base));
  });

  it('is the SHA-256 of the profile and a schema that says nothing but what is accepted', () => {
    const form =
      '{"acceptance_profile":"mozaiks.structured_output_acceptance_profile.v1",' +
      '"schema":{"models":{"M":{"a":{"shape":{"kind":"integer","minimum":1}},"b":{"default":null,"shape":{"kind":"string"}}}},"root":"M"}}';
    const model = modelOf('M', { M: { fields: { b: { type: 'str', default: null, description: 'Words.' }, a: { type: 'int', min: 1 } } } });
    expect(model.digest).toBe(createHash('sha256').update(form).digest('hex'));
  });

  it.each<[string, Record<string, ModelText>]>([
    ['descriptions', fields({ inner: { type: 'Inner', description: 'Words change nothing.' } })],
    ['models that it does not reach', { ...base, Unused: { fields: { a: 'int' } } }],
    ['another spelling of a type', fields({ list: { type: 'list', items: 'integer' }, required: 'string' })],
    ['a type under another alias', { ...fields({ kind: 'Sort' }), Sort: { values: ['b', 'a'] } }],
  ])('does not move with %s', (_, models) => {
    expect(digest(models)).toBe(digest(base));
  });

  it.each(changes)('SO9 moves with %s', (_, models) => {
    expect(digest(models)).not.toBe(digest(base));
  });

  it('SO9 each of those changes, and each shape that only code can write, has a digest of its own', () => {
    const number: Shape = { kind: 'number' };
    const shapes: readonly Shape[] = [
      number,
      { kind: 'number', minimum: 0 },
      { kind: 'number', exclusiveMinimum: 0 },
      { kind: 'number', exclusiveMaximum: 0 },
      { kind: 'number', multipleOf: 2 },
      { kind: 'open_object', values: null },
      { kind: 'open_object', values: number },
      { kind: 'list', items: number },
      { kind: 'tuple', items: [number] },
      { kind: 'tuple', items: [number, number] },
      { kind: 'literal', values: [null] },
      { kind: 'null' },
      { kind: 'union', variants: [number, { kind: 'null' }] },
    ];
    const plain = { name: 'f', shape: number, description: null, default: null } as const;
    const fieldsOfM: readonly FieldShape[] = [
      ...shapes.map((shape) => ({ ...plain, shape, optional: false })),
      { ...plain, optional: true },
      { ...plain, optional: true, omitted: true },
    ];
    const digests = [
      digest(base),
      ...changes.map(([, models]) => digest(models)),
      ...fieldsOfM.map((field) => modelsOfShapes([{ name: 'M', description: null, fields: [field] }]).get('M')?.digest),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe('with another way to prepare schemas for providers', () => {
  afterEach(() => {
    vi.doUnmock('./provider-schema.ts');
    vi.resetModules();
  });

  it('SO8 the digest is the same: nothing written out, another wrapper, another list of required fields', async () => {
    const schema = { title: 'wrapped', schema: { $ref: '#/$defs/M' }, required: [] as Json[] };
    vi.resetModules();
    vi.doMock('./provider-schema.ts', () => ({ providerSchema: () => ({ schema, strict: false, reasons: ['none'], unsaid: [] }) }));
    const { compileModels } = await import('../compile-models.ts');
    const result = compileModels(definitionsOf(base));
    const model = result.kind === 'compiled' ? result.models.get('M') : undefined;
    expect(model?.providerSchema('openai').schema).toEqual(schema);
    expect(model?.digest).toBe(digest(base));
  });

  it('SO8 the digest is the same before and after every dialect was asked for', () => {
    const model = modelOf('M', base);
    const before = modelOf('M', base).digest;
    for (const dialect of ['openai', 'anthropic', 'gemini', 'json_schema'] as const) model.providerSchema(dialect);
    expect(model.digest).toBe(before);
  });
});
