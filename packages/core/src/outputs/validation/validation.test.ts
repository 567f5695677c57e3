import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../ports/json.ts';
import { type FieldText, type ModelText, modelOf } from '../models.test-support.ts';
import type { OutputModel } from '../output-model.ts';

const envelope: Record<string, ModelText> = {
  Status: { values: ['ready', 'blocked'] },
  Row: { fields: { id: 'int', label: 'str' } },
  Note: { fields: { note: 'str' } },
  Envelope: {
    fields: {
      status: 'Status',
      row: 'Row',
      either: { type: 'union', variants: ['Row', 'Note', 'str'] },
      count: { type: 'int', default: 3 },
      data: 'dict',
      more: 'optional_dict',
      rows: { type: 'optional_list', items: 'Row' },
    },
  },
};
const model = modelOf('Envelope', envelope);
const valid = { status: 'ready', row: { id: 1, label: 'a' }, either: { note: 'n' }, data: { any: [{ deep: { er: null } }] } };
const filled = { ...valid, count: 3, more: null, rows: null };

/** The problems of a rejected candidate, as `path code`. */
const faults = (of: OutputModel, candidate: unknown): readonly string[] => {
  const result = of.validate(candidate);
  return result.kind === 'accepted' ? [] : result.problems.map(({ path, code }) => `${path} ${code}`);
};
const fieldModel = (field: FieldText, more: Record<string, ModelText> = {}) => modelOf('M', { ...more, M: { fields: { f: field } } });

describe('acceptance', () => {
  it('SO1: takes an envelope of all shapes, keeps the open object exactly and fills the defaults in', () => {
    expect(model.validate(valid)).toEqual({ kind: 'accepted', value: filled });
    const full = { ...valid, either: 'text', count: 0, more: { x: 1 }, rows: [{ id: 2, label: '' }] };
    expect(model.validate(full)).toEqual({ kind: 'accepted', value: full });
  });

  it('SO2: rejects an extra top-level field, names it, and leaves the raw data alone', () => {
    const raw = { ...valid, evil: 1 };
    const result = model.validate(raw);
    expect(result).toMatchObject({ kind: 'rejected', total: 1, problems: [{ path: '/evil', code: 'unknown_field' }] });
    expect(result).not.toHaveProperty('value');
    expect(raw.evil).toBe(1);
    expect(Object.isFrozen(raw)).toBe(false);
  });

  it('SO3: rejects an extra field in a nested object', () => {
    expect(faults(model, { ...valid, row: { id: 1, label: 'a', evil: 1 } })).toEqual(['/row/evil unknown_field']);
    expect(
      faults(model, {
        ...valid,
        rows: [
          { id: 1, label: 'a' },
          { id: 2, label: 'b', evil: 1 },
        ],
      }),
    ).toEqual(['/rows/1/evil unknown_field']);
  });

  it('SO4: takes unknown deep keys inside declared open objects', () => {
    const data = { a: { b: [{ c: 1.5, constructor: 'x' }] } };
    expect(model.validate({ ...valid, data, more: data })).toEqual({ kind: 'accepted', value: { ...filled, data, more: data } });
  });

  it.each<[string, Json, readonly string[]]>([
    ['SO5: a wrong literal', { ...valid, status: 'Ready' }, ['/status wrong_value']],
    ['SO5: a missing nested field', { ...valid, row: { id: 1 } }, ['/row/label missing']],
    ['SO5: a union that matches no branch', { ...valid, either: 5 }, ['/either no_variant']],
    ['SO5: an object that is no branch of a union', { ...valid, either: { note: 1 } }, ['/either no_variant', '/either/note wrong_type']],
    ['SO5: text for an integer', { ...valid, count: '3' }, ['/count wrong_type']],
    [
      'several at once',
      { status: 'x', row: null, either: '', count: true, data: [] },
      ['/status wrong_value', '/row wrong_type', '/count wrong_type', '/data wrong_type'],
    ],
    ['a list for the root', [], [' wrong_type']],
    ['text for the root', 'x', [' wrong_type']],
    ['null for the root', null, [' wrong_type']],
  ])('rejects %s', (_, candidate, expected) => {
    expect(faults(model, candidate)).toEqual(expected);
  });

  it('says it in words that a model can act on', () => {
    const { problems } = model.validate({ ...valid, statsu: 1, count: '12' }) as { problems: readonly { message: string }[] };
    expect(problems.map(({ message }) => message)).toEqual([
      'must be an integer, but is the text "12"',
      'is not a field of Envelope; its fields are `status`, `row`, `either`, `count`, `data`, `more`, `rows`; did you mean `status`?',
    ]);
  });

  it('gives a value frozen at every depth, detached from the candidate', () => {
    const candidate = structuredClone(valid);
    const result = model.validate(candidate);
    candidate.data.any.length = 0;
    if (result.kind === 'rejected') throw new Error('rejected');
    const walk = (value: Json | undefined): void => {
      if (typeof value !== 'object' || value === null) return;
      expect(Object.isFrozen(value)).toBe(true);
      Object.values(value).forEach(walk);
    };
    walk(result.value);
    expect(result.value).toEqual(filled);
  });

  it('tells the first 20 problems and how many there are', () => {
    const rows = Array.from({ length: 500 }, () => ({ id: 'x', label: 1 }));
    const result = model.validate({ ...valid, rows });
    expect(result).toMatchObject({ kind: 'rejected', total: 1000 });
    expect(result.kind === 'rejected' && result.problems).toHaveLength(20);
  });

  it('writes paths as JSON pointers', () => {
    const slashed = modelOf('M', { M: { fields: { 'a/b~c': 'int' } } });
    expect(faults(slashed, { 'a/b~c': 'x' })).toEqual(['/a~1b~0c wrong_type']);
  });
});

