import type { Json } from '../ports/json.ts';
import { scanJson } from './json-scanner.ts';
import type { OutputProblem } from './output-model.ts';
import { plainJson } from './plain-json.ts';

/** What the door lets through. */
export interface JsonLimits {
  /** UTF-8 bytes of the whole text. Default 4 MiB. */
  readonly maxBytes?: number;
  /** Open arrays and objects around a value. Default 64. */
  readonly maxDepth?: number;
}

/** The value of a text that is exactly one JSON value, or why it is not. */
export type StrictJsonResult =
  | {
      readonly kind: 'parsed';
      readonly value: Json;
      /** True when the whole message was one Markdown code fence around the value. */
      readonly fenceRemoved: boolean;
    }
  | { readonly kind: 'refused'; readonly problem: OutputProblem };

const defaultMaxBytes = 4 * 1024 * 1024;
const defaultMaxDepth = 64;
const byteOrderMark = '\ufeff';
const openingFence = /^[ \t\r\n]*```(?:json)?[ \t]*\r?\n/;
const closingFence = /\n[ \t]*```[ \t\r\n]*$/;

/**
 * The strict JSON door that every model reply goes through: the whole text is one JSON value (RFC 8259). One whole-message code fence (```` ``` ````
 * or ```` ```json ````, alone on its lines, nothing but white space outside) is removed, and that is recorded; nothing else is repaired. Refused: text
 * around the value, comments, keys that stand twice (also written differently), the key `__proto__`, lone surrogates, integers beyond the safe range,
 * a byte order mark, more bytes or levels than the limits. A problem says line and column, counted from 1 in the text as given.
 */
export function strictJson(text: string, limits: JsonLimits = {}): StrictJsonResult {
  const maxBytes = limits.maxBytes ?? defaultMaxBytes;
  if (!fitsBytes(text, maxBytes)) return refused('json_too_large', `The text is larger than ${maxBytes} bytes.`);
  if (text.startsWith(byteOrderMark))
    return refused('json_syntax', 'The text begins with a byte order mark. Answer with the JSON value alone.');
  if (text.trim() === '') return refused('json_empty', 'The text is empty. Answer with one JSON value.');
  if (!text.isWellFormed())
    return refusedAt(text, Math.max(0, text.search(/\p{Surrogate}/u)), 'json_surrogate', 'the text holds half of a surrogate pair.');

  const { start, body } = withoutFence(text);
  const maxDepth = limits.maxDepth ?? defaultMaxDepth;
  const plain = plainJson(body, maxDepth);
  if (plain !== undefined) return { kind: 'parsed', value: plain, fenceRemoved: start > 0 };
  const fault = scanJson(body, maxDepth);
  if (fault !== null) return refusedAt(text, start + fault.offset, fault.code, fault.message);
  const value: Json = JSON.parse(body);
  return { kind: 'parsed', value, fenceRemoved: start > 0 };
}

function withoutFence(text: string): { readonly start: number; readonly body: string } {
  const opening = openingFence.exec(text);
  // `\n` of the opening line may be the one that the closing fence needs: an empty fence is no value either way.
  const closing = opening === null ? null : closingFence.exec(text);
  if (opening === null || closing === null || closing.index < opening[0].length) return { start: 0, body: text };
  return { start: opening[0].length, body: text.slice(opening[0].length, closing.index) };
}

function fitsBytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return false;
  return text.length * 3 <= maxBytes || new TextEncoder().encode(text).length <= maxBytes;
}

function refusedAt(text: string, offset: number, code: string, message: string): StrictJsonResult {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return refused(code, `Line ${line}, column ${column}: ${message}`);
}

const refused = (code: string, message: string): StrictJsonResult => ({ kind: 'refused', problem: { path: '', code, message } });
