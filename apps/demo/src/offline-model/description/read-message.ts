import { normaliseText, wordsOf } from '../language/text.ts';
import { answerDoubt, isClosing } from './answers.ts';
import { type FieldClause, fieldsText, listText, readClause } from './clauses.ts';
import { collect, withCollected, withEntity } from './collect.ts';
import { type Description, type Doubt, type Field, nothing } from './description.ts';
import { readEdit } from './edits.ts';
import { entityText, isSeveral, sameEntity, toEntity } from './entity.ts';
import { isBullet } from './field-list.ts';
import { isUsualField } from './field-types.ts';
import { allFlagged } from './hints.ts';
import { readLabelledLine } from './labelled-line.ts';
import { isElsewhere, readHead, readLeadIn } from './lead-ins.ts';
import { isPlainRequest } from './prose.ts';
import { beginsWithRules } from './rules.ts';
import { type Statement, statementsOf } from './statements.ts';

const heading =
  /^(?:the\s+)?(?:following\s+)?(?:fields?|columns?|attributes|properties|data|details|requirements|description|here (?:are|is) (?:the|my) (?:fields?|list|details))(?:\s+(?:are|needed|required|follow))?\s*:?$/i;

/** Longer messages and sentences, and more of them, are not read: the patterns could take seconds. In characters. */
const longestMessage = 4_000;
const longestSentence = 1_000;
const mostStatements = 100;

/** What is known after a message, and whether its words added to it. */
export interface Reading {
  readonly description: Description;
  readonly understood: boolean;
}

/** Reads everything a person said so far, in order. `rulesAsked`: the places of the messages that answer the question for the rules. */
export function readConversation(messages: readonly string[], rulesAsked: ReadonlySet<number> = new Set()): Reading {
  let reading: Reading = { description: nothing, understood: false };
  for (const [index, message] of messages.entries()) {
    reading =
      (rulesAsked.has(index) ? readRulesAnswer(reading.description, message) : null) ??
      readMessage(reading.description, message, index === 0);
  }
  return reading;
}

/** An answer that goes on with words that nobody understands counts as none: the question is asked again. */
function readRulesAnswer(before: Description, message: string): Reading | null {
  if (isTooLong(message)) return null;
  const ruled = beginsWithRules(before, message);
  if (ruled === null || ruled.rest === '') return ruled === null ? null : { description: ruled.description, understood: true };
  const more = readMessage(ruled.description, ruled.rest, false);
  return more.understood ? more : { description: before, understood: false };
}

const restart =
  /^(?:(?:no|ok|actually|wait)[,.]?\s+)?(?:start (?:over|again)|forget (?:it all|that all|everything|all of (?:it|that))|scrap (?:that|it|everything)|begin again|reset|new app)\b[.!:,]*\s*/i;
const pleasantry =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|thanks|thank you|thx|cheers|please|ok|okay|great|cool|nice|perfect|bye|welcome|dear \w+|that's all|that is all|that would be all|that's it|nothing else|i hope (?:that|this) helps?|let me know.*|sorry)(?:[\s,.!]+(?:there|all|everyone|you|so much|very much|in advance|a lot|again|then|for now|please|thanks|bot|assistant))*[\s.,!]*$/i;

/** Reads one message on top of what is known. `first`: nobody has asked anything yet. */
export function readMessage(before: Description, message: string, first: boolean): Reading {
  if (isTooLong(message)) return { description: { ...before, doubt: { kind: 'too_long' } }, understood: true };
  const normal = quiet(normaliseText(message));
  const again = restart.exec(normal);
  const known = again === null ? before : nothing;
  const text = again === null ? normal : normal.slice(again[0].length);
  const answered = answerDoubt(known, text);
  if (answered !== null) return { description: withFoundDoubt(answered), understood: true };
  const fresh: Description = { ...known, doubt: null };
  if (isClosing(text)) return { description: withFoundDoubt(fresh), understood: first ? false : again !== null || known.fields.length > 0 };
  const read = readStatements(fresh, text, first);
  const understood = again !== null || !same(read.description, fresh);
  const notes = understood && read.description.entity !== null ? [...read.description.notes, ...read.left] : read.description.notes;
  return { description: withFoundDoubt({ ...read.description, notes }), understood };
}

