import { unquote } from '../language/text.ts';
import type { FieldType } from './description.ts';
import { typeNamed } from './field-types.ts';

/** What a hint says of a field. Absent parts were not said. `rest`: words that are no hint, such as a unit. */
export interface Hints {
  readonly type?: FieldType;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly rest?: string;
}

/** Longer pieces are no flag and no limit, longer texts no hint. In characters. */
const longestPiece = 80;
const longestHint = 600;

const requiredWords =
  /^(?:(?:is|it's|always|field is|strictly)\s+)?(?:required|mandatory|compulsory|obligatory|needed|necessary|must(?: have)?|not empty|non-empty|cannot be empty|can't be empty|must not be empty|must be (?:filled(?: in| out)?|given|set|present|provided)|always(?: there| filled| set)?|not null|\*)(?: field)?$/i;
const optionalWords =
  /^(?:(?:is|it's|field is)\s+)?(?:optional|not required|not mandatory|not needed|nullable|can be (?:left )?empty|may be (?:left )?empty|can be blank|may be blank|if known|if any|if available|if there is one|if given|when known|nice to have|not necessary)(?: field)?$/i;

/** What a piece says about being required, or null. */
export function requiredNamed(text: string): boolean | null {
  if (text.length > longestPiece) return null;
  const plain = text.trim().replace(/[.!]+$/, '');
  if (optionalWords.test(plain)) return false;
  return requiredWords.test(plain) ? true : null;
}

const allRequired =
  /^(?:and\s+)?(?:all|both|everything|all (?:of them|fields)|every field)(?:\s+(?:is|are|must be|being))?\s+(?:required|mandatory|compulsory)$/i;
const noneRequired =
  /^(?:and\s+|but\s+|with\s+)?(?:(?:all|both|everything|all (?:of them|fields)|every field)(?:\s+(?:is|are|being))?\s+optional|(?:nothing|none(?: of (?:them|these|those|the fields))?|no fields?)(?:\s+(?:is|are|must be|has to be|have to be))?\s+(?:required|mandatory|compulsory|needed|filled in)|no (?:required|mandatory) fields?)$/i;

/** What a piece says of all fields: required (`all required`) or not (`nothing is required`); null when it speaks of none or of some. */
export function allFlagged(text: string): boolean | null {
  const plain = text.trim().replace(/[.!]+$/, '');
  if (plain.length > longestPiece) return null;
  if (noneRequired.test(plain)) return false;
  return allRequired.test(plain) ? true : null;
}

const numeral = '-?\\d+(?:[.,]\\d+)?';
const spans: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:an?\\s+)?(?:value|number|scale|range|rating|integer)\\s+)?(?:ranging\\s+)?(?:from\\s+|of\\s+|range\\s+|between\\s+)?(${numeral})\\s*(?:-|–|—|\\.\\.+|…|to|through|until|and|up to)\\s*(${numeral})\\s*(?:stars?|points?|%|percent|only)?$`,
    'i',
  ),
];
const smallest = new RegExp(
  `^(?:min(?:imum)?(?: is| of|:|=)?|at least|>=|≥|no less than|not below|starting at|from)\\s*(${numeral})$`,
  'i',
);
const largest = new RegExp(
  `^(?:max(?:imum)?(?: is| of|:|=)?|at most|up to|<=|≤|no more than|not above|not more than)\\s*(${numeral})$`,
  'i',
);

/** Limits that a piece names, or null. */
export function limitsNamed(text: string): { readonly min?: number; readonly max?: number } | null {
  if (text.length > longestPiece) return null;
  const plain = text.trim().replace(/[.!]+$/, '');
  for (const span of spans) {
    const found = span.exec(plain);
    if (found !== null) return { min: toNumber(found[1]), max: toNumber(found[2]) };
  }
  const low = smallest.exec(plain);
  if (low !== null) return { min: toNumber(low[1]) };
  const high = largest.exec(plain);
  if (high !== null) return { max: toNumber(high[1]) };
  if (/^(?:positive|not negative|non-negative|zero or more)(?: number)?$/i.test(plain)) return { min: 0 };
  return null;
}

const toNumber = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));

/** Words that open a list of choices. */
export const choiceIntroduction =
  /^(?:(?:it\s+)?(?:is|can be|may be|must be|should be|could be|being|which is|which can be|that is|that can be|as)\s+)?(?:an?\s+)?(?:(?:any|exactly|only)?\s*one of(?: the following| these)?|either(?: of)?|(?:multiple[ -])?choices?(?: field)?(?: of| between| among| from)?|choose (?:from|between|one of)|pick(?: one)?(?: of| from)|select(?:ion)?(?: field)?(?: of| from| one of)?|drop-?\s?down(?: list| menu| field)?(?: of| with| from)?|options?(?: are| field)?|enum(?:eration)?(?: of)?|list of|possible values(?: are)?|allowed values(?: are)?|values(?: are)?|(?:(?:which|that|it)\s+)?(?:can|may|could) be|radio buttons?)(?:\s+(?:with\s+)?(?:the\s+)?(?:options|values|choices))?\s*[:=]?(?:\s+|$)/i;

/** The choices in `red, green or blue`, `low/medium/high`, `a | b`; null when there are fewer than two. */
export function choicesIn(text: string): readonly string[] | null {
  const plain = text
    .trim()
    .replace(/[.;!]+$/, '')
    .replace(/^[([{]|[)\]}]$/g, '');
  const separator = /\s*[|;]\s*/.test(plain) ? /\s*[|;]\s*/ : /,|\sor\s/i.test(plain) ? /\s*,\s*(?:or\s+|and\s+)?|\s+or\s+/i : /\s*\/\s*/;
  const parts = plain
    .split(separator)
    .flatMap((part, index, all) => (index === all.length - 1 && index > 0 ? part.split(/\s+and\s+/i) : [part]));
  const choices = parts.map((part) => unquote(part.replace(/^(?:either|or|and)\s+/i, '').trim())).filter((part) => part !== '');
  if (choices.length < 2 || choices.some((choice) => choice.length > 60 || choice.split(/\s+/).length > 6)) return null;
  return [...new Set(choices)];
}

/**
 * Reads a hint: `date, required`, `number, 0 to 100`, `one of red, green or blue`, `open/closed`. Null when nothing in it is a hint. In
 * parentheses (`grouped`) a plain list is a list of choices.
 */
export function readHints(text: string, grouped = false): Hints | null {
  const plain = text.trim().replace(/[.!]+$/, '');
  if (plain === '' || plain.length > longestHint) return null;
  const whole = single(plain);
  if (whole !== null) return whole;
  const pieces = plain
    .split(/\s*[,;]\s*|\s+(?:and|but)\s+(?=(?:is\s+)?(?:required|optional|mandatory|not required)\b)|\s+—\s+/)
    .filter((piece) => piece !== '');
  let hints: Hints = {};
  const left: string[] = [];
  for (const piece of pieces) {
    const said = single(piece.replace(/^and\s+/, ''));
    if (said === null || (said.choices !== undefined && pieces.length > 1)) left.push(piece);
    else hints = { ...hints, ...said };
  }
  if (left.length === 0) return hints;
  return (
    withChoices(hints, left, grouped) ?? splitHint(plain) ?? (Object.keys(hints).length > 0 ? { ...hints, rest: left.join(', ') } : null)
  );
}

function withChoices(hints: Hints, left: readonly string[], grouped: boolean): Hints | null {
  const text = left.join(', ');
  if (/^(?:e\.?\s?g\.?|for example|for instance|like|such as|i\.?\s?e\.?)\b/i.test(text)) return { ...hints, rest: text };
  const introduced = choiceIntroduction.exec(text);
  const body = introduced === null ? text : text.slice(introduced[0].length);
  if (introduced === null && (!grouped || !/[,/|]|\sor\s/i.test(text))) return null;
  if (hints.type !== undefined && introduced === null && hints.type !== 'text') return null;
  const choices = choicesIn(body);
  if (choices !== null) return { ...hints, type: 'choice', choices };
  return introduced === null ? null : { ...hints, type: 'choice', choices: body.trim() === '' ? [] : [body.trim()] };
}

/** One piece that is wholly a hint. */
function single(piece: string): Hints | null {
  const type = typeNamed(piece);
  if (type !== null) return { type };
  const required = requiredNamed(piece);
  if (required !== null) return { required };
  const limits = limitsNamed(piece);
  if (limits !== null) return limits;
  if (
    /^(?:in|as)\s+(?:euros?|dollars?|pounds?|francs?|eur|usd|gbp|chf|cents?|percent|%|kg|kilos?|grams?|g|cm|mm|m|km|metres?|meters?|miles|litres?|liters?|ml|°?c|celsius|fahrenheit|hours|minutes|€|\$|£)$/i.test(
      piece,
    )
  ) {
    return { type: 'number', rest: piece };
  }
  return splitHint(piece);
}

/** Two hints in one piece: `required date`, `number from 1 to 5`, `optional long text`, `number between 0 and 10`, `date required`. */
function splitHint(piece: string): Hints | null {
  const flag = /^(required|mandatory|optional)\s+(?!(?:required|mandatory|optional)\b)(.+)$/i.exec(piece);
  if (flag !== null) {
    const rest = readHints(flag[2] ?? '');
    if (rest !== null && rest.rest === undefined) return { ...rest, required: !/^optional$/i.test(flag[1] ?? '') };
  }
  const flagged = /^(.+?)[\s,]+(?:and\s+|but\s+)?(?:is\s+)?(required|mandatory|optional|not required)$/i.exec(piece);
  if (flagged !== null) {
    const rest = typeNamed(flagged[1] ?? '') ?? null;
    if (rest !== null) return { type: rest, required: requiredNamed(flagged[2] ?? '') ?? false };
  }
  const words = piece.split(/\s+/);
  for (let length = Math.min(words.length - 1, 6); length >= 1; length -= 1) {
    const type = typeNamed(words.slice(0, length).join(' '));
    if (type === null) continue;
    const tail = words
      .slice(length)
      .join(' ')
      .replace(/^(?:which is|that is|is|,)\s+/, '');
    const limits = limitsNamed(tail);
    if (limits !== null) return { type, ...limits };
    if (type === 'number' && /^(?:in|of|with)\s+\S+/.test(tail)) return { type, rest: tail };
  }
  return null;
}
