import type { FolderDocuments, FolderNames } from '../folder-documents.ts';
import type { ContextVariable } from '../workflow.ts';
import { initialAgent } from './agents.ts';
import { checkConditionValues } from './condition-values.ts';
import { checkLifecycle } from './lifecycle.ts';
import { checkMiddleware } from './middleware.ts';
import { asksPerson, warnOfNoAnswer } from './on-error.ts';
import { checkFailureMessageKey, checkPerson, checkTriggers, checkWorkflowName } from './orchestrator.ts';
import { checkOutcomeRoutes } from './outcome-routes.ts';
import { checkOutcomeState } from './outcome-state.ts';
import { checkOutcomes, outcomesOf } from './outcomes.ts';
import { checkAgent } from './participants.ts';
import type { CompiledRegistry } from './registry.ts';
import { checkRemoteAgents } from './remote-agents.ts';
import { checkTaskBatches, type TaskBatch } from './task-batches.ts';
import type { ToolFiles } from './tool-files.ts';
import { checkVisualAgents } from './ui-config.ts';

type CompiledVariables = ReadonlyMap<string, ContextVariable> | null;

/** Checks what orchestrator.yaml says of the other documents. Gives the agent that speaks first; empty when none is known. */
export function checkStart(
  { orchestrator: { value, reading }, agents, context, transitions, tools }: FolderDocuments,
  names: FolderNames,
  variables: CompiledVariables,
  folderName: string,
): string {
  if (value === null) return '';
  checkWorkflowName(value, folderName, reading);
  checkTriggers(value, reading);
  if (transitions.value !== null) checkPerson(value, transitions.value, tools.value !== null && asksPerson(tools.value), reading);
  if (transitions.value !== null && tools.value !== null) warnOfNoAnswer(tools.value, transitions.value, tools.reading);
  checkFailureMessageKey(value, names.variables, variables, context.reading, reading);
  if (value.initial_agent !== null && names.agents.size > 0) checkAgent(reading, '/initial_agent', value.initial_agent, names.agents);
  return agents.isReadable ? initialAgent(value.initial_agent, names.agents, reading) : '';
}

/** Checks what stands around the agents and their graph: lifecycle tools, middleware, remote agents, whose messages are shown. */
export function checkSurroundings({ tools, middleware, a2a, uiConfig }: FolderDocuments, names: FolderNames, files: ToolFiles): void {
  if (tools.value !== null) checkLifecycle(tools.value, names.agents, files, tools.reading);
  if (middleware.value !== null) checkMiddleware(middleware.value, names.agents, files, middleware.reading);
  if (a2a.value !== null) checkRemoteAgents(a2a.value, names.agents, a2a.reading);
  if (uiConfig.value !== null) checkVisualAgents(uiConfig.value, names.agents, uiConfig.reading);
}

/** Checks task batches and the finite outcomes of tools, which name almost everything else (workflow-documents 1.12, 5). */
export function checkOperations(
  documents: FolderDocuments,
  names: FolderNames,
  batches: readonly TaskBatch[],
  registry: CompiledRegistry,
  variables: CompiledVariables,
): void {
  const { taskBatches, transitions, context } = documents;
  const outputOf = (agent: string) => {
    const isUnknown = registry.hasModel(agent) || !names.agents.has(agent);
    return registry.byAgent.get(agent) ?? (isUnknown ? undefined : null);
  };
  if (taskBatches.value !== null)
    checkTaskBatches(
      taskBatches.value,
      batches,
      { ...names, outputOf, modelOf: (name: string) => registry.models.get(name) },
      taskBatches.reading,
    );
  checkToolOutcomes(documents, names, batches, variables);
  const typeOf = (variable: string): string | null => context.value?.definitions.get(variable)?.value.type ?? null;
  if (transitions.value !== null) checkConditionValues(transitions.value, typeOf, context.reading, transitions.reading);
}

function checkToolOutcomes(
  { tools, transitions, context, orchestrator }: FolderDocuments,
  names: FolderNames,
  batches: readonly TaskBatch[],
  variables: CompiledVariables,
): void {
  if (tools.value === null) return;
  const outcomes = outcomesOf(tools.value);
  checkOutcomes(tools.value, outcomes, batches, orchestrator.value?.initial_agent ?? null, tools.reading);
  const read = context.value && variables && { document: context.value, compiled: variables, reading: context.reading };
  checkOutcomeState(outcomes, names.variables, read, tools.reading);
  if (transitions.value === null) return;
  checkOutcomeRoutes(outcomes, names.variables, { document: transitions.value, reading: transitions.reading }, tools.reading);
}
