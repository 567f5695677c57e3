/** One spelling for what people type in many: quotes, dashes, spaces, line ends, Markdown emphasis. */
export function normaliseText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2018\u2019\u201b\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033]/g, '"')
    .replace(/[\u2010\u2011\u2012]/g, '-')
    .replace(/\u2013/g, '–')
    .replace(/(\d)\s*–\s*(-?\d)/g, '$1-$2')
    .replace(/\s–\s/g, ' — ')
    .replace(/[\t\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/\uff0c|\u3001/g, ', ')
    .replace(/\uff1a/g, ': ')
    .replace(/\uff1b/g, '; ')
    .replace(/\uff08/g, ' (')
    .replace(/\uff09/g, ') ')
    .replace(/(\*\*|__|`)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/ {2,}/g, ' ')
    .replace(/([^\p{L}\p{N}\s])\1{3,}/gu, '$1$1$1') // a run of marks says no more than three
    .split('\n')
    .map((line) => splitInline(line.trim()))
    .join('\n')
    .trim();
}

/** `1. name 2. zone` and `• name • zone` on one line become a line each. */
function splitInline(line: string): string {
  if (/(?:^|\s)1[.)]\s/.test(line) && /\s2[.)]\s/.test(line)) return line.replace(/\s+(?=\d{1,2}[.)]\s+\p{L})/gu, '\n');
  return (line.match(/[•▪◦]/g) ?? []).length > 1 ? line.replace(/\s*(?=[•▪◦])/g, '\n').trim() : line;
}

/** Hides what stands in parentheses, brackets or double quotes; every position stays where it was. */
export function maskGroups(text: string): string {
  let masked = '';
  let depth = 0;
  let quoted = false;
  for (const character of text) {
    const opens = '([{'.includes(character);
    const closes = ')]}'.includes(character);
    if (closes) depth = Math.max(0, depth - 1);
    if (character === '"') quoted = !quoted;
    const hidden = (depth > 0 || quoted) && character !== '"' && !(opens && depth === 0);
    masked += hidden ? '\ue000'.repeat(character.length) : character;
    if (opens) depth += 1;
  }
  return quoted || depth > 0 ? text : masked;
}

/** Splits where the pattern matches outside of parentheses and quotes. */
export function splitOutside(text: string, separator: RegExp): readonly string[] {
  const masked = maskGroups(text);
  const parts: string[] = [];
  let start = 0;
  for (const match of masked.matchAll(separator)) {
    parts.push(text.slice(start, match.index));
    start = match.index + match[0].length;
  }
  parts.push(text.slice(start));
  return parts;
}

/** The words of a text, without punctuation around them. */
export function wordsOf(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');
}

/** Removes quotes around the whole text. */
export function unquote(text: string): string {
  const inner = /^"([^"]+)"$/.exec(text.trim()) ?? /^'([^']+)'$/.exec(text.trim());
  return (inner?.[1] ?? text).trim();
}

/** The first letter as a capital. */
export function capitalised(text: string): string {
  const first = [...text][0] ?? '';
  return `${first.toUpperCase()}${text.slice(first.length)}`;
}

/** `a, b and c`. */
export function listed(items: readonly string[]): string {
  if (items.length <= 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

const mash =
  /^(?:[asdfghjkl]{3,}|[qwertyuiop]{6,}|[zxcvbnm]{3,}|(.)\1{2,}|lol|haha+|blah|foobar|idk|dunno|hmm+|lorem|ipsum|qwerty\w*|asdf\w*|hjkl\w*|zxcv\w*)$/i;
/** Words that the same row of keys allows. */
const real = new Set(
  'gas flag flags glass salad salads ash flask flasks hall halls alaska has had add all ask fall falls half lad lads lash sad slash flash dash lag hash gala galas dad dads saga sagas gag gags alfalfa property priority territory typewriter equity pottery poetry repertoire router routers writer writers inquiry output power tower report reporter proprietor quieter require retire'.split(
    ' ',
  ),
);

/** True for what fingers type when they mean nothing (`asdf`). */
export const isMash = (word: string): boolean => mash.test(word) && !real.has(word.toLowerCase());
