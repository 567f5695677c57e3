import { entityText } from './entity.ts';

/** A sentence that lists fields: of the entry it names, or of the one known already. */
export interface FieldClause {
  /** How sure the words are: a labelled list, the fields of an entry that it names, or words that lean on what is known. */
  readonly kind: 'listed' | 'each' | 'known';
  readonly entity: string | null;
  readonly fields: string;
  /** `Required: a, b` and `Optional: c`. */
  readonly required?: boolean;
}

const nouns =
  '(?:fields?|propert(?:y|ies)|attributes?|columns?|data ?points?|data|information|infos?|details?|things|facts|pieces of information|values|inputs?)';
const someOf =
  '(?:the following|following|these|those|some|at least|exactly|only|just|such|several|different|basic|all|two|three|four|five|six|seven|eight|nine|ten|\\d+)';
const modal = "(?:should|must|will|can|would|may|shall|needs? to|ha(?:s|ve) to|ought to|'ll|'d)";
const having =
  '(?:has|have|having|contains?|includes?|consists? of|needs?|comes? with|is described by|is defined by|got|carr(?:y|ies)|is made (?:up )?of|holds?|gets?|requires)';
/** What only the app itself does with fields: of an entry, these words could be part of its name (`vinyl record`). */
const keeping = '(?:stores?|records?|shows?|tracks?|saves?|keeps?|lists?|displays?)';
const subject = '(?:i|we|you|they|it|one|users?|people|someone|the app|the user|there|everyone)';
const storing =
  '(?:store|record|save|note(?: down)?|know|keep(?: track of)?|track|see|enter|log|write down|fill in|collect|have|has|need|want|remember|list|show|register|capture|hold|add|document|put(?: in)?|be|get|monitor|manage|include|specify|give|set|edit|type in)';
const wanting = `(?:(?:'d|would|should|must|can|will|shall|may|could)\\s+)?(?:also\\s+|only\\s+|just\\s+|really\\s+)?(?:(?:like|want|need|wish|have|love|plan|try|am going|are going)\\s+to\\s+)?(?:be able to\\s+)?(?:also\\s+)?(?:${storing}|(?<=(?:'d|would)\\s+(?:also\\s+|really\\s+)?)like)`;
const generic =
  '(?:one|of them|of these|of those|of which|entry|item|record|row|element|object|single one|single entry|time|them|these|those|thing)';

const appKeeps = new RegExp(`^(?:that|which|who)\\s+(?:${modal}\\s+)?(?:also\\s+)?${keeping}\\s+`, 'i');
const eachOne = new RegExp(
  `^(?:(?:for|of|about|from|with)\\s+)?(?:each|every|all|any)\\s+(?:${generic}|(?!with\\b)[\\p{L}-]+)?\\s*,?\\s*(?=(?:${modal}\\s+)?(?:also\\s+)?${having}\\s|with\\s|${subject}[\\s']|:)`,
  'iu',
);
const wantedOrHad = new RegExp(`^${subject}(?:\\s+|(?='))${wanting}\\s+(?:to\\s+)?|^(?:${modal}\\s+)?(?:also\\s+)?${having}\\s+`, 'i');

