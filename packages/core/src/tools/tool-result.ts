import type { Json } from '../ports/json.ts';

/** What a tool gave back as detached JSON; undefined becomes null, dates their ISO text. Throws a TypeError for what JSON cannot hold. */
export function toolResult(value: unknown): Json {
  if (value === undefined) return null;
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'bigint' || typeof member === 'function' || typeof member === 'symbol') {
      throw new TypeError(`A tool's result holds a ${typeof member}, which JSON cannot hold.`);
    }
    if (typeof member === 'number' && !Number.isFinite(member)) throw new TypeError("A tool's result holds a number that is not finite.");
    return member;
  });
  return text === undefined ? null : JSON.parse(text);
}
