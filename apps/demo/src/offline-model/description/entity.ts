import { isAcronym, isPlural, isUncountable, pluralOf, singularOf } from '../language/plural.ts';
import { isMash, unquote, wordsOf } from '../language/text.ts';
import type { Entity } from './description.ts';
import { isSentence } from './prose.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that stand for anything, so they name no entry, whatever stands before them. */
const anything = set(
  'thing things stuff something anything everything it them they this that these those one ones each all some any what which me you us him her none nothing someone anyone everyone somebody',
);
/** Words that name no entry when they stand alone. */
const vague = set(
  'data information info app apps application applications system systems database program software site purpose name names yes no ok okay hello hi hey thanks please test more other others same here there now today tomorrow need help work way place fields field columns column entity entities object objects idea project tracker trackers manager',
);

const openers =
  /^(?:(?:all|any|each|every|some|many|several|various|different|individual|single|more)\s+(?:of\s+)?|(?:my|our|the|a|an|your|their|his|her|its|these|those|this|that|what|which|own|new|simple|small|little|personal|existing|current)\s+)/i;
const tails =
  /\s+(?:in|at|from|on|for|of|within|inside|around|across|throughout)\s+(?:my|our|the|a|an|this|that|work|home|school|one|some)\b.*$|\s+(?:at|from|in)\s+(?:work|home|school|town|general|use|stock|progress|total|one place|order|excel)$|\s+(?:so (?:that|i|we)|because|since|please|using|which|who|that (?:i|we|you|they|are|is|my|our)|i|we|to (?:see|know|be able|keep|help|make|avoid)|in order to|and (?:i|we|then|also|be able)|when|while|where|online|somewhere|properly|better|easily|instead|again|too|as well|if)(?:\s.*|$)/i;

/** The text of an entity without determiners and asides, or null when it names no kind of entry. */
export function entityText(text: string): string | null {
  let bare = unquote(text.trim().replace(/^[,:;\s—-]+|[.,:;!?\s—-]+$/g, ''));
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(openers, '').trim();
  }
  bare = bare
    .replace(tails, '')
    .replace(/[.,:;!?\s—-]+$/g, '')
    .replace(/\s*\([^)]*\)$/, '')
    .trim();
  const words = wordsOf(bare);
  if (words.length === 0 || words.length > 6 || bare.length > 60) return null;
  const head = headOf(words).toLowerCase();
  if (
    anything.has(head) ||
    (words.length === 1 && vague.has(head)) ||
    words.some((word) => isMash(word)) ||
    isSentence(words) ||
    !/\p{L}/u.test(bare)
  )
    return null;
  if (/^[a-z]+$/i.test(head) && !/[aeiouy]/i.test(head) && !isAcronym(head.toUpperCase())) return null;
  return bare;
}

/** Both forms of an entity from either one: only its head noun changes (`requests for leave`, `request for leave`). */
export function toEntity(text: string): Entity {
  const shouted = !/\p{Ll}/u.test(text) && /\p{Lu}{5}/u.test(text);
  const words = (shouted ? text.toLowerCase() : text)
    .trim()
    .split(/\s+/)
    .map((word, index, all) => lowered(word, index, all));
  const at = headIndex(words);
  const pair = words[at - 1] === 'and' && at >= 2 && isPlural(words[at] ?? '') === isPlural(words[at - 2] ?? '') ? at - 2 : at;
  const change = (form: (word: string) => string): string =>
    words.map((word, index) => (index === at || index === pair ? form(word) : word)).join(' ');
  const head = words[at] ?? '';
  const singular = change(singularOf);
  return isPlural(head) || isUncountable(head) ? { singular, plural: words.join(' ') } : { singular, plural: change(pluralOf) };
}

/** True when the written entity is a plural, or has only one form. */
export function isSeveral(text: string): boolean {
  const head = headOf(wordsOf(text));
  return isPlural(head) || isUncountable(head);
}

/** True when both texts name the same kind of entry. A shorter name may stand for a longer one (`sensor`, `greenhouse sensor`). */
export function sameEntity(entity: Entity, text: string): boolean {
  const other = toEntity(text).singular.toLowerCase();
  const own = entity.singular.toLowerCase();
  return own === other || own.endsWith(` ${other}`) || own.startsWith(`${other} `) || other.endsWith(` ${own}`);
}

const prepositions = set('of for in on at to with from by under about per');

function headIndex(words: readonly string[]): number {
  const at = words.findIndex((word, index) => index > 0 && index < words.length - 1 && prepositions.has(word.toLowerCase()));
  return at < 0 ? words.length - 1 : at - 1;
}

const headOf = (words: readonly string[]): string => words[headIndex(words)] ?? '';

/** Capitals that only open a sentence or a title go; acronyms and names inside a sentence stay. */
function lowered(word: string, index: number, all: readonly string[]): string {
  if (!/^\p{Lu}\p{Ll}+$/u.test(word)) return word;
  const titled = all.every((other) => /^\p{Lu}/u.test(other) || prepositions.has(other) || other === 'and');
  return index === 0 || titled ? word.toLowerCase() : word;
}
