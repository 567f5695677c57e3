import { isJsonObject, type Json } from '../../ports/json.ts';
import { maxValueDepth } from '../validation/inspection.ts';
import { backslash, colon, quote } from './json-characters.ts';

/**
 * The short way through the strict JSON door: the value of a text in which nothing can be wrong, found with the platform's parser at half the
 * reader's cost. Undefined when something may be wrong; then the reader looks closely. A key that stands twice shows by counting: a text has one
 * colon outside strings for every key, and a value has one key less for every repetition.
 */
export function plainJson(text: string): Json | undefined {
  if (text.includes('\\u') || !text.isWellFormed()) return undefined; // an escape can hide half of a surrogate pair
  const value = parsedOrUndefined(text);
  if (value === undefined) return undefined;
  const count = new Count();
  if (!count.add(value, maxValueDepth) || count.keys !== countColons(text)) return undefined;
  return count.hasZero && tinyNumber.test(text) ? undefined : value;
}

/** What a number that is read as 0 and is none must hold; text may hold it too. */
const tinyNumber = /\d[eE]-\d|\.0{300}/;

function parsedOrUndefined(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the reader finds the place, or a fence
  }
}

/** A walk through a value that counts what is to be compared with the text. */
class Count {
  keys = 0;
  hasZero = false;

  /** False when the value needs a closer look. */
  add(value: Json, levels: number): boolean {
    if (typeof value === 'number') return this.#number(value);
    if (typeof value !== 'object' || value === null) return true;
    if (levels === 0) return false;
    if (!isJsonObject(value)) return this.#all(value, levels - 1);
    const keys = Object.keys(value);
    if (keys.includes('__proto__') || keys.includes('constructor')) return false;
    this.keys += keys.length;
    return this.#all(Object.values(value), levels - 1);
  }

  #all(members: readonly Json[], levels: number): boolean {
    for (const member of members) if (!this.add(member, levels)) return false;
    return true;
  }

  /** False for a number that may have been written with more digits, and for a negative zero. */
  #number(value: number): boolean {
    if (value === 0) this.hasZero = true;
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0);
  }
}

/** Colons outside the strings of a text that is valid JSON. */
function countColons(text: string): number {
  let colons = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === colon) colons += 1;
    else if (code === quote) at = endOfString(text, at);
  }
  return colons;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}
