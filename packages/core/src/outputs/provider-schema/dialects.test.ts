import { describe, expect, it } from 'vitest';
import { type FieldText, type ModelText, modelOf, modelsOf } from '../models.test-support.ts';
import type { OutputModel, SchemaDialect } from '../output-model.ts';
import type { Shape } from '../shapes/shapes.ts';
import { isPlainPattern } from './dialects.ts';
import { dialects, fieldModel, fieldOf, shapeModel } from './schemas.test-support.ts';

describe('constraints', () => {
  const all: Record<string, FieldText> = {
    word: { type: 'str', min: 1, max: 9, pattern: '^[a-z]+$' },
    day: { type: 'optional_str', format: 'date' },
    link: { type: 'str', format: 'uri' },
    total: { type: 'float', min: 0, max: 100 },
    rows: { type: 'list[int]', min: 1, max: 3 },
    many: { type: 'list[int]', min: 2 },
  };
  const model = modelOf('Holder', { Line: { fields: all }, Holder: { fields: { lines: 'list[Line]', again: 'Line' } } });
  const at = (field: string) => `Holder.lines[].${field}`;

  it.each<[SchemaDialect, readonly string[]]>([
    ['openai', ['word minLength', 'word maxLength', 'link format']],
    ['anthropic', ['word minLength', 'word maxLength', 'total minimum', 'total maximum', 'rows maxItems', 'many minItems']],
    ['gemini', ['word minLength', 'word maxLength', 'word pattern', 'link format']],
    ['json_schema', []],
  ])('that %s does not take are left out and told, and the schema stays strict', (dialect, unsaid) => {
    const made = model.providerSchema(dialect);
    expect(made.unsaid).toEqual(unsaid.map(at));
    expect(made.strict).toBe(dialect !== 'json_schema');
    const { items } = Reflect.get(Object(made.schema['properties']), 'lines');
    const said = Object.entries<object>(items.properties).flatMap(([field, schema]) =>
      Object.keys('anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf[0] : schema).map((keyword) => `${field} ${keyword}`),
    );
    for (const left of unsaid) expect(said).not.toContain(left);
    const every = ['word minLength', 'word pattern', 'day format', 'link format', 'total minimum', 'rows minItems', 'rows maxItems'];
    for (const keyword of every.filter((each) => !unsaid.includes(each))) expect(said).toContain(keyword);
  });

  it('that only code can write are said with their values', () => {
    const number = { kind: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.25 } as const;
    const { kind, ...said } = number;
    expect(fieldOf(shapeModel(number), 'openai')).toEqual({ type: kind, ...said });
    expect(shapeModel(number).providerSchema('gemini').unsaid).toEqual(['M.f exclusiveMinimum', 'M.f exclusiveMaximum', 'M.f multipleOf']);
  });

  it.each<[string, boolean]>([
    ['^[A-Z]{2,3}-\\d+(?:\\.\\d{2})?$', true],
    ['a|b', true],
    ['[^\\]a-z/]*', true],
    ['(x)(y)', true],
    ['^(?=.*\\d).+$', false],
    ['^(?!a)', false],
    ['(?<=a)b', false],
    ['(?<name>a)', false],
    ['(a)\\1', false],
    ['\\bword\\b', false],
    ['\\p{L}+', false],
    ['\\u00e4', false],
    ['a+?', false],
  ])('a pattern is sent when every engine reads it alike: %s %s', (pattern, isPlain) => {
    expect(isPlainPattern(pattern)).toBe(isPlain);
    const model = fieldModel({ type: 'str', pattern });
    for (const dialect of ['openai', 'anthropic'] as const) {
      expect(fieldOf(model, dialect)).toEqual({ type: 'string', ...(isPlain ? { pattern } : {}) });
      expect(model.providerSchema(dialect)).toMatchObject({ strict: true, unsaid: isPlain ? [] : ['M.f pattern'] });
    }
    expect(fieldOf(model, 'json_schema')).toEqual({ type: 'string', pattern });
  });

  it('a pattern that is long and nearly plain is decided at once', () => {
    const started = performance.now();
    expect(isPlainPattern(`${'(a|[b]*)'.repeat(20_000)}(?=x)`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('what a dialect cannot say', () => {
  const openObject: Shape = { kind: 'open_object', values: { kind: 'integer' } };
  const pair: Shape = { kind: 'tuple', items: [{ kind: 'string' }, { kind: 'integer' }] };
  const pairSchema = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], minItems: 2, maxItems: 2 };

  it.each<[SchemaDialect, boolean]>([
    ['openai', false],
    ['anthropic', false],
    ['gemini', true],
  ])('%s: open objects and tuples %s', (dialect, isStrict) => {
    const open = shapeModel({ kind: 'union', variants: [{ kind: 'list', items: openObject }, { kind: 'null' }] });
    expect(open.providerSchema(dialect)).toMatchObject({
      strict: isStrict,
      reasons: isStrict ? [] : [expect.stringMatching(/^M\.f\[\] is an open/)],
    });
    expect(shapeModel(pair).providerSchema(dialect)).toMatchObject({
      strict: isStrict,
      reasons: isStrict ? [] : [expect.stringMatching(/^M\.f is a list with a type for each item/)],
    });
  });

  it('JSON Schema says all of it, and is never strict', () => {
    expect(fieldOf(shapeModel(openObject), 'json_schema')).toEqual({ type: 'object', additionalProperties: { type: 'integer' } });
    expect(fieldOf(shapeModel(pair), 'json_schema')).toEqual(pairSchema);
    expect(fieldOf(shapeModel(pair), 'gemini')).toEqual(pairSchema);
    expect(fieldModel('int').providerSchema('json_schema')).toMatchObject({ strict: false, reasons: [expect.stringContaining('promise')] });
  });

  it.each<SchemaDialect>(['openai', 'anthropic', 'gemini', 'json_schema'])('%s: an empty tuple is a list without items', (dialect) => {
    expect(fieldOf(shapeModel({ kind: 'tuple', items: [] }), dialect)).toEqual({ type: 'array', maxItems: 0 });
  });

  it('a pattern beside a format is said, or told as unsaid, as each of them is', () => {
    const odd = shapeModel({ kind: 'string', format: 'email', pattern: '^(?=q)' });
    expect(odd.providerSchema('openai').unsaid).toEqual(['M.f pattern']);
    expect(fieldOf(odd, 'openai')).toEqual({ type: 'string', format: 'email' });
    const plain = shapeModel({ kind: 'string', format: 'email', pattern: '^q' });
    expect(fieldOf(plain, 'openai')).toEqual({ type: 'string', format: 'email', pattern: '^q' });
    expect(plain.providerSchema('gemini').unsaid).toEqual(['M.f pattern', 'M.f format']);
  });

  it('only the first places are told, also inside open objects and tuples', () => {
    const fields = Object.fromEntries(Array.from({ length: 9 }, (_, index): [string, FieldText] => [`f${index}`, 'dict']));
    expect(
      modelOf('M', { M: { fields } })
        .providerSchema('openai')
        .reasons.map((reason) => reason.split(' ')[0]),
    ).toEqual(['M.f0', 'M.f1', 'M.f2', 'M.f3', 'M.f4']);
    const deep: Shape = { kind: 'open_object', values: { kind: 'tuple', items: [{ kind: 'null' }, openObject] } };
    expect(
      shapeModel(deep)
        .providerSchema('openai')
        .reasons.map((reason) => reason.split(' ')[0]),
    ).toEqual(['M.f', 'M.f.*', 'M.f.*[1]']);
  });

  it('a model that contains itself: OpenAI takes it, Gemini in optional fields, Anthropic not', () => {
    const required = modelOf('Tree', { Tree: { fields: { children: 'list[Tree]' } } });
    const optional = modelOf('Tree', { Tree: { fields: { children: { type: 'optional_list', items: 'Tree' } } } });
    const circle = modelsOf({ A: { fields: { b: 'optional_str', next: 'list[B]' } }, B: { fields: { a: { type: 'A', default: null } } } });
    const strict = (model: OutputModel | undefined) => dialects.map((dialect) => model?.providerSchema(dialect).strict);
    expect(strict(required)).toEqual([true, false, false, false]);
    expect(strict(optional)).toEqual([true, false, true, false]);
    expect(circle.get('A')?.providerSchema('anthropic').reasons).toEqual([
      expect.stringMatching(/^A\.next\[\] makes A contain itself/),
      expect.stringMatching(/^A\.next\[\]\.a makes B contain itself/),
    ]);
    expect(circle.get('A')?.providerSchema('gemini').reasons).toEqual([expect.stringMatching(/^A\.next\[\] is required and makes A/)]);
  });

  it('literals: Gemini takes enums of text and numbers; the rest stands beside them', () => {
    const mixed = fieldModel({ type: 'literal', values: ['a', 1, null] });
    expect(fieldOf(mixed, 'gemini')).toEqual({ anyOf: [{ type: ['string', 'integer'], enum: ['a', 1] }, { type: 'null' }] });
    expect(mixed.providerSchema('gemini').unsaid).toEqual([]);
    const yes = fieldModel({ type: 'literal', values: [true] });
    expect(fieldOf(yes, 'gemini')).toEqual({ type: 'boolean' });
    expect(yes.providerSchema('gemini')).toMatchObject({ strict: true, unsaid: ['M.f enum'] });
    expect(fieldModel({ type: 'literal', values: [false, true] }).providerSchema('gemini').unsaid).toEqual([]);
    expect(fieldOf(yes, 'openai')).toEqual({ type: 'boolean', enum: [true] });
  });
});

describe('limits', () => {
  const nested = (levels: number): OutputModel =>
    modelOf(
      'L0',
      Object.fromEntries(
        Array.from({ length: levels }, (_, level): [string, ModelText] => [
          `L${level}`,
          { fields: { f: level + 1 < levels ? `L${level + 1}` : 'int' } },
        ]),
      ),
    );
  const wide = (count: number, field: FieldText, prefix = 'f'): OutputModel =>
    modelOf('M', { M: { fields: Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, field])) } });
  const values = (count: number, length: number) => Array.from({ length: count }, (_, index) => String(index).padStart(length, 'x'));

  it.each<[string, SchemaDialect, OutputModel, OutputModel]>([
    ['levels', 'openai', nested(10), nested(11)],
    ['properties', 'openai', wide(5000, 'int'), wide(5001, 'int')],
    [
      'literal values',
      'openai',
      fieldModel({ type: 'literal', values: values(1000, 4) }),
      fieldModel({ type: 'literal', values: values(1001, 4) }),
    ],
    ['characters', 'openai', wide(100, 'int', 'x'.repeat(1150)), wide(100, 'int', 'x'.repeat(1200))],
    [
      'characters in a literal',
      'openai',
      fieldModel({ type: 'literal', values: values(250, 100) }),
      fieldModel({ type: 'literal', values: values(251, 100) }),
    ],
    ['optional fields', 'anthropic', wide(24, { type: 'int', default: 1 }), wide(25, { type: 'int', default: 1 })],
    ['unions', 'anthropic', wide(16, { type: 'union', variants: ['int', 'str'] }), wide(17, { type: 'union', variants: ['int', 'str'] })],
  ])('%s of %s', (word, dialect, greatest, tooGreat) => {
    expect(greatest.providerSchema(dialect)).toMatchObject({ strict: true, reasons: [] });
    const { strict, reasons } = tooGreat.providerSchema(dialect);
    expect(strict).toBe(false);
    expect(reasons).toEqual([expect.stringContaining(word)]);
    expect(tooGreat.providerSchema('json_schema').reasons.length).toBe(1);
  });
});
