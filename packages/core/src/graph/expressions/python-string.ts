import { ExpressionFault } from './expression-fault.ts';

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const numericEscape = /x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}/y;
const lastCodePoint = 0x10ffff;

/** A string literal that was read: its value, and the offset after its closing quote. */
export interface PythonString {
  readonly value: string;
  readonly end: number;
}

/**
 * Reads the Python string literal whose quote stands at `start`: `'…'`, `"…"` or either of them three times. A raw one keeps its backslashes; an escape
 * that Python does not know keeps its backslash, too. Throws an ExpressionFault for one that is not closed, and for escapes that JSON text cannot hold.
 */
export function readPythonString(text: string, start: number, raw: boolean): PythonString {
  const quote = text.charAt(start);
  const close = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let value = '';
  let at = start + close.length;
  while (!text.startsWith(close, at)) {
    const character = text.charAt(at);
    if (character === '' || (character === '\n' && close.length === 1)) throw unclosed(start, close);
    if (character !== '\\') {
      value += character;
      at += 1;
    } else if (raw) {
      value += text.slice(at, at + 2);
      at += 2;
    } else {
      const escaped = readEscape(text, at);
      value += escaped.value;
      at = escaped.end;
    }
  }
  return { value, end: at + close.length };
}

function readEscape(text: string, at: number): PythonString {
  const next = text.charAt(at + 1);
  const simple = simpleEscapes.get(next);
  if (simple !== undefined) return { value: simple, end: at + 2 };
  numericEscape.lastIndex = at + 1;
  const [digits] = numericEscape.exec(text) ?? [];
  if (digits !== undefined) {
    const code = /^[xuU]/.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 8);
    if (code > lastCodePoint || (code >= 0xd800 && code <= 0xdfff)) {
      const hint = 'write the character itself, or its whole code point: `\\U0001F600`';
      throw new ExpressionFault(at, `The escape \`\\${digits}\` is not a character.`, hint);
    }
    return { value: String.fromCodePoint(code), end: at + 1 + digits.length };
  }
  if (next === 'N')
    throw new ExpressionFault(
      at,
      'Characters are not known by their names (`\\N`).',
      'write the character itself, or `\\u` and its four digits',
    );
  if (/[xuU]/.test(next))
    throw new ExpressionFault(at, `The escape \`\\${next}\` lacks digits.`, '`\\x` takes two, `\\u` four, `\\U` eight');
  return { value: '\\', end: at + 1 };
}

const unclosed = (start: number, close: string): ExpressionFault =>
  new ExpressionFault(start, 'The text that begins here is not closed.', `close it with \`${close}\``);
