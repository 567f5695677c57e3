import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../ports/json.ts';
import { journalLine, pythonJson } from './envelope.ts';
import { envelope } from './journal.test-support.ts';

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

describe('a journal line', () => {
  it.each(['workflow.jsonl', 'other-channels.jsonl'])('is, byte for byte, what an AG2 hub wrote (%s)', (name) => {
    const recorded = fixture(name);
    const lines = recorded.split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.map((line) => journalLine(JSON.parse(line))).join('')).toBe(recorded);
  });

  it('is one line of ASCII, whatever is said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (words) => {
        const line = journalLine(envelope('ag2.msg.text', { text: words }));
        expect(line).toMatch(/^[\x20-\x7e]+\n$/);
        expect(JSON.parse(line).event_data.text).toBe(words);
      }),
    );
  });
});

/** More keys than are sorted by insertion. */
const tens = Array.from({ length: 90 }, (_, index) => `key${index + 10}`);
const fromKeys = (keys: readonly string[]): Json => Object.fromEntries(keys.map((key) => [key, 0]));

describe('JSON as Python writes it', () => {
  it.each<[Json, string]>([
    [null, 'null'],
    [[1, 2.5, true, null], '[1, 2.5, true, null]'],
    [{ b: 1, a: { d: [], c: {} } }, '{"a": {"c": {}, "d": []}, "b": 1}'],
    ['é 😀 \u2028\u2029\u0085', '"\\u00e9 \\ud83d\\ude00 \\u2028\\u2029\\u0085"'],
    ['"\\\n\t\b\f\r\u0001\u007f', '"\\"\\\\\\n\\t\\b\\f\\r\\u0001\\u007f"'],
    ['\ud800', '"\\ud800"'],
    // Python sorts by code points: U+E000 stands before an emoji, which UTF-16 would put first.
    [{ '😀': 2, '\ue000': 1, a: 0, aa: 0 }, '{"a": 0, "aa": 0, "\\ue000": 1, "\\ud83d\\ude00": 2}'],
    [
      fromKeys(['😀', '\ue000', ...tens.toReversed()]),
      `{${tens.map((key) => `"${key}": 0`).join(', ')}, "\\ue000": 0, "\\ud83d\\ude00": 0}`,
    ],
  ])('%j', (value, expected) => {
    expect(pythonJson(value)).toBe(expected);
  });

  it('leaves undefined members out', () => {
    expect(pythonJson({ a: undefined, b: 1 })).toBe('{"b": 1}');
  });

  it('reads back as what was written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(JSON.parse(pythonJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
