import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Reading } from '../reading/reading.ts';
import { membersByKey } from '../reading/yaml-document.ts';
import type { OrchestratorDocument } from '../schemas/orchestrator.ts';
import type { TransitionDocument } from '../schemas/transition-graph.ts';
import type { ContextVariable } from '../workflow.ts';
import { checkName, shownName } from './names.ts';
import { participantName, personName } from './participants.ts';
import { isKeyTold, refuseAt, warnAt } from './reports.ts';
import { checkVariable } from './variable-names.ts';

/** Checks that the workflow has the name of its folder, apart from case, and that it is a name. */
export function checkWorkflowName({ workflow_name: name }: OrchestratorDocument, folderName: string, reading: Reading): void {
  checkName(reading, '/workflow_name', name);
  if (name.toLowerCase() === folderName.toLowerCase()) return;
  const message = `The workflow is named \`${shownName(name)}\`, and its folder \`${folderName}\`: they must be the same, apart from case.`;
  reading.problems.refuse(reading.document.placeOf('/workflow_name'), 'folder_name', message, {
    expected: `\`${folderName}\``,
    got: `\`${shownName(name)}\``,
  });
}

/** Warns where orchestrator.yaml says that no person takes part, or that one does, and the graph or a tool (`byTool`) does otherwise: they decide. */
export function checkPerson(
  start: OrchestratorDocument,
  { transition_rules: rules }: TransitionDocument,
  byTool: boolean,
  reading: Reading,
): void {
  const byRule = rules.some(({ value }) => participantName(value.target_agent) === personName);
  const isAsked = byRule || byTool;
  const takesPart = isAsked || rules.some(({ value }) => participantName(value.source_agent) === personName);
  const isWritten = membersByKey(reading.document.root).has('human_in_the_loop');
  const because = byRule ? 'a rule leads to `user`, and the run pauses there' : 'a tool leads to the person, and the run pauses there';
  const warn = (key: string, what: string, why: string) =>
    warnAt(reading, pointerTo('', key), 'no_effect', `\`${what}\` has no effect: ${why}.`);
  if (start.human_in_the_loop && !takesPart)
    warn('human_in_the_loop', 'human_in_the_loop: true', 'no rule leads to `user` or starts from it');
  else if (isAsked && isWritten && !start.human_in_the_loop && !isKeyTold(reading, '', 'human_in_the_loop'))
    warn('human_in_the_loop', 'human_in_the_loop: false', because);
  else if (isAsked && start.workflow_startup_mode === 'BackendOnly')
    warn('workflow_startup_mode', 'workflow_startup_mode: BackendOnly', because);
}

/** Checks that each trigger says what it listens to (workflow-documents 1.3). */
export function checkTriggers({ triggers }: OrchestratorDocument, reading: Reading): void {
  for (const { path, value } of triggers) {
    const isTold = ['type', 'event', 'endpoint'].some((key) => isKeyTold(reading, path, key));
    if (value.type === null && value.event === null && value.endpoint === null && !isTold)
      refuseAt(reading, path, 'required', 'A trigger needs at least one of `type`, `event` and `endpoint`.');
  }
}

/** Checks the variable that holds the message of a failed run: declared, and text (workflow-documents 1.14, case DV6). */
export function checkFailureMessageKey(
  { failure_message_key: key }: OrchestratorDocument,
  variables: ReadonlySet<string>,
  compiled: ReadonlyMap<string, ContextVariable> | null,
  context: Reading,
  reading: Reading,
): void {
  const path = '/failure_message_key';
  if (key === null || !checkVariable(reading, path, key, variables)) return;
  const variable = compiled?.get(key);
  if (variable === undefined || isKeyTold(context, pointerTo('/definitions', key), 'type')) return;
  if (variable.type !== 'string') {
    const message = `\`${key}\` is ${variable.type === null ? 'of no declared type' : `of type ${variable.type}`}, and a message is text.`;
    refuseAt(reading, path, 'wrong_type', message, `declare \`type: string\` for \`${key}\` in context_variables.yaml`);
  } else if (!variable.persisted) {
    warnAt(reading, path, 'no_effect', `\`${key}\` is not persisted, so no run that failed can say it.`);
  }
}
