import { describe, expect, it } from 'vitest';
import { strictJson } from '../json-door/strict-json.ts';
import type { Shape } from '../shapes/shapes.ts';
import { faults, fieldModel, fieldOf, modelWith } from './shapes.test-support.ts';

const integers: Shape = { kind: 'open_object', values: { kind: 'list', items: { kind: 'integer' } } };

const objects = (
  count: number,
): readonly { readonly name: string; readonly description: null; readonly fields: readonly ReturnType<typeof fieldOf>[] }[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `V${index}`,
    description: null,
    fields: Array.from({ length: 8 }, (_, field) => fieldOf(`f${field}`, { kind: 'literal', values: [index * 10 + field] })),
  }));

describe('the problems of a value', () => {
  it.each<[string, unknown]>([
    ['twenty in one key of 4 MB', { f: { ['k'.repeat(3_900_000)]: Array(20).fill('a') } }],
    ['an unknown key of 4 MB', { f: {}, ['k'.repeat(4_000_000)]: 1 }],
    [
      'long keys at every level',
      { f: { a: Array(30).fill('a') }, ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => ['k'.repeat(500) + index, 1])) },
    ],
  ])('stay short: %s', (_, candidate) => {
    const text = JSON.stringify(fieldModel(integers).validate(candidate));
    expect(text).toContain('rejected');
    expect(text.length).toBeLessThan(10_000);
  });

  it('stay short in a value that is nested too deep behind long keys', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 70; level += 1) deep = { ['k'.repeat(90)]: deep };
    const result = fieldModel({ kind: 'open_object', values: null }).validate({ f: deep });
    expect(result).toMatchObject({ problems: [{ code: 'too_deep', path: expect.stringMatching(/^.{900,1000}…$/) }] });
  });

  it('show where a long key is cut, and leave a key of a hundred characters as it is', () => {
    const keys = ['k'.repeat(100), 'k'.repeat(101)];
    expect(faults(fieldModel(integers), { f: Object.fromEntries(keys.map((key) => [key, 1])) })).toEqual([
      `/f/${'k'.repeat(100)} wrong_type`,
      `/f/${'k'.repeat(100)}… wrong_type`,
    ]);
  });

  it('stay short when the words of the model are long', () => {
    const model = fieldModel({ kind: 'literal', values: ['v'.repeat(5000)] });
    const result = model.validate({ f: 1 });
    expect(result.kind === 'rejected' && result.problems[0]?.message.length).toBe(2001);
  });
});

describe('a large value', () => {
  it('that fits none of many models is told of at once, and counted to its end', () => {
    const models = objects(50);
    const model = modelWith(
      [fieldOf('f', { kind: 'list', items: { kind: 'union', variants: models.map(({ name }) => ({ kind: 'model', name })) } })],
      models,
    );
    const items = Array.from({ length: 20_000 }, () => ({}));
    const before = performance.now();
    const result = model.validate({ f: items });
    expect(performance.now() - before).toBeLessThan(1500);
    expect(result).toMatchObject({ kind: 'rejected', total: 20_000 * 9 });
    const likest = model.validate({ f: [{ f0: 70, f1: 71, f2: 'x' }] });
    expect(likest.kind === 'rejected' && likest.problems[1]?.message).toContain('72');
  });

  it('of literals is looked up, not compared with each of thousands', () => {
    const values = [...Array.from({ length: 5000 }, (_, index) => `value ${index}`), 0, null, true];
    const model = fieldModel({ kind: 'list', items: { kind: 'literal', values } });
    const before = performance.now();
    expect(model.matches({ f: Array(200_000).fill('value 4999') })).toBe(true);
    expect(performance.now() - before).toBeLessThan(1000);
    expect(model.validate({ f: [0, -0, null, true] }).kind).toBe('accepted');
    expect(faults(model, { f: ['value 5000', '0', false, 1] })).toHaveLength(4);
  });
});

describe('a value from elsewhere', () => {
  const any = fieldModel({ kind: 'open_object', values: null });

  it('that shares its members may say more than a text can hold, and is refused before it takes its time', () => {
    let shared: object = {};
    for (let level = 0; level < 50; level += 1) shared = { left: shared, right: shared };
    expect(any.validate({ f: shared })).toEqual({
      kind: 'rejected',
      problems: [{ path: '', code: 'too_large', message: 'holds more than 2097152 values' }],
      total: 1,
    });
    expect(faults(any, { f: { sparse: new Array(4_000_000_000) } })).toEqual([' too_large']);
  });

  it('may share its members', () => {
    const shared = { a: [1] };
    expect(any.validate({ f: { left: shared, right: [shared, shared] } })).toEqual({
      kind: 'accepted',
      value: { f: { left: { a: [1] }, right: [{ a: [1] }, { a: [1] }] } },
    });
  });

  it('is no larger than what the strict JSON door lets through', () => {
    const text = `{"f":{"a":[${'1,'.repeat(2_097_000)}1]}}`;
    const json = strictJson(text);
    expect(json.kind === 'parsed' && any.validate(json.value).kind).toBe('accepted');
    expect(any.validate(JSON.parse(text)).kind).toBe('accepted');
  });

  it('with half of a surrogate pair in a text or a key is refused, as at the strict JSON door', () => {
    const text = fieldModel({ kind: 'string' });
    expect(faults(text, { f: 'a\ud83d' })).toEqual(['/f wrong_type']);
    expect(text.validate({ f: '😀' }).kind).toBe('accepted');
    expect(faults(any, { f: { a: ['\ude00'], '\ud83d': 1 } })).toEqual(['/f/a/0 wrong_type', '/f/\ufffd wrong_type']);
    expect(faults(text, { f: '', '\ud83d': 1 })).toEqual(['/\ufffd unknown_field']);
  });
});
