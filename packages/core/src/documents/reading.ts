import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { pointerTo } from '../outputs/model-definition.ts';
import { didYouMean } from '../outputs/nearest-name.ts';
import type { Json } from '../ports/json.ts';
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
export type Reader<Value> = (node: Node | null, path: string, reading: Reading) => Value | typeof invalid;

/** A value that remembers where it stands. */
export interface Placed<Value> {
  readonly path: string;
  readonly value: Value;
}

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
  const hint = expected === 'text' && isScalar(node) ? quoteHint(node) : undefined;
  return refuse(reading, node, path, 'wrong_type', `\`${lastOf(path)}\` must be ${expected}, but is ${shownNode(node)}.`, {
    expected,
    got: shownNode(node),
    hint,
  });
}

/** Text, trimmed; never empty. */
export const text: Reader<string> = (node, path, reading) => {
  if (!isScalar(node) || typeof node.value !== 'string') return refuseType(reading, node, path, 'text');
  const value = node.value.trim();
  if (value === '') return refuse(reading, node, path, 'empty', `\`${lastOf(path)}\` must not be empty.`, { expected: 'text' });
  return value.isWellFormed() ? value : refuse(reading, node, path, 'wrong_value', `\`${lastOf(path)}\` holds half of a surrogate pair.`);
};

/** Text, trimmed; empty text and null are null. */
export const textOrNull: Reader<string | null> = (node, path, reading) => {
  if (isNull(node) || (isScalar(node) && typeof node.value === 'string' && node.value.trim() === '')) return null;
  return text(node, path, reading);
};

/** `true` or `false`; `yes` and `no` are text in YAML 1.2. */
export const boolean: Reader<boolean> = (node, path, reading) =>
  isScalar(node) && typeof node.value === 'boolean' ? node.value : refuseType(reading, node, path, 'true or false');

/** An integer from `least` to `most`. */
export function integer(least: number, most: number): Reader<number> {
  return (node, path, reading) => {
    if (!isScalar(node) || typeof node.value !== 'number' || !Number.isSafeInteger(node.value))
      return refuseType(reading, node, path, 'an integer');
    if (node.value >= least && node.value <= most) return node.value;
    const expected = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
    return refuse(reading, node, path, 'out_of_range', `\`${lastOf(path)}\` must be ${expected}.`, { expected, got: String(node.value) });
  };
}

/** Exactly one of some words. `fold` brings a written word to the form that is compared; without it case and spaces count. */
export function oneOf<const Word extends string>(words: readonly Word[], fold?: (word: string) => string): Reader<Word> {
  return (node, path, reading) => {
    if (!isScalar(node) || typeof node.value !== 'string')
      return refuseType(reading, node, path, words.length === 1 ? `\`${words[0]}\`` : 'text');
    const written = node.value;
    const word = words.find((candidate) => candidate === written || (fold !== undefined && fold(candidate) === fold(written)));
    if (word !== undefined) return word;
    const expected = words.map((candidate) => `\`${candidate}\``).join(words.length === 2 ? ' or ' : ', ');
    const message = `\`${lastOf(path)}\` must be ${words.length > 2 ? 'one of ' : ''}${expected}, exactly.`;
    return refuse(reading, node, path, 'wrong_value', message, { expected, got: shownNode(node), hint: didYouMean(written, words) });
  };
}

/** Texts, each trimmed; empty ones and repetitions are dropped. */
export const textList: Reader<readonly string[]> = (node, path, reading) => {
  if (!isSeq(node)) return refuseType(reading, node, path, 'a list of text');
  const texts = new Set<string>();
  for (const item of itemsOf(node, path)) {
    const value = textOrNull(item.node, item.path, reading);
    if (value !== invalid && value !== null) texts.add(value);
  }
  return [...texts];
};

/** A list. Items that cannot be read are reported and left out, so that the others are still looked at. */
export function listOf<Item>(item: Reader<Item>): Reader<readonly Placed<Item>[]> {
  return (node, path, reading) => {
    if (!isSeq(node)) return refuseType(reading, node, path, 'a list');
    return itemsOf(node, path).flatMap((entry) => {
      const value = item(entry.node, entry.path, reading);
      return value === invalid ? [] : [{ path: entry.path, value }];
    });
  };
}

/** A mapping from names to values, in document order; what cannot be read is reported and left out. */
export function mapOf<Item>(item: Reader<Item>): Reader<ReadonlyMap<string, Placed<Item>>> {
  return (node, path, reading) => {
    if (!isMap(node)) return refuseType(reading, node, path, 'a mapping');
    const entries = new Map<string, Placed<Item>>();
    for (const member of membersOf(node)) {
      const memberPath = pointerTo(path, member.key);
      const value = item(member.value, memberPath, reading);
      if (value !== invalid) entries.set(member.key, { path: memberPath, value });
    }
    return entries;
  };
}

/** Any JSON value. */
export const json: Reader<Json> = (node, path, reading) => {
  if (isNull(node)) return null;
  if (isSeq(node)) {
    const items = itemsOf(node, path).map((item) => json(item.node, item.path, reading));
    return items.some((item) => item === invalid) ? invalid : items.filter((item) => item !== invalid);
  }
  if (isMap(node)) {
    const members = membersOf(node).map(({ key, value }) => [key, json(value, pointerTo(path, key), reading)] as const);
    return members.some(([, value]) => value === invalid)
      ? invalid
      : Object.fromEntries(members.flatMap(([key, value]) => (value === invalid ? [] : [[key, value]])));
  }
  const value: unknown = isScalar(node) ? node.value : undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && value.isWellFormed()) return value;
  const isExact =
    typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value) || isFloatSource(node));
  return isExact ? value : refuseType(reading, node, path, 'a JSON value that keeps its digits');
};

const isFloatSource = (node: Node | null): boolean => isScalar(node) && /[.eE]/.test(node.source ?? '');

/** True for a key without a value and for null. */
export const isNull = (node: Node | null): boolean => node === null || (isScalar(node) && node.value === null);

/** The member that a pointer ends with, for messages. */
export function lastOf(path: string): string {
  return (
    path
      .slice(path.lastIndexOf('/') + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~') || 'document'
  );
}
