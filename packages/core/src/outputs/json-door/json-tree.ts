import type { Json } from '../../ports/json.ts';
import { setOwn } from '../validation/check.ts';
import { placeOf } from '../validation/problem-text.ts';

/** An object or array that is not closed yet. `member` is the key or index of the member under way, null between two members. */
type OpenValue =
  | { readonly kind: 'object'; readonly value: Record<string, Json>; member: string | null }
  | { readonly kind: 'array'; readonly value: Json[]; member: number | null };

/** A JSON value under construction: own properties only, however the keys are called. */
export class JsonTree {
  /** What is complete so far; undefined before anything is. */
  root: Json | undefined;
  readonly #open: OpenValue[] = [];

  /** Open objects and arrays around the next value. */
  get depth(): number {
    return this.#open.length;
  }

  /** What the innermost open value is; null when none is open. */
  get inside(): OpenValue['kind'] | null {
    return this.#open.at(-1)?.kind ?? null;
  }

  /** Opens an object or array where the next value belongs. */
  open(kind: OpenValue['kind']): void {
    const opened: OpenValue = kind === 'object' ? { kind, value: {}, member: null } : { kind, value: [], member: 0 };
    this.#place(opened.value);
    this.#open.push(opened);
  }

  /** Names the next member of the open object, unless no object may have such a key or this one has it already. */
  name(key: string): 'named' | 'forbidden' | 'repeated' {
    const object = this.#open.at(-1);
    if (object?.kind !== 'object') return 'forbidden';
    object.member = key;
    if (key === '__proto__' || (key === 'prototype' && this.#open.at(-2)?.member === 'constructor')) return 'forbidden';
    return Object.hasOwn(object.value, key) ? 'repeated' : 'named';
  }

  /** Adds a whole value. */
  add(value: Json): void {
    this.#place(value);
    this.#leaveMember();
  }

  /** Closes the innermost open value. */
  close(): void {
    this.#open.pop();
    this.#leaveMember();
  }

  /** A comma was read: an array comes to its next member. */
  next(): void {
    const last = this.#open.at(-1);
    if (last?.kind === 'array') last.member = last.value.length;
  }

  /** JSON pointer of the member under way. */
  path(): string {
    return placeOf(this.#open.flatMap(({ member }) => (member === null ? [] : [member])));
  }

  #place(value: Json): void {
    const last = this.#open.at(-1);
    if (last === undefined) this.root = value;
    else if (last.kind === 'array') last.value.push(value);
    else if (last.member !== null) setOwn(last.value, last.member, value);
  }

  #leaveMember(): void {
    const last = this.#open.at(-1);
    if (last !== undefined) last.member = null;
  }
}
