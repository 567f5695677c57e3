import { Pair, type Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { isKey, isQuote, readBlockScalar, readKey, readNothing, readPlainInFlow, readPlainLine, readQuoted } from './plain-scalars.ts';
import { giveUp, isSpace, notPlain, TextCursor } from './text-cursor.ts';
import { maxDepth } from './yaml-document.ts';

/** What the plain part of YAML says; `root` is null for a document that says nothing. */
export interface PlainDocument {
  readonly root: YAMLMap | null;
}

/** Anything but line feeds and text: tabs, carriage returns, and what no YAML holds. */
const unusual = /[^\n -~\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Reads a document that keeps to the plain part of YAML, in one pass and many times as fast as the full parser: block and flow collections with text keys,
 * scalars on one line, block scalars, comments. Null for everything else, right or wrong: the full parser decides about that. Where this answers, the full
 * parser gives the same nodes at the same offsets (a property that is tested), and the document holds nothing that a workflow document refuses.
 */
export function readPlainYaml(text: string): PlainDocument | null {
  if (unusual.test(text)) return null;
  const cursor = new TextCursor(text);
  try {
    cursor.nextLine();
    if (cursor.column < 0) return { root: null };
    const root = readMap(cursor, cursor.column, 1);
    return cursor.column < 0 ? { root } : null;
  } catch (error) {
    if (error === notPlain) return null;
    throw error;
  }
}

type Value = Scalar | YAMLMap | YAMLSeq;

const readBlock = (cursor: TextCursor, column: number, depth: number): Value =>
  cursor.isDash() ? readList(cursor, column, depth) : readMap(cursor, column, depth);

function readMap(cursor: TextCursor, column: number, depth: number): YAMLMap {
  const map = placed(new YAMLMap(), cursor, depth);
  const seen = new Set<unknown>();
  do {
    const key = newKey(cursor, seen);
    map.items.push(new Pair(key, readMember(cursor, column, depth)));
  } while (cursor.column === column);
  return cursor.column > column ? giveUp() : map;
}

function newKey(cursor: TextCursor, seen: Set<unknown>): Scalar {
  const key = readKey(cursor);
  if (seen.has(key.value)) giveUp();
  seen.add(key.value);
  return key;
}

/** The value of a key. A list may stand in the column of its key. */
function readMember(cursor: TextCursor, column: number, depth: number): Value {
  const value = readOnLine(cursor, column, depth);
  if (value !== null) return value;
  const nothing = readNothing(cursor);
  cursor.endLine();
  if (cursor.column > column) return readBlock(cursor, cursor.column, depth + 1);
  return cursor.column === column && cursor.isDash() ? readList(cursor, column, depth + 1) : nothing;
}

function readList(cursor: TextCursor, column: number, depth: number): YAMLSeq {
  const list = placed(new YAMLSeq(), cursor, depth);
  while (cursor.column === column && cursor.isDash()) {
    cursor.at += 1;
    list.items.push(readItem(cursor, column, depth));
  }
  return cursor.column > column ? giveUp() : list;
}

function readItem(cursor: TextCursor, column: number, depth: number): Value {
  cursor.skipSpaces();
  if (cursor.isDash() || isKey(cursor)) {
    cursor.startHere();
    return readBlock(cursor, cursor.column, depth + 1);
  }
  const value = readOnLine(cursor, column, depth);
  if (value !== null) return value;
  const nothing = readNothing(cursor);
  cursor.endLine();
  return cursor.column > column ? readBlock(cursor, cursor.column, depth + 1) : nothing;
}

/** A value that begins on this line, read to the next line that says something; null when this line says nothing more. */
function readOnLine(cursor: TextCursor, column: number, depth: number): Value | null {
  cursor.skipSpaces();
  const first = cursor.next;
  if (first === undefined || first === '\n' || first === '#') return null;
  const isBlock = first === '|' || first === '>';
  const value = isBlock ? readBlockScalar(cursor, column) : (readFlowStart(cursor, column, depth) ?? readPlainLine(cursor));
  if (!isBlock) cursor.endLine();
  // A line further in would go on with the value.
  return cursor.column > column ? giveUp() : value;
}

/** A quoted scalar or a flow collection; null for anything else. */
function readFlowStart(cursor: TextCursor, column: number, depth: number): Value | null {
  const first = cursor.next;
  if (isQuote(first)) return readQuoted(cursor);
  if (first === '[') return readFlowList(cursor, column, depth + 1);
  return first === '{' ? readFlowMap(cursor, column, depth + 1) : null;
}

const readInFlow = (cursor: TextCursor, column: number, depth: number): Value =>
  readFlowStart(cursor, column, depth) ?? readPlainInFlow(cursor);

function readFlowList(cursor: TextCursor, column: number, depth: number): YAMLSeq {
  const list = placed(new YAMLSeq(), cursor, depth);
  list.flow = true;
  readEntries(cursor, column, ']', () => {
    list.items.push(readInFlow(cursor, column, depth));
  });
  return list;
}

function readFlowMap(cursor: TextCursor, column: number, depth: number): YAMLMap {
  const map = placed(new YAMLMap(), cursor, depth);
  map.flow = true;
  const seen = new Set<unknown>();
  readEntries(cursor, column, '}', () => {
    const key = newKey(cursor, seen);
    skipFlowSpace(cursor, column);
    map.items.push(new Pair(key, readInFlow(cursor, column, depth)));
  });
  return map;
}

function readEntries(cursor: TextCursor, column: number, end: ']' | '}', readEntry: () => void): void {
  cursor.at += 1;
  skipFlowSpace(cursor, column);
  while (cursor.next !== end) {
    readEntry();
    skipFlowSpace(cursor, column);
    if (cursor.next === end) break;
    if (cursor.next !== ',') giveUp();
    cursor.at += 1;
    skipFlowSpace(cursor, column);
  }
  cursor.at += 1;
}

/** Spaces, line ends and comments inside a flow collection; every further line of it is further in than the block around it. */
function skipFlowSpace(cursor: TextCursor, column: number): void {
  for (;;) {
    cursor.skipSpaces();
    const { next } = cursor;
    if (next !== '\n' && (next !== '#' || !isSpace(cursor.text[cursor.at - 1]))) return;
    cursor.at = cursor.lineEnd() + 1;
    cursor.nextLine();
    if (cursor.column <= column) giveUp();
  }
}

function placed<Collection extends YAMLMap | YAMLSeq>(collection: Collection, { at }: TextCursor, depth: number): Collection {
  if (depth > maxDepth) giveUp();
  collection.range = [at, at, at];
  return collection;
}
