import { isMash, maskGroups, unquote, wordsOf } from '../language/text.ts';
import type { Doubt, Field, FieldType } from './description.ts';
import { typeNamed, typeOfLabel } from './field-types.ts';
import { choiceIntroduction, choicesIn, type Hints, limitsNamed, readHints, requiredNamed } from './hints.ts';
import { isStatement } from './prose.ts';

/** One item of a list: a field, a wish that is no field, nothing, or something that cannot be told. */
export type Item =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'wish'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'doubt'; readonly doubt: Doubt };

const wishes =
  /^(?:an?\s+|some\s+|the\s+|good\s+|simple\s+|nice\s+)*(?:search(?: box| field| bar| function)?|log-?in|sign-?in|user accounts?|passwords?|authentication|dark mode|filters?|filtering|sorting|export(?: to \w+)?|csv export|import|notifications?|reminders?|charts?|graphs?|reports?|dashboards?|photo uploads?|file uploads?|pagination|a nice design|mobile support)$/i;
const openEnds =
  /^(?:etc|et cetera|and so on|so on|and so forth|so forth|(?:and )?more|and others|others?|other (?:things|stuff|fields|details|info)|stuff(?: like that)?|things(?: like that)?|whatever(?: .*)?|anything else|the usual(?: .*)?|everything(?: .*)?|all that|and the like|the like|some other .*|…|\.\.\.)$/i;
const connectors =
  /^(?:and|plus|also|then|finally|lastly|maybe|perhaps|ideally|as well as|along with|together with|including|additionally|of course|or|just|only|simply|e\.g\.|for example|such as|like|namely),?\s+(?=\S)/i;
const determiners = /^(?:an?|the|its|their|his|her|my|our|your|some|any|that|one)\s+(?=[\p{L}\p{N}"'])/iu;

/** Longer items are no field, whatever they say. In characters. */
const longestItem = 500;
/** Where a hint begins at the latest: a label has fewer words. */
const mostLabelWords = 12;

/** Reads one item of a field list, such as `last check date (required)` or `a number called humidity`. */
export function readItem(text: string): Item {
  if (text.length > longestItem) return { kind: 'doubt', doubt: { kind: 'unclear_field', text: text.trim() } };
  const bare = tidy(text);
  if (bare === '') return { kind: 'nothing' };
  if (openEnds.test(bare)) return { kind: 'doubt', doubt: { kind: 'open_list', text: bare } };
  if (wishes.test(bare)) return { kind: 'wish', text: bare };
  const { label, hints } = takeHints(bare);
  return toItem(label, hints, text);
}

function tidy(text: string): string {
  let bare = text
    .trim()
    .replace(/^[-*•–—·◦▪]\s+|^\d+[.)]\s+/, '')
    .replace(/[.,;!]+$/, '')
    .trim();
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare
      .replace(connectors, '')
      .replace(/^(?:an?|the|its|their)\s+(?!(?:from|between|one of|either|yes|is|as|required|optional|of)\b)(?=\p{L})/iu, '')
      .trim();
  }
  return bare.replace(/\s+(?:please|too|as well|thanks|thank you|for (?:each|every) (?:one|of them))$/i, '').trim();
}

interface Reading {
  readonly label: string;
  readonly hints: Hints;
}

/** Takes the hints out of an item, innermost knowledge first: groups in parentheses, then what stands around the label. */
function takeHints(text: string): Reading {
  const grouped = takeGroups(text);
  if (/^"[^"]+"$/.test(grouped.label)) return grouped; // quoted: a label, whatever it says
  let reading: Reading = grouped;
  for (const take of [
    takeStar,
    takeColon,
    takeCalled,
    takeSaid,
    takeChoices,
    takeFlags,
    takeSpan,
    takeTypeSuffix,
    takeQuestion,
    takeWhether,
  ]) {
    const next = take(reading.label);
    if (next !== null) reading = { label: next.label, hints: { ...next.hints, ...reading.hints } };
  }
  return reading;
}

/** `price (number, required)`: groups that are no hint stay in the label. */
function takeGroups(text: string): Reading {
  const masked = maskGroups(text);
  let hints: Hints = {};
  let label = '';
  let end = 0;
  for (const match of masked.matchAll(/[([{]\ue000+[)\]}]/g)) {
    const said = readHints(text.slice(match.index + 1, match.index + match[0].length - 1), true);
    const keep = said === null ? match[0].length : 0;
    const unit = said?.rest === undefined || /^(?:e\.?g|for |like|such|i\.?e)/i.test(said.rest) ? '' : `(${said.rest})`;
    label += text.slice(end, match.index + keep) + unit;
    end = match.index + match[0].length;
    if (said !== null) hints = { ...hints, ...said };
  }
  return { label: `${label}${text.slice(end)}`.replace(/\s+/g, ' ').trim(), hints };
}

function takeStar(text: string): Reading | null {
  return /\S\s?\*$/.test(text) ? { label: text.replace(/\s?\*$/, ''), hints: { required: true } } : null;
}

