import { describe, expect, it } from 'vitest';
import { invoiceCheck } from '../folder.test-support.ts';
import { readPlainYaml } from './plain-yaml.ts';

const read = (text: string): unknown => readPlainYaml(text)?.root?.toJSON();

describe('plain YAML', () => {
  it.each(Object.entries(invoiceCheck))('%s is read', (_, text) => {
    expect(readPlainYaml(text)).not.toBe(null);
  });

  it.each<[string, string, unknown]>([
    ['blocks in blocks', 'a:\n  b:\n    c: 1\n  d: 2\ne: 3\n', { a: { b: { c: 1 }, d: 2 }, e: 3 }],
    ['a list further in', 'a:\n  - 1\n  - 2\nb: 3', { a: [1, 2], b: 3 }],
    ['a list in the column of its key', 'a:\n- 1\n- b: 2\n  c: 3\nd: 4', { a: [1, { b: 2, c: 3 }], d: 4 }],
    ['lists in lists', 'a:\n  - - 1\n    - 2\n  -\n    - 3\n  -\n', { a: [[1, 2], [3], null] }],
    ['flow over lines', 'a: [1, # one\n  { b: c,\n    "d": e }, ]\n', { a: [1, { b: 'c', d: 'e' }] }],
    ['comments', '# a\na: b # c\n  # d\n\nc: d#e\n', { a: 'b', c: 'd#e' }],
    ['quotes', `a: "b\\n\\"c\\""\nd: 'it''s'\n"e f": ''\n`, { a: 'b\n"c"', d: "it's", 'e f': '' }],
    ['a block scalar', 'a: |\n  one\n    two\n\n  three\n\n\nb: |-\n  four\n', { a: 'one\n  two\n\nthree\n', b: 'four' }],
    ['a folded one', 'a: >\n  one\n  two\n\n  three\nb: >-\n   four\n', { a: 'one two\nthree\n', b: 'four' }],
    ['words', 'a: null\nb: ~\nc: True\nd: yes\ne:\n', { a: null, b: null, c: true, d: 'yes', e: null }],
    ['numbers', 'a: [0, -7, 1.5, 1e3, 0x1F, 007, .5]', { a: [0, -7, 1.5, 1000, 31, 7, 0.5] }],
    ['what only looks like the end of a document', 'a: ---\nb: ...\n', { a: '---', b: '...' }],
    ['what only looks like a number', 'a: 1.2.3\nb: -x\nc: 2024-01-01\n', { a: '1.2.3', b: '-x', c: '2024-01-01' }],
  ])('%s is read', (_, text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each(['', '\n', '  \n# nothing\n'])('a document that says nothing has no root', (text) => {
    expect(readPlainYaml(text)).toEqual({ root: null });
  });

  it.each<[string, string]>([
    ['a tab', 'a:\tb'],
    ['a carriage return', 'a: b\r\n'],
    ['a control character', 'a: b\0'],
    ['a document mark', '---\na: b'],
    ['a directive', '%YAML 1.2\n---\na: b'],
    ['an anchor', 'a: &b c'],
    ['an alias', 'a: *b'],
    ['a tag', 'a: !b c'],
    ['a merge key', '<<: { a: b }'],
    ['a key twice', 'a: 1\n"a": 2'],
    ['a flow key twice', 'a: { b: 1, b: 2 }'],
    ['a key that is no text', 'null: 1'],
    ['__proto__', '"__proto__": 1'],
    ['an explicit key', '? a\n: b'],
    ['text on several lines', 'a: b\n  c'],
    ['quotes on several lines', 'a: "b\n  c"'],
    ['a quotation mark without end', 'a: "b'],
    ['a bracket without end', 'a: [b'],
    ['a bracket that ends too far out', 'a: [\n]'],
    ['a colon in text', 'a: b: c'],
    ['a line too far in', 'a: b\n c: d'],
    ['a line between two columns', 'a:\n    b: 1\n  c: 2'],
    ['a list after a value', 'a: b\n- c'],
    ['a block that says its indentation', 'a: |2\n   b\n'],
    ['a block that keeps its end', 'a: |+\n  b\n\n'],
    ['a block without text', 'a: |\nb: c'],
    ['a list for a root', '- a'],
    ['text for a root', 'a'],
    ['65 levels', `a: ${'['.repeat(64)}${']'.repeat(64)}`],
  ])('%s is left to the full parser', (_, text) => {
    expect(readPlainYaml(text)).toBe(null);
  });
});
