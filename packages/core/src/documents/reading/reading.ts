import { isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import { didYouMean } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { ProblemDetails, ProblemList } from './problems.ts';
import { itemsOf, membersOf, quoteHint, shownNode, type YamlDocument } from './yaml-document.ts';

/** What a reader answers for a node that is not what it reads; the problem stands in the list. */
export const invalid: unique symbol = Symbol('invalid');

/** The document being read and where its problems go. */
export interface Reading {
  readonly document: YamlDocument;
  readonly problems: ProblemList;
}

/** Turns a node into a value, or reports what is wrong with it. `path` is the JSON pointer of the node. */
export interface Reader<Value, Written = unknown> {
  (node: Node | null, path: string, reading: Reading): Value | typeof invalid;
  /** The JSON Schema of what it reads, for editors. It describes; the reader decides. */
  readonly schema: JsonObject;
  /** The type of what an author writes, for workflows that are written in code. Never there. */
  readonly '~written'?: Written;
}

/** The value that a reader reads. */
export type ValueOf<R> = R extends Reader<infer Value> ? Value : never;
/** What an author writes for a reader. */
export type WrittenOf<R> = R extends { readonly '~written'?: infer Written } ? Written : never;

/** A reader with the schema of what it reads. */
export const reader = <Value, Written = Value>(
  schema: JsonObject,
  read: (node: Node | null, path: string, reading: Reading) => Value | typeof invalid,
): Reader<Value, Written> => Object.assign((node: Node | null, path: string, reading: Reading) => read(node, path, reading), { schema });

/** A value that remembers where it stands. */
export interface Placed<Value> {
  readonly path: string;
  readonly value: Value;
}

/** The list and the mapping of a key that is not written. */
export const noItems: readonly Placed<never>[] = [];
export const noEntries: ReadonlyMap<string, Placed<never>> = new Map();

/** Reports a node that is not what was expected. */
export function refuse(
  reading: Reading,
  node: Node | null,
  path: string,
  code: string,
  message: string,
  details: ProblemDetails = {},
): typeof invalid {
  reading.problems.refuse(
    node === null ? reading.document.placeOf(path, 'key') : reading.document.place(node, path),
    code,
    message,
    details,
  );
  return invalid;
}

/** Reports a node of the wrong type. */
export function refuseType(reading: Reading, node: Node | null, path: string, expected: string): typeof invalid {
  const hint = isScalar(node) ? typeHint(node, expected) : undefined;
  return refuse(reading, node, path, 'wrong_type', `\`${lastOf(path)}\` must be ${expected}, but is ${shownNode(node)}.`, {
    expected,
    got: shownNode(node),
    hint,
  });
}

/** How a scalar of the wrong type is written in the right one. */
function typeHint(node: Scalar, expected: string): string | undefined {
  const { value } = node;
  const isNumeric = expected === 'an integer' || expected === 'a number';
  if (isNumeric && typeof value === 'number' && hasLeadingZero(node)) return 'write it without a zero in front';
  if (typeof value !== 'string') return expected === 'text' || expected === exactJson ? quoteHint(node) : undefined;
  const truth = truthWord(value);
  if (expected === 'true or false' && truth !== null) return `write ${truth}, without quotes; \`${value}\` is text`;
  return isNumeric && node.type !== 'PLAIN' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? 'write it without quotes' : undefined;
}

/** What a text that stands for true or false would be in YAML 1.2; null for every other. */
export function truthWord(written: string): boolean | null {
  const word = written.trim().toLowerCase();
  return yesWords.has(word) ? true : noWords.has(word) ? false : null;
}

const yesWords = new Set(['true', 'yes', 'on', 'y']);
const noWords = new Set(['false', 'no', 'off', 'n']);
const exactJson = 'a JSON value that keeps its digits';

/** True for a number that is kept as it is written. YAML 1.1 takes a leading zero for octal, so that one is never exact. */
function keepsDigits(node: Scalar): boolean {
  const { value, source = '' } = node;
  if (typeof value !== 'number' || !Number.isFinite(value) || hasLeadingZero(node)) return false;
  if (!/[.eE]/.test(source) || /^0[xo]/.test(source)) return Number.isSafeInteger(value);
  return digitsOf(source) === digitsOf(String(value));
}

const hasLeadingZero = ({ source = '' }: Scalar): boolean => /^[-+]?0\d/.test(source);

/** The digits of a decimal number that count, without the zeros around them. */
const digitsOf = (number: string): string =>
  number
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');

/** Text, trimmed; never empty. */
export const text: Reader<string, string> = reader({ type: 'string', pattern: '\\S' }, (node, path, reading) => {
  if (!isScalar(node) || typeof node.value !== 'string') return refuseType(reading, node, path, 'text');
  const value = node.value.trim();
  if (value === '') return refuse(reading, node, path, 'empty', `\`${lastOf(path)}\` must not be empty.`, { expected: 'text' });
  return value.isWellFormed() ? value : refuse(reading, node, path, 'wrong_value', `\`${lastOf(path)}\` holds half of a surrogate pair.`);
});

/** Text, trimmed; empty text and null are null. */
export const textOrNull: Reader<string | null, string | null> = reader({ type: ['string', 'null'] }, (node, path, reading) => {
  if (isNull(node) || (isScalar(node) && typeof node.value === 'string' && node.value.trim() === '')) return null;
  return text(node, path, reading);
});

/** What the inner reader reads, or null. */
export const orNull = <Value, Written>(inner: Reader<Value, Written>): Reader<Value | null, Written | null> =>
  reader({ anyOf: [inner.schema, { type: 'null' }] }, (node, path, reading) => (isNull(node) ? null : inner(node, path, reading)));

/** `true` or `false`; `yes` and `no` are text in YAML 1.2. */
export const boolean: Reader<boolean, boolean> = reader({ type: 'boolean' }, (node, path, reading) =>
  isScalar(node) && typeof node.value === 'boolean' ? node.value : refuseType(reading, node, path, 'true or false'),
);

/** No upper bound. */
export const unbounded: number = Number.MAX_SAFE_INTEGER;

/** An integer from `least` to `most`. */
export function integer(least: number, most: number): Reader<number, number> {
  const schema = { type: 'integer', minimum: least, ...(most === unbounded ? {} : { maximum: most }) };
  return reader(schema, (node, path, reading) => {
    if (!isScalar(node) || typeof node.value !== 'number' || !Number.isSafeInteger(node.value) || hasLeadingZero(node))
      return refuseType(reading, node, path, 'an integer');
    return inRange(node, node.value, least, most, path, reading);
  });
}

/** A finite number from `least` to `most`. */
export function number(least: number, most: number): Reader<number, number> {
  const schema = {
    type: 'number',
    ...(least === -unbounded ? {} : { minimum: least }),
    ...(most === unbounded ? {} : { maximum: most }),
  };
  return reader(schema, (node, path, reading) => {
    if (!isScalar(node) || typeof node.value !== 'number' || !Number.isFinite(node.value) || hasLeadingZero(node))
      return refuseType(reading, node, path, 'a number');
    return inRange(node, node.value, least, most, path, reading);
  });
}

function inRange(node: Node, value: number, least: number, most: number, path: string, reading: Reading): number | typeof invalid {
  if (value >= least && value <= most) return value;
  const expected = most === unbounded ? `${least} or more` : `${least} to ${most}`;
  return refuse(reading, node, path, 'out_of_range', `\`${lastOf(path)}\` must be ${expected}.`, { expected, got: String(value) });
}

/** Exactly one of some words. With `folded` spelling any case, `-` for `_`, and spaces around are accepted. `otherNames` only give hints. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  spelling: 'exact' | 'folded' = 'exact',
  otherNames: ReadonlyMap<string, Word> = new Map(),
): Reader<Word, Word> {
  const exact: JsonObject = words.length === 1 ? { const: words[0] ?? '' } : { enum: words };
  const schema = spelling === 'exact' ? exact : { anyOf: [exact, { type: 'string', pattern: foldedPattern(words) }] };
  return reader(schema, (node, path, reading) => {
    if (!isScalar(node) || typeof node.value !== 'string')
      return refuseType(reading, node, path, words.length === 1 ? `\`${words[0]}\`` : 'text');
    const written = node.value;
    const word = words.find((candidate) => candidate === written || (spelling === 'folded' && folded(candidate) === folded(written)));
    if (word !== undefined) return word;
    const expected = words.map((candidate) => `\`${candidate}\``).join(words.length === 2 ? ' or ' : ', ');
    const message = `\`${lastOf(path)}\` must be ${words.length > 2 ? 'one of ' : ''}${expected}, exactly.`;
    const meant = otherNames.get(written.trim().toLowerCase());
    const hint = meant === undefined ? didYouMean(written, words) : `did you mean \`${meant}\`?`;
    return refuse(reading, node, path, 'wrong_value', message, { expected, got: shownNode(node), hint });
  });
}

const folded = (word: string): string => word.trim().toLowerCase().replaceAll('-', '_');

/** What `folded` accepts, as a pattern. */
function foldedPattern(words: readonly string[]): string {
  const letters = (word: string) =>
    word.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`).replaceAll('_', '[-_]');
  return `^\\s*(${words.map(letters).join('|')})\\s*$`;
}

/** Texts, each trimmed; empty ones and repetitions are dropped. */
export const textList: Reader<readonly string[], readonly string[]> = reader(
  { type: 'array', items: { type: ['string', 'null'] } },
  (node, path, reading) => {
    if (!isSeq(node)) return refuseType(reading, node, path, 'a list of text');
    const texts = new Set<string>();
    for (const item of itemsOf(node, path)) {
      const value = textOrNull(item.node, item.path, reading);
      if (value !== invalid && value !== null) texts.add(value);
    }
    return [...texts];
  },
);

/** A list. Items that cannot be read are reported and left out, so that the others are still looked at. */
export function listOf<Item, Written>(item: Reader<Item, Written>): Reader<readonly Placed<Item>[], readonly Written[]> {
  return reader({ type: 'array', items: item.schema }, (node, path, reading) => {
    if (!isSeq(node)) return refuseType(reading, node, path, 'a list');
    return itemsOf(node, path).flatMap((entry) => {
      const value = item(entry.node, entry.path, reading);
      return value === invalid ? [] : [{ path: entry.path, value }];
    });
  });
}

/** A list that is not empty. */
export function filledListOf<Item, Written>(item: Reader<Item, Written>): Reader<readonly Placed<Item>[], readonly Written[]> {
  const list = listOf(item);
  return reader({ ...list.schema, minItems: 1 }, (node, path, reading) => {
    if (!isSeq(node) || node.items.length > 0) return list(node, path, reading);
    return refuse(reading, node, path, 'empty', `\`${lastOf(path)}\` must not be empty.`);
  });
}

