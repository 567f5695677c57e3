import type { Json, JsonObject } from '../../ports/json.ts';

/** A tuple that an expression writes: no JSON value is one, and it never equals a list. */
export class Tuple {
  readonly items: readonly PythonValue[];

  constructor(items: readonly PythonValue[]) {
    this.items = items;
  }
}

/** What a part of an expression can be: a JSON value, a tuple, or a list that holds one. */
export type PythonValue = Json | Tuple | readonly PythonValue[];

/** Equality as Python's `==` has it: `true == 1`, `1 == 1.0`, deep on lists, tuples and objects. AG2's fold uses it. */
export function pythonEquals(left: PythonValue, right: PythonValue): boolean {
  if (isNumeric(left) && isNumeric(right)) return Number(left) === Number(right);
  if (isList(left) && isList(right)) return equalItems(left, right);
  if (left instanceof Tuple && right instanceof Tuple) return equalItems(left.items, right.items);
  if (isObject(left) && isObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && pythonEquals(left[key] ?? null, right[key] ?? null))
    );
  }
  return left === right;
}

/**
 * Order as Python has it: below 0, 0, above 0; null for values that do not order, where Python raises a TypeError. Numbers and booleans order with each
 * other, strings by code point, lists with lists and tuples with tuples by the first items that differ.
 */
export function pythonOrder(left: PythonValue, right: PythonValue): number | null {
  if (isNumeric(left) && isNumeric(right)) return Number(left) - Number(right);
  if (typeof left === 'string' && typeof right === 'string') return compareCodePoints(left, right);
  if (isList(left) && isList(right)) return orderItems(left, right);
  if (left instanceof Tuple && right instanceof Tuple) return orderItems(left.items, right.items);
  return null;
}

/** Python's `item in container`: an item of a list or tuple, a part of a string, a key of an object. False where Python raises a TypeError. */
export function pythonContains(container: PythonValue, item: PythonValue): boolean {
  if (typeof container === 'string') return typeof item === 'string' && container.includes(item);
  const items = itemsOf(container);
  if (items !== null) return items.some((each) => pythonEquals(each, item));
  return isObject(container) && typeof item === 'string' && Object.hasOwn(container, item);
}

/** Python's `len`: code points, items or keys. Null for what has no length, where Python raises a TypeError. */
export function pythonLength(value: PythonValue): number | null {
  if (typeof value === 'string') return [...value].length;
  const items = itemsOf(value);
  if (items !== null) return items.length;
  return isObject(value) ? Object.keys(value).length : null;
}

/** Python's truth: nothing, zero and everything empty is false. */
export function isTrue(value: PythonValue): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return pythonLength(value) !== 0;
}

const isNumeric = (value: PythonValue): value is number | boolean => typeof value === 'number' || typeof value === 'boolean';
const isList = (value: PythonValue): value is readonly PythonValue[] => Array.isArray(value);
const isObject = (value: PythonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Tuple);
const itemsOf = (value: PythonValue): readonly PythonValue[] | null =>
  value instanceof Tuple ? value.items : isList(value) ? value : null;

function equalItems(left: readonly PythonValue[], right: readonly PythonValue[]): boolean {
  return left.length === right.length && left.every((item, index) => pythonEquals(item, right[index] ?? null));
}

function orderItems(left: readonly PythonValue[], right: readonly PythonValue[]): number | null {
  for (const [index, item] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (!pythonEquals(item, other)) return pythonOrder(item, other);
  }
  return left.length - right.length;
}

/** JavaScript compares UTF-16 units; they order like code points, except where a surrogate meets U+E000 to U+FFFF. */
function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = rankOf(left.charCodeAt(index)) - rankOf(right.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const rankOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