describe('scalars', () => {
  const taken: readonly [FieldText, Json][] = [
    ['str', ''],
    ['string', '3'],
    ['int', -3],
    ['integer', Number.MAX_SAFE_INTEGER],
    ['float', 3],
    ['float', 1e300],
    ['bool', false],
    ['optional_str', null],
    ['Optional[str]', 'x'],
    ['list[int]', [1, 2]],
    ['list[list[str]]', [['a'], []]],
    [{ type: 'list', items: 'optional_str' }, ['a', null]],
    [{ type: 'literal', values: [1, 'a', true, null] }, null],
    [{ type: 'union', variants: ['int', 'null'] }, null],
    [{ type: 'union', variants: ['str', 'int'] }, '3'],
  ];
  it.each(taken)('%j takes %j as it is', (field, value) => {
    expect(fieldModel(field).validate({ f: value })).toEqual({ kind: 'accepted', value: { f: value } });
  });

  const rejected: readonly [FieldText, unknown][] = [
    ['str', 3],
    ['str', null],
    ['str', undefined],
    ['int', '3'],
    ['int', 3.5],
    ['int', true],
    ['int', 2 ** 53],
    ['float', '1.5'],
    ['float', Number.NaN],
    ['float', Number.POSITIVE_INFINITY],
    ['float', 1n],
    ['bool', 1],
    ['bool', 'true'],
    ['optional_str', 3],
    ['dict', null],
    ['dict', new Map()],
    ['dict', { a: undefined }],
    ['dict', { a: new Date(0) }],
    ['dict', JSON.parse('{"__proto__":{}}')],
    ['list[int]', [1, '2']],
    ['list[int]', { 0: 1, length: 1 }],
    ['list[int]', new Array(1)],
    [{ type: 'literal', values: [1] }, true],
    [{ type: 'literal', values: ['1'] }, 1],
  ];
  it.each(rejected)('%j rejects %o', (field, value) => {
    expect(fieldModel(field).validate({ f: value }).kind).toBe('rejected');
  });
});

describe('absent and null', () => {
  const cases: readonly [string, FieldText, unknown, Json][] = [
    ['optional_str', 'optional_str', {}, null],
    ['optional_dict', 'optional_dict', {}, null],
    ['optional_list', { type: 'optional_list', items: 'int' }, {}, null],
    ['a union with null', { type: 'union', variants: ['int', 'none'] }, {}, null],
    ['a default', { type: 'int', default: 5 }, {}, 5],
    ['a null default of a field without null', { type: 'str', default: null }, {}, null],
    ['null for a field with a default and without null: absent', { type: 'int', default: 5 }, { f: null }, 5],
    ['null for an optional field with null: null', { type: 'optional_str', default: 'x' }, { f: null }, null],
    ['an absent field with null and a default', { type: 'optional_str', default: 'x' }, {}, 'x'],
  ];
  it.each(cases)('%s', (_, field, candidate, value) => {
    expect(fieldModel(field).validate(candidate)).toEqual({ kind: 'accepted', value: { f: value } });
  });

  it('an alias with null takes null and stays required', () => {
    const required = fieldModel('Maybe', { Maybe: { variants: ['int', 'null'] } });
    expect(required.validate({ f: null })).toEqual({ kind: 'accepted', value: { f: null } });
    expect(faults(required, {})).toEqual(['/f missing']);
  });

  it('fills a nested default with the defaults of its own fields', () => {
    const nested = fieldModel(
      { type: 'Inner', default: {} },
      { Inner: { fields: { a: { type: 'int', default: 1 }, b: { type: 'list[int]', default: [2] } } } },
    );
    expect(nested.validate({})).toEqual({ kind: 'accepted', value: { f: { a: 1, b: [2] } } });
  });
});

