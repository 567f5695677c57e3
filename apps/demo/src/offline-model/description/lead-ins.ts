import { maskGroups } from '../language/text.ts';
import { entityText, isSeveral } from './entity.ts';
import { isUsualField } from './field-types.ts';
import {
  bareKeeper,
  keeperFor,
  keepingVerb,
  keptIn,
  onlyAdjectives,
  opensOtherwise,
  ownedKeeper,
  separator,
  softwareAbout,
  softwareTo,
  titledApp,
} from './lead-in-patterns.ts';

/** What a sentence that opens an app says: the kind of entry and the rest, in which its fields may be listed. */
export interface LeadIn {
  readonly entity: string | null;
  readonly rest: string;
  readonly title: string | null;
  /** The words name what the app is for but not what an entry is (`an app for my bakery`). */
  readonly vague?: string;
}

/** Splits `plants with name and zone` into the entity's words and what follows; the separator stays with the rest. */
export function cutEntity(text: string): { readonly head: string; readonly separator: string; readonly rest: string } {
  const found = separator.exec(maskGroups(text));
  if (found === null || found.index === undefined) return { head: text, separator: '', rest: '' };
  const by = text.slice(found.index, found.index + found[0].length);
  const rest = text.slice(found.index + by.length);
  return { head: text.slice(0, found.index), separator: by, rest: by.endsWith('(') ? rest.replace(/\)[\s.]*$/, '') : rest };
}

/** Reads the opening of an app from one sentence, or null when it is none. `verbs`: also `track my plants`, without a word for an app. */
export function readLeadIn(sentence: string, verbs: boolean): LeadIn | null {
  if (isElsewhere(sentence)) return null;
  const { text, title } = takeTitle(sentence);
  const found =
    keptSoFar(text) ?? named(text) ?? keeperOf(text) ?? softwareFor(text) ?? (verbs ? (verbOf(text) ?? keeperAlone(text)) : null);
  if (found === null) return title === null ? null : { entity: null, rest: '', title };
  return { ...found, title };
}

