import { maskGroups } from '../language/text.ts';
import { entityText, isSeveral } from './entity.ts';
import { isUsualField } from './field-types.ts';

/** What a sentence that opens an app says: the kind of entry and the rest, in which its fields may be listed. */
export interface LeadIn {
  readonly entity: string | null;
  readonly rest: string;
  readonly title: string | null;
  /** The words name what the app is for but not what an entry is (`an app for my bakery`). */
  readonly vague?: string;
}

const keeper =
  'tracker|inventory|database|data ?base|catalogu?e|register|registry|directory|log|log ?book|list|collection|journal|diary|records?|archive|organi[sz]er|planner|manager|index|overview|crm|tracking|management|organi[sz]ation|roster|ledger|schedule|log sheet|sheet|table|spreadsheet|notebook';
const software =
  'web ?app|apps?|application|tool|system|software|program(?:me)?|web ?page|website|page|solution|spreadsheet|table|form|dashboard|platform|thing|something|place|way';
const keeping =
  'keep(?:s|ing)? (?:an? )?(?:track|record|records|list|log|inventory|overview|database|register|eye) (?:of|on|with)|track(?:s|ing)?|manag(?:e|es|ing)|record(?:s|ing)?|log(?:s|ging)?|stor(?:e|es|ing)|catalog(?:ue|s|ing|uing)?|organi[sz](?:e|es|ing)|regist(?:er|ers|ering)|monitor(?:s|ing)?|collect(?:s|ing)?|sav(?:e|es|ing)|maintain(?:s|ing)?|administ(?:er|ers|ering|rate)|document(?:s|ing)?|inventor(?:y|ies|ying)|writ(?:e|es|ing) down|not(?:e|es|ing) down|look(?:s|ing)? after|follow(?:s|ing)?|handl(?:e|es|ing)|list(?:s|ing)?|count(?:s|ing)?|enter(?:s|ing)?|file|plan(?:s|ning)?';

/** Where the entity ends and something about its fields may begin. */
const separator = new RegExp(
  [
    ',?\\s+(?:and\\s+)?(?:where|in which|for which|so that|whereby)\\s+(?:each|every|i|we|you|an? )',
    ',?\\s+(?:with|and|for)?\\s*(?:each|every)\\s+(?:one|of them|of which|entry|item|record|single)?',
    ',?\\s+(?:should\\s+|must\\s+|will\\s+|can\\s+)?(?:have|has|having|contain|contains|containing|include|includes|including|storing|recording|showing|featuring|holding|listing|keeping|saving|noting)\\s+',
    ',?\\s+(?:(?:that|which|who)\\s+|(?:should|must|will|can)\\s+)+(?:have|has|contain|contains|include|includes|store|stores|record|records|show|shows|hold|holds|list|lists|keep|keeps|save|saves|track|tracks)\\s+',
    ',?\\s+(?:along |together )?with(?:\\s+|(?=:))',
    ',?\\s+(?:and|plus)\\s+(?:their|its|for (?:each|every)|the following)\\s+',
    ',?\\s+whose\\s+',
    ',?\\s+by\\s+(?=[^,]+(?:,|\\sand\\s))',
    ',?\\s+(?:fields?|columns?)\\s*(?:are|:)',
    '\\s*:(?!//|\\d)',
    '\\s*;',
    '\\s+(?:—|–|-{1,2}>?|=>|→|=)\\s+',
    '\\s*\\n+',
    '\\s*[.!?](?=\\s|$)',
    '\\s*\\((?=[^)]*[,\\ue000])',
    ',\\s+',
  ].join('|'),
  'i',
);

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
  const found = new RegExp(
    `^(.*?\\b(?:${keeper}|${software}))\\s*,?\\s+(?:called|named|titled)\\s+("[^"]+"|'[^']+'|\\p{Lu}[\\p{L}\\p{N}]*(?:\\s\\p{Lu}[\\p{L}\\p{N}]*)*|[\\p{L}\\p{N}]+)(.*)$`,
    'iu',
  ).exec(sentence);
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
  const found = new RegExp(
    `^(.+?)[ -](?!records?\\b|book\\b(?!\\s*(?:with|:|—|-|,|$))|applications?\\s+(?:tracker|manager|app|list|database|inventory|register|log)\\b)(${keeper}|book|apps?|application)(?:[ -](?:${software}|${keeper}))*(?=$|[\\s,:;.!?(—-])`,
    'iu',
  ).exec(bare);
  if (found === null) return null;
  const owner = (found[1] ?? '').replace(adjectives, '').trim();
  if (owner === '' || new RegExp(`^(?:${adjectiveOnly})$`, 'i').test(owner) || /[,:;.—(]|\s-\s/.test(owner)) return null;
  if (/\b(?:with|to|that|which|where|i|we|want|need|my|our|and each|has|have|is|are|a|an|the)\b/i.test(owner)) return null;
  if (
    new RegExp(`\\b(?:${keeper}|${software})\\s+(?:for|of|about|on)\\b|^(?:each|every|for|in|about|${keeping})(?:\\s|$)`, 'i').test(
      owner,
    ) &&
    !nounFirst.test(owner)
  )
    return null;
  if ((/^app/i.test(found[2] ?? '') && notKeepers.test(owner)) || startsElsewhere.test(owner)) return null;
  const entity = entityText(owner);
  return entity === null ? null : { entity, rest: afterAside(bare.slice(found[0].length)) };
}
/** Verbs that as often are nouns: at the start of a text only `list my books` reads them as verbs. */
const nounFirst = /^(?:list|file|count|plan|document|log|record|note|schedule|inventory)\s\S/i;
const adjectiveOnly =
  'an?|the|my|our|simple|small|little|nice|basic|plain|quick|easy|personal|new|tiny|mini|good|web|web-based|mobile|online|digital|private|internal|custom|clean|modern|lightweight|working|complete|full|minimal|tracking|crud|data|stock|inventory|management|an? |kind of|sort of|what kind of';
