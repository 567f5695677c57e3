import { unquote } from '../language/text.ts';
import { collect, findField, meantField, replaceField, withCollected, withEntity } from './collect.ts';
import type { Description, Field } from './description.ts';
import { entityText, isSeveral, sameEntity } from './entity.ts';
import { readItem, withLimits } from './field-item.ts';
import { splitItems } from './field-list.ts';
import { typeOfLabel } from './field-types.ts';
import { type Hints, readHints } from './hints.ts';

/** Reads a change to what is known already (`rename zone to area`, `no temperature`), or null when the sentence is none. */
export function readEdit(description: Description, sentence: string): Description | null {
  const commands = sentence
    .split(commandBreak)
    .flatMap((part) =>
      statement.test(part) ? part.split(/\s+and\s+(?=(?:the\s+)?[\p{L}\s]+?\s(?:should|must|is|are|can|has to)\s)/iu) : [part],
    )
    .filter((part) => !onlyCourtesy.test(part));
  let current: Description | null = description;
  for (const command of commands) current = current === null ? null : readCommand(current, command);
  return current ?? (commands.length > 1 ? readCommand(description, sentence) : null);
}

/** `rename zone to area, add humidity and make name required` is three commands. */
const commandBreak =
  /\s*[,;]\s*(?:and\s+|then\s+)*(?=(?:add|remove|delete|drop|rename|make|change|mark|replace)\s)|\s+(?:and|then|but)\s+(?:then\s+|also\s+|please\s+)*(?=(?:add|remove|delete|drop|rename|make|change|mark|replace)\s)|\s*[,;]\s*(?:and\s+|but\s+|then\s+)*(?=(?:the\s+)?[\p{L}\p{N} _-]{1,40}\s(?:is|are|must|should|has to|needs to|can)\s)/iu;

/** What is left before a command that is cut off: `Oh, and please rename …`. */
const onlyCourtesy = /^\W*(?:(?:and|also|oh|please|ok|okay|yes|no|then|now|wait|sorry|actually|well|great|thanks|but|so|next)\b\W*)*$/i;

const statement = /\s(?:should|must|is|are|can|has to)\s.*\sand\s.*\s(?:should|must|is|are|can|has to)\s/i;

function readCommand(description: Description, sentence: string): Description | null {
  const text = stripCourtesy(sentence);
  for (const read of [renamed, entityChanged, added, removed, retyped, described]) {
    const changed = read(description, text);
    if (changed !== null) return changed;
  }
  return null;
}

