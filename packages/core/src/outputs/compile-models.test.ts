import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { compileModels } from './compile-models.ts';
import { definitionsOf, type FieldText, type ModelText, modelOf, modelsOf } from './models.test-support.ts';

const problemsOf = (models: Record<string, ModelText>) => {
  const result = compileModels(definitionsOf(models));
  return result.kind === 'compiled' ? [] : result.problems;
};
const withField = (field: FieldText): Record<string, ModelText> => ({ M: { fields: { f: field } } });

describe('compileModels refuses', () => {
  it.each<[string, Record<string, ModelText>, string, string]>([
    ['a misspelt type', { Invoice: { fields: { total: 'flaot' } } }, '/Invoice/fields/total/type', 'unknown_type'],
    ['list without items', withField('list'), '/M/fields/f', 'field_missing'],
    ['an untyped List', withField('List'), '/M/fields/f', 'field_missing'],
    ['literal without values', withField('literal'), '/M/fields/f', 'field_missing'],
    ['union without variants', withField('union'), '/M/fields/f', 'field_missing'],
    ['an unknown item', withField({ type: 'list', items: 'Nothing' }), '/M/fields/f/items', 'unknown_type'],
    ['an unknown variant', withField({ type: 'union', variants: ['str', 'Nothing'] }), '/M/fields/f/variants/1', 'unknown_type'],
    ['items beside str', withField({ type: 'str', items: 'str' }), '/M/fields/f/items', 'field_not_allowed'],
    ['a literal object', { L: { values: [{}] } }, '/L/values/0', 'wrong_type'],
    ['a literal value twice', { L: { values: ['a', 'b', 'a'] } }, '/L/values/2', 'duplicate'],
    ['an empty literal', { L: { values: [] } }, '/L/values', 'empty'],
    ['an empty union', { U: { variants: [] } }, '/U/variants', 'empty'],
    ['a model without fields', { M: { fields: {} } }, '/M/fields', 'empty'],
    ['a field that begins with _', { M: { fields: { _hidden: 'str' } } }, '/M/fields/_hidden', 'invalid_name'],
    ['a model named like a type', { str: { fields: { a: 'int' } } }, '/str', 'invalid_name'],
    ['a model name that no schema takes', { 'My Model': { fields: { a: 'int' } } }, '/My Model', 'invalid_name'],
    ['an alias of itself', { U: { variants: ['U', 'str'] } }, '/U', 'alias_cycle'],
    ['aliases of each other', { U: { variants: ['V'] }, V: { variants: ['U'] } }, '/U', 'alias_cycle'],
    ['a default of another type', withField({ type: 'int', default: '3' }), '/M/fields/f/default', 'wrong_default'],
    [
      'a default that is not among the values',
      withField({ type: 'literal', values: ['a'], default: 'b' }),
      '/M/fields/f/default',
      'wrong_default',
    ],
    [
      'a default with an unknown field',
      { ...withField({ type: 'N', default: { a: 1, b: 2 } }), N: { fields: { a: 'int' } } },
      '/M/fields/f/default/b',
      'wrong_default',
    ],
    ['a default that contains itself', withField({ type: 'M', default: {} }), '/M/fields/f/default', 'wrong_default'],
    ['a model that needs itself', withField('M'), '/M/fields/f', 'endless_model'],
    ['models that need each other', { A: { fields: { b: 'B' } }, B: { fields: { a: 'A' } } }, '/A/fields/b', 'endless_model'],
  ])('%s', (_, models, path, code) => {
    expect(problemsOf(models)).toContainEqual(expect.objectContaining({ path, code }));
  });

  it('everything at once, with the nearest name', () => {
    const problems = problemsOf({
      Invoice: { fields: { total: 'flaot', rows: { type: 'list', items: 'Rwo' }, when: 'date' } },
      Row: { fields: { a: 'strr' } },
    });
    expect(problems.map(({ path, hint }) => [path, hint])).toEqual([
      ['/Invoice/fields/total/type', 'did you mean `float`?'],
      ['/Invoice/fields/rows/items', 'did you mean `Row`?'],
      ['/Invoice/fields/when/type', undefined],
      ['/Row/fields/a/type', 'did you mean `str`?'],
    ]);
  });

  it.each<[string, Record<string, ModelText>]>([
    ['a model in a list of itself', withField({ type: 'list', items: 'M' })],
    ['a model that may be itself or nothing', withField({ type: 'union', variants: ['M', 'null'] })],
    ['models that contain each other', { A: { fields: { b: 'list[B]' } }, B: { fields: { a: 'A' } } }],
  ])('but not %s', (_, models) => {
    expect(problemsOf(models)).toEqual([]);
  });
});