/** Kinds of app that are no list of entries. */
const notKeepers =
  /\b(?:chat|messaging|messenger|weather|dating|banking|bank|photo|photos|video|music|camera|game|gaming|calculator|social|social media|social network|map|maps|navigation|translation|translator|drawing|paint|email|mail|streaming|trading|blog|news|search|payment|shopping|delivery|ride|taxi|quiz game|operating|ai|voice|alarm|clock|timer)$/i;

/** `a tracker for plants`, `an inventory of tools`, `a database to store recipes`. */
function keeperOf(text: string): Omit<LeadIn, 'title'> | null {
  const found = new RegExp(
    `\\b(?:${keeper})(?:[ -](?:${software}|${keeper}))*\\s*,?\\s+(?:for\\s+(?=\\w+ing\\s)(?:${keeping})|for|of|about|on|with all|(?:to|that|which|where i can|where we can|for|in which i can|i can use to|that (?:lets|helps|allows) (?:me|us)(?: to)?)\\s+(?:${keeping}))\\s+`,
    'i',
  ).exec(text);
  return found === null ? null : entityAt(text.slice(found.index + found[0].length));
}

/** `an app for plants`, `an app to track plants`. One thing that is owned (`for my bakery`) is where it is used, not what it keeps. */
function softwareFor(text: string): Omit<LeadIn, 'title'> | null {
  const doing = new RegExp(
    `\\b(?:${software})(?:\\s+for (?:me|us|my \\w+|our \\w+))?\\s*,?\\s+(?:to|that|which|where (?:i|we) can|where|for|in which (?:i|we) can|(?:i|we) can use to|that can|which can|with which (?:i|we) can|that (?:lets|helps|allows) (?:me|us|people|you)(?: to)?|to (?:help|let) (?:me|us)(?: to)?)\\s+(?:easily |simply |quickly )?(?:${keeping})\\s+`,
    'i',
  ).exec(text);
  if (
    doing !== null &&
    !/\bfor\s+(?:list|file|track|record|log|note|plan|count|document|store|inventory|manage|order|schedule)\s+$/i.test(doing[0])
  )
    return entityAt(text.slice(doing.index + doing[0].length));
  const found = new RegExp(`\\b(?:${software})\\s+(?:for|about)\\s+`, 'i').exec(text);
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

const keptIn =
  /\b(?:i|we)(?:'ve)?\s+(?:(?:have|had|always|currently|now|usually|just|only|so far|still|used to)\s+)*(?:keep|kept|track|tracked|store|stored|manage|managed|record|recorded|log|logged|list|listed|collect|collected|maintain|maintained|write|wrote|written|organi[sz]ed?|noted?|have|had|(?:been\s+)?(?:keeping|tracking|storing|managing|recording|logging|listing|maintaining|writing))\s+(?:(?:down|up|track of|a list of|records? of|all)\s+)*((?:my|our|the)\s+[^,;:.]+?)\s+(?:in|on|with|using)\s+(?:(?:an?|the|my|our|one|some|shared|google|excel|paper|big|old|simple|huge|long|word|text|csv)\s+)*(?:spreadsheets?|excel|sheets?|tables?|notebooks?|paper|files?|word|documents?|lists?|database|access|binders?|csv|cards?)\b(?=\s*$|\s*[.,;:(—]|\s+(?:with|where|whose|that|which|and|so|by)\b)/i;

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
  const found = new RegExp(`(?:^|\\b(?:to|i|we|me|us|please|can|and|help|helps|for)\\s+)(?:${keeping})\\s+`, 'i').exec(text);
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
  const found = new RegExp(`^(?:${keeper})(?:\\s+(?:${software}))?(?=\\s+(?:with|having|that|which|where)\\b|\\s*[:—])`, 'i').exec(bare);
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