describe('own properties only', () => {
  it('a field named like something every object inherits is missing until it is there', () => {
    const odd = modelOf('M', { M: { fields: { constructor: 'str', toString: 'optional_str' } } });
    expect(faults(odd, {})).toEqual(['/constructor missing']);
    expect(odd.validate({ constructor: 'x' })).toEqual({ kind: 'accepted', value: { constructor: 'x', toString: null } });
    expect(faults(fieldModel('str'), JSON.parse('{"f":"x","__proto__":{"a":1}}'))).toEqual(['/__proto__ unknown_field']);
    expect(faults(fieldModel('str'), { f: 'x', constructor: 1 })).toEqual(['/constructor unknown_field']);
  });

  it('an inherited value is no value', () => {
    expect(fieldModel('str').validate(Object.create({ f: 'x' })).kind).toBe('rejected');
    expect(
      fieldModel('str').validate(
        new (class {
          f = 'x';
        })(),
      ).kind,
    ).toBe('rejected');
  });
});

describe('models that contain themselves', () => {
  const tree = modelOf('Tree', { Tree: { fields: { name: 'str', children: { type: 'optional_list', items: 'Tree' } } } });

  it('are closed at every depth', () => {
    const leaf = { name: 'leaf', children: null };
    expect(tree.validate({ name: 'a', children: [{ name: 'b', children: [leaf] }] }).kind).toBe('accepted');
    expect(faults(tree, { name: 'a', children: [{ name: 'b', children: [{ ...leaf, x: 1 }] }] })).toEqual([
      '/children/0/children/0/x unknown_field',
    ]);
  });

  it.each([65, 20_000])('S14: %d levels are refused as too deep, without running out of stack', (levels) => {
    let value: Json = { name: 'leaf' };
    for (let level = 0; level < levels; level += 1) value = { name: 'n', children: [value] };
    expect(faults(tree, value)).toEqual([expect.stringMatching(/ too_deep$/)]);
    const open: Json = { f: value };
    expect(faults(fieldModel('dict'), open)).toEqual([expect.stringMatching(/ too_deep$/)]);
  });

  it('in unions of look-alikes cost no more than the value is large', () => {
    const look = (kind: string): ModelText => ({
      fields: { child: { type: 'union', variants: ['A', 'B', 'null'] }, kind: { type: 'literal', values: [kind] } },
    });
    const alike = modelOf('B', { A: look('a'), B: look('b') });
    let value: Json = { child: null, kind: 'b' };
    for (let level = 0; level < 60; level += 1) value = { child: value, kind: 'b' };
    expect(alike.validate(value)).toEqual({ kind: 'accepted', value });
    expect(alike.validate({ child: { child: value, kind: 'c' }, kind: 'b' }).kind).toBe('rejected');
  });
});

describe('any value at all', () => {
  it('is either refused, or accepted unchanged apart from defaults', () => {
    const strict = modelOf('M', {
      ...envelope,
      M: { fields: { a: 'int', b: 'optional_dict', c: { type: 'union', variants: ['Row', 'list[bool]', 'null'] } } },
    });
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.record({
        a: fc.oneof(fc.integer(), fc.double()),
        b: fc.option(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))),
        c: fc.option(fc.array(fc.boolean())),
      }),
    );
    fc.assert(
      fc.property(anything, (candidate) => {
        const before = JSON.stringify(candidate);
        const result = strict.validate(candidate);
        expect(JSON.stringify(candidate)).toBe(before);
        if (result.kind === 'accepted') expect(result.value).toEqual({ b: null, c: null, ...(candidate as object) });
        else expect(result.problems.length).toBe(Math.min(result.total, 20));
      }),
      { numRuns: 500 },
    );
  });
});