/** Removes what stands before the first field: `with the following fields:`, `where each one has`, `I want to store`. */
export function fieldsText(text: string): string {
  const bare = text
    .trim()
    .replace(/^[\s,;:.—–>=(-]+/, '')
    .trim();
  return listText(/^\s*[:(—-]/.test(text) && !/^(?:each|every|we|i|it|they)\s/i.test(bare) ? bare : withoutLead(bare));
}

function withoutLead(text: string): string {
  const joined =
    /^(?:with|having|containing|including|featuring|storing|recording|showing|holding|listing|by|whose|and (?:their|its)|along with|together with)(?:\s+|(?=:)|$)/i.exec(
      text,
    );
  if (joined !== null) return text.slice(joined[0].length);
  const kept = appKeeps.exec(text);
  if (kept !== null) return text.slice(kept[0].length);
  const bare = text.replace(/^(?:and\s+|plus\s+)?(?:where|in which|for which|so that|whereby|which|that|who)\s+/i, '').replace(eachOne, '');
  if (/^with\s/i.test(bare)) return bare.replace(/^with\s+/i, '');
  const wanted = wantedOrHad.exec(bare);
  return wanted === null ? bare : bare.slice(wanted[0].length);
}

const nounBefore = new RegExp(
  `^(?:a\\s+|an\\s+|its\\s+|their\\s+|the\\s+)?(?:${someOf}\\s+)*${nouns}\\s*(?:for (?:each|every|one|an?)\\s+[\\p{L}\\s]+?\\s*)?(?:(?:are|should be|like|such as|namely|would be|will be)\\b\\s*:?|:|,|—|-(?=\\s)|\\n)\\s*`,
  'iu',
);

/** Removes a noun for fields before the list (`the following fields:`) and what people say after it. */
export function listText(text: string): string {
  const bare = text
    .replace(/^[\s:,]+/, '')
    .replace(nounBefore, '')
    .replace(/^(?:columns|fields)\s+(?=\S)/i, '')
    .replace(/^(?:the following|following|these|at least|namely|such as)\s*:?\s+(?=\S)/i, '')
    .replace(/^(?:a list (?:of|with)|things like|stuff like|like)\s+/i, '');
  return trimmedEnd(bare.replace(/^[\s:,—-]+(?=[^\d\s])/, ''));
}

function trimmedEnd(text: string): string {
  const bare = text
    .replace(
      /[\s,]+(?:so (?:that\s+)?(?:i|we|you)\b|because\b|in order to\b|for (?:(?:each|every)(?: one| of them| entry| single one)?|them|all of them)$|please[.!]*$|thanks\b|thank you\b|if possible$|if you can$|and that's (?:it|all)$|that's (?:it|all)$|nothing else$).*$/i,
      '',
    )
    .trim();
  const opened = bare.split('(').length - bare.split(')').length;
  return opened < 0 ? bare.replace(/\)\s*\.?$/, '') : bare;
}

const clause = (source: string): RegExp => new RegExp(source, 'isu');
const forEach = clause(
  `^(?:and\\s+|also\\s+|so\\s+|then\\s+)?(?:for|of|about|from|per|on|in|with)\\s+(?:each|every|any|all(?: of)?|one|an?)\\s+(?:of\\s+)?(?:the\\s+|my\\s+|our\\s+|these\\s+|single\\s+)*(.+?)(?:\\s*[:—]\\s*|\\s*,\\s+|\\s+(?=${subject}[\\s'])|\\s+(?=(?:store|record|save|note|keep|track|enter|log|please|add|show|list)\\s(?!(?:i|we|you|they|has|have|should)\\s)))(.+)$`,
);
const eachHas = clause(
  `^(?:and\\s+|where\\s+|so\\s+|in it,?\\s+|there,?\\s+)?(?:each|every|any|an?|one|all|a single)\\s+(?:of\\s+)?(?:the\\s+|my\\s+|our\\s+|single\\s+)*(.+?)\\s+(?:(?:${modal})\\s+)?(?:also\\s+|just\\s+|only\\s+|simply\\s+)?${having}\\s+(.+)$`,
);
const theyHave = clause(
  `^(?:and\\s+|also,?\\s+|so\\s+)?(?:it|they|these|those|the entries|the items|entries|items|the app|the table|the form|the list|every entry|everything|the records|records|the tracker|the database|the inventory|he|she|this|that)\\s*(?:(?:${modal})\\s+)?(?:also\\s+|just\\s+|only\\s+)?(?:${having}|${keeping})\\s+(.+)$`,
);
const severalHave = clause(
  `^(?:the\\s+|my\\s+|our\\s+|all\\s+)*([\\p{L}-]+(?:\\s+[\\p{L}-]+){0,4}?)\\s+(?:(?:${modal})\\s+)?(?:all\\s+|also\\s+)?(?:have|has|contain|contains|include|consist of)\\s+(.+)$`,
);
const fieldsAre = clause(
  `^(?:and\\s+|so\\s+)?(?:the\\s+|my\\s+|our\\s+|its\\s+|their\\s+|with\\s+)?(?:${someOf}\\s+)?((?:required|mandatory|optional)\\s+)?${nouns}(?:\\s+(?:of|for|per|in|on|about)\\s+(?:each|every|an?|one|the|all)?\\s*(.+?))?\\s*(?:(?:to (?:store|track|record|save|keep|enter))|(?:i|we|it) (?:want|need|needs|should have|would like)(?: to (?:store|track|record|save|keep|see))?|needed)?\\s*(?::|\\s(?:—|-|=)\\s|\\s(?:are|is|should be|would be|will be|include|must be)\\b\\s*:?)\\s*(.+)$`,
);
const flagged = clause('^(?:and\\s+)?(required|mandatory|optional)(?:\\s+(?:fields?|ones))?\\s*(?::|are|is|—)\\s*(.+)$');
const want = clause(
  `^(?:and\\s+|also,?\\s+|then\\s+|so\\s+|please\\s+|here\\s+)*(?:${subject}(?:\\s+|(?='))${wanting}|(?:please\\s+)?(?:store|record|save|note|include|collect|capture|keep|track|enter|show|list)|it is about|let (?:me|us|people) (?:enter|store|record|fill in))\\s+(?:to (?:store|record|track|know|see|enter|save|keep track of)\\s+)?(.+)$`,
);
const withThem = clause('^(?:with|having|including|containing|namely|like|such as|for example)\\s+(.+)$');
const ofEach =
  /^(.+?)\s+(?:for|of|about|per|on)\s+(?:each|every|all|any)\s+(?:of\s+)?(?:my\s+|our\s+|the\s+|single\s+|these\s+)*([^,;:]+?)[.!]*$/isu;

const aboutApp =
  /^(?:an?|the|my|our|one|some)\s+(?:[\p{L}-]+\s+){0,4}?(?:app|application|tracker|tool|database|system|program|website|page|inventory|list|manager|register|log|catalogue?|crm|spreadsheet|table)\b/iu;

/** Reads a sentence that lists fields, or null. Which of its items are fields is for the reader of the list to say. */
export function readClause(sentence: string): FieldClause | null {
  const text = sentence.trim().replace(/[.!]+$/, '');
  return labelled(text) ?? ofEntries(text) ?? ofKnown(text);
}

function labelled(text: string): FieldClause | null {
  const flag = flagged.exec(text);
  if (flag !== null) return { kind: 'listed', entity: null, fields: listText(flag[2] ?? ''), required: !/optional/i.test(flag[1] ?? '') };
  const fields = fieldsAre.exec(text);
  if (fields === null) return null;
  const required = fields[1] === undefined ? {} : { required: !/optional/i.test(fields[1]) };
  return { kind: 'listed', entity: named(fields[2]), fields: listText(fields[3] ?? ''), ...required };
}

function ofEntries(text: string): FieldClause | null {
  for (const pattern of [forEach, eachHas]) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const name = (found[1] ?? '').trim();
    if (name.split(/\s+/).length > 6 || /[,;:]|\b(?:where|which|that|who|each|every|with|whose|i|we)\b/i.test(name)) continue;
    return { kind: 'each', entity: named(name), fields: pattern === eachHas ? listText(found[2] ?? '') : fieldsText(found[2] ?? '') };
  }
  return null;
}

