import stringWidth from 'string-width';
import { shown } from './shown.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const tab = '    ';

/** One character as it is drawn. */
interface Cell {
  readonly text: string;
  readonly width: number;
  /** Where it ends in its line, in UTF-16 units. */
  readonly end: number;
}

/**
 * A line of a file and, for beneath it, a caret under one of its columns (UTF-16 units from 1, as editors count them). Tabs become spaces, characters that
 * steer a terminal are made visible, wide and combining ones count as they are drawn. A line wider than `room` is cut around the place.
 */
export function markedLine(line: string, column: number, room = 100): { readonly text: string; readonly caret: string } {
  const at = Math.min(Math.max(column - 1, 0), line.length);
  const reach = room * 8; // a line may be a whole file
  const from = Math.max(0, at - reach);
  const cells = cellsOf(line.slice(from, at + reach), from);
  const found = cells.findIndex(({ end }) => end > at);
  const place = found === -1 ? cells.length : found;
  const right = cells.slice(place);
  const left = within(cells.slice(0, place).reverse(), room - Math.min(widthOf(right), room / 2)).reverse();
  const seen = within(right, room - widthOf(left));
  const start = from > 0 || left.length < place ? '…' : '';
  const rest = at + reach < line.length || seen.length < right.length ? '…' : '';
  const before = `${start}${textOf(left)}`;
  return { text: `${before}${textOf(seen)}${rest}`, caret: `${' '.repeat(stringWidth(before))}^` };
}

const cellsOf = (text: string, from: number): readonly Cell[] =>
  [...graphemes.segment(text)].map(({ segment, index }) => {
    const drawn = segment === '\t' ? tab : shown(segment);
    return { text: drawn, width: stringWidth(drawn), end: from + index + segment.length };
  });

/** The first cells that fit. */
function within(cells: readonly Cell[], room: number): Cell[] {
  let left = room;
  const end = cells.findIndex(({ width }) => {
    left -= width;
    return left < 0;
  });
  return cells.slice(0, end === -1 ? undefined : end);
}

const widthOf = (cells: readonly Cell[]): number => cells.reduce((sum, { width }) => sum + width, 0);
const textOf = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join('');
