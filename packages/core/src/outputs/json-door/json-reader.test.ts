import { describe, expect, it } from 'vitest';
import { modelOf } from '../models.test-support.ts';
import { jsonReader } from './json-reader.ts';
import { strictJson } from './strict-json.ts';

const text = '```json\n{"a": [1, "é😀\\ud83d\\ude00", {"b": -1.5e3}], "c": null}\n```\n';
const value = { a: [1, 'é😀😀', { b: -1500 }], c: null };

const readAll = (pieces: Iterable<string>, maxBytes?: number) => {
  const reader = jsonReader(maxBytes === undefined ? {} : { maxBytes });
  for (const piece of pieces) reader.push(piece);
  return reader.end();
};

describe('a text in pieces', () => {
  it('is the same text wherever it was cut, inside of a surrogate pair too', () => {
    const whole = { kind: 'parsed', value, repair: 'fence' };
    for (let at = 0; at <= text.length; at += 1) expect(readAll([text.slice(0, at), text.slice(at)])).toEqual(whole);
    expect(readAll(text.split(''))).toEqual(whole);
  });

  it('J11 may hold empty pieces anywhere: they change nothing', () => {
    expect(readAll(text.split('').flatMap((piece) => ['', piece, '']))).toEqual({ kind: 'parsed', value, repair: 'fence' });
    expect(readAll(['', '']).kind).toBe('refused');
    const reader = jsonReader();
    reader.push('{"a":"x"');
    const before = reader.partial();
    reader.push('');
    expect(reader.partial()).toEqual(before);
    reader.push('}');
    expect(reader.end()).toEqual({ kind: 'parsed', value: { a: 'x' }, repair: null });
  });

  it('gives one answer, and reads nothing after it', () => {
    const reader = jsonReader();
    reader.push('{}');
    const answer = reader.end();
    reader.push('{}');
    expect(reader.end()).toBe(answer);
    expect(answer.kind).toBe('parsed');
  });

  it('is refused where a half of a surrogate pair stays alone', () => {
    const faultOf = (...pieces: readonly string[]) => {
      const result = readAll(pieces);
      return result.kind === 'refused' ? `${result.problem.code} ${result.problem.message}` : result.kind;
    };
    const fault = 'json_surrogate Line 1, column 3: the text holds half of a surrogate pair.';
    expect(faultOf('"a\ud83d', '"')).toBe(fault);
    expect(faultOf('"a\ud83d')).toBe(fault);
    expect(faultOf('"a', '\ude00"')).toBe(fault);
  });

  it('J4 a partial value shows what is complete so far, cannot be changed from outside, and never becomes an output', () => {
    const model = modelOf('M', { M: { fields: { a: 'str', b: { type: 'list', items: 'int' } } } });
    const reader = jsonReader();
    expect(reader.partial()).toBeNull();
    const shown: unknown[] = [];
    for (const piece of ['{"a":"x', 'y","b":[1', ',2', '2,3', ']']) {
      reader.push(piece);
      const partial = reader.partial();
      shown.push(structuredClone(partial?.value));
      expect(model.validate(partial).kind).toBe('rejected');
      Object.assign(Object(partial?.value), { a: 'changed', b: 'changed' });
    }
    expect(shown).toEqual([{}, { a: 'xy', b: [] }, { a: 'xy', b: [1] }, { a: 'xy', b: [1, 22] }, { a: 'xy', b: [1, 22, 3] }]);
    const end = reader.end();
    expect(end).toMatchObject({ kind: 'refused', problem: { code: 'json_syntax', message: expect.stringContaining('the text ends') } });
    expect(reader.partial()).toBeNull();
  });

  it('shows nothing of a text that is refused', () => {
    const reader = jsonReader();
    reader.push('{"a":1,"a"');
    expect(reader.partial()).toBeNull();
    reader.push(':2}');
    expect(reader.end()).toMatchObject({ kind: 'refused', problem: { code: 'json_duplicate_key', path: '/a' } });
  });

  it('of 20,000 levels is refused at the character that goes too deep, without running out of stack', () => {
    for (const bracket of ['[', '{"k":']) {
      const deep = bracket.repeat(20_000);
      const fault = {
        kind: 'refused',
        problem: { code: 'json_too_deep', message: expect.stringContaining(`column ${64 * bracket.length + 1}`) },
      };
      expect(readAll(deep.split(''))).toMatchObject(fault);
      expect(readAll([deep])).toMatchObject(fault);
      expect(strictJson(deep)).toMatchObject(fault);
    }
    expect(strictJson('['.repeat(200_000) + ']'.repeat(200_000))).toMatchObject({ problem: { code: 'json_too_deep' } });
  });

  it('is refused by its bytes wherever it was cut', () => {
    const long = '["é😀€", "aaaa"]';
    const bytes = new TextEncoder().encode(long).length;
    expect(readAll(long.split(''), bytes).kind).toBe('parsed');
    for (let limit = 0; limit < bytes; limit += 1) {
      const whole = readAll([long], limit);
      expect(whole).toMatchObject({ kind: 'refused', problem: { code: limit === 0 ? 'json_too_large' : expect.any(String) } });
      expect(readAll(long.split(''), limit)).toEqual(whole);
      expect(strictJson(long, { maxBytes: limit })).toEqual(whole);
    }
  });
});

describe('the work of a reader', () => {
  it('grows with the text, not with its square: 1 MB in pieces of one character is read well within the time of a test', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ [`key ${index}`]: 'a "quoted" text', n: index }));
    const long = JSON.stringify({ text: 'x'.repeat(400_000), digits: '7'.repeat(200_000), rows });
    expect(long.length).toBeGreaterThan(1_000_000);
    const result = readAll(long);
    expect(result.kind === 'parsed' && JSON.stringify(result.value) === long).toBe(true);
  });
});