/** `an app called GreenWatch to track plants`. */
function takeTitle(sentence: string): { readonly text: string; readonly title: string | null } {
  const found = titledApp.exec(sentence);
  if (found === null) return { text: sentence, title: null };
  const name = properName(found[2] ?? '');
  return { text: `${found[1] ?? ''}${(found[2] ?? '').slice(name.length)}${found[3] ?? ''}`, title: name.replace(/^["']|["']$/g, '') };
}

/** The capitalised words at the start; the `i` flag of the pattern above would take lower-case ones too. */
function properName(text: string): string {
  if (/^["']/.test(text)) return text;
  return /^\p{Lu}[\p{L}\p{N}]*(?:\s\p{Lu}[\p{L}\p{N}]*)*/u.exec(text)?.[0] ?? /^\S+/.exec(text)?.[0] ?? text;
}

const requests =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|ok|okay|so|well|please|actually|basically|yes|sure|right)\b[,.! ]*(?:there\b[,.! ]*)?)*(?:(?:i|we)(?:'d| would| am|'m|'re| are)?\s+(?:really\s+|just\s+|also\s+)?(?:like|want|need|love|looking for|look for|thinking of|have to have|wish for|require|am after|dream of)(?:\s+you)?(?:\s+to\s+(?:have|get|build|make|create|see|use|set up|write|be able to))?|(?:can|could|would|will)\s+you(?:\s+please)?(?:\s+(?:help me(?: to)?))?\s*(?:build|make|create|write|give|set up|generate|do|develop|design|code)?(?:\s+(?:me|us))?|(?:please\s+)?(?:help me(?: to)?\s+)?(?:build|make|create|generate|develop|design|code|set up|give|get|write|do|start|prepare)(?:\s+(?:me|us))?|let's\s+(?:build|make|create|do)|how about|what about|it(?:'s| is| should be)|this is|the app is|i have in mind|looking for|need|want)\s+/i;
const adjectives =
  /^(?:(?:an?|the|my|our|one|some|me|us|simple|small|little|nice|basic|plain|quick|easy|personal|new|tiny|mini|good|web|web-based|mobile|online|digital|private|internal|custom|clean|modern|lightweight|working|complete|full|minimal|proper|central|shared|own|kind of|sort of|tracking|crud|data|stock|to have|be able to|for me|browser)\s+)+/i;

function stripRequest(text: string): string {
  let bare = text.trim();
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(requests, '').trim();
  }
  return bare;
}

/** `a plant tracker with …`, `book inventory: …`: the words before the keeper name the entry. */
function named(text: string): Omit<LeadIn, 'title'> | null {
  const bare = stripRequest(text);
  const found = ownedKeeper.exec(bare);
  if (found === null) return null;
  const owner = (found[1] ?? '').replace(adjectives, '').trim();
  if (owner === '' || onlyAdjectives.test(owner) || /[,:;.—(]|\s-\s/.test(owner)) return null;
  if (/\b(?:with|to|that|which|where|i|we|want|need|my|our|and each|has|have|is|are|a|an|the)\b/i.test(owner)) return null;
  if (opensOtherwise.test(owner) && !nounFirst.test(owner)) return null;
  if ((/^app/i.test(found[2] ?? '') && notKeepers.test(owner)) || startsElsewhere.test(owner)) return null;
  const entity = entityText(owner);
  return entity === null ? null : { entity, rest: afterAside(bare.slice(found[0].length)) };
}
/** Verbs that as often are nouns: at the start of a text only `list my books` reads them as verbs. */
const nounFirst = /^(?:list|file|count|plan|document|log|record|note|schedule|inventory)\s\S/i;
/** Kinds of app that are no list of entries. */
const notKeepers =
  /\b(?:chat|messaging|messenger|weather|dating|banking|bank|photo|photos|video|music|camera|game|gaming|calculator|social|social media|social network|map|maps|navigation|translation|translator|drawing|paint|email|mail|streaming|trading|blog|news|search|payment|shopping|delivery|ride|taxi|quiz game|operating|ai|voice|alarm|clock|timer)$/i;

/** `a tracker for plants`, `an inventory of tools`, `a database to store recipes`. */
function keeperOf(text: string): Omit<LeadIn, 'title'> | null {
  const found = keeperFor.exec(text);
  return found === null ? null : entityAt(text.slice(found.index + found[0].length));
}

/** `an app for plants`, `an app to track plants`. One thing that is owned (`for my bakery`) is where it is used, not what it keeps. */
function softwareFor(text: string): Omit<LeadIn, 'title'> | null {
  const doing = softwareTo.exec(text);
  if (
    doing !== null &&
    !/\bfor\s+(?:list|file|track|record|log|note|plan|count|document|store|inventory|manage|order|schedule)\s+$/i.test(doing[0])
  )
    return entityAt(text.slice(doing.index + doing[0].length));
  const found = softwareAbout.exec(text);
  if (found === null) return null;
  const after = text.slice(found.index + found[0].length);
  const read = entityAt(after);
  if (read === null || read.entity === null) return read;
  return /^(?:my|our|the|an?)\s/i.test(after) && !isSeveral(read.entity) ? { entity: null, rest: read.rest, vague: read.entity } : read;
}

const startsElsewhere = new RegExp(
  [
    '^(?:what|who|when|where|why|how|tell me|explain|translate|calculate|compute|sing|summari[sz]e|compose|convert|solve|prove|recommend|suggest|define|write)\\b',
    '^(?:is|are|do|does|did|should|shall|will|would|was|were)\\s+(?:it|there|this|that|you|i|we|they|the|a|an|my|your)\\b',
    '^(?:draw|paint|play|book|order|buy|send|call|find|show|open|read|sell|describe|sing|cook|tell|fetch)\\s+(?:me|us|a|an|the|some|my|out|him|her|them)\\b',
  ].join('|'),
  'i',
);

/** `So far I have kept my plants in a spreadsheet with these columns: …`. */
function keptSoFar(text: string): Omit<LeadIn, 'title'> | null {
  const found = keptIn.exec(text);
  const entity = found === null ? null : entityText(found[1] ?? '');
  if (found === null || entity === null) return null;
  const rest = text.slice(found.index + found[0].length);
  return { entity, rest: /^\s*(?:[:;(—]|,?\s*(?:with|where|whose|that|which)\b)/i.test(rest) ? rest : '' };
}

/** `I want to track my plants`, `help me keep track of invoices`. */
function verbOf(text: string): Omit<LeadIn, 'title'> | null {
  const found = keepingVerb.exec(text);
  if (found === null) return null;
  if (found.index === 0 && nounFirst.test(`${found[0]}x`) && !/^(?:my|our|all|the)\s/i.test(text.slice(found[0].length))) return null;
  const read = entityAt(text.slice(found.index + found[0].length));
  if (read === null || read.entity === null) return null;
  return isSeveral(read.entity) || /^(?:my|our|all|the)\s/i.test(text.slice(found.index + found[0].length)) || read.rest !== ''
    ? read
    : null;
}

/** `a diary with date and mood`: fields, but not what an entry is called. */
function keeperAlone(text: string): Omit<LeadIn, 'title'> | null {
  const bare = stripRequest(text).replace(adjectives, '');
  const found = bareKeeper.exec(bare);
  return found === null ? null : { entity: null, rest: bare.slice(found[0].length) };
}

/** The entity at the start of a text. A list of usual fields there is no entity. */
function entityAt(text: string): Omit<LeadIn, 'title'> | null {
  const listOf =
    /^(?:the\s+)?(.+?,.+?|.+?\sand\s.+?)\s+(?:of|for|about)\s+(?:each|every|all|any|my|our|an?)\s+(?:of\s+)?(?:my\s+|our\s+|the\s+|single\s+)*([^,.;:]+?)[.!]?$/i.exec(
      text,
    );
  const listed = listOf === null ? null : entityText(listOf[2] ?? '');
  if (listed !== null && isUsualField((listOf?.[1] ?? '').split(/,|\sand\s/)[0] ?? ''))
    return { entity: listed, rest: ` with ${listOf?.[1] ?? ''}` };
  const { head, rest, separator: by } = cutEntity(text);
  const entity = entityText(head);
  if (entity === null) return { entity: null, rest: '' };
  if (/^,\s+$/.test(by) && (!isSeveral(entity) || isUsualField(entity))) return { entity: null, rest: '' };
  if (isUsualField(entity) && !isSeveral(entity) && /^\s*(?:\(|,|;)?\s*$/.test(by)) return { entity: null, rest: '' };
  if (by.endsWith('(') && /^[^(]*\)/.test(rest)) return { entity: null, rest: '' }; // a hint of one field
  return { entity, rest: `${by}${rest}` };
}

/** ` for my greenhouse with …`: where it is used says nothing of the fields. */
function afterAside(text: string): string {
  const aside = /^\s+(?:for|at|in|of)\s+/i.exec(text);
  if (aside === null) return text;
  const { rest, separator: by } = cutEntity(text.slice(aside[0].length));
  return `${by}${rest}`;
}

/** A question or an order that describes no app (`what's the weather`, `write a poem`). */
export function isElsewhere(sentence: string): boolean {
  const asked = sentence
    .trim()
    .replace(/^(?:(?:please|hi|hello|hey|ok|okay|can you|could you|would you|will you|i want you to|i need you to)\b[,.!]?\s*)+/i, '');
  if (startsElsewhere.test(asked)) return true;
  return startsElsewhere.test(stripRequest(sentence)) || startsElsewhere.test(sentence.trim());
}

/** `Greenhouse sensors: name, zone` or `recipes with title and servings`: a kind of entry, then its fields. */
export function readHead(sentence: string): { readonly entity: string; readonly rest: string } | null {
  const bare = stripRequest(sentence).replace(adjectives, '');
  if (isElsewhere(sentence)) return null;
  const { head, rest, separator: by } = cutEntity(bare.replace(/^(?:for|about)\s+/i, ''));
  if (!/^\s*(?::|—|–|-|=|\(|.*\b(?:with|having|have|has|containing|including|whose|each|every)\b)/i.test(by) && by !== '') return null;
  const entity = entityText(head);
  if (entity === null || by === '') return null;
  if (/^\s*:/.test(by) && isUsualField(entity) && !isSeveral(entity)) return null;
  return isSeveral(entity) || /^\s*(?::|—|-)/.test(by) ? { entity, rest: `${by}${rest}` } : null;
}
