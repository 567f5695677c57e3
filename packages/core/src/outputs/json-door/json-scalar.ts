/** What a word outside quotes says: a value, why its number is not taken, or null when it is no JSON at all. */
export type JsonScalar =
  | { readonly kind: 'value'; readonly value: boolean | number | null }
  | { readonly kind: 'bad_number'; readonly message: string }
  | null;

const number = /^-?((?:0|[1-9][0-9]*)(?:\.[0-9]+)?)(?:[eE][+-]?[0-9]+)?$/;

/** Reads `true`, `false`, `null` or a number. No integer is rounded and nothing becomes 0 that is none; fractions become the nearest double, as ever. */
export function scalarOf(word: string): JsonScalar {
  switch (word) {
    case 'true':
      return { kind: 'value', value: true };
    case 'false':
      return { kind: 'value', value: false };
    case 'null':
      return { kind: 'value', value: null };
    default:
      return numberOf(word);
  }
}

function numberOf(word: string): JsonScalar {
  const match = number.exec(word);
  if (match === null) return null;
  const value = Number(word);
  if (!Number.isFinite(value)) return bad('the number is too large. Write it as a string.');
  // Every double beyond is an integer: a fraction would be rounded to one.
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return bad('the integer is beyond ±9007199254740991 and would lose digits. Write it as a string.');
  }
  if (value === 0 && /[1-9]/.test(match[1] ?? '')) return bad('the number is too small and would become 0. Write it as a string.');
  if (Object.is(value, -0)) return bad('the number is a negative zero, which would lose its sign. Write `0`.');
  return { kind: 'value', value };
}

const bad = (message: string): JsonScalar => ({ kind: 'bad_number', message });