function ofKnown(text: string): FieldClause | null {
  const they = theyHave.exec(text);
  if (they !== null) return { kind: 'known', entity: null, fields: listText(they[1] ?? '') };
  const wanted = /\bhave\s+(?:many|lots|several|some|a lot|about|over|around|\d+)\b/i.test(text) ? null : want.exec(text);
  if (wanted !== null && !aboutApp.test(wanted[1] ?? '')) {
    const each = ofEach.exec(wanted[1] ?? '');
    return each === null
      ? { kind: 'known', entity: null, fields: listText(wanted[1] ?? '') }
      : { kind: 'each', entity: named(each[2]), fields: listText(each[1] ?? '') };
  }
  const several = severalHave.exec(text);
  if (
    several !== null &&
    named(several[1]) !== null &&
    !/^(?:i|we|you|they|it|who|what|where|how|does|do|can|for)\b|\b(?:with|where|which|that|who|each|every|and)\b/i.test(several[1] ?? '')
  ) {
    return { kind: 'each', entity: named(several[1]), fields: listText(several[2] ?? '') };
  }
  const joined = withThem.exec(text);
  return joined === null ? null : { kind: 'known', entity: null, fields: listText(joined[1] ?? '') };
}

const onlyGeneric = new RegExp(`^${generic}$`, 'i');

/** The entity that a clause names; pronouns and `entry` name none. */
function named(text: string | undefined): string | null {
  const bare = (text ?? '').trim();
  return bare === '' || onlyGeneric.test(bare) || /^(?:new|single)?\s*(?:entry|entries|item|items|record|records)$/i.test(bare)
    ? null
    : entityText(bare);
}
