import { isScalar, isSeq, parseDocument, Scalar } from 'yaml';
import { giveUp, type TextCursor } from './text-cursor.ts';
import { yamlOptions } from './yaml-document.ts';

const keyPattern = /(?:[A-Za-z_][\w.$/-]*(?: [\w.$/-]+)*|"[^"\\\n]*"|'[^'\n]*') *:(?=[ \n]|$)/y;
const maxKeyLength = 1000; // the full parser takes no implicit key of 1,024 characters
const quotedPattern = /"(?:[^"\\\n]|\\["\\/bfnrt])*"|'(?:[^'\n]|'')*'/y;
const blockHeader = /[|>]-? *(?: #[^\n]*)?\n/y;
const flowText = /[^,[\]{}\n]*/y;
const words: ReadonlyMap<string, boolean | null> = new Map([
  ...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** True before a key and its colon. */
export const isKey = (cursor: TextCursor): boolean => cursor.matches(keyPattern);

/** A key, read to behind its colon. */
export function readKey(cursor: TextCursor): Scalar {
  const start = cursor.at;
  if (!isKey(cursor)) giveUp();
  cursor.at = keyPattern.lastIndex;
  const written = withoutTrailingSpaces(cursor.text.slice(start, cursor.at - 1));
  const key = isQuote(written[0]) ? written.slice(1, -1) : written;
  if (written.length > maxKeyLength || key === '__proto__' || words.has(written)) giveUp();
  return scalar(key, key, isQuote(written[0]) ? quoteType(written) : Scalar.PLAIN, start);
}

/** The null that stands where a line says nothing. */
export const readNothing = (cursor: TextCursor): Scalar => scalar(null, '', Scalar.PLAIN, cursor.at);

/** A scalar between two quotation marks on one line. */
export function readQuoted(cursor: TextCursor): Scalar {
  const start = cursor.at;
  if (!cursor.matches(quotedPattern)) giveUp();
  cursor.at = quotedPattern.lastIndex;
  const written = cursor.text.slice(start, cursor.at);
  const value: unknown = written.startsWith('"') ? JSON.parse(written) : written.slice(1, -1).replaceAll("''", "'");
  return typeof value === 'string' ? scalar(value, value, quoteType(written), start) : giveUp();
}

/** A plain scalar that has the rest of the line, but for a comment. */
export function readPlainLine(cursor: TextCursor): Scalar {
  const line = cursor.text.slice(cursor.at, cursor.lineEnd());
  const comment = line.indexOf(' #');
  return readPlain(cursor, comment < 0 ? line : line.slice(0, comment));
}

/** A plain scalar inside a flow collection. */
export function readPlainInFlow(cursor: TextCursor): Scalar {
  cursor.matches(flowText);
  const source = cursor.text.slice(cursor.at, flowText.lastIndex);
  return source.includes(' #') ? giveUp() : readPlain(cursor, source);
}

function readPlain(cursor: TextCursor, padded: string): Scalar {
  const start = cursor.at;
  const source = withoutTrailingSpaces(padded);
  if (!startsPlain(source) || source.includes(': ') || source.endsWith(':')) giveUp();
  cursor.at = start + source.length;
  const plain = (value: unknown): Scalar => scalar(value, source, Scalar.PLAIN, start);
  if (words.has(source)) return plain(words.get(source));
  if (!/^[-+.~\d]/.test(source)) return plain(source);
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(source)) return plain(Number(source));
  // What may be a number in another notation is asked of the full parser.
  const { contents, errors } = parseDocument(`- ${source}`, yamlOptions);
  const [item] = isSeq(contents) && errors.length === 0 ? contents.items : [];
  return isScalar(item) ? plain(item.value) : giveUp();
}

/** True for what can begin a plain scalar and nothing else. */
function startsPlain(source: string): boolean {
  const [first, second] = source;
  if (first === undefined || '?:,[]{}#&*!|>\'"%@`'.includes(first)) return false;
  return first !== '-' || (second !== undefined && second !== ' ');
}

/** A block scalar, read to the next line that says something. `column` is that of the block around it. */
export function readBlockScalar(cursor: TextCursor, column: number): Scalar {
  const start = cursor.at;
  if (!cursor.matches(blockHeader)) giveUp();
  const isLiteral = cursor.next === '|';
  const keepsEnd = cursor.text[start + 1] !== '-';
  cursor.at = blockHeader.lastIndex;
  const lines = blockLines(cursor, column, isLiteral);
  const text = isLiteral ? lines.join('\n') : folded(lines);
  const value = keepsEnd ? `${text}\n` : text;
  cursor.nextLine();
  return scalar(value, value, isLiteral ? Scalar.BLOCK_LITERAL : Scalar.BLOCK_FOLDED, start);
}

/** The lines of a block scalar without their indentation, and without the empty ones behind the last. */
function blockLines(cursor: TextCursor, column: number, isLiteral: boolean): readonly string[] {
  const lines: string[] = [];
  let indent = -1;
  let length = 0;
  while (cursor.at < cursor.text.length) {
    const end = cursor.lineEnd();
    const line = cursor.text.slice(cursor.at, end);
    const margin = line.search(/[^ ]/);
    if (margin < 0) {
      if (indent < 0 || line.length > indent) giveUp();
      lines.push('');
    } else {
      if (indent < 0) indent = margin;
      if (margin < indent) break;
      if (end === cursor.text.length || (!isLiteral && margin > indent)) giveUp();
      length = lines.push(line.slice(indent));
    }
    cursor.at = end + 1;
  }
  return indent > column ? lines.slice(0, length) : giveUp();
}

/** Line ends become spaces, except where empty lines stand between. */
function folded(lines: readonly string[]): string {
  let text = '';
  let empty = 0;
  for (const line of lines) {
    if (line !== '') text += text === '' ? line : (empty === 0 ? ' ' : '\n'.repeat(empty)) + line;
    empty = line === '' ? empty + 1 : 0;
  }
  return text;
}

function scalar(value: unknown, source: string, type: Scalar.Type, start: number): Scalar {
  const made = new Scalar(value);
  made.source = source;
  made.type = type;
  made.range = [start, start, start];
  return made;
}

/** True for what begins a quoted scalar. */
export const isQuote = (first: string | undefined): boolean => first === '"' || first === "'";
const quoteType = (written: string): Scalar.Type => (written.startsWith('"') ? Scalar.QUOTE_DOUBLE : Scalar.QUOTE_SINGLE);

function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  return line.slice(0, end);
}
