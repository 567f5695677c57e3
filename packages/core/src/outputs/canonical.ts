import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { IntarsiaError } from '../ports/errors.ts';
import { isJsonObject, type Json } from '../ports/json.ts';
import { isSettled } from './validation/settled-json.ts';

/**
 * The one text of a JSON value: keys sorted by UTF-16 code units at every level, no white space, numbers as ECMAScript prints them
 * (RFC 8785). Equal values give equal text. Throws `internal` for what JSON cannot say: NaN, an infinity, `undefined`.
 */
export const canonicalJson = (value: Json): string => textOf(value);

function textOf(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (isJsonObject(value)) {
    let members = '';
    for (const key of Object.keys(value).sort()) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${textOf(value[key])}`;
    return `{${members}}`;
  }
  const text = typeof value === 'number' && !Number.isFinite(value) ? undefined : JSON.stringify(value);
  if (text === undefined) throw new IntarsiaError('internal', `${String(value)} has no canonical JSON; only JSON values do.`);
  return text;
}

/** Digests of values that cannot change: a claim and its call ask for the same one. */
const known = new WeakMap<object, string>();

/** Lower-case hex SHA-256 of the canonical JSON of a value. Throws as `canonicalJson` does. */
export function digestOf(value: Json): string {
  if (typeof value !== 'object' || value === null || !isSettled(value)) return textDigest(canonicalJson(value));
  const digest = known.get(value) ?? textDigest(canonicalJson(value));
  known.set(value, digest);
  return digest;
}

const encoder = new TextEncoder();

/** Lower-case hex SHA-256 of a text in UTF-8, for one that is canonical JSON already. */
export function textDigest(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)));
}
