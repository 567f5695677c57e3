import type { Json } from '../../ports/json.ts';

/** What the strict JSON door should say of a text: its value, or that it is refused. */
export type ReferenceAnswer =
  | { readonly kind: 'parsed'; readonly value: Json; readonly repair: 'fence' | null }
  | { readonly kind: 'refused' };

const fence = /^[ \t\r\n]*```(?:json)?[ \t]*\r?\n([\s\S]*)\n[ \t\r]*```[ \t\r\n]*$/;
const token = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gy;
const refused = { kind: 'refused' } as const;

/** The door said another way: `JSON.parse` decides what is JSON and what it means, and a walk over the tokens what of it is refused. */
export function referenceAnswer(text: string): ReferenceAnswer {
  const fenced = fence.exec(text)?.[1];
  const body = fenced ?? text;
  let value: Json;
  try {
    value = JSON.parse(body);
  } catch {
    return refused;
  }
  const tokens = (body.match(token) ?? []).filter((part) => part.trim() !== '');
  const isSound = isSoundValue(tokens, { at: 0 }, null, 1);
  return isSound ? { kind: 'parsed', value, repair: fenced === undefined ? null : 'fence' } : refused;
}

/** Walks one value of a text that is JSON. `owner` is the key that it is the value of, `level` the depth it would have as a container. */
function isSoundValue(tokens: readonly string[], cursor: { at: number }, owner: string | null, level: number): boolean {
  const first = tokens[cursor.at++] ?? '';
  if (first === '{' || first === '[') return level <= 64 && isSoundContainer(tokens, cursor, first === '{' ? owner : undefined, level);
  if (first.startsWith('"')) return textOf(first).isWellFormed();
  return /^[tfn]/.test(first) || isSoundNumber(first);
}

/** `owner` undefined: an array. */
function isSoundContainer(tokens: readonly string[], cursor: { at: number }, owner: string | null | undefined, level: number): boolean {
  const keys: string[] = [];
  while (tokens[cursor.at] !== '}' && tokens[cursor.at] !== ']') {
    let key: string | null = null;
    if (owner !== undefined) {
      key = textOf(tokens[cursor.at] ?? '""');
      if (keys.includes(key) || !key.isWellFormed() || key === '__proto__' || (owner === 'constructor' && key === 'prototype'))
        return false;
      keys.push(key);
      cursor.at += 2;
    }
    if (!isSoundValue(tokens, cursor, key, level + 1)) return false;
    if (tokens[cursor.at] === ',') cursor.at += 1;
  }
  cursor.at += 1;
  return true;
}

function isSoundNumber(word: string): boolean {
  const [, digits = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(word) ?? [];
  const value = Number(word);
  if (value === 0) return !Object.is(value, -0) && /^0*$/.test(digits + fraction);
  const places = BigInt(exponent) - BigInt(fraction.length);
  const isInteger = places >= 0n || /^0+$/.test((digits + fraction).slice(Number(places)));
  return isInteger && places < 400n
    ? (BigInt(digits + fraction) * 10n ** (places > 0n ? places : 0n)) / 10n ** (places < 0n ? -places : 0n) < 2n ** 53n
    : Math.abs(value) < 2 ** 53;
}

function textOf(string: string): string {
  const text: unknown = JSON.parse(string);
  return typeof text === 'string' ? text : '';
}
