import { describe, expect, it } from 'vitest';
import { highlight, type TokenKind } from './highlight.ts';

const find = (path: string, text: string, piece: string): TokenKind | undefined =>
  highlight(path, text)
    .flat()
    .find((token) => token.text === piece)?.kind;

describe('syntax colours', () => {
  it.each<[string, string, string, TokenKind | undefined]>([
    ['a.mjs', "import x from 'y';", 'import', 'keyword'],
    ['a.mjs', "import x from 'y';", "'y'", 'string'],
    ['a.js', 'const imported = 1;', 'imported', undefined],
    ['a.js', 'let a = 12; // twelve', '// twelve', 'comment'],
    ['a.js', 'let a = 12; // twelve', '12', 'number'],
    ['a.js', 'load(1)', 'load', 'property'],
    ['a.json', '{ "a": "b", "c": true }', '"a"', 'property'],
    ['a.json', '{ "a": "b", "c": true }', '"b"', 'string'],
    ['a.json', '{ "a": "b", "c": true }', 'true', 'keyword'],
    ['a.css', 'a { color: #fff; }', 'color', 'property'],
    ['a.css', 'a { color: #fff; }', '#fff', 'number'],
    ['a.html', '<p class="x">text</p>', '<p', 'tag'],
    ['a.html', '<p class="x">text</p>', 'class', 'attribute'],
    ['a.html', '<!-- <p> -->', '<!-- <p> -->', 'comment'],
    ['a.md', 'x\n# Title', '# Title', 'heading'],
    ['a.yaml', 'name: x # why', '# why', 'comment'],
    ['a.txt', 'import x', 'import x', 'plain'],
  ])('%s: %s', (path, text, piece, kind) => {
    expect(find(path, text, piece)).toBe(kind);
  });

  it('never change a text', () => {
    const text = "const a = `x\n$ {b}`;\n/* open\n\"quote\n\n<a b='c'> }{ # \\ \u00e4";
    for (const path of ['a.js', 'a.json', 'a.css', 'a.html', 'a.md', 'a.yaml', 'a']) {
      for (let length = 0; length <= text.length; length += 1) {
        const part = text.slice(0, length);
        const joined = highlight(path, part)
          .map((line) => line.map((token) => token.text).join(''))
          .join('\n');
        expect(joined).toBe(part);
      }
    }
  });
});
