import type { Scalar } from 'yaml';

const doubleQuotedPiece = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)|./gs;
const singleQuotedPiece = /''|./gs;

/**
 * Where a character of a text stands in its file: the offset in `source` of the character at `offset` of the trimmed value. Null beyond the first line of a
 * quoted text with escapes.
 */
export function offsetInSource(scalar: Scalar, source: string, offset: number): number | null {
  const { value, range, type } = scalar;
  if (typeof value !== 'string' || !range) return null;
  const [start] = range;
  const before = value.slice(0, value.length - value.trimStart().length + offset);
  const beyondFirstLine = (mark: string): number | null =>
    source.slice(start + 1, range[1] - 1).includes(mark) ? null : offsetOfSeen(source, start + 1, value, before.length);
  switch (type) {
    case 'PLAIN':
      return source.startsWith(before, start) ? start + before.length : offsetOfSeen(source, start, value, before.length);
    case 'QUOTE_SINGLE':
      return offsetAfter(source, start + 1, singleQuotedPiece, before.length) ?? beyondFirstLine("''");
    case 'QUOTE_DOUBLE':
      return offsetAfter(source, start + 1, doubleQuotedPiece, before.length) ?? beyondFirstLine('\\');
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED':
      return offsetOfSeen(source, source.indexOf('\n', start) + 1, value, before.length);
    default:
      return null;
  }
}

/** Folding and indentation change only white space: the character has as many others before it in the source as in the value. */
function offsetOfSeen(source: string, start: number, value: string, offset: number): number {
  let left = value.slice(0, offset).replaceAll(/\s/g, '').length;
  let at = start;
  for (; left > 0 && at < source.length; at += 1) if (!isSpace(source[at])) left -= 1;
  if (!isSpace(value[offset])) while (at < source.length && isSpace(source[at])) at += 1;
  return at;
}

const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character);

/** Where what is written from `start` on has stood for so many UTF-16 units of the value; null when its line ends before. */
function offsetAfter(source: string, start: number, piece: RegExp, units: number): number | null {
  let end = start;
  let read = 0;
  for (const [written] of source.slice(start).matchAll(piece)) {
    if (read >= units) break;
    if (written.includes('\n')) return null;
    end += written.length;
    read += unitsOf(written);
  }
  return end;
}

/** Only `\U` can stand for a character of two units. */
const unitsOf = (written: string): number => (written.startsWith('\\U') && Number.parseInt(written.slice(2), 16) > 0xffff ? 2 : 1);
