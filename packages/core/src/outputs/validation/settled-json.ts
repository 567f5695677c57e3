import type { Json } from '../../ports/json.ts';
import { isJsonScalar, isPlainObject, setOwn } from './check.ts';
import { maxValueDepth, maxValues } from './inspection.ts';

/** Roots of values of our own making: plain JSON of at most 64 levels, frozen at every depth before anybody else saw them. */
const settled = new WeakSet<object>();

/** A candidate as it will be from now on. `not_json`: what JSON cannot say in it stands for itself, or as `undefined`. */
export type Settled = { readonly kind: 'json'; readonly value: Json } | { readonly kind: 'not_json'; readonly value: unknown } | Excess;

/** A candidate that was not read to its end, and where reading stopped. */
export interface Excess {
  readonly kind: 'excess';
  readonly code: 'too_deep' | 'too_large';
  readonly path: readonly (string | number)[];
}

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
 * `takesAnyKey`: false when only keys that are declared will be let through, so that none needs a look.
 */
export function settledJson(candidate: unknown, takesAnyKey: boolean): Settled {
  if (isSettled(candidate)) return { kind: 'json', value: candidate };
  const copying = new Copying(takesAnyKey);
  const value = copying.copy(candidate, 0);
  const { gaveUp } = copying;
  if (gaveUp !== null) return { kind: 'excess', code: gaveUp.code, path: gaveUp.path.reverse() };
  return copying.isJson(value) ? { kind: 'json', value } : { kind: 'not_json', value };
}

class Copying {
  readonly #takesAnyKey: boolean;
  #foundOther = false;
  #values = 0;
  /** Why it was given up, and where, innermost member first. At once, because a value that contains itself has no end. */
  gaveUp: { readonly code: Excess['code']; readonly path: (string | number)[] } | null = null;

  constructor(takesAnyKey: boolean) {
    this.#takesAnyKey = takesAnyKey;
  }

  /** True for what was copied when all of it is JSON. */
  isJson(_copied: unknown): _copied is Json {
    return !this.#foundOther;
  }

  copy(value: unknown, depth: number): unknown {
    this.#values += 1;
    if (this.#values > maxValues) return this.#giveUp('too_large');
    if (typeof value === 'object' && value !== null) {
      if (depth >= maxValueDepth) return this.#giveUp('too_deep');
      return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
    }
    if (typeof value === 'string') return this.#text(value);
    if (!isJsonScalar(value)) this.#foundOther = true;
    return value;
  }

  /** Text with half of a surrogate pair goes through no UTF-8: nothing that JSON can say. */
  #text(text: string): string | undefined {
    if (text.isWellFormed()) return text;
    this.#foundOther = true;
    return undefined;
  }

  #list(list: readonly unknown[], depth: number): unknown {
    const copied: unknown[] = [];
    for (let index = 0; index < list.length; index += 1) {
      copied.push(this.copy(list[index], depth + 1));
      if (this.gaveUp !== null) return this.#passOn(index);
    }
    return Object.freeze(copied);
  }

  #object(object: object, depth: number): unknown {
    if (!isPlainObject(object)) {
      this.#foundOther = true;
      return undefined;
    }
    const copied: Record<string, unknown> = {};
    for (const key of Object.keys(object)) {
      const member = this.copy(object[key], depth + 1);
      if (this.gaveUp !== null) return this.#passOn(key);
      if (key === '__proto__') this.#foundOther = true; // no model can have it and no open object takes it
      setOwn(copied, key, this.#takesAnyKey && this.#text(key) === undefined ? undefined : member);
    }
    return Object.freeze(copied);
  }

  #giveUp(code: Excess['code']): undefined {
    this.gaveUp = { code, path: [] };
  }

  #passOn(member: string | number): undefined {
    this.gaveUp?.path.push(member);
  }
}