/** `zone: text`, `zone - a choice of A or B`, `zone = text`. Words that are no hint explain the field and are left out. */
function takeColon(text: string): Reading | null {
  const found = /^([^:=]+?)\s*(?::|=|\s-{1,2}>?|\s—|\s–|\s→)\s+(.+)$/.exec(text) ?? /^([^:=/]+?)\s*[:=]\s*([^/\s].*)$/.exec(text);
  if (found === null) return null;
  const [, label = '', said = ''] = found;
  if (/\d$/.test(label) && /^-?\d/.test(said)) return null;
  return { label, hints: readHints(said, true) ?? {} };
}

/** `a required date called planted on`, `a text field for the address`, `a checkbox for active`, `a field called zone`. */
function takeCalled(text: string): Reading | null {
  const bare = text.replace(determiners, '');
  const named = /^(?:(required|mandatory|optional)\s+)?(?:(.+?)\s+)?(?:called|named|labell?ed|titled)\s+(.+)$/i.exec(bare);
  const forIt =
    /^(?:(required|mandatory|optional)\s+)?(?:(.*?)\s*)?\b(?:fields?|columns?|box|input|property|attribute|checkbox|tickbox|toggle|dropdown|drop-down)\s+(?:for|with|about|of)?\s*(.+)$/i.exec(
      bare,
    );
  const found = named ?? forIt;
  if (found === null) return null;
  const [, flag, described = '', label = ''] = found;
  const control = /\b(checkbox|tickbox|toggle)\b/i.exec(bare.slice(0, bare.length - label.length));
  const plain = described
    .replace(/\s*\b(?:fields?|columns?|property|attribute)$/i, '')
    .replace(determiners, '')
    .replace(/^(?:new|extra|additional|further)\s*/i, '');
  const type = control !== null ? 'boolean' : plain === '' ? undefined : typeNamed(plain);
  if (type === null) return null;
  return {
    label,
    hints: { ...(type === undefined ? {} : { type }), ...(flag === undefined ? {} : { required: !/optional/i.test(flag) }) },
  };
}

/** `zone as text`, `checked which is a date`, `name is required`, `rating of type integer`. */
function takeSaid(text: string): Reading | null {
  const connected =
    /^(.+?),?\s+(?:as|being|which (?:is|should be|must be)|that (?:is|should be|must be)|is|are|must be|should be|has to be|of type|with type|type|stored as|written as|formatted as|in the form of|using)\s+(.+)$/i.exec(
      text,
    );
  if (connected === null) return null;
  const [, label = '', said = ''] = connected;
  const hints = readHints(said, true) ?? readHints(`is ${said}`, false);
  return hints === null || hints.rest !== undefined ? null : { label, hints };
}

/** `status one of open or closed`, `status either a or b`, `priority low/medium/high`. */
function takeChoices(text: string): Reading | null {
  const words = text.split(' ');
  for (let start = 1; start < Math.min(words.length, mostLabelWords); start += 1) {
    const tail = words
      .slice(start)
      .join(' ')
      .replace(/^with (?:the )?/i, '');
    const introduced = choiceIntroduction.exec(tail);
    if (introduced === null) continue;
    const choices = choicesIn(tail.slice(introduced[0].length));
    if (choices !== null) return { label: words.slice(0, start).join(' ').replace(/,$/, ''), hints: { type: 'choice', choices } };
  }
  return slashed(words) ?? alternatives(text);
}

const chosen = /\b(?:status|state|priority|type|kind|category|gender|sex|level|severity|size|condition|grade|colou?r|season|stage|phase)$/i;

function slashed(words: readonly string[]): Reading | null {
  const at = words.findIndex((word, index) => index > 0 && /^[^/]+\/[^/]+/.test(word) && readHints(word) === null);
  if (at < 0) return null;
  const label = words.slice(0, at).join(' ');
  const choices = choicesIn(words.slice(at).join(' '));
  if (choices === null || (choices.length < 3 && !chosen.test(label))) return null;
  return { label, hints: { type: 'choice', choices } };
}

/** `status open or closed`. */
function alternatives(text: string): Reading | null {
  const found = /^(.*?)\s+(\S+(?:\s*,\s*\S+)*\s+or\s+.+)$/i.exec(text);
  if (found === null) return null;
  const [, label = '', said = ''] = found;
  const choices = chosen.test(label) ? choicesIn(said) : null;
  return choices === null ? null : { label, hints: { type: 'choice', choices } };
}