const courtesy =
  /^(?:(?:and|also|oh|please|ok|okay|yes|no|nope|then|now|next|wait|sorry|actually|well|hmm|great|good|perfect|thanks|right|sure|but|so|one more thing|by the way)\b[,:.!]*\s+|(?:could|can|would|will)\s+you\s+(?:please\s+)?(?:also\s+)?|i(?:'d| would)\s+(?:also\s+)?(?:like|love|prefer)\s+(?:you\s+)?to\s+|i(?:\s+also)?\s+(?:want|need)\s+(?:you\s+)?to\s+|(?:we|you)\s+(?:should|must|can|could|need to)\s+(?:also\s+)?|let's\s+(?:also\s+)?|let us\s+)/i;

function stripCourtesy(sentence: string): string {
  let text = sentence
    .trim()
    .replace(/[.!?]+$/, '')
    .replace(/[,\s]+(?:please|thanks|thank you)$/i, '');
  for (let before = ''; before !== text; ) {
    before = text;
    const polite = courtesy.exec(text);
    if (polite === null || polite[0].length >= text.length) break;
    if (/^(?:no|also|and)\s/i.test(polite[0]) && !/^(?:also|and)\s/i.test(polite[0]) && !/,/.test(polite[0])) break;
    if (/^also|^and/i.test(polite[0]) && !startsCommand.test(text.slice(polite[0].length))) break;
    text = text.slice(polite[0].length).trim();
  }
  return text;
}
const startsCommand =
  /^(?:please|add|include|remove|delete|drop|rename|change|make|set|call|replace|mark|also|omit|put|use|turn|append|insert|the|no\b|without|could|can|i\b|we\b)/i;

/** A command names its fields in fewer words. */
const mostNameWords = 30;

const renames: readonly RegExp[] = [
  /^(?:rename|relabel|retitle|change the (?:name|label) of)\s+(?:the\s+)?(?:fields?\s+|columns?\s+|label\s+)?(.+?)\s+(?:to|as|into|->|→|=>|in)\s+(.+)$/i,
  /^(?:replace|swap|exchange|substitute)\s+(?:the\s+)?(?:field\s+)?(.+?)\s+(?:with|by|for)\s+(.+)$/i,
  /^(?:change|turn)\s+(?:the\s+)?(?:field\s+)?(.+?)\s+(?:to|into)\s+(.+)$/i,
  /^(?:the\s+)?(?:field\s+)?(.+?)\s+(?:should|must|is|shall|can)\s+(?:better\s+)?(?:be\s+)?(?:called|named|renamed(?: to)?)\s+(.+)$/i,
  /^call\s+(?:the\s+)?(?:field\s+)?(.+?)\s+(?:->|→|instead|rather)?\s*"(.+)"$/i,
  /^(.+?)\s*(?:->|→|=>)\s*(.+)$/,
];
const reversedRename = /^(?:use|take|call it|say|i meant|make it)?\s*(.+?)\s+(?:instead of|rather than|not|in place of)\s+(.+)$/i;

function renamed(description: Description, text: string): Description | null {
  for (const pattern of renames) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const changed = rename(description, found[1] ?? '', found[2] ?? '');
    if (changed !== null) return changed;
    if (/^rename/i.test(text)) return { ...description, doubt: { kind: 'unknown_field', label: unquote(found[1] ?? '') } };
  }
  const reversed = reversedRename.exec(text);
  if (reversed !== null) {
    const changed = rename(description, reversed[2] ?? '', reversed[1] ?? '');
    if (changed !== null) return changed;
  }
  return calledWithoutQuotes(description, text);
}

/** `call zone area`: the known label tells where the new one begins. */
function calledWithoutQuotes(description: Description, text: string): Description | null {
  const found = /^call\s+(?:the\s+)?(?:field\s+)?(.+)$/i.exec(text);
  const words = (found?.[1] ?? '').split(' ');
  for (let end = Math.min(words.length - 1, mostNameWords); end >= 1; end -= 1) {
    if (findField(description.fields, words.slice(0, end).join(' ')) === null) continue;
    return rename(
      description,
      words.slice(0, end).join(' '),
      words
        .slice(end)
        .join(' ')
        .replace(/\s+instead$/i, ''),
    );
  }
  return null;
}

