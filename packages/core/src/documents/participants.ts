import { isMap, isScalar, isSeq } from 'yaml';
import { didYouMean } from '../outputs/nearest-name.ts';
import type { Reading } from './reading.ts';
import { itemsOf, membersOf, type YamlDocument } from './yaml-document.ts';

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
export function declaredAgents(document: YamlDocument | null): ReadonlySet<string> {
  const list = membersOf(document?.root ?? null).find(({ key }) => key === 'agents')?.value ?? null;
  const names = new Set<string>();
  for (const { node } of isSeq(list) ? itemsOf(list, '') : []) {
    const name = isMap(node) ? membersOf(node).find(({ key }) => key === 'name')?.value : undefined;
    if (isScalar(name) && typeof name.value === 'string') names.add(name.value.trim());
  }
  return names;
}

/** The keys of a mapping of names in a document, also of entries that cannot be read otherwise. */
export function declaredNames(document: YamlDocument | null, section: string): ReadonlySet<string> {
  const map = membersOf(document?.root ?? null).find(({ key }) => key === section)?.value ?? null;
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
  const message = `No agent \`${name}\` is declared in agents.yaml.`;
  reading.problems.refuse(reading.document.placeOf(path, part), 'unknown_agent', message, {
    got: `\`${name}\``,
    hint: didYouMean(name, agents),
  });
  return false;
}
