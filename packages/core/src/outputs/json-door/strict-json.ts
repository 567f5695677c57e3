import { settle } from '../validation/settled-json.ts';
import { defaultMaxBytes, type JsonLimits, jsonReader, type StrictJsonResult, utf8Length } from './json-reader.ts';
import { plainJson } from './plain-json.ts';

/** The fence as models write it. The reader knows the others too. */
const usualFence = /^```(?:json)?\n([\s\S]*)\n```[ \t\r\n]*$/;

/**
 * The strict JSON door that every model reply and every tool call's arguments go through: the whole text is one JSON value (RFC 8259), made of plain
 * objects with own properties. One whole-message code fence (```` ``` ```` or ```` ```json ````, each on a line of its own, nothing but white space
 * outside) is taken off, and that is said as `repair`, for the caller to record or to refuse; nothing else is repaired. Refused, at the first place where
 * it shows:
 *
 * - text before or after the value, a second value, an end before the value's (cases J2, J3, J4, J9)
 * - a key that stands twice in one object, also when it is written differently (J5)
 * - a number beyond ±(2^53 - 1), one so small that it would become 0, a negative zero, each in any spelling (J6); fractions are rounded as ever
 * - the key `__proto__` anywhere, and `prototype` directly inside the value of `constructor`; a field that is only called `constructor` is fine (J7)
 * - half of a surrogate pair, a byte order mark, a raw control character, more bytes than the limit, more than 64 levels
 *
 * A problem's `path` is the JSON pointer of the member under way; its message says line and column, counted from 1 in UTF-16 units of the text.
 */
export function strictJson(text: string, limits: JsonLimits = {}): StrictJsonResult {
  const maxBytes = limits.maxBytes ?? defaultMaxBytes;
  const fits = text.length * 3 <= maxBytes || utf8Length(text) <= maxBytes;
  const fenced = fits ? usualFence.exec(text)?.[1] : undefined;
  const plain = fits ? plainJson(fenced ?? text) : undefined;
  if (plain !== undefined) return { kind: 'parsed', value: settle(plain), repair: fenced === undefined ? null : 'fence' };
  const reader = jsonReader(limits);
  reader.push(text);
  return reader.end();
}