function isTooLong(message: string): boolean {
  if (message.length > longestMessage) return true;
  const statements = statementsOf(normaliseText(message), false);
  return statements.length > mostStatements || statements.some((statement) => longestLine(statement) > longestSentence);
}

const longestLine = (statement: Statement): number =>
  statement.kind === 'sentence' ? statement.text.length : Math.max(...statement.lines.map((line) => line.length));

/** Words in capitals only say no more than the same words in small letters. */
const quiet = (text: string): string => (/\p{Ll}/u.test(text) || (text.match(/\p{Lu}/gu) ?? []).length < 8 ? text : text.toLowerCase());

const same = (one: Description, other: Description): boolean => JSON.stringify(one) === JSON.stringify(other);

interface Progress {
  readonly description: Description;
  /** Sentences that said nothing about the kind of entry and its fields. */
  readonly left: readonly string[];
  /** The entity was one owned thing (`my garden`), so a sentence on `each plant` may still replace it. */
  readonly provisional: boolean;
  readonly first: boolean;
}

function readStatements(start: Description, text: string, first: boolean): Progress {
  let progress: Progress = { description: start, left: [], provisional: start.fields.length === 0, first };
  const answering = start.entity !== null && start.fields.length === 0;
  for (const statement of statementsOf(text, answering)) {
    if (statement.kind === 'items') progress = readItems(progress, statement.lines);
    else if (!saysNothing(statement.text)) progress = readSentence(progress, statement.text);
  }
  return progress;
}

/** Lines of which none is surely a field say nothing, unless they are marked as a list or all read like fields of what is known. */
function readItems(progress: Progress, lines: readonly string[]): Progress {
  const collected = collect(lines.join('\n'));
  const telling = isTelling(collected.fields);
  const marked = (collected.fields.length > 0 || progress.description.entity !== null) && lines.some((line) => isBullet(line));
  const unlikely = progress.description.entity === null || collected.doubts.some(({ kind }) => kind === 'unclear_field');
  if (unlikely && !telling && !marked) return { ...progress, left: [...progress.left, ...lines] };
  return { ...progress, description: withCollected(progress.description, collected) };
}

/** True when one of the fields is a usual one, or has a type: then the others of its list are fields too. */
const isTelling = (fields: readonly Field[]): boolean => fields.some(({ label, typeGiven }) => typeGiven || isUsualField(label));

const saysNothing = (sentence: string): boolean =>
  pleasantry.test(sentence) || heading.test(sentence) || isPlainRequest(sentence) || allFlagged(sentence) === false;

/** Readers of one sentence, the surest first. Each gives the new state, or null when the sentence is not of its kind. */
function readSentence(progress: Progress, sentence: string): Progress {
  for (const read of [labelledLine, fieldsOfEach, opening, edit, fieldsOfKnown, headWithFields, bareList, bareEntity]) {
    const next = read(progress, sentence);
    if (next !== null) return next;
  }
  return { ...progress, left: [...progress.left, sentence] };
}

/** `Entity: sensor`, `App: plants`, `For each plant:`. */
function labelledLine(progress: Progress, sentence: string): Progress | null {
  const line = readLabelledLine(progress.description, sentence);
  return line === null ? null : { ...progress, description: line.description, provisional: progress.provisional && line.provisional };
}

function fieldsOfEach(progress: Progress, sentence: string): Progress | null {
  const clause = readClause(sentence);
  if (clause === null || clause.kind === 'known') return null;
  if (clause.kind === 'each' && clause.entity === null && progress.description.entity === null && collect(clause.fields).fields.length < 2)
    return null;
  return withClause(progress, clause);
}

