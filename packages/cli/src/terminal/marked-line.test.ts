import { describe, expect, it } from 'vitest';
import { markedLine } from './marked-line.ts';

describe('a marked line', () => {
  it.each<[string, string, number, string, string]>([
    ['the first column', 'nme: x', 1, 'nme: x', '^'],
    ['a later one', 'a: b', 4, 'a: b', '   ^'],
    ['the end of the line', 'a: ', 4, 'a: ', '   ^'],
    ['a column behind the end', 'ab', 99, 'ab', '  ^'],
    ['an empty line', '', 1, '', '^'],
    ['tabs before it', '\ta\tb', 4, '    a    b', '         ^'],
    ['a tab itself', 'a\tb', 2, 'a    b', ' ^'],
    ['wide characters', '日本: x', 5, '日本: x', '      ^'],
    ['a combining character', 'e\u0301: x', 5, 'e\u0301: x', '   ^'],
    ['the inside of a combined one', 'ae\u0301b', 3, 'ae\u0301b', ' ^'],
    ['an emoji of several code points', '👩‍👩‍👧: x', 11, '👩‍👩‍👧: x', '    ^'],
    ['what would steer a terminal', '\u001b[31m\u202e: x', 9, '\ufffd[31m\ufffd: x', '        ^'],
    ['half of a surrogate pair', '\ud800: x', 4, '\ufffd: x', '   ^'],
  ])('puts the caret under %s', (_, line, column, text, caret) => {
    expect(markedLine(line, column)).toEqual({ text, caret });
  });

  it.each<[string, string, number, string, string]>([
    ['around its middle', '0123456789abcdefghij', 11, '…56789abcde…', '      ^'],
    ['at its end only', '0123456789abcdefghij', 2, '0123456789…', ' ^'],
    ['at its start only', '0123456789abcdefghij', 20, '…abcdefghij', '          ^'],
    ['not at all when it just fits', '0123456789', 10, '0123456789', '         ^'],
    ['between characters', '日日日日日日日日日日', 6, '…日日日日日…', '     ^'],
  ])('is cut %s', (_, line, column, text, caret) => {
    expect(markedLine(line, column, 10)).toEqual({ text, caret });
  });

  it('is cut at once however long it is', () => {
    const { text, caret } = markedLine(`${'x'.repeat(5_000_000)}!${'y'.repeat(5_000_000)}`, 5_000_001);
    expect(text).toMatch(/^…x{50}!y{49}…$/);
    expect(text[caret.length - 1]).toBe('!');
  });
});
