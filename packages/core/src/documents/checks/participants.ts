import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { didYouMean, nearestName } from '../../outputs/nearest-name.ts';
import type { Reading } from '../reading/reading.ts';
import { itemsOf, membersOf, type YamlDocument } from '../reading/yaml-document.ts';
import { shownName } from './names.ts';

/** The person, as transitions name them. */
export const personName = 'user';
/** The end, as transitions name it. */
export const endName = 'terminate';

const personAliases = new Set(['user', 'user_proxy', 'userproxy', 'userproxyagent']);

/** `user` or `terminate` for every way to write them (workflow-documents 8.1), else the name itself. */
export function participantName(written: string): string {
  const folded = written.toLowerCase();
  if (personAliases.has(folded)) return personName;
  return folded === endName ? endName : written;
}

/** True for names that no agent may have. */
export const isReservedParticipant = (name: string): boolean => participantName(name) === personName || participantName(name) === endName;

/** Stands for the names of a document that cannot be read: every name may be one of them. */
export const unknownNames: ReadonlySet<string> = anyName([]);

/** Names that are known where any other may be declared, too. */
function anyName(names: Iterable<string>): ReadonlySet<string> {
  return Object.assign(new Set(names), { has: () => true });
}

/** The names of all agents that a document declares, also of those that cannot be read otherwise: one mistake is told once. */
export function declaredAgents(document: YamlDocument | null): ReadonlySet<string> {
  const names = declaredIn(document, 'agents', 'name');
  const free = [...names].filter((name) => !isReservedParticipant(name));
  // An agent whose name cannot be its own has lost another one: whoever refers to that says nothing wrong.
  return free.length === entriesOf(document, 'agents').length ? names : anyName(names);
}

/** The functions of all tools that a document declares, in the same way. */
export function declaredTools(document: YamlDocument | null): ReadonlySet<string> {
  const names = declaredIn(document, 'tools', 'function');
  const isRead = (node: Node | null): boolean => isMap(node) && nameIn(node, 'function') !== null;
  return entriesOf(document, 'tools').every(isRead) ? names : anyName(names);
}

/** How many entries a list of a document has, also those that cannot be read. */
export const declaredCount = (document: YamlDocument, section: string): number => entriesOf(document, section).length;

/** The value of a key, or of what was most likely meant for it: a misspelt key is told, and what it holds is declared all the same. */
function valueNear(map: YAMLMap | null, key: string): Node | null {
  const members = membersOf(map);
  const member = members.find((each) => each.key === key) ?? members.find((each) => nearestName(each.key, [key]) !== null);
  return member?.value ?? null;
}

/** What a section of a document holds, also under the key that was most likely meant for it. */
const sectionOf = (document: YamlDocument | null, section: string): Node | null =>
  valueNear(document?.root ?? null, document?.writtenAs(section) ?? section);

const entriesOf = (document: YamlDocument | null, section: string): readonly (Node | null)[] => {
  const list = sectionOf(document, section);
  return isSeq(list) ? itemsOf(list, '').map(({ node }) => node) : [];
};

function declaredIn(document: YamlDocument | null, section: string, key: string): ReadonlySet<string> {
  return new Set(entriesOf(document, section).flatMap((node) => (isMap(node) ? (nameIn(node, key) ?? []) : [])));
}

function nameIn(map: YAMLMap, key: string): string | null {
  const name = valueNear(map, key);
  return isScalar(name) && typeof name.value === 'string' ? name.value.trim() : null;
}

/** The keys of a mapping of names in a document, also of entries that cannot be read otherwise. */
export function declaredNames(document: YamlDocument | null, section: string): ReadonlySet<string> {
  const map = sectionOf(document, section);
  return new Set(membersOf(isMap(map) ? map : null).map(({ key }) => key));
}

/** Words that people write for the person and for the end. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ...['human', 'person', 'customer', 'human_user'].map((word) => [word, personName] as const),
  ...['end', 'stop', 'finish', 'done', 'exit', '__end__'].map((word) => [word, endName] as const),
]);
/** A hint for a word that stands for the person or the end; undefined for every other. */
export function wordFor(written: string): string | undefined {
  const word = otherWords.get(written.toLowerCase());
  return word === undefined ? undefined : `did you mean \`${word}\`?`;
}

const typographicQuotes = /[\u2018-\u201f\u00ab\u00bb]/g;

function agentHint(name: string, agents: ReadonlySet<string>): string | undefined {
  const known = new Set(agents);
  const straight = name.replace(typographicQuotes, '');
  if (straight !== name && known.has(straight)) return `write \`${straight}\`: only straight quotes are quotes`;
  const parts = name.split(/[\s,;]+/);
  if (parts.length > 1 && parts.every((part) => known.has(part))) return `to name several, write a list: \`[${parts.join(', ')}]\``;
  return didYouMean(name, agents);
}

/** Reports an agent name that agents.yaml does not declare. True when it does. */
export function checkAgent(
  reading: Reading,
  path: string,
  name: string,
  agents: ReadonlySet<string>,
  part: 'key' | 'value' = 'value',
  hint?: string,
): boolean {
  if (agents.has(name)) return true;
  const message = `No agent \`${shownName(name)}\` is declared in agents.yaml.`;
  reading.problems.refuse(reading.document.placeOf(path, part), 'unknown_agent', message, {
    got: `\`${shownName(name)}\``,
    hint: () => hint ?? agentHint(name, agents),
  });
  return false;
}
