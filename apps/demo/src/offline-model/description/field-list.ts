import { maskGroups, splitOutside } from '../language/text.ts';
import { isUsualField, typeNamed } from './field-types.ts';
import { choiceIntroduction, limitsNamed, readHints, requiredNamed } from './hints.ts';

/** Phrases with an `and` that are one thing. */
const oneThing =
  /\b(?:terms and conditions|date and time|day and time|first and last names?|pros and cons|food and drinks?|arts and crafts|health and safety|research and development|lost and found|black and white|hardware and software|questions and answers|do's and don'ts|wear and tear|bed and breakfast|profit and loss|supply and demand|trial and error|salt and pepper|room and board|rules and regulations|drag and drop|likes and dislikes|strengths and weaknesses|hopes and dreams|before and after|start and end(?: dates?| times?)|research and science|goods and services|shipping and handling|research & development|parts and labou?r|q & a|r & d|p & l)\b/gi;

/** Splits a field list into its items: lines and bullets, semicolons, commas, then `and`. */
export function splitItems(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => splitLine(line));
}

const bullet = /^(?:[-*•–—·◦▪+]|\d{1,2}[.)])\s+/;

/** True for a line that a list marker opens. */
export const isBullet = (line: string): boolean => bullet.test(line);

function splitLine(line: string): readonly string[] {
  const own = isBullet(line);
  const text = line.replace(bullet, '').trim();
  const marked = splitMarked(text);
  if (marked !== null) return marked;
  const parts = splitOutside(text, /;/g)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.flatMap((part) => splitPart(part, own || parts.length > 1));
}

/** `name - zone - temperature`, `name | zone`, `name / zone / size`: one mark between all items, and no other. */
function splitMarked(text: string): readonly string[] | null {
  const masked = maskGroups(text);
  if (/[,;:]/.test(masked)) return null;
  for (const [mark, least] of [
    [/\s+(?:-|—)\s+/g, 2],
    [/\s*\|\s*/g, 1],
    [/\s+\/\s+/g, 2],
  ] as const) {
    if ([...masked.matchAll(mark)].length >= least) return splitOutside(text, mark).map((part) => part.trim());
  }
  return null;
}

/** `alone`: the part was set apart by a bullet or semicolons, so what follows its label belongs to it. */
function splitPart(part: string, alone: boolean): readonly string[] {
  if (alone && isOneField(part)) return [part];
  const pieces = splitOutside(part, /(?<!\d),|,(?!\d)/g)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const gathered = gatherHints(gatherChoices(joinIntroduced(pieces), alone));
  return gathered.flatMap((piece, index) => splitAnd(piece, index === gathered.length - 1));
}

/** `price: number, required`, `status - open, in progress or done`, `name, required`. */
function isOneField(part: string): boolean {
  const colon = /^([^:,]+?)\s*(?::|\s[-—–=]|=)\s+(.+)$/.exec(maskGroups(part));
  if (colon !== null) return true;
  const [first, ...rest] = splitOutside(part, /,/g).map((piece) => piece.trim());
  return first !== undefined && rest.length > 0 && rest.every((piece) => isHint(piece));
}

const isHint = (piece: string): boolean => typeNamed(piece) !== null || requiredNamed(piece) !== null || limitsNamed(piece) !== null;

const introducesChoices =
  /^(?:(?:which|that|it)\s+)?(?:(?:is|can be|may be|must be|should be|being|as)\s+)?(?:(?:exactly\s+|any\s+|only\s+)?one of|either|a choice (?:of|between)|(?:which|that|it)\s+(?:can|may|could|must|should) be|with (?:the )?(?:options|values|choices))\s/i;

/** `a status`, `one of open`: words that only introduce choices belong to the field before them. */
function joinIntroduced(pieces: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const previous = joined.at(-1);
    if (previous !== undefined && introducesChoices.test(piece)) joined[joined.length - 1] = `${previous}, ${piece}`;
    else joined.push(piece);
  }
  return joined;
}

/** Puts the pieces of a list of choices without parentheses together again: `colour: one of red`, `green or blue`. */
function gatherChoices(pieces: readonly string[], alone: boolean): readonly string[] {
  const gathered: string[] = [];
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] ?? '';
    const end = choicesEnd(pieces, index, alone);
    gathered.push(pieces.slice(index, end + 1).join(', ') || piece);
    index = end;
  }
  return gathered;
}

