import { alsoRead, compoundEndings, inIe, inOe, irregular, notCompounds, singularInS, unchanged } from './plural-tables.ts';

const irregularPlurals = new Map(Object.entries(irregular));
const irregularSingulars = new Map([
  ...Object.entries(irregular).map(([singular, plural]) => [plural, singular] as const),
  ...Object.entries(alsoRead),
]);

/** Plurals in `ches` or `xes` whose singular ends in `e`: `geocaches`, `pickaxes`. In `aches` they all do after other letters than `e` and `o`. */
const dropsOnlyS = /[^eo]aches$|^aches$|(?:cr[eè]|ni|qui|cli|fi|pasti|brio|clo|dou|gou|cartou|avalan|tran|psy)ches$|.axes$/;
const notThose = new Set('spinaches attaches taxes faxes waxes saxes relaxes syntaxes climaxes thoraxes hoaxes coaxes surtaxes'.split(' '));
/** Words in `ch` that is spoken as `k` take a plain `s`. */
const hardCh = /(?:mon|matri|patri|oli|hier)arch$|^(?:stomach|epoch|loch|eunuch|tech|czech|mach|almanach)$/;
/** `analyses`, `crises`: plurals of words in `sis`. The endings are as long as it takes to keep `bases`, `phases` and `houses` apart. */
const ofSis = /(?:aly|the|cri|gno|empha|nop|thar|euro|orpho|oa|gene|neme|symbio|keto|psycho|(?<!c)osmo)ses$/;
/** Words in `use`, whose plural only looks like one of a word in `us`. */
const ofUse = /(?:[ao]u|^u|reu|misu|excu|accu|fu|^mu|bemu|^ru|^abu|enu)ses$/;

/** `SKUs`, `PCs`. */
const acronyms = /^\p{Lu}[\p{Lu}\p{N}]+s$/u;

/** The plural of a noun; a noun that already is a plural stays as it is. */
export function pluralOf(word: string): string {
  if (acronyms.test(word)) return word;
  return sameCase(word, (lower) => (singularLower(lower) === lower ? pluralLower(lower) : lower));
}

/** The singular of a noun; a singular noun stays as it is. */
export function singularOf(word: string): string {
  if (acronyms.test(word)) return word.slice(0, -1);
  return sameCase(word, singularLower);
}

/** True for the written plural of a noun. */
export function isPlural(word: string): boolean {
  const lower = word.toLowerCase();
  return acronyms.test(word) || singularLower(lower) !== lower;
}

/** True for a noun that has one form only, such as `equipment`. */
export function isUncountable(word: string): boolean {
  return hasOneForm(word.toLowerCase());
}

/** `jellyfish` has one form, because `fish` has. */
const hasOneForm = (word: string): boolean => unchanged.has(word) || /.fish$/.test(word);

function pluralLower(word: string): string {
  const known = fromTable(word, irregularPlurals);
  if (known !== null) return known;
  if (hasOneForm(word) || /[^\p{ASCII}]/u.test(word)) return word; // English endings fit no foreign word
  if (word.length > 4 && word.endsWith('sis')) return `${word.slice(0, -2)}es`;
  if (/(?:s|x|z|ch|sh)$/.test(word) && !hardCh.test(word)) return `${word}es`;
  if (/(?:[^aeiou]|qu)y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}

function singularLower(word: string): string {
  if (hasOneForm(word) || singularInS.has(word)) return word;
  const known = fromTable(word, irregularSingulars);
  if (known !== null && word.length > 2) return known;
  if (!word.endsWith('s') || word.length < 3 || /(?:ss|us|is)$/.test(word) || word.endsWith("'s")) return word;
  if (word.endsWith('ies')) return inIe.has(word) || word.length < 5 ? word.slice(0, -1) : `${word.slice(0, -3)}y`;
  if ((dropsOnlyS.test(word) && !notThose.has(word)) || inOe.has(word)) return word.slice(0, -1);
  if (/(?:ss|sh|ch|x|zz|tz)es$/.test(word)) return word.slice(0, -2);
  if (ofSis.test(word)) return `${word.slice(0, -2)}is`;
  if (word.endsWith('ses') && (singularInS.has(word.slice(0, -2)) || (/.uses$/.test(word) && !ofUse.test(word)))) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Looks a word up whole, then by its ending (`policemen`, `bookshelves`); endings need three letters before them to count. */
function fromTable(word: string, table: ReadonlyMap<string, string>): string | null {
  const whole = table.get(word);
  if (whole !== undefined) return whole;
  for (const [from, to] of table) {
    if (from.length < 3 || !compoundEndings.has(from) || !word.endsWith(from) || word.length < from.length + 2) continue;
    if (notCompounds.has(word)) continue;
    return `${word.slice(0, -from.length)}${to}`;
  }
  return null;
}

function sameCase(word: string, change: (lower: string) => string): string {
  const lower = word.toLowerCase();
  const changed = change(lower);
  if (changed === lower) return word;
  if (isAcronym(word)) return changed.length < lower.length ? word.slice(0, changed.length) : `${word}s`;
  return /^\p{Lu}/u.test(word) ? `${changed.charAt(0).toUpperCase()}${changed.slice(1)}` : changed;
}

/** `SKU` and `SKUs`: capitals that are no ordinary word. */
export function isAcronym(word: string): boolean {
  return (
    /^\p{Lu}[\p{Lu}\p{N}]+s?$/u.test(word) && !irregularSingulars.has(word.toLowerCase()) && !Object.hasOwn(irregular, word.toLowerCase())
  );
}
