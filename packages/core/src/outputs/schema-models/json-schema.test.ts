import { describe, expect, it } from 'vitest';
import { isIntarsiaError } from '../../ports/errors.ts';
import type { JsonObject } from '../../ports/json.ts';
import { defineModel } from './define-model.ts';

const accepted = (value: unknown) => ({ kind: 'accepted', value });

/** What is wrong with a candidate, or with the schema: `path code` each. */
function problemsOf(schema: JsonObject, candidate: unknown = {}): readonly string[] {
  try {
    const result = defineModel('Answer', schema).validate(candidate);
    return result.kind === 'accepted' ? [] : result.problems.map(({ path, code }) => `${path} ${code}`);
  } catch (error) {
    if (!isIntarsiaError(error, 'model_invalid')) throw error;
    const { problems } = error.details;
    return Array.isArray(problems) ? problems.map((problem) => `${Reflect.get(problem, 'path')} ${Reflect.get(problem, 'code')}`) : [];
  }
}

const text = { type: 'string' };
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...rest,
});

describe('plain JSON Schema', () => {
  it('S10 without `type` is an object when it is closed, and is refused when it is not; the schema is not changed', () => {
    const closed = { properties: { a: text }, required: ['a'], additionalProperties: false };
    const before = structuredClone(closed);
    expect(defineModel('Answer', closed).validate({ a: 'x' })).toEqual(accepted({ a: 'x' }));
    expect(problemsOf(closed, { a: 'x', evil: 1 })).toEqual(['/evil unknown_field']);
    expect(problemsOf({ properties: { a: text }, required: ['a'] })).toEqual([' not_closed']);
    expect(closed).toEqual(before);
  });

  it('is closed also where it lets other keys through, and open where it declares none', () => {
    const schema = object({
      loose: object({ a: text }, { additionalProperties: true }),
      open: { type: 'object', additionalProperties: text },
    });
    expect(problemsOf(schema, { loose: { a: 'x', b: 1 }, open: { any: 'x', bad: 1 } })).toEqual([
      '/loose/b unknown_field',
      '/open/bad wrong_type',
    ]);
  });

  it('is read once: nothing of it is kept, changed or asked again', () => {
    let asked = 0;
    const schema = object({
      get a() {
        asked += 1;
        return { ...text, enum: ['x'] };
      },
    });
    const frozen = Object.freeze(schema);
    const model = defineModel('Answer', frozen);
    const askedAtRegistration = asked;
    expect(model.validate({ a: 'x' })).toEqual(accepted({ a: 'x' }));
    expect(model.validate({ a: 'y' })).toMatchObject({ kind: 'rejected' });
    expect(asked).toBe(askedAtRegistration);
  });

  it('fills its defaults in, checks them at registration, and requires them of an accepted value', () => {
    const schema = { type: 'object', properties: { a: { ...text, default: 'x' }, b: text } };
    const model = defineModel('Answer', schema);
    expect(model.validate({ a: null, b: null })).toEqual(accepted({ a: 'x' }));
    expect(model.providerSchema('json_schema').schema['required']).toEqual([]);
    expect(model.acceptedSchema?.['required']).toEqual(['a']);
    expect(problemsOf({ type: 'object', properties: { a: { type: 'integer', default: 'x' } } })).toEqual([
      '/properties/a/default wrong_default',
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['any value', {}, 'not_closed'],
    ['a list of anything', { type: 'array' }, 'not_closed'],
    ['an object of which nothing is said', { type: 'object' }, 'not_closed'],
    ['a field that is required and not declared', object({}, { required: ['b'] }), 'not_closed'],
    ['not', { not: text }, 'not_closed'],
    ['if', { ...text, if: text }, 'not_closed'],
    ['patternProperties', { type: 'object', patternProperties: {} }, 'not_closed'],
    ['unevaluatedProperties', object({ a: text }, { unevaluatedProperties: false }), 'not_closed'],
    ['dependentSchemas', object({ a: text }, { dependentSchemas: {} }), 'not_closed'],
    ['a reference out of the schema', { $ref: 'https://example.com/a.json' }, 'unknown_reference'],
    ['a reference to nothing', { $ref: '#/$defs/None' }, 'unknown_reference'],
    ['a reference to itself', { $ref: '#/properties/bad' }, 'endless'],
    ['an `allOf` of itself', { allOf: [{ $ref: '#/properties/bad' }, text] }, 'endless'],
    ['oneOf whose members overlap', { oneOf: [{ type: 'integer' }, { type: 'number' }] }, 'not_exclusive'],
    ['an empty union', { anyOf: [] }, 'invalid_schema'],
    ['uniqueItems', { type: 'array', items: text, uniqueItems: true }, 'not_checked'],
    ['a format that is not known', { ...text, format: 'colour' }, 'not_checked'],
    ['a pattern that is none', { ...text, pattern: '(' }, 'invalid_schema'],
    ['a pattern that could take forever', { ...text, pattern: '^(a+)+$' }, 'slow_pattern'],
    ['a tuple that may be shorter', { type: 'array', prefixItems: [text], items: false }, 'not_closed'],
    ['a misspelt keyword', { ...text, minlength: 3 }, 'unknown_keyword'],
    ['an unknown type', { type: 'text' }, 'invalid_schema'],
    ['limits that nothing meets', { ...text, minLength: 3, maxLength: 2 }, 'contradiction'],
    ['a value of another type', { ...text, enum: ['a', 1] }, 'contradiction'],
    ['a fixed object', { const: {} }, 'not_closed'],
    ['keys that are not checked', { type: 'object', propertyNames: { pattern: '^a' }, additionalProperties: text }, 'not_checked'],
    ['a value that a limit beside it forbids', { type: 'integer', enum: [1, 5], minimum: 3 }, 'contradiction'],
    ['the same by `allOf`', { allOf: [{ enum: [1, 5] }, { type: 'integer', minimum: 3 }] }, 'contradiction'],
    ['a value that is not of its length', { enum: ['a', 'abc'], minLength: 2 }, 'contradiction'],
    ['a value that is not of its pattern', { const: 'a', pattern: '^b' }, 'contradiction'],
    ['a value that is not of its format', { const: 'a', format: 'date' }, 'contradiction'],
    ['a value with a format that is not known', { const: 'a', format: 'colour' }, 'not_checked'],
    ['names of keys beside `properties`', object({ a: text }, { propertyNames: { maxLength: 1 } }), 'not_checked'],
    ['no names of keys', { type: 'object', additionalProperties: text, propertyNames: false }, 'not_checked'],
    ['no names of keys beside `properties`', object({ a: text }, { propertyNames: false }), 'not_checked'],
    [
      'listed names with a pattern',
      { type: 'object', additionalProperties: text, propertyNames: { enum: ['a', 'b'], pattern: 'a' } },
      'not_checked',
    ],
    ['names that are no text', { type: 'object', additionalProperties: text, propertyNames: { enum: [1] } }, 'not_checked'],
    ['names of another type', { type: 'object', additionalProperties: text, propertyNames: { type: 'integer' } }, 'not_checked'],
    ['contains', { type: 'array', items: text, contains: false }, 'not_checked'],
    ['the same where it says nothing', { type: 'integer', contains: false }, 'not_checked'],
    ['required as in draft 3', { ...text, required: true }, 'invalid_schema'],
    ['a length below 0', { ...text, minLength: -1 }, 'invalid_schema'],
    ['half a character', { ...text, minLength: 1.5 }, 'invalid_schema'],
    ['half an item', { type: 'array', items: text, maxItems: 1.5 }, 'invalid_schema'],
    ['multiples of 0', { type: 'number', multipleOf: 0 }, 'invalid_schema'],
    ['multiples of less', { type: 'number', multipleOf: -2 }, 'invalid_schema'],
    ['a limit that is none', { type: 'number', exclusiveMinimum: true }, 'invalid_schema'],
    ['a type that is no text', { type: [1] }, 'invalid_schema'],
    ['a property of null', object({ a: null }), 'not_closed'],
    ['a property of null beside another part', { allOf: [object({ a: null }), object({ a: text })] }, 'invalid_schema'],
    ['a part of null', { ...text, allOf: [null] }, 'invalid_schema'],
    ['a tuple that must be shorter', { type: 'array', prefixItems: [text, text], items: false, minItems: 2, maxItems: 1 }, 'contradiction'],
  ])('refuses %s', (_, bad, code) => {
    expect(problemsOf(object({ fine: text, bad }))).toEqual([expect.stringMatching(new RegExp(`^/properties/bad.* ${code}$`))]);
  });

  it.each<[string, unknown, string]>([
    ['the key `__proto__`', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'), 'invalid_name'],
    ['more than can be written out', doubling(20), 'too_large'],
    ['itself as a member', cyclic(), 'not_convertible'],
    ['endless nesting', nested(5000), 'not_convertible'],
  ])('refuses %s', (_, schema, code) => {
    expect(problemsOf(Object(schema))).toEqual([expect.stringMatching(new RegExp(` ${code}$`))]);
  });

  it('says that null is no schema, and does not say that it allows anything', () => {
    expect(() => defineModel('Answer', object({ a: null }))).toThrow('/properties/a: It is no schema that a value can fit.');
  });

  it('takes what is said beside fixed values when all of them are that, and names of keys that are listed', () => {
    const keys = { type: 'object', additionalProperties: text, propertyNames: { type: 'string', enum: ['a'] } };
    const schema = object({ size: { type: 'integer', enum: [3, 5], minimum: 3 }, keys });
    expect(problemsOf(schema, { size: 5, keys: { a: 'x' } })).toEqual([]);
    expect(problemsOf(schema, { size: 4, keys: { b: 'x' } })).toEqual(['/size wrong_value', '/keys/b unknown_field']);
  });

  it('keeps the bounds of safe integers for numbers that need not be integers', () => {
    const bound = Number.MAX_SAFE_INTEGER;
    const schema = object({ a: { type: 'number', minimum: -bound, maximum: bound } });
    expect(problemsOf(schema, { a: bound })).toEqual([]);
    expect(problemsOf(schema, { a: 2 * bound })).toEqual(['/a out_of_range']);
    expect(problemsOf(schema, { a: -2 * bound })).toEqual(['/a out_of_range']);
    expect(problemsOf(object({ a: { type: 'integer', minimum: bound } }), { a: 1 })).toEqual(['/a out_of_range']);
  });

  it('is registered in no time with a `oneOf` of two trees that double with every level', () => {
    const tree = (side: string) =>
      Array.from({ length: 40 }, (_, level): [string, JsonObject] => {
        const next = { $ref: `#/$defs/${side}${level + 1}` };
        return [`${side}${level}`, level === 39 ? object({ [side]: text }) : object({ a: next, b: next })];
      });
    const definitions = Object.fromEntries([...tree('L'), ...tree('R')]);
    const schema = { ...object({ a: { oneOf: [{ $ref: '#/$defs/L0' }, { $ref: '#/$defs/R0' }] } }), $defs: definitions };
    expect(problemsOf(schema)).toEqual(['/a missing']);
  });

  it('finds members that exclude each other only deep inside of themselves', () => {
    const list = (name: string, kind: string) =>
      object({ more: { anyOf: [{ $ref: `#/$defs/${name}` }, { type: 'null' }] }, kind: { const: kind } });
    const definitions = { L: list('L', 'l'), R: list('R', 'r') };
    const schema = { ...object({ a: { oneOf: [{ $ref: '#/$defs/L' }, { $ref: '#/$defs/R' }] } }), $defs: definitions };
    expect(problemsOf(schema, { a: { kind: 'r', more: null } })).toEqual([]);
    expect(problemsOf({ ...schema, $defs: { ...definitions, R: list('R', 'l') } })).toEqual(['/properties/a not_exclusive']);
  });

  it('takes tuples, `oneOf` whose members exclude each other, lists of types, and annotations', () => {
    const kind = (value: string, more: JsonObject) => object({ kind: { const: value }, ...more });
    const model = defineModel(
      'Answer',
      object({
        pair: { type: 'array', items: [text, { type: 'integer' }], additionalItems: false, minItems: 2, 'x-order': 1 },
        one: { oneOf: [kind('a', { x: text }), kind('b', {}), { type: 'null' }], title: 'One' },
        maybe: { type: ['integer', 'null'], description: 'how many', examples: [1] },
      }),
    );
    const value = { pair: ['x', 1], one: { kind: 'a', x: 'y' }, maybe: null };
    expect(model.validate(value)).toEqual(accepted(value));
    expect(model.validate({ ...value, pair: ['x'] })).toMatchObject({ kind: 'rejected' });
    expect(model.validate({ ...value, one: { kind: 'b', x: 'y' } })).toMatchObject({ kind: 'rejected' });
  });
});

describe('references', () => {
  const node = (keyword: string): JsonObject => object({ kids: { type: 'array', items: { $ref: `#/${keyword}/Node` } } });

  it.each(['$defs', 'definitions'])('S11 an element with its own %s and references to its root is closed as a named model', (keyword) => {
    const element = { $ref: `#/${keyword}/Node`, [keyword]: { Node: node(keyword) } };
    const schema = object({ elements: { type: 'array', items: element } });
    const tree = (leaf: object) => ({ elements: [{ kids: [leaf] }] });
    const model = defineModel('Answer', schema);
    expect(model.validate(tree({ kids: [] }))).toEqual(accepted(tree({ kids: [] })));
    expect(problemsOf(schema, tree({ kids: [], evil: 1 }))).toEqual(['/elements/0/kids/0/evil unknown_field']);
    expect(model.providerSchema('json_schema').schema).toMatchObject({
      properties: { elements: { items: { $ref: '#/$defs/Node' } } },
      $defs: { Node: { properties: { kids: { items: { $ref: '#/$defs/Node' } } }, additionalProperties: false } },
    });
  });

  it('S11 `#` is the nearest schema that calls itself one, else the whole document', () => {
    const self = object({ kids: { type: 'array', items: { $ref: '#' } } });
    const embedded = object({ element: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...self } });
    expect(problemsOf(embedded, { element: { kids: [{ kids: [] }] } })).toEqual([]);
    expect(problemsOf(object({ list: { type: 'array', items: self } }), { list: [{ kids: [{ list: [] }] }] })).toEqual([]);
  });

  it('are refused when a definition means one thing here and another at the root', () => {
    const inner = { type: 'object', properties: { a: { $ref: '#/$defs/T' } }, $defs: { T: { type: 'integer' } } };
    expect(problemsOf({ ...object({ inner }), $defs: { T: text } })).toEqual(['/properties/inner/properties/a unknown_reference']);
    expect(problemsOf({ ...object({ inner }), $defs: { T: { type: 'integer' } } }, { inner: { a: 1 } })).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['a reference', { $ref: '#/$defs/Node' }],
    ['an `allOf` of one', { allOf: [{ $ref: '#/$defs/Node' }] }],
    ['an `allOf` of two', { allOf: [{ $ref: '#/$defs/Node' }, { $ref: '#/$defs/Node' }] }],
  ])('may be all that the root is: %s has the name that it is given', (_, root) => {
    const schema = { ...root, $defs: { Node: node('$defs') } };
    expect(problemsOf(schema, { kids: [{ kids: [] }] })).toEqual([]);
    expect(problemsOf(schema, { kids: [{ kids: [], evil: 1 }] })).toEqual(['/kids/0/evil unknown_field']);
    expect(defineModel('Answer', schema).shapes.get('Answer')?.fields).toHaveLength(1);
  });

  it('may be encoded, and lead anywhere in the schema', () => {
    const schema = { ...object({ a: { $ref: '#/$defs/a~1b%20c' }, b: { $ref: '#/properties/a' } }), $defs: { 'a/b c': text } };
    expect(problemsOf(schema, { a: 'x', b: 1 })).toEqual(['/b wrong_type']);
  });
});

describe('allOf', () => {
  const named = object({ name: { ...text, maxLength: 5 } });

  it('of objects is one closed object', () => {
    const schema = {
      allOf: [{ $ref: '#/$defs/Named' }, object({ size: { type: 'number' } }), object({ size: { type: 'integer' } })],
      $defs: { Named: named },
    };
    expect(problemsOf(schema, { name: 'x', size: 1 })).toEqual([]);
    expect(problemsOf(schema, { name: 'x', size: 1.5 })).toEqual(['/size wrong_type']);
    expect(problemsOf(schema, { name: 'x', size: 1, evil: 1 })).toEqual(['/evil unknown_field']);
  });

  it('beside a union is said to every member of it', () => {
    const schema = object({ item: { ...named, anyOf: [object({ a: text }), object({ b: text })] } });
    expect(problemsOf(schema, { item: { name: 'x', b: 'y' } })).toEqual([]);
    expect(problemsOf(schema, { item: { name: 'x' } })).not.toEqual([]);
  });

  it.each<[string, readonly JsonObject[]]>([
    ['two types of one field', [object({ a: text }), object({ a: { type: 'integer' } })]],
    ['two patterns', [object({ a: { ...text, pattern: 'a' } }), object({ a: { ...text, pattern: 'b' } })]],
    ['values without one in common', [object({ a: { enum: ['x'] } }), object({ a: { enum: ['y'] } })]],
    ['a closed part and a field of another', [object({ a: text }, { additionalProperties: false }), object({ b: text })]],
    [
      'a field and what another part says of all others',
      [object({ a: text }), { type: 'object', additionalProperties: { type: 'integer' } }],
    ],
  ])('that contradicts itself is refused: %s', (_, allOf) => {
    expect(problemsOf(object({ bad: { allOf } }))).toEqual([expect.stringMatching(/^\/properties\/bad.* contradiction$/)]);
  });
});

/** A schema that doubles with every definition. */
function doubling(times: number): JsonObject {
  const reference = (index: number) => ({ $ref: `#/$defs/d${index}` });
  const definitions = Array.from({ length: times }, (_, index) => [`d${index + 1}`, { anyOf: [reference(index), reference(index)] }]);
  return { ...object({ a: reference(times) }), $defs: { d0: text, ...Object.fromEntries(definitions) } };
}

function cyclic(): object {
  const schema = { type: 'object', properties: {} };
  schema.properties = { a: schema };
  return schema;
}

function nested(levels: number): JsonObject {
  let schema: JsonObject = text;
  for (let level = 0; level < levels; level += 1) schema = { type: 'array', items: schema };
  return object({ a: schema });
}
