import type { ToolCallResult } from './tool-call.ts';

/** Characters of a result that a model is sent, unless a caller says otherwise. */
export const defaultMaxResultLength = 100_000;

/** How a result is told to a model. */
export interface ModelContentOptions {
  /** Characters of the whole text; 0: all. Default 100,000. */
  readonly maxLength?: number;
}

/**
 * What a model reads of a call, as JSON text: `{"ok":true,"result":…}`, or `{"ok":false,"error":{…}}` with type, message, details and `retryable` (tool-calling 6.3).
 * Nothing is hidden in it (case TOOL-69). What is longer than `maxLength` is cut, and says so with `"truncated":true` and a marker that tells how long it was (case
 * TOOL-68). Never throws, whatever a result that did not come from here holds (case TOOL-67).
 */
export function modelContent(end: ToolCallResult, { maxLength = defaultMaxResultLength }: ModelContentOptions = {}): string {
  if (end.status === 'error') {
    const { type, message, details, retryable } = end.error;
    const told = (text: string, more: string) =>
      `{"ok":false,"error":{"type":"${type}","message":${safeText(text)},${more},"retryable":${retryable}}}`;
    const whole = told(message, `"details":${safeText(details)}`);
    return fits(whole, maxLength) ? whole : cut(message, maxLength, (piece) => told(piece, '"truncated":true'));
  }
  const result = safeText(end.result);
  const whole = `{"ok":true,"result":${result}}`;
  if (fits(whole, maxLength)) return whole;
  const text = typeof end.result === 'string' ? end.result : result;
  return cut(text, maxLength, (piece) => `{"ok":true,"truncated":true,"result":${safeText(piece)}}`);
}

const fits = (text: string, maxLength: number): boolean => maxLength <= 0 || text.length <= maxLength;

/** As much of a text, with a marker, as fits into what is told; JSON writes some characters longer than others, so the rest is found by trying. */
function cut(whole: string, maxLength: number, told: (piece: string) => string): string {
  const marked = (length: number) => told(`${whole.slice(0, length).toWellFormed()}… [truncated: ${length} of ${whole.length} characters]`);
  let [least, most] = [0, Math.min(whole.length, maxLength)];
  while (least < most) {
    const length = Math.ceil((least + most) / 2);
    if (fits(marked(length), maxLength)) least = length;
    else most = length - 1;
  }
  return marked(least);
}

/** JSON text of a value; what JSON cannot hold is described in its place. */
function safeText(value: unknown): string {
  const above: unknown[] = [];
  function described(this: unknown, _key: string, member: unknown): unknown {
    while (above.length > 0 && above.at(-1) !== this) above.pop();
    if (typeof member === 'bigint') return String(member);
    if (typeof member === 'function' || typeof member === 'symbol') return `[${typeof member}]`;
    if (typeof member !== 'object' || member === null) return member;
    if (above.includes(member)) return '[circular]';
    above.push(member);
    return member;
  }
  try {
    return JSON.stringify(value, described) ?? 'null';
  } catch {
    return '"[unreadable]"';
  }
}
