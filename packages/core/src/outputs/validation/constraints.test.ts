import { describe, expect, it } from 'vitest';
import type { Json } from '../../ports/json.ts';
import type { Shape } from '../shapes/shapes.ts';
import { faults, fieldModel } from './shapes.test-support.ts';

const bell = '\u{1F514}'; // one code point, two UTF-16 units

describe('constraints', () => {
  const rows: readonly [string, Shape, readonly Json[], readonly (readonly [Json, string])[]][] = [
    [
      'a least length, in code points',
      { kind: 'string', minLength: 2 },
      ['ab', `a${bell}`, bell + bell],
      [
        ['a', 'wrong_length'],
        [bell, 'wrong_length'],
        ['', 'wrong_length'],
      ],
    ],
    [
      'a greatest length, in code points',
      { kind: 'string', maxLength: 2 },
      ['', 'ab', bell + bell, `${bell}a`],
      [
        ['abc', 'wrong_length'],
        [`${bell}ab`, 'wrong_length'],
        [bell.repeat(3), 'wrong_length'],
      ],
    ],
    ['a length of nothing', { kind: 'string', maxLength: 0 }, [''], [['a', 'wrong_length']]],
    [
      'a pattern anywhere in the text, in code points',
      { kind: 'string', pattern: '^.$|x' },
      [bell, 'abxab', 'a'],
      [
        ['ab', 'pattern_mismatch'],
        ['', 'pattern_mismatch'],
      ],
    ],
    [
      'bounds',
      { kind: 'integer', minimum: -1, maximum: 3 },
      [-1, 0, 3],
      [
        [-2, 'out_of_range'],
        [4, 'out_of_range'],
      ],
    ],
    [
      'exclusive bounds',
      { kind: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      [0.5, Number.MIN_VALUE],
      [
        [0, 'out_of_range'],
        [1, 'out_of_range'],
      ],
    ],
    [
      'multiples of an integer',
      { kind: 'integer', multipleOf: 3 },
      [0, 9, -3],
      [
        [1, 'out_of_range'],
        [-4, 'out_of_range'],
      ],
    ],
    [
      'multiples of a decimal',
      { kind: 'number', multipleOf: 0.1 },
      [0.3, 1.1, -0.7, 5, 1e21],
      [
        [0.35, 'out_of_range'],
        [1e-7, 'out_of_range'],
      ],
    ],
    ['multiples of a small decimal', { kind: 'number', multipleOf: 1e-7 }, [3e-7, 0.1, 1e300], [[1.5e-7, 'out_of_range']]],
    [
      'items of a list',
      { kind: 'list', items: { kind: 'integer' }, minItems: 1, maxItems: 2 },
      [[1], [1, 2]],
      [
        [[], 'wrong_length'],
        [[1, 2, 3], 'wrong_length'],
      ],
    ],
  ];
  it.each(rows)('%s', (_, shape, accepted, rejected) => {
    const model = fieldModel(shape);
    for (const value of accepted) expect(model.validate({ f: value })).toEqual({ kind: 'accepted', value: { f: value } });
    for (const [value, code] of rejected) expect(faults(model, { f: value })).toEqual([`/f ${code}`]);
    for (const value of accepted) expect(model.matches({ f: value })).toBe(true);
    for (const [value] of rejected) expect(model.matches({ f: value })).toBe(false);
  });

  it('do not hide a wrong type, which is told alone', () => {
    expect(faults(fieldModel({ kind: 'string', minLength: 2, pattern: 'x' }), { f: 3 })).toEqual(['/f wrong_type']);
    expect(faults(fieldModel({ kind: 'integer', minimum: 2 }), { f: 1.5 })).toEqual(['/f wrong_type']);
  });

  it('are told each on its own', () => {
    const shape: Shape = { kind: 'string', minLength: 3, pattern: '^b', format: 'uuid' };
    expect(faults(fieldModel(shape), { f: 'a' })).toEqual(['/f wrong_length', '/f pattern_mismatch', '/f wrong_format']);
    const list: Shape = { kind: 'list', items: { kind: 'integer', minimum: 0 }, maxItems: 1 };
    expect(faults(fieldModel(list), { f: [1, -1] })).toEqual(['/f wrong_length', '/f/1 out_of_range']);
  });

  it('text that is too long is put to no pattern', () => {
    const shape: Shape = { kind: 'string', maxLength: 20, pattern: '^(a|a)*$' };
    const model = fieldModel({ kind: 'union', variants: [shape, { ...shape, minLength: 1 }, { kind: 'list', items: shape }] });
    const long = `${'a'.repeat(60)}!`; // the pattern would take years
    expect(model.matches({ f: long })).toBe(false);
    expect(faults(model, { f: [long] })).toEqual(['/f/0 wrong_length']);
    expect(faults(fieldModel(shape), { f: long })).toEqual(['/f wrong_length']);
  });

  const messages: readonly [Shape, Json, string][] = [
    [{ kind: 'string', minLength: 3 }, 'a', 'must have at least 3 characters, but has 1'],
    [{ kind: 'string', maxLength: 1 }, 'ab', 'must have at most 1 character, but has 2'],
    [{ kind: 'string', pattern: '^[a-z]+$' }, 'A', 'must match the pattern `^[a-z]+$`, but is the text "A"'],
    [{ kind: 'string', format: 'date' }, 'soon', 'must be a date like `2031-04-09`, but is the text "soon"'],
    [{ kind: 'integer', minimum: 3 }, 2, 'must be at least 3, but is the number 2'],
    [{ kind: 'number', exclusiveMaximum: 3 }, 3, 'must be less than 3, but is the number 3'],
    [{ kind: 'number', multipleOf: 0.5 }, 0.7, 'must be a multiple of 0.5, but is the number 0.7'],
    [{ kind: 'list', items: { kind: 'null' }, minItems: 2 }, [null], 'must have at least 2 items, but has 1'],
    [{ kind: 'tuple', items: [{ kind: 'null' }, { kind: 'null' }] }, [null], 'must have exactly 2 items, but has 1'],
  ];
  it.each(messages)('%j says of %j: %s', (shape, value, message) => {
    expect(fieldModel(shape).validate({ f: value })).toMatchObject({ problems: [{ path: '/f', message }] });
  });
});

describe('tuples', () => {
  const pair = fieldModel({ kind: 'tuple', items: [{ kind: 'string' }, { kind: 'list', items: { kind: 'integer' } }] });

  it('are lists of exactly their items', () => {
    expect(pair.validate({ f: ['a', [1]] })).toEqual({ kind: 'accepted', value: { f: ['a', [1]] } });
    expect(faults(pair, { f: ['a'] })).toEqual(['/f wrong_length']);
    expect(faults(pair, { f: ['a', [], 1] })).toEqual(['/f wrong_length']);
    expect(faults(pair, { f: [1, ['x']] })).toEqual(['/f/0 wrong_type', '/f/1/0 wrong_type']);
    expect(faults(pair, { f: { 0: 'a', 1: [], length: 2 } })).toEqual(['/f wrong_type']);
  });
});

describe('open objects with a shape of their values', () => {
  const open = fieldModel({ kind: 'open_object', values: { kind: 'list', items: { kind: 'integer', minimum: 0 } } });

  it('take any key but `__proto__`, and check each value', () => {
    const value = { f: { a: [1], constructor: [], toString: [2] } };
    expect(open.validate(value)).toEqual({ kind: 'accepted', value });
    expect(faults(open, { f: { a: [1, -1], b: {} } })).toEqual(['/f/a/1 out_of_range', '/f/b wrong_type']);
    expect(faults(open, { f: JSON.parse('{"__proto__":[]}') })).toEqual(['/f/__proto__ forbidden_key']);
    expect(open.matches({ f: JSON.parse('{"__proto__":[]}') })).toBe(false);
  });
});
