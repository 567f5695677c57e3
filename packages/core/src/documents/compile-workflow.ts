import { frozen } from '../outputs/frozen.ts';
import { checkOperations, checkStart, checkSurroundings } from './checks/across-documents.ts';
import { type AgentPrompt, compileAgents } from './checks/agents.ts';
import { compileVariables } from './checks/context-variables.ts';
import { compileRegistry, needsRegistry } from './checks/registry.ts';
import { contractsByTool } from './checks/response-keys.ts';
import { batchesOf, taskKeysOf } from './checks/task-batches.ts';
import { compileTools } from './checks/tool-bindings.ts';
import { ToolFiles } from './checks/tool-files.ts';
import { compileTransitions } from './checks/transitions.ts';
import { checkConditionKeys, compileViews } from './checks/variable-names.ts';
import { namesIn, readDocuments } from './folder-documents.ts';
import { FolderReading, type WorkflowFile } from './reading/folder-reading.ts';
import { KeptDocuments } from './reading/kept-documents.ts';
import type { Agent, DocumentProblem, Workflow, WorkflowResult } from './workflow.ts';

/** Where the files come from. */
export interface CompileWorkflowOptions {
  /** Must be the workflow's name, ignoring case. */
  readonly folderName: string;
  /** Absolute folder that tool files are found in; null for a workflow without files. */
  readonly folder: string | null;
  /** Problems found while the folder was read: they are told together with those of the documents. */
  readonly problems?: readonly DocumentProblem[];
  /** Takes Python tool files for files that will be ported: they are no problem, and no run of the workflow starts. */
  readonly withoutTools?: boolean;
}

/**
 * Compiles the documents of one folder into a workflow, or tells every problem of all of them at once, sorted by file and line. Pure: the same texts give
 * the same result and digest everywhere, whatever the order of files and keys. Files that are not YAML are left alone.
 */
export function compileWorkflow(files: readonly WorkflowFile[], options: CompileWorkflowOptions): WorkflowResult {
  return compileKept(files, options, new KeptDocuments());
}

/** Compiles a folder of which documents were read before: those whose text is still the same are not read again. Everything is checked again. */
export function compileKept(files: readonly WorkflowFile[], options: CompileWorkflowOptions, kept: KeptDocuments): WorkflowResult {
  const folder = new FolderReading(files, options.problems ?? []);
  const workflow = compile(folder, kept, options);
  const problems = folder.problems.problems();
  if (workflow === null || problems.length > 0) return { kind: 'refused', problems };
  return { kind: 'loaded', workflow, warnings: folder.problems.warnings() };
}

function compile(folder: FolderReading, kept: KeptDocuments, options: CompileWorkflowOptions): Workflow | null {
  const documents = readDocuments(folder, kept);
  const { agents: agentsFile, transitions, context, outputs, tools } = documents;
  const names = namesIn(documents);
  const registry = compileRegistry(outputs, names.agents, needsRegistry(agentsFile.value, tools.value));
  const prompts = agentsFile.value && compileAgents(agentsFile.value, registry.hasModel, agentsFile.reading);
  const toolFiles = new ToolFiles(options.withoutTools === true);
  const compiledTools = tools.value && compileTools(tools.value, names.agents, registry.hasModel, toolFiles, tools.reading);
  const typeOf = (variable: string): string | null => context.value?.definitions.get(variable)?.value.type ?? null;
  const subjects = { tools: compiledTools, toolNames: names.tools, typeOf };
  const graph = transitions.value && compileTransitions(transitions.value, names.agents, subjects, transitions.reading);
  if (graph !== null) checkConditionKeys(graph.keys, names.variables, transitions.reading);
  const batches = documents.taskBatches.value === null ? [] : batchesOf(documents.taskBatches.value);
  const conditions = new Set(graph?.keys.map(({ key }) => key));
  const uses = { ...names, contracts: contractsByTool(tools.value), conditions, taskKeys: taskKeysOf(batches) };
  const variables = context.value && compileVariables(context.value, uses, context.reading);
  const views = context.value && compileViews(context.value, names.variables, names.agents, context.reading);
  checkSurroundings(documents, names, toolFiles);
  checkOperations(documents, names, batches, registry, variables);
  const first = checkStart(documents, names, variables, options.folderName);
  const start = documents.orchestrator.value;
  if (start === null || !prompts || !graph || !variables) return null;
  return {
    name: start.workflow_name,
    digest: folder.digest(),
    startupMode: start.workflow_startup_mode,
    maxTurns: start.max_turns,
    humanInTheLoop: start.human_in_the_loop,
    initialMessage: start.initial_message,
    initialAgent: first,
    agents: new Map(
      [...prompts.values()].map((prompt) => [
        prompt.name,
        agentOf(prompt, registry.byAgent.get(prompt.name) ?? null, views?.get(prompt.name) ?? [], compiledTools?.get(prompt.name)),
      ]),
    ),
    outputModels: registry.models,
    transitions: frozen(graph.rules),
    contextVariables: new Map([...variables].map(([name, variable]) => [name, frozen(variable)])),
    failureMessageKey: start.failure_message_key,
    unsupported: folder.problems.unsupported(),
    folder: options.folder,
  };
}

function agentOf(
  prompt: AgentPrompt,
  output: Agent['output'],
  view: Agent['view'],
  tools: { readonly auto: Agent['autoTools']; readonly callable: Agent['callableTools'] } | undefined,
): Agent {
  return Object.freeze({
    ...prompt,
    output,
    view: frozen(view),
    autoTools: frozen(tools?.auto ?? []),
    callableTools: frozen(tools?.callable ?? []),
  });
}
