import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json } from '../ports/json.ts';
import { canonicalJson, digestOf } from './canonical.ts';
import { strictJson } from './json-door/strict-json.ts';

const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
};

describe('canonicalJson', () => {
  it.each<[Json, string]>([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [{ '€': 1, '\r': 2, '1': 3, '\u{1f600}': 4, '\ufb33': 5 }, '{"\\r":2,"1":3,"€":1,"\u{1f600}":4,"\ufb33":5}'],
    [[333333333.3333333, 1e30, 4.5, 0.002, 1e-27, -0], '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]'],
    ['\ud800', '"\\ud800"'],
    [JSON.parse('{"__proto__":{"b":1,"a":2}}'), '{"__proto__":{"a":2,"b":1}}'],
  ])('writes %j one way', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, [Number.NaN], { a: undefined }])('refuses %j', (value) => {
    expect(() => canonicalJson(value as Json)).toThrow(expect.objectContaining({ code: 'internal' }));
  });

  it('says the same whatever the order of keys, and reads back equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = value as Json;
        expect(canonicalJson(reversed(json))).toBe(canonicalJson(json));
        expect(JSON.parse(canonicalJson(json))).toEqual(JSON.parse(JSON.stringify(json)));
      }),
    );
  });
});

describe('digestOf', () => {
  it('is the same for a value of the strict JSON door, asked for once or again', () => {
    const text = '{"b":["é",1],"a":null}';
    const door = strictJson(text);
    if (door.kind === 'refused') throw new Error(door.problem.message);
    expect([door.value, door.value].map(digestOf)).toEqual([digestOf(JSON.parse(text)), digestOf(JSON.parse(text))]);
  });

  it('is the SHA-256 of the canonical text', () => {
    const value = { b: ['é', 1], a: null };
    expect(digestOf(value)).toBe(createHash('sha256').update('{"a":null,"b":["é",1]}').digest('hex'));
  });
});