function rename(description: Description, from: string, to: string): Description | null {
  const field = meantField(description.fields, unquote(from.trim()));
  const item = readItem(
    to
      .trim()
      .replace(/^(?:be\s+)?(?:called|named)\s+/i, '')
      .replace(/\s+instead$/i, ''),
  );
  if (field === null) {
    const { entity } = description;
    return entity !== null && sameEntity(entity, from) && entityText(to) !== null ? withEntity(description, entityText(to) ?? to) : null;
  }
  if (item.kind !== 'field' || (readHints(unquote(to.trim())) !== null && !/"/.test(to))) return null;
  const { field: target } = item;
  const type = target.typeGiven ? target : field.typeGiven ? field : { type: typeOfLabel(target.label), typeGiven: false };
  const next: Field = {
    ...field,
    label: target.label,
    type: withLimits(type.type, type.typeGiven, field.min, field.max),
    typeGiven: type.typeGiven,
    required: field.required || target.required,
    choices: target.choices.length > 0 ? target.choices : field.choices,
  };
  return { ...description, fields: replaceField(description.fields, field, next) };
}

const entityForms: readonly RegExp[] = [
  /^(?:call|name)\s+(?:them|the entries|the items|the records|each entry|an entry|one entry|every entry|each one)\s+(.+)$/i,
  /^(?:the\s+)?(?:entity|entries|entry|items|records|kind of entry|an entry|each entry|one entry|subject)\s+(?:is|are|should be|is called|are called|should be called)\s+(?:called\s+)?(.+)$/i,
  /^(?:it's|it is|they're|they are|these are|this is|it should be|the app is|the tracker is|the list is)\s+(?:all\s+)?(?:about|for|a list of|a tracker (?:for|of)|to track|called)\s+(.+?)(?:,?\s+not\s+.+)?$/i,
];

function entityChanged(description: Description, text: string): Description | null {
  const they = /^(?:they|these|those|it)(?:'re|'s|\s+are|\s+is)\s+(?:actually\s+|really\s+)?(?:called\s+)?([^,:]+)$/i.exec(text);
  const said = they === null || readHints(they[1] ?? '', true) !== null ? null : entityText(they[1] ?? '');
  if (said !== null && isSeveral(said)) return withEntity(description, said);
  for (const pattern of entityForms) {
    const found = pattern.exec(text);
    const name = found === null ? null : entityText(found[1] ?? '');
    if (name !== null && !/[,:]/.test(name)) return withEntity(description, name);
  }
  return null;
}

const adds: readonly RegExp[] = [
  /^(?:add|include|append|insert|put in|introduce|give (?:it|them|each))\s+(?:also\s+|in\s+)?(.+)$/i,
  /^(?:also|plus|and also|and)[:,]?\s+(?:add\s+|include\s+|with\s+|store\s+|track\s+|record\s+)?(.+)$/i,
  /^(?:i|we)\s+(?:also|additionally)\s+(?:need|want|would like|have|track|store|record)\s+(?:to (?:store|track|record|have|see|know|add|save)\s+)?(.+)$/i,
  /^(?:i|we)\s+(?:forgot|missed|left out)\s+(?:about\s+|to mention\s+)?(.+)$/i,
  /^(?:there|it|they|each|every one|each one)\s+(?:should|must|has to|have to|needs to)?\s*also\s+(?:be|have|has|contain|include|need|needs)?\s*(.+)$/i,
  /^(?:don't forget|do not forget|what about|how about|missing(?: is| are)?:?|(?:i|we)\s+need)\s+(.+)$/i,
  /^((?:another|one more|an additional|an extra|a new|two more|more)\s+(?:field|fields|column)\b.+)$/i,
  /^(.+?)\s+(?:is|are)\s+(?:also\s+)?(?:missing|needed too|needed as well)$/i,
];

function added(description: Description, text: string): Description | null {
  for (const pattern of adds) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const list = (found[1] ?? '')
      .replace(
        /^(?:the\s+)?(?:following\s+)?(?:new\s+|more\s+|another\s+|one more\s+|two more\s+|an additional\s+|an extra\s+)*(?:fields?|columns?|properties|attributes)\s*(?::|,|—|\b(?!\s*(?:for|called|named)))\s*/i,
        '',
      )
      .replace(/^(?:another|one more|an additional|an extra|a new)\s+/i, 'a ')
      .replace(/\s+(?:to|on|in)\s+(?:it|them|the (?:list|fields|form|app|table|entries)|(?:each|every|the|my|our)\s+[\p{L}\s]+)$/iu, '')
      .replace(/\s+as (?:an? )?(?:extra |new |additional |further )?fields?$/i, '')
      .replace(/\s+(?:too|as well)$/i, '');
    const collected = collect(list);
    if (collected.fields.length + collected.wishes.length + collected.doubts.length > 0) return withCollected(description, collected);
  }
  return null;
}

const removes =
  /^(remove|delete|drop|omit|leave out|leave off|skip|forget about|forget|get rid of|take out|take away|exclude|without|no more|no need for|not|no|scrap|lose|(?:i|we) (?:don't|do not|won't) (?:really )?(?:need|want)(?: a| an| the| any)?|don't (?:include|need|add|store|track))\s+(?:the\s+|a\s+|an\s+|any\s+)?(?:fields?\s+|columns?\s+)?(.+?)(?:\s+(?:fields?|columns?|anymore|any more|again|at all|from (?:it|the (?:list|form|app|fields))))*$/i;

function removed(description: Description, text: string): Description | null {
  const found = removes.exec(text);
  if (found === null) return null;
  const verb = (found[1] ?? '').toLowerCase();
  const list = found[2] ?? '';
  const whole = meantField(description.fields, unquote(list));
  const labels = whole === null ? splitItems(list).map((label) => unquote(label.replace(/^(?:the|a|an|or)\s+/i, '').trim())) : [list];
  let { fields } = description;
  for (const label of labels) {
    const field = meantField(fields, label);
    if (field === null)
      return /^(?:no|not|without|forget|skip)/.test(verb) ? null : { ...description, doubt: { kind: 'unknown_field', label } };
    fields = replaceField(fields, field, null);
  }
  return { ...description, fields };
}

/** `make temperature an integer`, `set name to required`, `mark zone as optional`. */
function retyped(description: Description, text: string): Description | null {
  const found = /^(?:make|set|change|turn|mark|convert|store|treat|let|switch)\s+(?:the\s+)?(.+)$/i.exec(text);
  if (found === null) return null;
  const words = (found[1] ?? '').split(' ');
  for (let end = Math.min(words.length - 1, mostNameWords); end >= 1; end -= 1) {
    const said = words
      .slice(end)
      .join(' ')
      .replace(/^(?:to\s+be|be|to|into|as|of type|the type)\s+/i, '');
    const hints = readHints(said, true) ?? readHints(said.replace(/^an?\s+/i, ''), true);
    const fields =
      hints === null
        ? null
        : meant(
            description,
            words
              .slice(0, end)
              .join(' ')
              .replace(/\s+(?:to\s+be|to|into|as|be|of type)$/i, ''),
          );
    if (hints !== null && fields !== null) return withHints(description, fields, hints);
  }
  return null;
}

/** `temperature must be a number`, `name and zone are required`, `the rest is optional`. */
function described(description: Description, text: string): Description | null {
  const only = /^only\s+(.+?)\s+(?:is|are|should be|must be)\s+(required|mandatory)$/i.exec(text);
  if (only !== null) {
    const fields = meant(description, only[1] ?? '');
    return fields === null
      ? null
      : { ...description, fields: description.fields.map((field) => ({ ...field, required: fields.includes(field) })) };
  }
  const pattern =
    /\s+(?:(?:should|must|has to|have to|needs? to|can|may|shall|could)\s+(?:all\s+|always\s+|only\s+)?(?:be|have)|(?:is|are|being)(?:\s+all|\s+always)?|can only be|goes|ranges|as)\s+/gi;
  for (const match of [...text.matchAll(pattern)].slice(0, mostNameWords)) {
    const fields = meant(description, text.slice(0, match.index));
    const said = text.slice(match.index + match[0].length);
    const hints = readHints(said, true) ?? readHints(`can be ${said}`);
    if (fields !== null && hints !== null && hints.choices?.length !== 1) return withHints(description, fields, hints);
  }
  return null;
}

function meant(description: Description, names: string): readonly Field[] | null {
  const text = names.trim().replace(/^(?:both|the|that)\s+/i, '');
  if (/^(?:all(?: of (?:them|the fields|these))?(?: the)?(?: fields)?|everything|every field|all of it|they|each field)$/i.test(text))
    return description.fields;
  if (
    /^(?:everything else|(?:the\s+)?rest|(?:all\s+)?(?:the\s+)?other(?:s| fields)|(?:the\s+)?remaining(?: fields| ones)?|all others)$/i.test(
      text,
    )
  )
    return description.fields.filter((field) => !field.required);
  if (/^(?:none|nothing|no field)$/i.test(text)) return [];
  const whole = meantField(description.fields, unquote(text));
  if (whole !== null) return [whole];
  const fields = splitItems(text).map((label) => meantField(description.fields, unquote(label.replace(/^the\s+/i, ''))));
  const found = fields.filter((field) => field !== null);
  return found.length === fields.length && found.length > 0 ? found : null;
}

function withHints(description: Description, targets: readonly Field[], hints: Hints): Description {
  const fields = description.fields.map((field) => (targets.includes(field) ? applied(field, hints) : field));
  return { ...description, fields };
}

function applied(field: Field, hints: Hints): Field {
  const min = hints.min ?? field.min;
  const max = hints.max ?? field.max;
  const given = hints.type !== undefined || field.typeGiven;
  const type = withLimits(hints.type ?? field.type, given, min, max);
  const numeric = type === 'number' || type === 'integer';
  return {
    ...field,
    type,
    typeGiven: given,
    required: hints.required ?? field.required,
    choices: type === 'choice' ? (hints.choices ?? field.choices) : [],
    min: numeric ? min : null,
    max: numeric ? max : null,
  };
}
