import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Reading } from '../reading/reading.ts';
import type { A2aDocument } from '../schemas/a2a.ts';
import { checkName } from './names.ts';
import { isReservedParticipant } from './participants.ts';
import { refuseAt } from './reports.ts';

const absoluteUrl = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+[^\s]*$/i;

/** Checks a2a.yaml: remote agents have names of their own, and addresses (workflow-documents 1.10). */
export function checkRemoteAgents(document: A2aDocument, agents: ReadonlySet<string>, reading: Reading): void {
  const names = new Set<string>();
  const declared = new Set(agents); // only the names that are known: one that may be declared is free
  for (const { path, value } of document.agents) {
    const namePath = pointerTo(path, 'name');
    checkName(reading, namePath, value.name);
    if (isReservedParticipant(value.name))
      refuseAt(reading, namePath, 'reserved_name', `\`${value.name}\` is a reserved name; it means the person or the end.`);
    else if (declared.has(value.name)) refuseAt(reading, namePath, 'duplicate', `\`${value.name}\` is an agent of agents.yaml already.`);
    else if (names.has(value.name)) refuseAt(reading, namePath, 'duplicate', `A remote agent \`${value.name}\` is declared already.`);
    names.add(value.name);
    if (absoluteUrl.test(value.url)) continue;
    const message = `\`${value.url}\` is not an absolute URL.`;
    refuseAt(reading, pointerTo(path, 'url'), 'wrong_value', message, 'for example `https://agents.example.com/auditor`');
  }
}
