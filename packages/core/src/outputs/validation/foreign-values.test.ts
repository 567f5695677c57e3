import { afterEach, describe, expect, it } from 'vitest';
import { generatedModel } from '../generated/index.ts';
import { strictJson } from '../json-door/strict-json.ts';
import type { OutputModel } from '../output-model.ts';
import type { Shape } from '../shapes/shapes.ts';
import { compiledShapes, faults, fieldModel, fieldOf, modelWith } from './shapes.test-support.ts';

const text: Shape = { kind: 'string' };
const anyObject: Shape = { kind: 'open_object', values: null };
const plain = fieldModel(text);
const open = fieldModel(anyObject);
const hostileNames = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'isPrototypeOf',
  '__defineGetter__',
  'length',
  'prototype',
  '0',
];
const hostile = modelWith(hostileNames.map((name, index) => fieldOf(name, text, { optional: index % 2 === 1 })));

/** Each with walks of its own. */
const both = (model: OutputModel): readonly OutputModel[] => [model, generatedModel(model)];
const verdicts = (model: OutputModel, candidate: unknown) =>
  both(model).flatMap((each) => [each.validate(candidate).kind === 'accepted', each.matches(candidate)]);
const refusals = [false, false, false, false];
const acceptances = [true, true, true, true];

describe('names that every object inherits', () => {
  const full = Object.fromEntries(hostileNames.map((name) => [name, 'x']));

  it('are fields like others', () => {
    expect(verdicts(hostile, full)).toEqual(acceptances);
    expect(hostile.validate(full)).toEqual({ kind: 'accepted', value: full });
    const required = Object.fromEntries(hostileNames.filter((_, index) => index % 2 === 0).map((name) => [name, 'x']));
    expect(hostile.validate(required)).toEqual({
      kind: 'accepted',
      value: { ...Object.fromEntries(hostileNames.map((name) => [name, null])), ...required },
    });
    for (const name of Object.keys(required)) {
      const { [name]: _, ...rest } = full;
      expect(faults(hostile, rest)).toEqual([`/${name} missing`]);
      expect(verdicts(hostile, rest)).toEqual(refusals);
    }
  });

  it.each([...hostileNames, '__proto__'])('%s is refused where no model has it', (name) => {
    const candidate = JSON.parse(`{"f":"x","${name}":"x"}`);
    expect(faults(plain, candidate)).toEqual([`/${name} unknown_field`]);
    expect(verdicts(plain, candidate)).toEqual(refusals);
  });

  it('`__proto__` names no field', () => {
    expect(() => fieldModel(text) && modelWith([fieldOf('__proto__', text)])).toThrow(/__proto__/);
  });
});

describe('an Object.prototype that somebody added to', () => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, 'f');
    Reflect.deleteProperty(Object.prototype, 'evil');
  });

  it.each([
    { enumerable: true, writable: true },
    { enumerable: false, writable: true },
    { enumerable: false, writable: false },
  ])('gives no value and takes none away: %j', (how) => {
    const fromDoor = ['{}', '{"evil":"x"}', '{"f":"y"}'].map(strictOf);
    Object.defineProperty(Object.prototype, 'f', { value: 'x', configurable: true, ...how });
    Object.defineProperty(Object.prototype, 'evil', { value: 'x', configurable: true, ...how });
    const [empty, evil, fine] = fromDoor;
    for (const candidate of [{}, empty]) expect(verdicts(plain, candidate)).toEqual(refusals);
    for (const candidate of [JSON.parse('{"evil":"x"}'), evil]) expect(verdicts(plain, candidate)).toEqual(refusals);
    for (const candidate of [JSON.parse('{"f":"y"}'), fine]) {
      expect(verdicts(plain, candidate)).toEqual(acceptances);
      const result = plain.validate(candidate);
      expect(result.kind === 'accepted' && Object.entries(result.value)).toEqual([['f', 'y']]);
    }
  });
});

