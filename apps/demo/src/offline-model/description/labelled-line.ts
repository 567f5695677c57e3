import { withEntity } from './collect.ts';
import type { Description } from './description.ts';
import { entityText, isSeveral, sameEntity } from './entity.ts';
import { readHints } from './hints.ts';
import { readLeadIn } from './lead-ins.ts';

/** What a line with a label says. `provisional`: its kind of entry was only told by a title, so a plainer sentence may replace it. */
export interface LabelledLine {
  readonly description: Description;
  readonly provisional: boolean;
}

/** Reads `Entity: sensor`, `App: plants`, `Title: GreenWatch` and `For each plant:`; null when the sentence is no such line. */
export function readLabelledLine(description: Description, sentence: string): LabelledLine | null {
  return entityLine(description, sentence) ?? eachLine(description, sentence) ?? appLine(description, sentence);
}

function entityLine(description: Description, sentence: string): LabelledLine | null {
  const found =
    /^(?:entity|entries|entry|record(?: type)?|object|kind of entry|items?|what|subject|topic|thing(?:s)? to track|track(?:ing)?)\s*(?::|=|—)\s*([^,;:]+)$/i.exec(
      sentence,
    );
  const name = found === null ? null : entityText(found[1] ?? '');
  return name === null ? null : { description: withEntity(description, name), provisional: false };
}

const eachHeading =
  /^(?:and\s+|so\s+)?(?:(?:for|of|about)\s+)?(?:each|every|an?|one|all)\s+(?:of\s+)?(?:(?:my|our|the|these|single)\s+)?([^,:]+?),?(?:\s+(?:(?:i|we)\s+(?:also\s+)?(?:want|need|would like|must|should|have)(?:\s+to)?(?:\s+(?:store|record|save|track|know|note|enter|keep|keep track of|see|have))?|(?:has|have|needs?|contains?|includes?|gets?|(?:should|must|will|can|needs to|has to)\s+(?:have|contain|include|store|hold))))?(?:\s+(?:the\s+)?(?:following|these)(?:\s+\p{L}+)?)?\s*:$/iu;

/** `For each plant:` above a list: the kind of entry, unless it only points back (`for each of them:`). */
function eachLine(description: Description, sentence: string): LabelledLine | null {
  const found = eachHeading.exec(sentence);
  if (found === null) return null;
  const name = entityText(found[1] ?? '');
  const pointsBack = name === null || /^(?:entry|item|record|row|element|object|of (?:them|these|those))$/i.test(name);
  const { entity } = description;
  if (pointsBack || (entity !== null && sameEntity(entity, name))) return { description, provisional: false };
  if (entity === null) return { description: withEntity(description, name), provisional: false };
  return { description: { ...description, doubt: { kind: 'two_entities', first: entity.plural, second: name } }, provisional: false };
}

/** `App: plant tracker` names the app and its entries; `App: plants` only the entries, in the plural; `App: GreenWatch` only the app. */
function appLine(description: Description, sentence: string): LabelledLine | null {
  const found =
    /^(app|application|app name|app title|title|project|project name|name of the app)\s*[:=]\s*"?([^,;:"]+?)"?[.!]?$/i.exec(sentence) ??
    /^(the app (?:is|should be) (?:called|named)|call the app|name the app|call it|name it)\s*:?\s+"?([^,;:"]+?)"?[.!]?$/i.exec(sentence);
  if (found === null || readHints(found[2] ?? '') !== null) return null;
  const title = (found[2] ?? '').trim();
  const lead = readLeadIn(title, true)?.entity ?? null;
  const plain = lead === null ? entityText(title) : null;
  const told = lead ?? (plain !== null && isSeveral(plain) ? plain : null);
  const topic = plain !== null && told !== null && /^(?:app|application|project)$/i.test(found[1] ?? '');
  const titled = topic ? description : { ...description, title };
  if (told === null || titled.entity !== null) return { description: titled, provisional: false };
  return { description: withEntity(titled, told), provisional: !topic };
}
