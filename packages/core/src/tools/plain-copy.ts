import { setOwn } from '../outputs/validation/check.ts';
import type { Json } from '../ports/json.ts';

/** The most levels of a value that is taken for a usual one. */
const maxLevels = 16;
/** UTF-16 units of JSON text that a value takes at most beside its texts, and what each unit of a text takes at most. */
const unitsOfValue = 32;
const unitsOfCharacter = 6;

/**
 * A copy of plain JSON whose text is surely not longer than `maxText`: what writing the text and reading it gives, at a fraction of the cost. Undefined for
 * anything that takes a closer look, such as an instance of a class, a member that is undefined, or a value that holds itself.
 */
export const plainCopy = (value: unknown, maxText: number): Json | undefined => new PlainCopy(maxText).copy(value, maxLevels);

class PlainCopy {
  #unitsLeft: number;

  constructor(maxText: number) {
    this.#unitsLeft = maxText;
  }

  copy(value: unknown, levels: number): Json | undefined {
    this.#unitsLeft -= unitsOfValue;
    if (this.#unitsLeft < 0) return undefined;
    if (typeof value === 'string') return this.#holds(value) ? value : undefined;
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined; // -0 is written as 0
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value !== 'object' || levels === 0 || 'toJSON' in value) return undefined;
    const prototype: unknown = Object.getPrototypeOf(value);
    if (Array.isArray(value)) return prototype === Array.prototype ? this.#list(value, levels - 1) : undefined;
    return prototype === Object.prototype && !(Symbol.toStringTag in value) ? this.#object(value, levels - 1) : undefined;
  }

  #list(list: readonly unknown[], levels: number): Json | undefined {
    const copied: Json[] = [];
    for (let index = 0; index < list.length; index += 1) {
      const item = this.copy(list[index], levels);
      if (item === undefined) return undefined;
      copied.push(item);
    }
    return copied;
  }

  #object(object: object, levels: number): Json | undefined {
    const copied: Record<string, Json> = {};
    for (const key of Object.keys(object)) {
      const member = this.#holds(key) ? this.copy(Reflect.get(object, key), levels) : undefined;
      if (member === undefined) return undefined;
      setOwn(copied, key, member);
    }
    return copied;
  }

  #holds(text: string): boolean {
    this.#unitsLeft -= text.length * unitsOfCharacter;
    return this.#unitsLeft >= 0;
  }
}