describe('a candidate that is no plain JSON', () => {
  class Row {
    f = 'x';
  }
  const refused: readonly [string, unknown][] = [
    ['an instance of a class', new Row()],
    ['an object that inherits its value', Object.create({ f: 'x' })],
    ['an object that inherits its value from a bare one', Object.create(Object.assign(Object.create(null), { f: 'x' }))],
    ['a value that is not enumerable', Object.defineProperty({}, 'f', { value: 'x' })],
    ['a list with a property', Object.assign(['x'], { f: 'x' })],
    ['a list that says it is a plain object', Object.setPrototypeOf(Object.assign([], { f: 'x' }), Object.prototype)],
    ['a String', { f: new String('x') }],
    ['a function', Object.assign(() => 'x', { f: 'x' })],
    ['a symbol', { f: Symbol('x') }],
    ['undefined beside it', { f: 'x', g: undefined }],
  ];
  it.each(refused)('is refused: %s', (_, candidate) => {
    expect(verdicts(plain, candidate)).toEqual(refusals);
  });

  it.each<[string, unknown]>([
    ['a Map', new Map([['a', 1]])],
    ['a Date', new Date(0)],
    ['a Date inside', { a: [new Date(0)] }],
    ['a hole in a list', { a: new Array(2) }],
    ['NaN', { a: [Number.NaN] }],
    ['an endless number', Number.POSITIVE_INFINITY],
    ['a bigint', { a: 1n }],
    ['undefined', { a: undefined }],
    ['the key `__proto__`', { a: JSON.parse('{"__proto__":1}') }],
    ['a list', []],
  ])('is refused inside an open object: %s', (_, candidate) => {
    expect(verdicts(open, { f: candidate })).toEqual(refusals);
    expect(faults(open, { f: candidate })[0]).toMatch(/^\/f/);
    const either = fieldModel({ kind: 'union', variants: [anyObject, { kind: 'model', name: 'M' }] });
    expect(verdicts(either, { f: { f: { a: candidate } } })).toEqual(Array.isArray(candidate) ? acceptances : refusals);
    expect(faults(either, { f: { f: { a: candidate } } }).length > 0).toBe(!Array.isArray(candidate));
  });

  const bare = Object.assign(Object.create(null), { f: 'x' });
  it.each<[string, unknown]>([
    ['an object without prototype', bare],
    ['a frozen object', Object.freeze({ f: 'x' })],
    [
      'keys that are symbols or not enumerable, which JSON does not see',
      Object.defineProperty({ f: 'x', [Symbol('g')]: 1 }, 'g', { value: 1 }),
    ],
  ])('is taken without what JSON does not say: %s', (_, candidate) => {
    expect(verdicts(plain, candidate)).toEqual(acceptances);
    const result = plain.validate(candidate);
    if (result.kind === 'rejected') throw new Error('rejected');
    expect(Reflect.ownKeys(result.value)).toEqual(['f']);
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(Object.isFrozen(result.value)).toBe(true);
  });

  it('a list keeps its items and nothing else', () => {
    const listed = fieldModel({ kind: 'list', items: text });
    const result = listed.validate({ f: Object.assign(['a', 'b'], { evil: 1, toJSON: () => ['c'] }) });
    expect(result).toEqual({ kind: 'accepted', value: { f: ['a', 'b'] } });
    expect(verdicts(listed, { f: Object.assign(new Array(3), { 0: 'a', 2: 'c' }) })).toEqual(refusals);
  });
});

describe('a candidate that says something else each time', () => {
  /** Answers every read of a property from a list, the last one for ever. */
  const turning = (...answers: readonly unknown[]) => {
    let read = -1;
    return {
      get f() {
        read += 1;
        return answers[Math.min(read, answers.length - 1)];
      },
    };
  };

  it('is read once, and what was checked is what is given', () => {
    for (const model of both(plain)) {
      const result = model.validate(turning('x', { evil: true }));
      expect(result).toEqual({ kind: 'accepted', value: { f: 'x' } });
      expect(result.kind === 'accepted' && Object.getOwnPropertyDescriptor(result.value, 'f')?.value).toBe('x');
      expect(model.validate(turning(1, 'x'))).toMatchObject({ kind: 'rejected', total: 1, problems: [{ path: '/f', code: 'wrong_type' }] });
    }
  });

  it('cannot hide a key, whatever a proxy answers', () => {
    let asked = 0;
    const keys = new Proxy({ f: 'x', evil: 1 } as Record<string, unknown>, {
      ownKeys: () => (asked++ % 2 === 0 ? ['f'] : ['f', 'evil']),
    });
    const values = new Proxy({ f: 'x' }, { get: (_, key) => (key === 'f' && asked++ % 2 === 0 ? 'x' : { evil: 1 }) });
    for (let turn = 0; turn < 6; turn += 1) {
      for (const candidate of [keys, values]) {
        const result = plain.validate(candidate);
        if (result.kind === 'accepted') expect(result.value).toStrictEqual({ f: 'x' });
        else expect(result.total).toBeGreaterThan(0);
      }
    }
  });

  it('passes on what it throws when it is read', () => {
    const throwing = Object.defineProperty({}, 'f', {
      enumerable: true,
      get: () => {
        throw new Error('from the candidate');
      },
    });
    expect(() => plain.validate(throwing)).toThrow('from the candidate');
  });
});

