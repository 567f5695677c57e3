import { digestOf } from '../outputs/canonical.ts';
import { frozen } from '../outputs/frozen.ts';
import { didYouMean } from '../outputs/nearest-name.ts';
import type { Json } from '../ports/json.ts';
import { type AgentPrompt, compileAgents, initialAgent } from './agents.ts';
import { documentJson } from './closed-object.ts';
import { checkConditionKeys, compileVariables, compileViews } from './context-variables.ts';
import {
  agentsDocument,
  contextDocument,
  laterDocuments,
  orchestratorDocument,
  outputsDocument,
  toolsDocument,
  transitionDocument,
} from './document-schemas.ts';
import { checkAgent, declaredAgents, declaredNames, unknownNames } from './participants.ts';
import { ProblemList, wholeFile } from './problems.ts';
import { invalid, type Reader, type Reading } from './reading.ts';
import { compileOutputs } from './registry.ts';
import { compileTools } from './tool-bindings.ts';
import { compileTransitions } from './transitions.ts';
import type { Agent, DocumentProblem, Workflow, WorkflowResult } from './workflow.ts';
import { parseYaml, YamlDocument } from './yaml-document.ts';

/** One file of a workflow's folder. `file` is its path in the folder, with `/`. */
export interface WorkflowFile {
  readonly file: string;
  readonly text: string;
}

/** Where the files come from. */
export interface CompileWorkflowOptions {
  /** Must be the workflow's name, ignoring case. */
  readonly folderName: string;
  /** Absolute folder that tool files are found in; null for a workflow without files. */
  readonly folder: string | null;
  /** Problems found while the folder was read: they are told together with those of the documents. */
  readonly problems?: readonly DocumentProblem[];
}

/** The documents that a folder may hold (workflow-documents 1.1), by their paths in it. */
export const documentFiles: readonly string[] = [
  'orchestrator.yaml',
  'agents.yaml',
  'transition_graph.yaml',
  'context_variables.yaml',
  'structured_outputs.yaml',
  'tools.yaml',
  ...laterDocuments.keys(),
];

/**
 * Compiles the documents of one folder into a workflow, or tells every problem of all of them at once, sorted by file and line. Pure: the same texts give
 * the same result and digest everywhere, whatever the order of files and keys. Files that are not YAML are left alone.
 */
export function compileWorkflow(files: readonly WorkflowFile[], options: CompileWorkflowOptions): WorkflowResult {
  const folder = new FolderReading(files, options.problems ?? []);
  const workflow = compile(folder, options);
  const problems = folder.problems.problems();
  if (workflow === null || problems.length > 0) return { kind: 'refused', problems };
  return { kind: 'loaded', workflow, warnings: folder.problems.warnings() };
}