/** `required name`, `an optional note`, `name required`, `name, required`. */
function takeFlags(text: string): Reading | null {
  const before = /^(?:an?\s+|the\s+)?(required|mandatory|compulsory|optional|optionally)\s+(.+)$/i.exec(text);
  if (before !== null) return { label: before[2] ?? '', hints: { required: !/^optional/i.test(before[1] ?? '') } };
  const words = text.split(' ');
  for (let start = 1; start < Math.min(words.length, mostLabelWords); start += 1) {
    const required = requiredNamed(
      words
        .slice(start)
        .join(' ')
        .replace(/^[-—(]\s*/, ''),
    );
    if (required !== null)
      return {
        label: words
          .slice(0, start)
          .join(' ')
          .replace(/[\s,—-]+$/, ''),
        hints: { required },
      };
  }
  return null;
}

/** `rating from 1 to 5`, `age at least 18`, `score 0-100`. */
function takeSpan(text: string): Reading | null {
  const words = text.split(' ');
  for (let start = 1; start < Math.min(words.length, mostLabelWords); start += 1) {
    const tail = words.slice(start).join(' ');
    const limits = limitsNamed(tail);
    if (limits !== null && !/^positive|^not neg/i.test(tail))
      return { label: words.slice(0, start).join(' ').replace(/,$/, ''), hints: limits };
  }
  return null;
}

/** `active yes/no`, `age integer`. Words that also end an ordinary label (`date`, `number`, `text`) stay in it. */
function takeTypeSuffix(text: string): Reading | null {
  const found =
    /^(.+?)[\s,]+(yes\s?\/\s?no|yes or no|y\/n|true\s?\/\s?false|true or false|on\/off|integer|int|string|boolean|bool|decimal|float|checkbox|tickbox|whole number|long text|textarea|multi-?line(?: text)?|numeric)$/i.exec(
      text,
    );
  const type = typeNamed(found?.[2] ?? '');
  return found === null || type === null ? null : { label: found[1] ?? '', hints: { type } };
}

function takeQuestion(text: string): Reading | null {
  if (!text.endsWith('?')) return null;
  const label = text.replace(/\s*\?+$/, '');
  return { label, hints: typeOfLabel(label) === 'text' && !/^(?:what|who|where|which|why)\b/i.test(label) ? { type: 'boolean' } : {} };
}

/** `whether it is active`, `if it has been paid`. */
function takeWhether(text: string): Reading | null {
  const found = /^(?:whether|if)\s+(?:or not\s+)?(.+)$/i.exec(text);
  if (found === null) return null;
  const said = found[1] ?? '';
  const state = /^(?:it|he|she|they|this|that|one)(?:'s|\s+(?:is|are|was|were|has been|have been|had been))\s+(.+)$/i.exec(said);
  const done = /^(?:i|we)(?:'ve|\s+have)\s+(?:already\s+)?(\p{L}+)(?:\s+(?:it|them|him|her))?$/iu.exec(said);
  const has = /^(?:it|he|she|they)\s+(?:has|have)\s+(?:an?\s+)?(.+)$/i.exec(said);
  return { label: state?.[1] ?? done?.[1] ?? has?.[1] ?? said.replace(/^(?:it|he|she|they)\s+/i, ''), hints: { type: 'boolean' } };
}

const empty =
  /^(?:data|information|info|fields?|columns?|properties|attributes|it|them|this|that|these|those|one|each|nothing|none|things?|stuff|something|anything|other (?:data|stuff|things|info|information|details))$/i;
/** Words of a sentence to us, not of a label. */
const speech =
  /^(?:i|you|we|they|he|she|please|don't|do not|let's|but|because|although|whatever|no idea|not sure|maybe|perhaps|dunno|nothing|anything|everything|tell me|show me|help)\b/i;

function toItem(written: string, hints: Hints, text: string): Item {
  const label = unquote(
    written
      .replace(determiners, '')
      .replace(/^[,:;\s-]+|[,:;\s-]+$/g, '')
      .replace(/_(?=\p{L})/gu, ' '),
  ).trim();
  if (label === '') return { kind: 'nothing' };
  if (
    !/[\p{L}\p{N}]/u.test(label) ||
    empty.test(label) ||
    speech.test(label) ||
    isMash(label) ||
    isStatement(label) ||
    (/,\s/.test(label) && !/"/.test(written)) ||
    wordsOf(label).length > 7 ||
    label.length > 60
  ) {
    return { kind: 'doubt', doubt: { kind: 'unclear_field', text: text.trim() } };
  }
  return { kind: 'field', field: toField(label, hints) };
}

/** A field with what was said, and what its label tells where nothing was said. */
export function toField(label: string, hints: Hints): Field {
  const { choices = [], max = null, min = null, required = false, type } = hints;
  const guessed = typeOfLabel(label);
  return {
    label,
    type: withLimits(type ?? guessed, type !== undefined, min, max),
    typeGiven: type !== undefined,
    required,
    choices,
    min,
    max,
  };
}

/** Limits make a field a number that was no other number yet. */
export function withLimits(type: FieldType, given: boolean, min: number | null, max: number | null): FieldType {
  const limits = [min, max].filter((limit) => limit !== null);
  if (limits.length === 0 || given || type === 'number' || type === 'integer') return type;
  return limits.every(Number.isInteger) ? 'integer' : 'number';
}