function withClause(progress: Progress, clause: FieldClause): Progress | null {
  const collected = collect(clause.fields, clause.required);
  if (collected.fields.length === 0 && collected.wishes.length === 0 && collected.doubts.length === 0) return null;
  const { entity } = progress.description;
  let { description } = progress;
  if (clause.entity !== null) {
    if (entity === null || (progress.provisional && description.fields.length === 0)) description = withEntity(description, clause.entity);
    else if (!sameEntity(entity, clause.entity)) {
      return settled(progress, { ...description, doubt: { kind: 'two_entities', first: entity.plural, second: clause.entity } });
    }
  }
  const doubt = description.doubt?.kind === 'unclear_entity' && clause.entity !== null ? null : description.doubt;
  return settled(progress, withCollected({ ...description, doubt }, collected));
}

/** `I need a tracker for plants with name and zone`. A second opening that lists fields starts anew. */
function opening(progress: Progress, sentence: string): Progress | null {
  const { description } = progress;
  const lead = readLeadIn(sentence, description.entity === null && description.fields.length === 0);
  if (lead === null) return null;
  const titled: Description = lead.title === null ? description : { ...description, title: lead.title };
  const each = readClause(lead.rest.replace(/^[\s,;:.—-]+/, ''));
  if (each?.kind === 'each' && each.entity !== null) {
    const kept = lead.entity !== null && (isSeveral(lead.entity) || sameEntity(toEntity(lead.entity), each.entity));
    if (!kept) return withClause({ ...progress, description: titled }, each);
    if (titled.entity === null && lead.entity !== null) {
      const named = withClause({ ...progress, provisional: false, description: withEntity({ ...titled, doubt: null }, lead.entity) }, each);
      if (named !== null) return named;
    }
  }
  if (lead.entity === null) {
    const listed = lead.vague === undefined && titled.entity === null ? collect(fieldsText(lead.rest)) : null;
    if (listed !== null && listed.fields.length > 1) return settled(progress, withCollected(titled, listed));
    if (lead.vague !== undefined && titled.entity === null)
      return { ...progress, description: { ...titled, doubt: { kind: 'unclear_entity', text: lead.vague } } };
    return lead.title === null ? null : settled(progress, titled);
  }
  const both = /^(.+?)\s+and\s+(?:all\s+)?(?:my|our|the)\s+(.+)$/i.exec(lead.entity);
  if (both !== null) return settled(progress, { ...titled, doubt: { kind: 'two_entities', first: both[1] ?? '', second: both[2] ?? '' } });
  const collected = collect(fieldsText(lead.rest));
  const other = titled.entity !== null && !sameEntity(titled.entity, lead.entity);
  if (other && collected.fields.length === 0) return null;
  const base = other ? { ...nothing, title: lead.title } : titled;
  const named = base.entity === null ? withEntity({ ...base, doubt: null }, lead.entity) : base;
  return { ...progress, description: withCollected(named, collected), provisional: !isSeveral(lead.entity) };
}

function edit(progress: Progress, sentence: string): Progress | null {
  if (progress.description.fields.length === 0) return null;
  const changed = readEdit(progress.description, sentence);
  return changed === null ? null : settled(progress, changed);
}