function choicesEnd(pieces: readonly string[], start: number, alone: boolean): number {
  const opened = opensChoices(pieces[start] ?? '');
  if (opened === 'no') return start;
  for (let index = start; index < pieces.length; index += 1) {
    const piece = maskGroups(pieces[index] ?? '');
    if (index > start && /[:(]/.test(piece)) return opened === 'surely' && index - 1 > start ? index - 1 : start;
    if (/(?:^|\s)or\s/i.test(piece)) return index;
  }
  return opened === 'surely' || alone ? pieces.length - 1 : start;
}

function opensChoices(piece: string): 'surely' | 'maybe' | 'no' {
  const masked = maskGroups(piece);
  if (/\bor\b/i.test(masked)) return 'no';
  if (/\bwith (?:the )?(?:options|values|choices)\s/i.test(masked)) return 'surely';
  const words = masked.split(' ');
  for (let start = 1; start < Math.min(words.length, 12); start += 1) {
    const introduced = choiceIntroduction.exec(
      words
        .slice(start)
        .join(' ')
        .replace(/^[-—=]\s*/, ''),
    );
    if (
      introduced === null ||
      (/^(?:can be|may be)\s*$/i.test(introduced[0]) === false && /^(?:options?|values?|select|list of)\s/i.test(introduced[0]))
    )
      continue;
    return words.slice(start).join(' ').length > introduced[0].length ? 'surely' : 'maybe';
  }
  const colon = /^[^:]+:\s+(.+)$/.exec(masked);
  return colon !== null && readHints(colon[1] ?? '') === null ? 'maybe' : 'no';
}

/** `name, required, zone`: a piece that is only a hint belongs to the field before it. */
function gatherHints(pieces: readonly string[]): readonly string[] {
  const gathered: string[] = [];
  for (const piece of pieces) {
    const previous = gathered.at(-1);
    const flag = piece.replace(/^and\s+/i, '');
    const belongs = requiredNamed(flag) !== null || limitsNamed(flag) !== null;
    const [hint = '', ...more] = flag.split(/\s+and\s+/);
    if (previous !== undefined && belongs) gathered[gathered.length - 1] = `${previous} (${flag})`;
    else if (previous !== undefined && more.length > 0 && requiredNamed(hint) !== null) {
      gathered[gathered.length - 1] = `${previous} (${hint})`;
      gathered.push(more.join(' and '));
    } else gathered.push(piece);
  }
  return gathered;
}

/** Splits at `and`, where that is no part of one field. `last`: the piece ends its list, where an `and` is expected. */
function splitAnd(piece: string, last: boolean): readonly string[] {
  const led = /^(?:and|plus|&)\s+/i.exec(piece);
  const body = led === null ? piece : piece.slice(led[0].length);
  const introduced = choiceStart(body);
  if (introduced >= 0) return splitAroundChoices(body, introduced, last);
  const guarded = maskGroups(body)
    .replace(oneThing, (phrase) => '\ue000'.repeat(phrase.length))
    .replace(/\bbetween\s+\S+\s+and\s/gi, (phrase) => '\ue000'.repeat(phrase.length));
  const cuts = [...guarded.matchAll(/\s+(?:and(?: also| then| finally)?|&|plus|as well as|along with|together with)\s+/gi)];
  if (cuts.length === 0) return [body];
  const parts: string[] = [];
  let start = 0;
  for (const cut of cuts) {
    parts.push(body.slice(start, cut.index).trim());
    start = cut.index + cut[0].length;
  }
  parts.push(body.slice(start).trim());
  const sure = last && led === null;
  return sure || parts.every((part) => isUsualField(part.replace(/\s*\(.*$/, ''))) ? parts : [body];
}

/** Where choices without parentheses begin (`one of`, `either`), or -1. */
function choiceStart(piece: string): number {
  return maskGroups(piece).search(/\b(?:one of|either|choice of|pick one of|with (?:the )?(?:options|values|choices))\b/i);
}

/** `zone and colour as one of red, green or blue`: what stands before the field of the choices is another field. */
function splitAroundChoices(piece: string, start: number, last: boolean): readonly string[] {
  const before = maskGroups(piece.slice(0, start)).toLowerCase().lastIndexOf(' and ');
  if (before < 0) return splitAfterChoices(piece);
  return [...splitAnd(piece.slice(0, before), last), ...splitAfterChoices(piece.slice(before + 5))];
}

/** `colour one of red, green or blue and size`: what follows the last choice is a new field. */
function splitAfterChoices(piece: string): readonly string[] {
  const found = /^(.*\sor\s+\S+(?:\s\S+)?)\s+and\s+(.+)$/i.exec(maskGroups(piece));
  if (found === null) return [piece];
  const cut = (found[1] ?? '').length;
  return [piece.slice(0, cut), piece.slice(cut).replace(/^\s+and\s+/i, '')];
}
