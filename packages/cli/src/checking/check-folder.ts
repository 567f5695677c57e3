import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type DocumentProblem, type OutputModel, type ToolBinding, type ToolLoader, unfedFields, type Workflow } from '@intarsia/core';
import { loadWorkflow, toolLoader } from '@intarsia/core/node';
import { type Place, placeOfTool } from './tool-places.ts';
import { workflowFolders } from './workflow-folders.ts';

/** What a check of one workflow folder found. */
export interface FolderReport {
  /** As it was named. */
  readonly folder: string;
  /** The workflow's name; the folder's while it cannot be loaded. */
  readonly name: string;
  readonly problems: readonly DocumentProblem[];
  readonly warnings: readonly DocumentProblem[];
}

/** What a check looks at. */
export interface CheckScope {
  /** False: tool files are not imported, and may be missing or written in Python. */
  readonly tools: boolean;
}

/** Checks the workflow folders that some arguments name, one after another. */
export async function checkFolders(named: readonly string[], scope: CheckScope): Promise<readonly FolderReport[]> {
  const reports: FolderReport[] = [];
  for (const folder of workflowFolders(named)) reports.push(await checkFolder(folder, scope));
  return reports;
}

/** Loads a folder and, when its documents have no problems, imports its tools and compares them with the models that feed them. */
async function checkFolder(folder: string, { tools }: CheckScope): Promise<FolderReport> {
  const result = await loadWorkflow(folder, { withoutTools: !tools });
  if (result.kind === 'refused') return { folder, name: basename(resolve(folder)), problems: result.problems, warnings: [] };
  const { workflow, warnings } = result;
  return { folder, name: workflow.name, problems: tools ? await toolProblems(folder, workflow) : [], warnings };
}

async function toolProblems(folder: string, workflow: Workflow): Promise<readonly DocumentProblem[]> {
  const text = await readFile(join(folder, 'tools.yaml'), 'utf8').catch(() => '');
  const loader = toolLoader();
  const problems: DocumentProblem[] = [];
  for (const { autoTools, callableTools, output } of workflow.agents.values()) {
    for (const binding of autoTools) problems.push(...(await problemsOf(workflow, binding, output, loader, placeOfTool(text, binding))));
    for (const binding of callableTools) problems.push(...(await problemsOf(workflow, binding, null, loader, placeOfTool(text, binding))));
  }
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]; // a tool of two agents is one entry
}

/** `fedBy` is the model whose output the runtime gives the tool; null when a model calls it. */
async function problemsOf(
  workflow: Workflow,
  binding: ToolBinding,
  fedBy: OutputModel | null,
  loader: ToolLoader,
  place: Place,
): Promise<readonly DocumentProblem[]> {
  const loaded = await loader.load(workflow, binding);
  if (loaded.kind === 'missing') {
    const { code, message, cause } = loaded;
    return [{ ...place, code, message, ...(cause instanceof Error && cause.message !== message ? { got: cause.message } : {}) }];
  }
  if (fedBy === null) return [];
  const fields = fedBy.shapes.get(fedBy.name)?.fields.map(({ name }) => name) ?? [];
  return unfedFields(loaded.tool, fields).map((field) => ({
    ...place,
    code: 'tool_input_unfed',
    message: `\`${binding.function}\` needs \`${field}\`, and ${fedBy.name}, which ${binding.agent} answers with, has no such field.`,
    expected: `a field \`${field}\` in ${fedBy.name}`,
    got: fields.map((name) => `\`${name}\``).join(', '),
    hint: `add it to ${fedBy.name}, or make it optional in the tool's \`input\``,
  }));
}