/** `I have a dog and a cat` names fields only when one of them is a usual one. */
const ofThemselves = /^(?:(?:and|so|well|yes),?\s+)?(?:i|we|they|he|she)(?:'ve)?\s+(?:have|had|got|get|see|keep|know|hold)\s/i;

function fieldsOfKnown(progress: Progress, sentence: string): Progress | null {
  if (isElsewhere(sentence)) return null;
  const clause = readClause(sentence);
  if (clause === null) return null;
  const { doubts, fields } = collect(clause.fields);
  const telling = isTelling(fields);
  if (ofThemselves.test(sentence) && !telling) return null;
  if (progress.description.entity === null && clause.entity === null && (fields.length < 2 || doubts.length > 0 || !telling)) return null;
  return withClause(progress, clause);
}

/** `Greenhouse sensors: name, zone`. */
function headWithFields(progress: Progress, sentence: string): Progress | null {
  if (progress.description.entity !== null) return null;
  const head = readHead(sentence);
  if (head === null) return null;
  const collected = collect(fieldsText(head.rest));
  if (collected.fields.length === 0 && head.rest.replace(/[\s:]/g, '') !== '') return null;
  return settled(progress, withCollected(withEntity({ ...progress.description, doubt: null }, head.entity), collected));
}

/** `name, size and colour`: an answer to the question for fields, or a list that can be nothing else. */
function bareList(progress: Progress, sentence: string): Progress | null {
  if (isElsewhere(sentence) || /\?$/.test(sentence)) return null;
  const { description, first } = progress;
  if (description.fields.length > 0 && !first) return null;
  const expected = description.entity !== null && description.fields.length === 0 && !first;
  const led = /^(?:with|has|have|having)\s+(?!(?:an?|the|its|their)\s)(.+?)(?:,|\(|\sand\s|$)/i.exec(sentence);
  const own = led !== null && !isUsualField((led[1] ?? '').trim());
  const collected = collect(own ? listText(sentence) : fieldsText(sentence));
  const { fields } = collected;
  if (fields.length + collected.wishes.length + collected.doubts.length === 0) return null;
  if (fields.length === 1 && wordsOf(fields[0]?.label ?? '').length > 4) return null;
  if (
    !expected &&
    (!/[,;]/.test(sentence) ||
      fields.some((field) => wordsOf(field.label).length > 5) ||
      fields.length < 2 ||
      !fields.some((field) => isUsualField(field.label)))
  )
    return null;
  if (fields.length === 0 && collected.wishes.length === 0) return null;
  const unlikely = ofThemselves.test(sentence) || collected.doubts.some(({ kind }) => kind === 'unclear_field');
  if (unlikely && !isTelling(fields)) return null;
  return settled(progress, withCollected(description, collected));
}

/** `Yes, it is for plants`: agreeing before the answer says nothing of its own. */
const agreement =
  /^(?:(?:yes|yeah|yep|sure|ok|okay|right|well|so|of course|great|thanks|thank you|oh|hi|hello|sorry|no)(?:\s+(?:please|thing|then|of course))?\s*[,.!]\s+)+/i;

/** `greenhouse sensors`: an answer to the question for the kind of entry. */
function bareEntity(progress: Progress, sentence: string): Progress | null {
  const { description, first } = progress;
  const bare = sentence.replace(agreement, '');
  if (description.entity !== null || isElsewhere(sentence) || /[,;:?]/.test(bare)) return null;
  const name = entityText(
    bare.replace(
      /^(?:(?:it's|it is|they are|they're|i want to track|for|about|one entry is|each is|an entry is|each entry is|we call them|i call them|call (?:it|them))\s+)+/i,
      '',
    ),
  );
  if (name === null || wordsOf(name).length > 4) return null;
  if (/^(?:it's|it is)\s+(?!(?:for|about|an?|the|my|our|called)\s)/i.test(bare) && !isSeveral(name)) return null; // a state: `it is raining`
  if (first && !(isSeveral(name) && wordsOf(name).length <= 3)) return null;
  return settled(progress, withEntity({ ...description, doubt: null }, name));
}

const settled = (progress: Progress, description: Description): Progress => ({ ...progress, description });

/** A description that contradicts itself gets a doubt, unless it already has one. */
function withFoundDoubt(description: Description): Description {
  return description.doubt !== null ? description : { ...description, doubt: foundDoubt(description) };
}

function foundDoubt({ fields }: Description): Doubt | null {
  for (const { choices, label, max, min, type } of fields) {
    if (type === 'choice' && choices.length < 2) return { kind: 'too_few_choices', label };
    if (min !== null && max !== null && min > max) return { kind: 'limits_swapped', label, min, max };
  }
  return null;
}
