import { describe, expect, it } from 'vitest';
import { type ModelText, modelOf, modelsOf, modelsOfShapes } from '../models.test-support.ts';
import type { ModelShape, Shape } from '../shapes/shapes.ts';
import { dialects, object } from './schemas.test-support.ts';

describe('the schema for OpenAI', () => {
  it('SO7 is closed, requires every field, and its extras fail at the top and nested', () => {
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
    expect(model.providerSchema('openai')).toEqual({
      strict: true,
      reasons: [],
      unsaid: [],
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
    expect(models.get('Envelope')?.providerSchema('openai')).toMatchObject({
      strict: false,
      reasons: [expect.stringMatching(/^Envelope\.rows\[\]\.meta /)],
    });
    expect(models.get('Row')?.providerSchema('openai')).toMatchObject({ strict: false, reasons: [expect.stringMatching(/^Row\.meta /)] });
  });

  it('refers to models that contain themselves, and writes the others out', () => {
    const models = modelsOf({
      Tree: { fields: { leaf: 'Leaf', children: 'list[Tree]' } },
      Leaf: { fields: { a: 'int' } },
      Holder: { fields: { tree: 'Tree' } },
    });
    const leaf = object({ a: { type: 'integer' } });
    expect(models.get('Tree')?.providerSchema('openai').schema).toEqual(
      object({ leaf, children: { type: 'array', items: { $ref: '#' } } }),
    );
    const tree = object({ leaf, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } });
    expect(models.get('Holder')?.providerSchema('openai').schema).toEqual({
      ...object({ tree: { $ref: '#/$defs/Tree' } }),
      $defs: { Tree: tree },
    });
  });

  it('does not grow without bound when models are used again and again', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, level): [string, ModelText] => [
        `L${level}`,
        { fields: level === 0 ? { a: 'int' } : { a: `L${level - 1}`, b: `L${level - 1}` } },
      ]),
    );
    expect(JSON.stringify(modelsOf(doubling).get('L39')?.providerSchema('openai').schema).length).toBeLessThan(10_000);
  });
});

describe('every dialect', () => {
  const models = modelsOf({
    Mood: { values: ['good', 'bad'] },
    Tree: { fields: { label: 'str', children: { type: 'optional_list', items: 'Tree' } } },
    Envelope: { fields: { mood: 'Mood', tree: 'Tree', meta: 'dict', either: { type: 'union', variants: ['Tree', 'str'] } } },
  });

  it.each(dialects)('%s is closed at every depth, frozen, and made once', (dialect) => {
    const model = models.get('Envelope');
    const made = model?.providerSchema(dialect);
    expect(model?.providerSchema(dialect)).toBe(made);
    const seen: unknown[] = [made];
    for (const value of seen) {
      if (typeof value !== 'object' || value === null) continue;
      expect(Object.isFrozen(value)).toBe(true);
      const isClosed = Reflect.get(value, 'additionalProperties') === false;
      if ('properties' in value && 'type' in value) expect(isClosed).toBe(true);
      seen.push(...Object.values(value));
    }
    expect(made?.strict).toBe(made?.reasons.length === 0);
  });

  it('leaves what it was made from as it was', () => {
    const value = { deep: [{ a: 1 }] };
    const values = ['a', 'b'];
    const shapes: ModelShape = {
      name: 'M',
      description: null,
      fields: [
        { name: 'open', shape: { kind: 'open_object', values: null }, description: null, optional: true, default: value },
        { name: 'word', shape: { kind: 'literal', values }, description: null, optional: false, default: null },
      ],
    };
    const model = modelsOfShapes([shapes]).get('M');
    for (const dialect of dialects) model?.providerSchema(dialect);
    expect(Object.isFrozen(value.deep) || Object.isFrozen(values) || Object.isFrozen(shapes.fields)).toBe(false);
    expect(value).toEqual({ deep: [{ a: 1 }] });
  });

  it('refers to models of any name', () => {
    const names = ['a/b', 'c~d', 'e%f', 'g h', 'ü', '#'];
    const shapes = names.map((name): ModelShape => {
      const again: Shape = { kind: 'list', items: { kind: 'model', name } };
      return { name, description: null, fields: [{ name: 'again', shape: again, description: null, optional: false, default: null }] };
    });
    const root: ModelShape = {
      name: 'Root',
      description: null,
      fields: names.map((name) => ({ name, shape: { kind: 'model', name }, description: null, optional: false, default: null })),
    };
    const schema = modelsOfShapes([...shapes, root])
      .get('Root')
      ?.providerSchema('openai').schema;
    expect(Object.keys(Object(schema?.['$defs']))).toEqual(names);
    for (const name of names) {
      const { $ref } = Reflect.get(Object(schema?.['properties']), name);
      const pointer = decodeURIComponent($ref.slice('#/$defs/'.length));
      expect(pointer.replaceAll('~1', '/').replaceAll('~0', '~')).toBe(name);
      expect($ref).toMatch(/^#\/\$defs\/[\w~%]+$/);
    }
  });
});

describe('optional fields and defaults', () => {
  const model = modelOf('M', {
    N: { fields: { a: { type: 'int', default: 1 } } },
    M: {
      fields: {
        count: { type: 'int', default: 2, description: 'How many.' },
        note: 'optional_str',
        word: { type: 'str', default: null },
        nested: { type: 'N', default: {} },
        must: 'bool',
      },
    },
  });
  const integer = { type: 'integer' };
  const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

  it('are required and nullable for OpenAI, which takes no default', () => {
    expect(model.providerSchema('openai').schema).toEqual(
      object({
        count: { description: 'How many.', ...orNull(integer) },
        note: orNull({ type: 'string' }),
        word: orNull({ type: 'string' }),
        nested: orNull(object({ a: orNull(integer) })),
        must: { type: 'boolean' },
      }),
    );
  });

  it.each(['anthropic', 'json_schema'] as const)('are not required for %s, and say their defaults', (dialect) => {
    expect(model.providerSchema(dialect).schema).toEqual(
      object(
        {
          count: { description: 'How many.', type: 'integer', default: 2 },
          note: { ...orNull({ type: 'string' }), default: null },
          word: { type: 'string' },
          nested: object({ a: { type: 'integer', default: 1 } }, ['a']),
          must: { type: 'boolean' },
        },
        ['count', 'note', 'word', 'nested'],
      ),
    );
  });

  it('are not required for Gemini, which takes no default', () => {
    expect(JSON.stringify(model.providerSchema('gemini').schema)).not.toContain('default');
    expect(model.providerSchema('gemini').schema['required']).toEqual(['must']);
  });
});