describe('provider schema', () => {
  const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });

  it('SO7: is closed, requires every field, and its extras fail at the top and nested', () => {
    const model = modelOf('Invoice', {
      Currency: { values: ['EUR', 'USD'] },
      Row: { fields: { n: 'int' } },
      Invoice: {
        fields: {
          total: { type: 'float', description: 'With tax.' },
          currency: 'Currency',
          rows: { type: 'list', items: 'Row' },
          first: 'Row',
          note: 'optional_str',
          tries: { type: 'int', default: 1 },
          either: { type: 'union', variants: ['Row', 'bool', 'null'] },
          mixed: { type: 'literal', values: ['a', 1, null] },
        },
      },
    });
    const row = object({ n: { type: 'integer' } });
    expect(model.provider).toEqual({
      strict: true,
      reason: null,
      schema: object({
        total: { description: 'With tax.', type: 'number' },
        currency: { type: 'string', enum: ['EUR', 'USD'] },
        rows: { type: 'array', items: row },
        first: row,
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        tries: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        either: { anyOf: [row, { type: 'boolean' }, { type: 'null' }] },
        mixed: { type: ['string', 'integer', 'null'], enum: ['a', 1, null] },
      }),
    });
    const valid = { total: 1, currency: 'EUR', rows: [], first: { n: 1 }, note: null, tries: null, either: null, mixed: 'a' };
    expect(model.validate(valid)).toMatchObject({ kind: 'accepted', value: { tries: 1 } });
    expect(model.validate({ ...valid, evil: 1 }).kind).toBe('rejected');
    expect(model.validate({ ...valid, first: { n: 1, evil: 1 } }).kind).toBe('rejected');
  });

  it('says where the first open object is', () => {
    const models = modelsOf({
      Row: { fields: { id: 'int', meta: 'optional_dict' } },
      Envelope: { fields: { name: 'str', rows: { type: 'list', items: 'Row' } } },
    });
    expect(models.get('Envelope')?.provider).toMatchObject({ strict: false, reason: expect.stringMatching(/^Envelope\.rows\[\]\.meta /) });
    expect(models.get('Row')?.provider).toMatchObject({ strict: false, reason: expect.stringMatching(/^Row\.meta /) });
  });

  it('refers to models that contain themselves, and writes the others out', () => {
    const models = modelsOf({
      Tree: { fields: { leaf: 'Leaf', children: 'list[Tree]' } },
      Leaf: { fields: { a: 'int' } },
      Holder: { fields: { tree: 'Tree' } },
    });
    const leaf = object({ a: { type: 'integer' } });
    expect(models.get('Tree')?.provider.schema).toEqual(object({ leaf, children: { type: 'array', items: { $ref: '#' } } }));
    const tree = object({ leaf, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } });
    expect(models.get('Holder')?.provider.schema).toEqual({ ...object({ tree: { $ref: '#/$defs/Tree' } }), $defs: { Tree: tree } });
  });

  it('does not grow without bound when models are used again and again', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, level): [string, ModelText] => [
        `L${level}`,
        { fields: level === 0 ? { a: 'int' } : { a: `L${level - 1}`, b: `L${level - 1}` } },
      ]),
    );
    expect(JSON.stringify(modelsOf(doubling).get('L39')?.provider.schema).length).toBeLessThan(10_000);
  });
});

describe('digest', () => {
  const base: Record<string, ModelText> = {
    Kind: { values: ['a', 'b'] },
    Inner: { fields: { x: 'int', y: 'str' } },
    M: { fields: { kind: 'Kind', inner: 'Inner', list: 'list[int]', count: { type: 'int', default: 1 }, required: 'str' } },
  };
  const digest = (models: Record<string, ModelText>) => modelOf('M', models).digest;
  const fields = (change: Record<string, FieldText>): Record<string, ModelText> => ({
    ...base,
    M: { fields: { ...(base['M'] as { fields: object }).fields, ...change } },
  });

  it('SO10: is the same whatever the order of models, fields and literal values', () => {
    expect(
      digest({
        M: { fields: { required: 'str', count: { default: 1, type: 'int' }, list: 'list[int]', inner: 'Inner', kind: 'Kind' } },
        Inner: { fields: { y: 'str', x: 'int' } },
        Kind: { values: ['b', 'a'] },
      }),
    ).toBe(digest(base));
    expect(digest(fields({ inner: { type: 'Inner', description: 'Words change nothing.' } }))).toBe(digest(base));
    expect(digest({ ...base, Unused: { fields: { a: 'int' } } })).toBe(digest(base));
  });

  it('SO10: is the same in every process', () => {
    const form = '{"contract":"intarsia.structured_output.v1","models":{"M":{"a":{"shape":"integer"}}},"root":"M"}';
    expect(modelOf('M', { M: { fields: { a: 'int' } } }).digest).toBe(createHash('sha256').update(form).digest('hex'));
  });

  it.each<[string, Record<string, ModelText>]>([
    ['SO9: a field added', fields({ more: 'str' })],
    ['SO9: a field removed', { ...base, M: { fields: { kind: 'Kind' } } }],
    ['SO9: required becomes optional', fields({ required: { type: 'str', default: null } })],
    ['SO9: optional becomes required', fields({ count: 'int' })],
    ['SO9: another scalar', fields({ required: 'int' })],
    ['SO9: a nested change', { ...base, Inner: { fields: { x: 'float', y: 'str' } } }],
    ['SO9: a literal value added', { ...base, Kind: { values: ['a', 'b', 'c'] } }],
    ['SO9: another item', fields({ list: 'list[str]' })],
    ['SO9: a closed object becomes an open one', fields({ inner: 'dict' })],
    ['another default', fields({ count: { type: 'int', default: 2 } })],
  ])('moves with %s', (_, models) => {
    expect(digest(models)).not.toBe(digest(base));
  });
});