describe('depth', () => {
  const tree = compiledShapes([
    {
      name: 'Tree',
      description: null,
      fields: [
        fieldOf('children', { kind: 'list', items: { kind: 'model', name: 'Tree' } }),
        fieldOf('more', anyObject, { optional: true, default: {} }),
      ],
    },
  ]).get('Tree');
  if (tree === undefined) throw new Error('There is no Tree.');

  it.each([20_000, 65, 64])('S14 %d levels of a model that contains itself: taken up to 64, then refused as too deep', (levels) => {
    let value: unknown = { children: [], more: {} };
    for (let level = 2; level < levels; level += 2) value = { children: [value], more: {} };
    if (levels % 2 === 1) value = { children: [{ children: [value], more: {} }], more: {} };
    const isTaken = levels <= 64;
    expect(verdicts(tree, value)).toEqual(isTaken ? acceptances : refusals);
    if (!isTaken)
      expect(tree.validate(value)).toMatchObject({
        total: 1,
        problems: [{ code: 'too_deep', path: expect.stringMatching(/^\/children\/0\/children\/0/) }],
      });
  });

  it('S14 20,000 levels inside an open object or an unknown field are refused, too', () => {
    let value: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) value = level % 2 === 0 ? [value] : { a: value };
    expect(faults(open, { f: { a: value } })).toEqual([expect.stringMatching(/^\/f\/a\/a\/0\/a.* too_deep$/)]);
    expect(verdicts(open, { f: { a: value } })).toEqual(refusals);
    expect(verdicts(plain, { f: 'x', g: value })).toEqual(refusals);
  });

  it('a value that contains itself many times over is refused at once', () => {
    const round: { children: unknown[]; more: Record<string, unknown> } = { children: [], more: {} };
    round.children = [round, round, round];
    round.more = { round, again: round };
    expect(verdicts(tree, round)).toEqual(refusals);
    expect(faults(tree, round)).toEqual([expect.stringMatching(/ too_deep$/)]);
  });
});

describe('a value from the strict JSON door', () => {
  it('is given on as it is when nothing is missing, and is frozen', () => {
    const value = strictOf('{"f":{"a":[{"b":1}]}}');
    expect(Object.isFrozen(value)).toBe(true);
    for (const model of both(open)) {
      const result = model.validate(value);
      expect(result.kind === 'accepted' && result.value).toBe(value);
    }
  });

  it('is not changed by filling in', () => {
    const filled = modelWith(
      [fieldOf('a', text), fieldOf('b', { kind: 'list', items: { kind: 'model', name: 'N' } })],
      [
        {
          name: 'N',
          description: null,
          fields: [fieldOf('c', { kind: 'integer' }, { optional: true, default: 7 }), fieldOf('d', { kind: 'integer' })],
        },
      ],
    );
    const value = strictOf('{"b":[{"c":1,"d":2},{"d":3},{"d":4,"c":null}],"a":"x"}');
    const result = filled.validate(value);
    expect(value).toEqual({ a: 'x', b: [{ c: 1, d: 2 }, { d: 3 }, { c: null, d: 4 }] });
    expect(JSON.stringify(result)).toBe('{"kind":"accepted","value":{"a":"x","b":[{"c":1,"d":2},{"c":7,"d":3},{"c":7,"d":4}]}}');
  });
});

function strictOf(json: string): unknown {
  const result = strictJson(json);
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return result.value;
}
