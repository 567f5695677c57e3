import type { Json } from '../../ports/json.ts';
import { inheritsKeys, isJsonScalar, isPlainObject, setOwn } from './check.ts';
import { maxValueDepth } from './inspection.ts';

/** Roots of values of our own making: plain JSON of at most 64 levels, frozen at every depth before anybody else saw them. */
const settled = new WeakSet<object>();

/** A candidate as it will be from now on. `not_json`: what JSON cannot say in it stands for itself, or as `undefined`. */
export type Settled =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'not_json'; readonly value: unknown }
  | { readonly kind: 'too_deep'; readonly path: readonly (string | number)[] };

/** Freezes plain JSON of at most 64 levels that nobody else has seen yet. From now on it needs no copy to be sure of. */
export function settle<Value extends Json>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    freezeDeep(value);
    settled.add(value);
  }
  return value;
}

function freezeDeep(value: object): void {
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (let index = 0; index < members.length; index += 1) {
    const member = members[index];
    if (typeof member === 'object' && member !== null) freezeDeep(member);
  }
  Object.freeze(value);
}

/** True for a value that was settled as a whole. */
export const isSettled = (value: unknown): value is Json => typeof value === 'object' && value !== null && settled.has(value);

/**
 * What a candidate says, read once: the checks look at a value more than once, and what they saw must be what is given on. Own enumerable properties with
 * text for a key and the items of lists are all that counts, as in `JSON.stringify`. The candidate itself when it was settled before, else a copy.
 */
export function settledJson(candidate: unknown): Settled {
  if (isSettled(candidate)) return { kind: 'json', value: candidate };
  const copying = new Copying();
  const value = copying.copy(candidate, 0);
  if (copying.tooDeep !== null) return { kind: 'too_deep', path: copying.tooDeep.reverse() };
  return copying.isJson(value) ? { kind: 'json', value } : { kind: 'not_json', value };
}

class Copying {
  readonly #inheritsKeys = inheritsKeys();
  #foundOther = false;
  /** Where it went too deep, innermost member first: the copy is given up at once, because a value that contains itself has no end. */
  tooDeep: (string | number)[] | null = null;

  /** True for what was copied when all of it is JSON. */
  isJson(_copied: unknown): _copied is Json {
    return !this.#foundOther;
  }

  copy(value: unknown, depth: number): unknown {
    if (typeof value === 'object' && value !== null) {
      if (depth < maxValueDepth) return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
      this.tooDeep ??= [];
      return undefined;
    }
    if (!isJsonScalar(value)) this.#foundOther = true;
    return value;
  }

  #list(list: readonly unknown[], depth: number): unknown {
    const copied: unknown[] = [];
    for (let index = 0; index < list.length; index += 1) {
      copied.push(this.copy(list[index], depth + 1));
      if (this.tooDeep !== null) return this.#giveUp(index);
    }
    return Object.freeze(copied);
  }

  #object(object: object, depth: number): unknown {
    if (!isPlainObject(object)) {
      this.#foundOther = true;
      return undefined;
    }
    const copied: Record<string, unknown> = {};
    const ownOnly = this.#inheritsKeys || Object.getPrototypeOf(object) !== Object.prototype;
    for (const key in object) {
      if (ownOnly && !Object.hasOwn(object, key)) continue;
      const member = this.copy(object[key], depth + 1);
      if (this.tooDeep !== null) return this.#giveUp(key);
      if (key === '__proto__') this.#foundOther = true; // no model can have it and no open object takes it
      setOwn(copied, key, member);
    }
    return Object.freeze(copied);
  }

  #giveUp(member: string | number): undefined {
    this.tooDeep?.push(member);
    return undefined;
  }
}
