/** Letters that do not fall apart into a base letter and an accent. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '&': ' and ',
  '%': ' percent ',
  '#': ' number ',
  '€': ' euro ',
  $: ' dollar ',
  '£': ' pound ',
};

/**
 * A safe snake_case key for a label: lower-case ASCII letters, digits and `_`, starting with a letter, at most 50 long. Letters that
 * have no Latin form are left out; a label without any gives an empty text.
 */
export function keyOf(label: string): string {
  const spelled = label
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[ßæœøłđðþı&%#€$£]/g, (letter) => letters[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const key = spelled
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 50)
    .replace(/_+$/, '');
  return /^[0-9]/.test(key) ? `field_${key}` : key;
}

/** Keys that the app gives every entry itself. */
const ownKeys = new Set(['id', 'created_at', 'updated_at']);

/** A key for the label that none of `taken` has; `position` counts from 1 and names a label without Latin letters. */
export function freeKey(label: string, taken: ReadonlySet<string>, position: number): string {
  const wanted = keyOf(label) || `field_${position}`;
  const base = ownKeys.has(wanted) ? `own_${wanted}` : wanted;
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(key)) return key;
  }
}
