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
export const unknownNames: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

/** The names of all agents that a document declares, also of those that cannot be read otherwise: one mistake is told once. */
export const declaredAgents = (document: YamlDocument | null): ReadonlySet<string> => declaredIn(document, 'agents', 'name');

/** The functions of all tools that a document declares, in the same way. */
export const declaredTools = (document: YamlDocument | null): ReadonlySet<string> => declaredIn(document, 'tools', 'function');

/** How many entries a list of a document has, also those that cannot be read. */
export const declaredCount = (document: YamlDocument, section: string): number => entriesOf(document, section).length;

/** The value of a key, or of what was most likely meant for it: a misspelt key is told, and what it holds is declared all the same. */
function valueNear(map: YAMLMap | null, key: string): Node | null {
  const members = membersOf(map);
  const member = members.find((each) => each.key === key) ?? members.find((each) => nearestName(each.key, [key]) !== null);
  return member?.value ?? null;
}

const entriesOf = (document: YamlDocument | null, section: string): readonly (Node | null)[] => {
  const list = valueNear(document?.root ?? null, section);
  return isSeq(list) ? itemsOf(list, '').map(({ node }) => node) : [];
};

function declaredIn(document: YamlDocument | null, section: string, key: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of entriesOf(document, section)) {
    const name = isMap(node) ? valueNear(node, key) : null;
    if (isScalar(name) && typeof name.value === 'string') names.add(name.value.trim());
  }
  return names;
}

/** The keys of a mapping of names in a document, also of entries that cannot be read otherwise. */
export function declaredNames(document: YamlDocument | null, section: string): ReadonlySet<string> {
  const map = valueNear(document?.root ?? null, section);
  return new Set(membersOf(isMap(map) ? map : null).map(({ key }) => key));
}

/** Reports an agent name that agents.yaml does not declare. True when it does. */
export function checkAgent(
  reading: Reading,
  path: string,
  name: string,
  agents: ReadonlySet<string>,
  part: 'key' | 'value' = 'value',
): boolean {
  if (agents.has(name)) return true;
  const message = `No agent \`${shownName(name)}\` is declared in agents.yaml.`;
  reading.problems.refuse(reading.document.placeOf(path, part), 'unknown_agent', message, {
    got: `\`${shownName(name)}\``,
    hint: () => didYouMean(name, agents),
  });
  return false;
}
