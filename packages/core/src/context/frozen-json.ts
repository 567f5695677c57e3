import { setOwn } from '../outputs/validation/check.ts';
import { isSettled } from '../outputs/validation/settled-json.ts';
import type { Json, JsonObject } from '../ports/json.ts';

/** A frozen copy of a value, or why the value is not JSON. */
export type FrozenCopyResult = { readonly kind: 'copied'; readonly value: Json } | { readonly kind: 'not_json'; readonly message: string };

const maximumDepth = 200;
/** Values that this module froze to the bottom; `Object.isFrozen` alone says nothing of what lies deeper. */
const frozen = new WeakSet<object>();
const isFrozenHere = (value: object): value is JsonObject => frozen.has(value);

class NotJson extends Error {}

/**
 * A detached, deeply frozen copy of a value that JSON can hold exactly: what is stored is what a replay reads back. Refused are
 * `undefined`, functions, symbols, bigints, NaN and infinities, class instances such as Date or Map, cycles, array holes, and
 * nesting beyond 200 levels. `__proto__` and `constructor` are ordinary keys. -0 becomes 0, as in JSON text.
 */
export function frozenCopy(value: unknown): FrozenCopyResult {
  return copied(value, new Copying(true, maximumDepth, true));
}

/** The same of up to `maxLevels` for one holder who keeps it: to remember every part of it, so that a second copy costs nothing, would cost more than the copy. */
export function frozenCopyToKeep(value: unknown, maxLevels: number): FrozenCopyResult {
  return copied(value, new Copying(true, maxLevels, false));
}

function copied(value: unknown, copying: Copying): FrozenCopyResult {
  try {
    return { kind: 'copied', value: copying.copy(value) };
  } catch (error) {
    if (error instanceof NotJson) return { kind: 'not_json', message: error.message };
    throw error;
  }
}

/** A detached copy that its reader may change. */
export function looseCopy(value: Json): Json {
  return new Copying(false, maximumDepth, false).copy(value);
}

/** Freezes a JSON value to the bottom, in place and once: a second call costs nothing. */
export function freezeDeep<Value extends Json>(value: Value): Value {
  if (typeof value !== 'object' || value === null || frozen.has(value) || isSettled(value)) return value;
  for (const member of Object.values(value)) freezeDeep(member);
  Object.freeze(value);
  frozen.add(value);
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

/** One copy under way: where it is, and what is around it. */
class Copying {
  readonly #freeze: boolean;
  readonly #maxLevels: number;
  /** What was frozen here before is JSON and cannot change, so it needs no second copy. */
  readonly #isRemembered: boolean;
  readonly #around: object[] = [];
  readonly #path: (string | number)[] = [];

  constructor(freeze: boolean, maxLevels: number, isRemembered: boolean) {
    this.#freeze = freeze;
    this.#maxLevels = maxLevels;
    this.#isRemembered = isRemembered;
  }

  copy(value: unknown): Json {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw this.#notJson('a number that JSON cannot hold');
      return value === 0 ? 0 : value;
    }
    if (typeof value !== 'object') throw this.#notJson(`of type ${typeof value}`);
    if (this.#isRemembered && isFrozenHere(value)) return value;
    if (this.#around.includes(value)) throw this.#notJson('part of itself');
    if (this.#around.length >= this.#maxLevels) throw this.#notJson(`nested deeper than ${this.#maxLevels} levels`);
    this.#around.push(value);
    const made = Array.isArray(value) ? this.#list(value) : this.#object(value);
    this.#around.pop();
    if (this.#freeze) Object.freeze(made);
    if (this.#isRemembered) frozen.add(made);
    return made;
  }

  #list(value: readonly unknown[]): readonly Json[] {
    const made: Json[] = [];
    for (let index = 0; index < value.length; index += 1) made.push(this.#member(index, value[index]));
    return made;
  }

  #object(value: object): JsonObject {
    if (!isPlainObject(value)) throw this.#notJson('an instance of a class');
    if (Object.getOwnPropertySymbols(value).length > 0) throw this.#notJson('an object with symbols as keys');
    const made: Record<string, Json> = {};
    for (const key of Object.keys(value)) setOwn(made, key, this.#member(key, Reflect.get(value, key)));
    return made;
  }

  #member(key: string | number, member: unknown): Json {
    this.#path.push(key);
    const copied = this.copy(member);
    this.#path.pop();
    return copied;
  }

  #notJson(what: string): NotJson {
    return new NotJson(`the value ${this.#path.length === 0 ? '' : `at /${this.#path.join('/')} `}is ${what}`);
  }
}
