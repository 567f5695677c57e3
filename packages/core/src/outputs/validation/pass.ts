import type { Check } from './check.ts';

/** Why a value is walked through: only for a verdict, to fill in what is absent after it, or to say what is wrong. */
export type Purpose = 'decide' | 'complete' | 'report';

/** One walk of `matches` through a value, and what the next walk should know of it. */
export class Pass {
  /** True for a value that was not settled (`settled-json.ts`): it may hold anything, at any depth. */
  readonly isForeign: boolean;
  /** True when `for … in` lists keys that are not an object's own, because somebody added them to what all objects inherit from. */
  readonly inheritsKeys = inheritsKeys();
  readonly #completes: boolean;
  /** Objects in which a field is absent, and what they lie in; perhaps some of a variant that did not fit. */
  #lacking: Set<unknown> | null = null;
  /** Above 0 while a union tries one of several variants that the value could be. */
  #trying: number;
  #tried: Map<Check['matches'], Map<unknown, { readonly depth: number; readonly isMatch: boolean }>> | null = null;

  constructor(purpose: Purpose, isForeign = false) {
    this.isForeign = isForeign;
    this.#completes = purpose === 'complete';
    this.#trying = purpose === 'report' ? 1 : 0; // the walk that reports comes back to look closely at what no variant fits
  }

  /** Notes that something is absent in an object or list. */
  lack(value: object): void {
    if (this.#completes) {
      this.#lacking ??= new Set();
      this.#lacking.add(value);
    }
  }

  /** True when that was noted. */
  isLacking(value: unknown): boolean {
    return this.#lacking?.has(value) ?? false;
  }

  /** Whether one of several variants fits. Inside of another trial an answer is kept: else unions in unions would multiply. */
  trial(tries: Check['matches'], value: unknown, depth: number): boolean {
    const isInner = this.#trying > 0;
    this.#trying += 1;
    const isMatch = isInner ? this.#once(tries, value, depth) : tries(value, this, depth);
    this.#trying -= 1;
    return isMatch;
  }

  #once(tries: Check['matches'], value: unknown, depth: number): boolean {
    this.#tried ??= new Map();
    let known = this.#tried.get(tries);
    if (known === undefined) {
      known = new Map();
      this.#tried.set(tries, known);
    }
    const before = known.get(value);
    if (before !== undefined && (!this.isForeign || before.depth === depth)) return before.isMatch;
    const isMatch = tries(value, this, depth);
    known.set(value, { depth, isMatch });
    return isMatch;
  }
}

function inheritsKeys(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}
