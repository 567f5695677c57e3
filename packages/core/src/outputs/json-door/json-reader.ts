import { isJsonObject, type Json } from '../../ports/json.ts';
import type { OutputProblem } from '../output-model.ts';
import { settle } from '../validation/settled-json.ts';
import { JsonFault } from './json-fault.ts';
import { JsonScanner } from './json-scanner.ts';

/** What the door lets through. */
export interface JsonLimits {
  /** UTF-8 bytes of the whole text. Default 4 MiB. */
  readonly maxBytes?: number;
}

/** The value of a text that is exactly one JSON value, frozen at every depth, or why it is not. */
export type StrictJsonResult =
  | {
      readonly kind: 'parsed';
      readonly value: Json;
      /** `fence` when the whole message was one Markdown code fence around the value and the fence was taken off; null when nothing was repaired. */
      readonly repair: 'fence' | null;
    }
  | { readonly kind: 'refused'; readonly problem: OutputProblem };

/** A copy of what is complete so far, to be shown while a text streams. No output: only the end can say that the text was whole (case J4). */
export interface PartialJson {
  readonly kind: 'partial';
  readonly value: Json;
}

/** The strict JSON door for a text that comes in pieces. */
export interface JsonReader {
  /** Takes the next piece, of any length; an empty one changes nothing. What comes after a fault or after `end` is not read. */
  push(piece: string): void;
  /** What is complete so far; null before anything is, and once the text is refused. Costs a copy of it. */
  partial(): PartialJson | null;
  /** The text ends here. The same answer at every call. */
  end(): StrictJsonResult;
}

/** Most bytes of a text, unless a caller says otherwise. */
export const defaultMaxBytes = 4 * 1024 * 1024;

/** Opens the strict JSON door for a streamed text: `strictJson` for the text that the pieces make together, wherever they were cut. */
export function jsonReader(limits: JsonLimits = {}): JsonReader {
  const maxBytes = limits.maxBytes ?? defaultMaxBytes;
  const scanner = new JsonScanner();
  let bytesLeft = maxBytes;
  /** The first half of a surrogate pair that the last piece ended with. */
  let half = '';
  let result: StrictJsonResult | null = null;

  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (fault) {
      if (!(fault instanceof JsonFault)) throw fault;
      result = { kind: 'refused', problem: fault.problem };
    }
  };

  /** Reads as far as the text fits and is sound, then says what stopped it. */
  const read = (text: string): void => {
    const fitting = lengthWithin(text, bytesLeft);
    const sound = text.isWellFormed() ? text.length : text.search(/\p{Surrogate}/u);
    scanner.read(text.slice(0, Math.min(fitting, sound)));
    if (sound < text.length && sound <= fitting) scanner.fail('json_surrogate', 'the text holds half of a surrogate pair.');
    if (fitting < text.length) scanner.fail('json_too_large', `the text is larger than ${maxBytes} bytes.`);
    bytesLeft -= utf8Length(text);
  };

  return {
    push(piece) {
      if (result !== null || piece === '') return;
      const text = half + piece;
      half = isFirstHalf(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
      attempt(() => read(half === '' ? text : text.slice(0, -1)));
    },
    partial() {
      const { root } = scanner.tree;
      return root === undefined || result?.kind === 'refused' ? null : { kind: 'partial', value: copied(root) };
    },
    end() {
      if (result === null) {
        attempt(() => {
          read(half);
          scanner.finish();
        });
      }
      result ??= { kind: 'parsed', value: settle(scanner.tree.root ?? null), repair: scanner.isFenced ? 'fence' : null };
      return result;
    },
  };
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** How many characters of a text fit into so many bytes. */
function lengthWithin(text: string, bytes: number): number {
  if (text.length * 3 <= bytes) return text.length;
  let left = bytes;
  let at = 0;
  for (; at < text.length; at += 1) {
    left -= utf8Bytes(text.charCodeAt(at));
    if (!(left >= 0)) break; // a limit that is no number lets nothing through
  }
  return at;
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) bytes += utf8Bytes(text.charCodeAt(at));
  return bytes;
}

/** Bytes of one UTF-16 code unit; a surrogate pair has four. */
function utf8Bytes(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800 || (code >= 0xd800 && code <= 0xdfff)) return 2;
  return 3;
}

/** A copy, so that who shows a partial value cannot change what is still being read. No deeper than the door lets through. */
function copied(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map(copied);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copied(member)]));
}
