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
  const keys = countKeys(value, maxValueDepth);
  return keys !== null && keys === countColons(text) ? value : undefined;
}

function parsedOrUndefined(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the reader finds the place, or a fence
  }
}

/** Keys of all objects in a value; null when the value needs a closer look. */
function countKeys(value: Json, levels: number): number | null {
  if (typeof value === 'number') return isExact(value) ? 0 : null;
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return null;
  if (!isJsonObject(value)) return countAll(value, 0, levels - 1);
  const keys = Object.keys(value);
  if (keys.includes('__proto__') || keys.includes('constructor')) return null;
  return countAll(Object.values(value), keys.length, levels - 1);
}

/** False for a number that may have been written as an integer with more digits, as something too large, or as a negative zero. */
function isExact(value: number): boolean {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) && !Object.is(value, -0);
  return Number.isFinite(value);
}

function countAll(members: readonly Json[], start: number, levels: number): number | null {
  let count = start;
  for (const member of members) {
    const nested = countKeys(member, levels);
    if (nested === null) return null;
    count += nested;
  }
  return count;
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
