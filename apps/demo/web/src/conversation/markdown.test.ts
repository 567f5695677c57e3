import { describe, expect, it } from 'vitest';
import { parseInline, parseMarkdown } from './markdown.ts';

describe('blocks', () => {
  it('are found in a message, and an open one at its end', () => {
    const blocks = parseMarkdown('# Plan\nOne line\nand another\n\n- a\n- b\n1. c\n```js\nlet x;\n\ny');
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'code']);
    expect(blocks.at(-1)).toEqual({ kind: 'code', text: 'let x;\n\ny' });
    expect(blocks[3]).toMatchObject({ ordered: true });
  });

  it('of every beginning of a message can be read', () => {
    const text = 'A **plant** has:\n- a `name`\n- [a page](https://x.org)\n\n```\ncode\n```\nend';
    for (let length = 0; length <= text.length; length += 1) expect(() => parseMarkdown(text.slice(0, length))).not.toThrow();
  });
});

describe('pieces of a line', () => {
  it.each([
    ['**a** and *b*', ['strong', 'text', 'emphasis']],
    ['`a*b*c`', ['code']],
    ['2 * 3 * 4', ['text']],
    ['[x](https://x.org) [y](mailto:y@x.org)', ['link', 'text', 'link']],
    ['[x](javascript:alert(1))', ['text', 'text']],
    ['![x](https://x.org/a.png)', ['text', 'link']],
    ['<img src=x onerror=alert(1)>', ['text']],
    ['open **strong', ['text']],
  ])('%s', (line, kinds) => {
    expect(parseInline(line).map(({ kind }) => kind)).toEqual(kinds);
  });
});
