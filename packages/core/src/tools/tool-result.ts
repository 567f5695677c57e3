import { placeOf } from '../outputs/validation/problem-text.ts';
import { isJsonObject, type Json } from '../ports/json.ts';
import { plainCopy } from './plain-copy.ts';

/** A tool's result as detached JSON, or why it is none, in words for who wrote the tool. `cause`: what its own code threw while it was read, for a log. */
export type ToolResult =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'invalid'; readonly message: string; readonly cause?: unknown };

/** UTF-16 units of JSON text that a call may add to the journal as its result, and once more as its writes: 4 Mi. */
export const maxCallText = 4 * 1024 * 1024;
/** What is deeper cannot be told to every reader of a journal; the values of context variables have the same limit. */
export const maxLevels = 200;

class NotJson extends Error {}

/** How a value is read. */
export interface ResultReading {
  /** What messages begin with. Default `The tool returned`. */
  readonly says?: string;
  /** What stands for bytes, which JSON cannot hold, and `beside` for what else the object around them says. Without it bytes are refused. */
  readonly bytes?: (bytes: Uint8Array, beside: object) => Json;
}

/**
 * What a tool gave back as detached JSON; undefined becomes null, dates and other values with a `toJSON` what that says, objects of the author's own classes
 * their members. Invalid is what JSON cannot hold without a loss (functions, bigints, NaN, maps, sets, promises, errors), what holds itself, what is nested
 * deeper than 200 levels, and more than `maxCallText`. Never throws, whatever the value's own code does.
 */
export function toolResult(value: unknown, { says = 'The tool returned', bytes }: ResultReading = {}): ToolResult {
  try {
    const copied = plainCopy(value, maxCallText);
    if (copied !== undefined) return { kind: 'json', value: copied };
    const text = JSON.stringify(bytes !== undefined && isBytes(value) ? bytes(value, {}) : value, bounded(says, bytes));
    if (text === undefined) return { kind: 'json', value: null };
    if (text.length > maxCallText) throw tooMuch(says);
    return { kind: 'json', value: JSON.parse(text) };
  } catch (cause) {
    handlePromises(value);
    if (cause instanceof NotJson) return { kind: 'invalid', message: cause.message };
    return { kind: 'invalid', message: `${says} something whose own code failed while it was read.`, cause };
  }
}

/** How much of a refused result is looked through for promises. */
const maxLookedThrough = 10_000;

/**
 * Promises in a result that somebody forgot to await: the failed call tells of them. One that rejects with nobody to hear it would end the process, with every
 * other run in it.
 */
function handlePromises(result: unknown): void {
  const found = new Set<unknown>([result]);
  try {
    for (const value of found) {
      if (value instanceof Promise) value.catch(() => undefined);
      else for (const member of membersOf(value).slice(0, maxLookedThrough - found.size)) found.add(member);
    }
  } catch {
    // the value's own code fails, and the call has failed already
  }
}

const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) ? Object.values(value) : [];

/** A replacer that refuses what is not JSON where it stands, before more of it is read. */
function bounded(says: string, bytes: ResultReading['bytes']): (this: unknown, key: string, member: unknown) => unknown {
  // `value` is what is read on from: the given object, or a copy of it without its bytes.
  const above: { readonly value: unknown; readonly given: unknown; readonly key: string }[] = [];
  let units = 0;
  return function (key, member) {
    while (above.length > 0 && above.at(-1)?.value !== this) above.pop();
    const place = () => placeOf([...above.slice(1).map((each) => each.key), ...(above.length === 0 ? [] : [key])]);
    units += (Array.isArray(this) ? 0 : key.length) + (typeof member === 'string' ? member.length : 1);
    if (units > maxCallText) throw tooMuch(says);
    const unfit = whyUnfit(member);
    if (unfit !== null) throw new NotJson(`${says} ${unfit}${at(place())}, which JSON cannot hold.`);
    if (typeof member !== 'object' || member === null) return member;
    if (above.some((each) => each.given === member)) throw new NotJson(`${says} something that holds itself${at(place())}.`);
    if (above.length >= maxLevels) throw new NotJson(`${says} something that is nested deeper than ${maxLevels} levels.`);
    const value = bytes === undefined ? member : withoutBytes(member, bytes);
    above.push({ value, given: member, key });
    return value;
  };
}

/** A Buffer's own JSON form is a list of all its bytes, so bytes are replaced before they are come to. */
function withoutBytes(holder: object, bytes: NonNullable<ResultReading['bytes']>): object {
  if (!Object.values(holder).some(isBytes)) return holder;
  const replaced = (member: unknown) => (isBytes(member) ? bytes(member, holder) : member);
  if (Array.isArray(holder)) return holder.map(replaced);
  return Object.fromEntries(Object.entries(holder).map(([key, member]) => [key, replaced(member)]));
}

const isBytes = (value: unknown): value is Uint8Array =>
  ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';

const tooMuch = (says: string) => new NotJson(`${says} more than ${maxCallText / 1024 / 1024} MiB of JSON text. Return a reference to it.`);

const at = (place: string): string => (place === '' ? '' : ` at ${place}`);

/** What a value is that JSON has no word for, or would make an empty object of; null for what it can hold. */
function whyUnfit(value: unknown): string | null {
  switch (typeof value) {
    case 'bigint':
    case 'function':
    case 'symbol':
      return `a ${typeof value}`;
    case 'number':
      return Number.isFinite(value) ? null : 'a number that is not finite';
    case 'object': {
      const [, name = ''] = /^\[object (.*)\]$/.exec(Object.prototype.toString.call(value)) ?? [];
      return plainTags.has(name) || Array.isArray(value) ? null : `a value of the kind ${name.slice(0, 60)}`;
    }
    default:
      return null;
  }
}

const plainTags: ReadonlySet<string> = new Set(['Object', 'Null', 'Array', 'String', 'Number', 'Boolean']);

/** True for a result whose own `status` is `error` or `failed`, in any case: its call did not succeed (workflow-documents 4.8). */
export function saysFailed(result: Json): boolean {
  const status = isJsonObject(result) ? result['status'] : null;
  return typeof status === 'string' && ['error', 'failed'].includes(status.toLowerCase());
}
