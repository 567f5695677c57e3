import { isReservedKey } from '../../context/authority.ts';
import { didYouMean } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { ProblemPlace } from '../reading/problems.ts';
import type { Reading } from '../reading/reading.ts';
import type { ContextDocument } from '../schemas/context-variables.ts';
import { shownName } from './names.ts';
import { checkAgent } from './participants.ts';

const keyGrammar = /^[A-Za-z][A-Za-z0-9_.:-]{0,127}$/;

/** Where a document names a context variable. */
export interface NamedVariable {
  readonly path: string;
  readonly key: string;
  /** Where it stands, when that is inside a text. */
  readonly place?: ProblemPlace;
}

/** Reports a name of a context variable that is reserved, or that nothing declares. True when it is neither. */
export function checkVariable(reading: Reading, path: string, name: string, variables: ReadonlySet<string>, place?: ProblemPlace): boolean {
  const isReserved = isReservedKey(name);
  if (!isReserved && variables.has(name)) return true;
  const at = place ?? reading.document.placeOf(path);
  if (isReserved) reading.problems.refuse(at, 'reserved_name', `\`${name}\` is a reserved name; no document can declare or show it.`);
  else {
    const message = `No context variable \`${shownName(name)}\` is declared in context_variables.yaml.`;
    reading.problems.refuse(at, 'unknown_variable', message, { got: `\`${shownName(name)}\``, hint: () => didYouMean(name, variables) });
  }
  return false;
}

/** Reports the keys of conditions that no definition declares. */
export function checkConditionKeys(keys: readonly NamedVariable[], variables: ReadonlySet<string>, reading: Reading): void {
  for (const { path, key, place } of keys) checkVariable(reading, path, key, variables, place);
}

/** Reports a declared name that is reserved, or that the grammar of 7.3 does not allow. */
export function checkDeclaredName(reading: Reading, name: string): void {
  const isReserved = isReservedKey(name);
  if (!isReserved && keyGrammar.test(name)) return;
  const place = reading.document.placeOf(pointerTo('/definitions', name), 'key');
  if (isReserved) reading.problems.refuse(place, 'reserved_name', `\`${name}\` is a reserved name; nothing makes it declarable.`);
  else {
    const message = `\`${shownName(name)}\` cannot name a context variable: a letter first, then letters, digits, \`_\`, \`.\`, \`:\`, \`-\`, at most 128.`;
    reading.problems.refuse(place, 'invalid_name', message);
  }
}

/** The variables that each agent's prompt shows; every one declared, every agent too. */
export function compileViews(
  document: ContextDocument,
  variables: ReadonlySet<string>,
  agents: ReadonlySet<string>,
  reading: Reading,
): ReadonlyMap<string, readonly string[]> {
  for (const [agent, view] of document.agents) {
    checkAgent(reading, view.path, agent, agents, 'key');
    for (const { path, value } of view.value.variables) checkVariable(reading, path, value, variables);
  }
  return new Map([...document.agents].map(([agent, view]) => [agent, [...new Set(view.value.variables.map(({ value }) => value))]]));
}
