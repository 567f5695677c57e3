import { isSettled } from '../outputs/validation/settled-json.ts';
import type { Json, JsonObject } from '../ports/json.ts';

/** A frozen copy of a value, or why the value is not JSON. */
export type FrozenCopyResult = { readonly kind: 'copied'; readonly value: Json } | { readonly kind: 'not_json'; readonly message: string };

const maximumDepth = 200;
/** Values that this module froze to the bottom; `Object.isFrozen` alone says nothing of what lies deeper. */
const frozen = new WeakMap<object, Json>();

class NotJson extends Error {}

/**
 * A detached, deeply frozen copy of a value that JSON can hold exactly: what is stored is what a replay reads back. Refused are
 * `undefined`, functions, symbols, bigints, NaN and infinities, class instances such as Date or Map, cycles, array holes, and
 * nesting beyond 200 levels. `__proto__` and `constructor` are ordinary keys. -0 becomes 0, as in JSON text.
 */
export function frozenCopy(value: unknown): FrozenCopyResult {
  try {
    return { kind: 'copied', value: copy(value, '', [], true) };
  } catch (error) {
    if (error instanceof NotJson) return { kind: 'not_json', message: error.message };
    throw error;
  }
}

/** A detached copy that its reader may change. */
export function looseCopy(value: Json): Json {
  return copy(value, '', [], false);
}

/** Freezes a JSON value to the bottom, in place and once: a second call costs nothing. */
export function freezeDeep<Value extends Json>(value: Value): Value {
  if (typeof value !== 'object' || value === null || frozen.has(value) || isSettled(value)) return value;
  for (const member of Object.values(value)) freezeDeep(member);
  Object.freeze(value);
  frozen.set(value, value);
  return value;
}

/** True for an object that is no array and no instance of a class. */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object of another realm has that realm's Object.prototype, which has no prototype either.
  return prototype === null || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null);
}

/** True for two values with the same JSON content, whatever the order of their keys. */
export function equalJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const entries = Object.entries(left);
  if (entries.length !== Object.keys(right).length) return false;
  return entries.every(([key, member]) => {
    const other: Json | undefined = Object.getOwnPropertyDescriptor(right, key)?.value;
    return other !== undefined && equalJson(member, other);
  });
}

function copy(value: unknown, path: string, ancestors: readonly object[], freeze: boolean): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw notJson(path, 'a number that JSON cannot hold');
    return value === 0 ? 0 : value;
  }
  if (typeof value !== 'object') throw notJson(path, `of type ${typeof value}`);
  // What was frozen here before is JSON and cannot change, so it needs no second copy.
  const known = freeze ? frozen.get(value) : undefined;
  if (known !== undefined) return known;
  if (ancestors.includes(value)) throw notJson(path, 'part of itself');
  if (ancestors.length >= maximumDepth) throw notJson(path, `nested deeper than ${maximumDepth} levels`);
  const inside = [...ancestors, value];
  const made = Array.isArray(value) ? copyArray(value, path, inside, freeze) : copyObject(value, path, inside, freeze);
  if (freeze) frozen.set(made, Object.freeze(made));
  return made;
}

function copyArray(value: readonly unknown[], path: string, ancestors: readonly object[], freeze: boolean): readonly Json[] {
  return Array.from(value, (member, index) => copy(member, `${path}/${index}`, ancestors, freeze));
}

function copyObject(value: object, path: string, ancestors: readonly object[], freeze: boolean): JsonObject {
  if (!isPlainObject(value)) throw notJson(path, 'an instance of a class');
  if (Object.getOwnPropertySymbols(value).length > 0) throw notJson(path, 'an object with symbols as keys');
  // Object.fromEntries defines own properties, so a key "__proto__" stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member, `${path}/${key}`, ancestors, freeze)]));
}

function notJson(path: string, what: string): NotJson {
  return new NotJson(`the value ${path === '' ? '' : `at ${path} `}is ${what}`);
}
