import { describe, expect, it } from 'vitest';
import { compileModels } from '../compile-models.ts';
import { definitionsOf, type FieldText, type ModelText, modelOf, modelsOf } from '../models.test-support.ts';
import type { FieldShape } from './shapes.ts';

const problemsOf = (models: Record<string, ModelText>) => {
  const result = compileModels(definitionsOf(models));
  return result.kind === 'compiled' ? [] : result.problems;
};
const shapeOf = (field: FieldText, others: Record<string, ModelText> = {}): FieldShape | undefined =>
  modelOf('M', { ...others, ...withField(field) })
    .shapes.get('M')
    ?.fields.at(0);
const withField = (field: FieldText): Record<string, ModelText> => ({ M: { fields: { f: field } } });

describe('resolving refuses', () => {
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
    ['a list that cannot be empty of itself', withField({ type: 'list[M]', min: 1 }), '/M/fields/f', 'endless_model'],
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

it('what a literal says of itself is told with each field of it that says nothing', () => {
  const definitions = definitionsOf({
    Kind: { values: ['a'] },
    M: { fields: { silent: 'Kind', own: { type: 'Kind', description: 'Which one.' } } },
  });
  const kind = { type: 'literal', description: 'The kind.', values: ['a'] } as const;
  const result = compileModels(new Map([...definitions, ['Kind', kind]]));
  const fields = result.kind === 'compiled' ? result.models.get('M')?.shapes.get('M')?.fields : undefined;
  expect(fields?.map(({ description }) => description)).toEqual(['The kind.', 'Which one.']);
});

describe('constraints', () => {
  const others: Record<string, ModelText> = { Kind: { values: ['a'] }, Word: { variants: ['str'] }, N: { fields: { a: 'int' } } };

  it.each<[FieldText, object]>([
    [
      { type: 'int', min: 1, max: 3 },
      { kind: 'integer', minimum: 1, maximum: 3 },
    ],
    [
      { type: 'float', min: -0.5 },
      { kind: 'number', minimum: -0.5 },
    ],
    [
      { type: 'str', min: 0, max: 0 },
      { kind: 'string', minLength: 0, maxLength: 0 },
    ],
    [
      { type: 'string', pattern: '^[A-Z]+$', format: 'uri' },
      { kind: 'string', pattern: '^[A-Z]+$', format: 'uri' },
    ],
    [
      { type: 'list', items: 'int', min: 1 },
      { kind: 'list', items: { kind: 'integer' }, minItems: 1 },
    ],
    [
      { type: 'list[str]', max: 2 },
      { kind: 'list', items: { kind: 'string' }, maxItems: 2 },
    ],
  ])('%j narrow the type', (field, shape) => {
    expect(shapeOf(field)?.shape).toEqual(shape);
  });

  it.each<[FieldText, object]>([
    [
      { type: 'optional_str', max: 3 },
      { kind: 'string', maxLength: 3 },
    ],
    [
      { type: 'Optional[str]', format: 'date' },
      { kind: 'string', format: 'date' },
    ],
    [
      { type: 'optional_list', items: 'bool', min: 2 },
      { kind: 'list', items: { kind: 'boolean' }, minItems: 2 },
    ],
  ])('%j narrow what is not null', (field, shape) => {
    expect(shapeOf(field)).toMatchObject({ optional: true, shape: { kind: 'union', variants: [shape, { kind: 'null' }] } });
  });

  it.each<[string, FieldText, string, string]>([
    ['min of bool', { type: 'bool', min: 1 }, 'min', 'field_not_allowed'],
    ['max of dict', { type: 'dict', max: 1 }, 'max', 'field_not_allowed'],
    ['pattern of optional_dict', { type: 'optional_dict', pattern: 'a' }, 'pattern', 'field_not_allowed'],
    ['pattern of int', { type: 'int', pattern: '1' }, 'pattern', 'field_not_allowed'],
    ['format of a list', { type: 'list[str]', format: 'date' }, 'format', 'field_not_allowed'],
    ['max of a literal', { type: 'literal', values: ['a'], max: 3 }, 'max', 'field_not_allowed'],
    ['min of a union', { type: 'union', variants: ['int', 'null'], min: 0 }, 'min', 'field_not_allowed'],
    ['min of a model', { type: 'N', min: 0 }, 'min', 'field_not_allowed'],
    ['format of a literal alias', { type: 'Kind', format: 'date' }, 'format', 'field_not_allowed'],
    ['min of a union alias', { type: 'Word', min: 0 }, 'min', 'field_not_allowed'],
    ['a number between 2 and 1', { type: 'float', min: 2, max: 1 }, 'max', 'out_of_range'],
    ['text of 3 to 2 letters', { type: 'optional_str', min: 3, max: 2 }, 'max', 'out_of_range'],
    ['a list of 3 to 2 items', { type: 'list[int]', min: 3, max: 2 }, 'max', 'out_of_range'],
    ['an integer between 0.2 and 0.8', { type: 'int', min: 0.2, max: 0.8 }, 'max', 'out_of_range'],
    ['a negative length', { type: 'str', min: -1 }, 'min', 'out_of_range'],
    ['half a length', { type: 'str', max: 1.5 }, 'max', 'out_of_range'],
    ['a negative number of items', { type: 'optional_list', items: 'int', max: -1 }, 'max', 'out_of_range'],
    ['a group that does not end', { type: 'str', pattern: '(' }, 'pattern', 'invalid_pattern'],
    ['a brace that only loose patterns take', { type: 'str', pattern: 'a{' }, 'pattern', 'invalid_pattern'],
    ['an unknown property', { type: 'str', pattern: '\\p{Nope}' }, 'pattern', 'invalid_pattern'],
    ['a repetition of a repetition', { type: 'str', max: 9, pattern: '^(a+)+$' }, 'pattern', 'slow_pattern'],
    ['an unknown format', { type: 'str', format: 'phone' }, 'format', 'wrong_value'],
  ])('that cannot be meant are refused: %s', (_, field, key, code) => {
    expect(problemsOf({ ...others, ...withField(field) })).toMatchObject([{ path: `/M/fields/f/${key}`, code }]);
  });

  it.each<FieldText>([
    { type: 'int', min: 1, default: 0 },
    { type: 'float', max: 1, default: 1.5 },
    { type: 'str', min: 2, default: 'a' },
    { type: 'optional_str', pattern: '^a$', default: 'b' },
    { type: 'str', format: 'date', default: '2026-02-30' },
    { type: 'list[int]', max: 1, default: [1, 2] },
  ])('refuse a default outside of them: %j', (field) => {
    expect(problemsOf(withField(field))).toMatchObject([{ path: '/M/fields/f/default', code: 'wrong_default' }]);
  });

  it('are all told at once', () => {
    expect(problemsOf(withField({ type: 'str', min: -1, max: -2, pattern: '[', format: 'x' })).map(({ path }) => path)).toEqual([
      '/M/fields/f/min',
      '/M/fields/f/max',
      '/M/fields/f/max',
      '/M/fields/f/format',
      '/M/fields/f/pattern',
    ]);
  });
});

describe('optional and nullable are told apart', () => {
  const aliases: Record<string, ModelText> = { Maybe: { variants: ['int', 'none'] }, MaybeA: { values: ['a', null] } };

  it.each<[FieldText, boolean]>([
    ['str', false],
    ['optional_str', true],
    ['optional_dict', true],
    [{ type: 'optional_list', items: 'int' }, true],
    [{ type: 'union', variants: ['int', 'null'] }, true],
    [{ type: 'union', variants: ['Maybe', 'str'] }, true],
    [{ type: 'union', variants: ['int', 'str'] }, false],
    ['Maybe', false],
    ['MaybeA', false],
    [{ type: 'literal', values: ['a', null] }, false],
    [{ type: 'Maybe', default: null }, true],
    [{ type: 'str', default: null }, true],
    [{ type: 'int', default: 1 }, true],
  ])('%j', (field, isOptional) => {
    expect(shapeOf(field, aliases)?.optional).toBe(isOptional);
  });

  it('a default of null stands for what is absent, and no other value', () => {
    const model = modelOf('M', withField({ type: 'int', default: null }));
    expect(model.validate({})).toEqual({ kind: 'accepted', value: { f: null } });
    expect(model.validate({ f: '1' }).kind).toBe('rejected');
  });
});

describe('type names', () => {
  it.each(['list[list[int]]', ' list[ list [ int ] ] ', 'list[Grid]'])('%j is a list of lists', (type) => {
    const shape = shapeOf(type, { Grid: { variants: ['list[int]'] } })?.shape;
    expect(JSON.stringify(shape)).toContain('"items":{"kind":"integer"}');
    expect(modelOf('M', { ...withField(type), Grid: { variants: ['list[int]'] } }).validate({ f: [[1], []] }).kind).toBe('accepted');
  });

  it('a union takes one variant, and one that stands twice counts once, also behind an alias', () => {
    expect(shapeOf({ type: 'union', variants: ['int'] })?.shape).toEqual({ kind: 'union', variants: [{ kind: 'integer' }] });
    const twice: FieldText = { type: 'union', variants: ['str', 'Word', 'string', 'list[int]', 'list[integer]', 'null', 'none'] };
    expect(shapeOf(twice, { Word: { variants: ['str', 'null'] } })?.shape).toEqual({
      kind: 'union',
      variants: [{ kind: 'string' }, { kind: 'null' }, { kind: 'list', items: { kind: 'integer' } }],
    });
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', '1'])('%s is a field like any other', (name) => {
    const model = modelOf('M', { M: { fields: { [name]: 'int', other: { type: 'int', default: 1 } } } });
    expect(model.validate({ [name]: 1 })).toEqual({ kind: 'accepted', value: { [name]: 1, other: 1 } });
    expect(model.validate({}).kind).toBe('rejected');
    expect(model.validate({ other: 1 }).kind).toBe('rejected');
    expect(model.providerSchema('openai').schema).toMatchObject({ properties: { [name]: { type: 'integer' } } });
    expect(modelOf(name === '1' ? 'One' : name, { [name === '1' ? 'One' : name]: { fields: { a: 'int' } } }).validate({ a: 1 }).kind).toBe(
      'accepted',
    );
  });

  it.each(['__proto__', '_x', '', '\ud800'])('%j is no name of a field', (name) => {
    expect(problemsOf({ M: { fields: { [name]: 'int', ok: 'int' } } })).toMatchObject([{ code: 'invalid_name' }]);
  });
});

describe('many definitions', () => {
  const many = 3000;
  const each = (prefix: string, make: (index: number) => ModelText): Record<string, ModelText> =>
    Object.fromEntries(Array.from({ length: many }, (_, index) => [`${prefix}${index}`, make(index)]));
  const dialects = ['openai', 'anthropic', 'gemini', 'json_schema'] as const;

  it.each<[string, (index: number) => FieldText]>([
    ['each inside the next', (index) => (index === 0 ? 'int' : `M${index - 1}`)],
    ['each around the next', (index) => (index === many - 1 ? 'int' : `M${index + 1}`)],
    [
      'each a default of the one before',
      (index) => ({ type: index === many - 1 ? 'int' : `M${index + 1}`, default: index === many - 1 ? 1 : {} }),
    ],
    ['in one circle', (index) => ({ type: 'union', variants: [`M${(index + 1) % many}`, 'null'] })],
  ])('models %s compile, and each is asked for', (_, field) => {
    const models = modelsOf(each('M', (index) => ({ fields: { f: field(index) } })));
    expect(models.size).toBe(many);
    for (const name of ['M0', `M${many - 1}`]) {
      const model = models.get(name);
      expect(model?.digest).toMatch(/^[0-9a-f]{64}$/);
      for (const dialect of dialects) expect(JSON.stringify(model?.providerSchema(dialect).schema)).toContain('"properties"');
    }
  });

  it.each<[string, (index: number) => string]>([
    ['the next', (index) => (index === many - 1 ? 'int' : `A${index + 1}`)],
    ['the one before', (index) => (index === 0 ? 'int' : `A${index - 1}`)],
  ])('aliases of %s resolve', (_, variant) => {
    const aliases = each('A', (index) => ({ variants: [variant(index)] }));
    expect(shapeOf({ type: 'union', variants: ['A0', `A${many - 1}`] }, aliases)?.shape).toEqual({
      kind: 'union',
      variants: [{ kind: 'integer' }],
    });
  });

  it('aliases that multiply without end, and types nested without end, are refused as too large', () => {
    const doubling = each('A', (index) => ({ variants: index === 0 ? ['int'] : [`list[A${index - 1}]`, `list[list[A${index - 1}]]`] }));
    expect(problemsOf(doubling)).toMatchObject([{ code: 'too_large' }]);
    expect(problemsOf(withField(`${'list['.repeat(9000)}int${']'.repeat(9000)}`))).toMatchObject([
      { path: '/M/fields/f/type', code: 'too_large' },
    ]);
    expect(problemsOf(withField(`${'list['.repeat(64)}int${']'.repeat(64)}`))).toEqual([]);
  });

  it('wrong types are all told, the first hundred with the nearest name', () => {
    const problems = problemsOf(each('M', (index) => ({ fields: { f: `N${index}` } })));
    expect(problems.length).toBe(many);
    expect(problems.filter(({ hint }) => hint !== undefined).length).toBe(100);
  });
});