/** A mapping from names to values, in document order; what cannot be read is reported and left out. */
export function mapOf<Item, Written>(
  item: Reader<Item, Written>,
): Reader<ReadonlyMap<string, Placed<Item>>, Readonly<Record<string, Written>>> {
  return reader({ type: 'object', additionalProperties: item.schema }, (node, path, reading) => {
    if (!isMap(node)) return refuseType(reading, node, path, 'a mapping');
    const entries = new Map<string, Placed<Item>>();
    for (const member of membersOf(node)) {
      const memberPath = pointerTo(path, member.key);
      const value = item(member.value, memberPath, reading);
      if (value !== invalid) entries.set(member.key, { path: memberPath, value });
    }
    return entries;
  });
}

/** Any JSON value. */
export const json: Reader<Json, Json> = reader({}, readJson);

/** Any JSON value; a key that is not written stays `undefined`, which null is not. */
export const jsonIfWritten: Reader<Json | undefined, Json> = json;

function readJson(node: Node | null, path: string, reading: Reading): Json | typeof invalid {
  if (isNull(node)) return null;
  if (isSeq(node)) {
    const items = itemsOf(node, path).map((item) => readJson(item.node, item.path, reading));
    return items.some((item) => item === invalid) ? invalid : items.filter((item) => item !== invalid);
  }
  if (isMap(node)) {
    const members = membersOf(node).map(({ key, value }) => [key, readJson(value, pointerTo(path, key), reading)] as const);
    return members.some(([, value]) => value === invalid)
      ? invalid
      : Object.fromEntries(members.flatMap(([key, value]) => (value === invalid ? [] : [[key, value]])));
  }
  const value: unknown = isScalar(node) ? node.value : undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && value.isWellFormed()) return value;
  return typeof value === 'number' && isScalar(node) && keepsDigits(node) ? value : refuseType(reading, node, path, exactJson);
}

/** An object of any keys: the one place of a document that is open, and only where its table says so. */
export const openObject: Reader<JsonObject, JsonObject> = reader({ type: 'object' }, (node, path, reading) => {
  if (!isMap(node)) return refuseType(reading, node, path, 'a mapping');
  const value = readJson(node, path, reading);
  return value === invalid ? invalid : (value as JsonObject); // a mapping reads as an object
});

/** True for a key without a value and for null. */
export const isNull = (node: Node | null): boolean => node === null || (isScalar(node) && node.value === null);

/** The member that a pointer ends with, for messages; an item of a list with the name of the list, like `writer_ids[0]`. */
export function lastOf(path: string): string {
  const [last = '', before = ''] = path
    .split('/')
    .slice(1)
    .reverse()
    .map((member) => member.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (/^[0-9]+$/.test(last) && before !== '') return `${before}[${last}]`;
  return last || 'document';
}