function compile(folder: FolderReading, options: CompileWorkflowOptions): Workflow | null {
  const orchestrator = folder.read('orchestrator.yaml', orchestratorDocument);
  const agentsFile = folder.read('agents.yaml', agentsDocument);
  const transitions = folder.read('transition_graph.yaml', transitionDocument);
  const context = folder.read('context_variables.yaml', contextDocument);
  const outputs = folder.has('structured_outputs.yaml') ? folder.read('structured_outputs.yaml', outputsDocument) : null;
  const tools = folder.read('tools.yaml', toolsDocument);
  for (const [file, reader] of laterDocuments) folder.read(file, reader);

  // What is declared is known by its name even where the rest of it is wrong, so that one mistake is told once.
  const agentNames = agentsFile.isReadable ? declaredAgents(agentsFile.reading.document) : unknownNames;
  const variableNames = context.isReadable ? declaredNames(context.reading.document, 'definitions') : unknownNames;
  const named = outputs?.value && compileOutputs(outputs.value, agentNames, outputs.reading);
  const hasModel = (agent: string): boolean => (outputs !== null && outputs.value === null) || named?.agentsWithModel.has(agent) === true;
  const prompts = agentsFile.value && compileAgents(agentsFile.value, hasModel, agentsFile.reading);
  const compiledTools = tools.value && compileTools(tools.value, agentNames, hasModel, tools.reading);
  const graph = transitions.value && compileTransitions(transitions.value, agentNames, transitions.reading);
  if (graph !== null) checkConditionKeys(graph.keys, variableNames, transitions.reading);
  const conditionKeys = new Set(graph?.keys.map(({ key }) => key));
  const variables = context.value && compileVariables(context.value, conditionKeys, agentNames, context.reading);
  const views = context.value && compileViews(context.value, variableNames, agentNames, context.reading);

  const start = orchestrator.value;
  if (start === null) return null;
  checkFolderName(start.workflow_name, options.folderName, orchestrator.reading);
  const first = agentsFile.isReadable ? initialAgent(start.initial_agent, agentNames, orchestrator.reading) : '';
  if (start.initial_agent !== null && agentNames.size > 0)
    checkAgent(orchestrator.reading, '/initial_agent', start.initial_agent, agentNames);
  if (!prompts || !graph || !variables) return null;
  return {
    name: start.workflow_name,
    digest: digestOf(folder.json()),
    startupMode: start.workflow_startup_mode,
    maxTurns: start.max_turns,
    humanInTheLoop: start.human_in_the_loop,
    initialMessage: start.initial_message,
    initialAgent: first,
    agents: new Map(
      [...prompts.values()].map((prompt) => [
        prompt.name,
        agentOf(prompt, named?.models.get(prompt.name) ?? null, views?.get(prompt.name) ?? [], compiledTools?.get(prompt.name)),
      ]),
    ),
    transitions: frozen(graph.rules),
    contextVariables: new Map([...variables].map(([name, variable]) => [name, frozen(variable)])),
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

function checkFolderName(name: string, folderName: string, reading: Reading): void {
  if (name.toLowerCase() === folderName.toLowerCase()) return;
  const message = `The workflow is named \`${name}\`, and its folder \`${folderName}\`: they must be the same, apart from case.`;
  reading.problems.refuse(reading.document.placeOf('/workflow_name'), 'folder_name', message, {
    expected: `\`${folderName}\``,
    got: `\`${name}\``,
  });
}

/** A document that was read, as far as it could be. */
interface ReadDocument<Value> {
  readonly reading: Reading;
  /** Null when the document as a whole is invalid; its problems are told. */
  readonly value: Value | null;
  /** False when its text is no YAML that could be looked into. */
  readonly isReadable: boolean;
}

class FolderReading {
  readonly problems = new ProblemList();
  readonly #texts = new Map<string, string>();
  readonly #parsed = new Map<string, YamlDocument>();
  readonly #unread = new Set<string>();

  constructor(files: readonly WorkflowFile[], problems: readonly DocumentProblem[]) {
    for (const problem of problems) this.problems.refuse(problem, problem.code, problem.message, problem);
    this.#unread = new Set(problems.map(({ file }) => file));
    for (const { file, text } of files) {
      if (documentFiles.includes(file)) this.#texts.set(file, text);
      else this.#refuseUnknown(file);
    }
    if (!this.has('orchestrator.yaml') && !this.#unread.has('')) {
      this.problems.refuse(wholeFile('orchestrator.yaml'), 'document_missing', 'A workflow folder needs an orchestrator.yaml.');
    }
  }

  has(file: string): boolean {
    return this.#texts.has(file) || this.#unread.has(file);
  }

  read<Value>(file: string, reader: Reader<Value>): ReadDocument<Value> {
    const text = this.#texts.get(file);
    const parsed = text === undefined ? null : parseYaml(file, text, this.problems);
    const isReadable = parsed !== null || !this.has(file);
    const reading: Reading = { document: parsed ?? YamlDocument.empty(file), problems: this.problems };
    if (!isReadable || (file === 'orchestrator.yaml' && parsed === null)) return { reading, value: null, isReadable };
    if (parsed !== null) this.#parsed.set(file, parsed);
    const value = reader(reading.document.root, '', reading);
    return { reading, value: value === invalid ? null : value, isReadable };
  }

  /** Every document by its name, as JSON; empty ones say nothing and are left out. */
  json(): Json {
    const documents = [...this.#parsed].map(([file, document]): [string, Json] => [
      file,
      documentJson({ document, problems: new ProblemList() }),
    ]);
    return Object.fromEntries(documents.filter(([, json]) => JSON.stringify(json) !== '{}'));
  }

  #refuseUnknown(file: string): void {
    const renamed = file.replace(/\.yml$/i, '.yaml');
    if (renamed !== file) {
      const hint = documentFiles.includes(renamed)
        ? `rename it to ${renamed}`
        : `documents end in .yaml; ${didYouMean(renamed, documentFiles) ?? 'this one is not known'}`;
      this.problems.refuse(wholeFile(file), 'file_name', `${file} is not read: documents end in .yaml.`, { hint });
    } else if (/\.yaml$/i.test(file)) {
      this.problems.refuse(wholeFile(file), 'unknown_document', `${file} is no workflow document.`, {
        expected: documentFiles.join(', '),
        hint: didYouMean(file, documentFiles),
      });
    }
  }
}
