import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  type DocumentProblem,
  type OutputModel,
  type ToolBinding,
  type ToolDefinition,
  type ToolLoader,
  unfedFields,
  type Workflow,
} from '@intarsia/core';
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
  const found = tools ? await findingsOfTools(folder, workflow) : [];
  const findings = (weight: Finding['weight']) => distinct(found.filter((each) => each.weight === weight).map(({ problem }) => problem));
  return { folder, name: workflow.name, problems: findings('problem'), warnings: [...warnings, ...findings('warning')] };
}

interface Finding {
  readonly weight: 'problem' | 'warning';
  readonly problem: DocumentProblem;
}

async function findingsOfTools(folder: string, workflow: Workflow): Promise<readonly Finding[]> {
  const text = await readFile(join(folder, 'tools.yaml'), 'utf8').catch(() => '');
  const loader = toolLoader();
  const findings: Finding[] = [];
  for (const { autoTools, callableTools, output } of workflow.agents.values()) {
    for (const binding of autoTools) findings.push(...(await findingsOf(workflow, binding, output, loader, placeOfTool(text, binding))));
    for (const binding of callableTools) findings.push(...(await findingsOf(workflow, binding, null, loader, placeOfTool(text, binding))));
  }
  return findings;
}

/** A tool of two agents is one entry. */
const distinct = (problems: readonly DocumentProblem[]): readonly DocumentProblem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];

/** `fedBy` is the model whose output the runtime gives the tool; null when a model calls it. */
async function findingsOf(
  workflow: Workflow,
  binding: ToolBinding,
  fedBy: OutputModel | null,
  loader: ToolLoader,
  place: Place,
): Promise<readonly Finding[]> {
  const loaded = await loader.load(workflow, binding);
  if (loaded.kind === 'missing') {
    const { code, message, cause } = loaded;
    const got = cause instanceof Error && cause.message !== message ? { got: cause.message } : {};
    return [{ weight: 'problem', problem: { ...place, code, message, ...got } }];
  }
  if (asksTwice(binding, loaded.tool)) return [{ weight: 'problem', problem: wantsBoth(binding, place) }];
  if (fedBy === null) return undescribed(binding, loaded.tool) ? [{ weight: 'warning', problem: withoutDescription(binding, place) }] : [];
  return unfed(binding, loaded.tool, fedBy, place).map((problem) => ({ weight: 'problem', problem }));
}

function unfed(binding: ToolBinding, tool: ToolDefinition, fedBy: OutputModel, place: Place): readonly DocumentProblem[] {
  const fields = fedBy.shapes.get(fedBy.name)?.fields.map(({ name }) => name) ?? [];
  return unfedFields(tool, fields).map((field) => ({
    ...place,
    code: 'tool_input_unfed',
    message: `\`${binding.function}\` needs \`${field}\`, and ${fedBy.name}, which ${binding.agent} answers with, has no such field.`,
    expected: `a field \`${field}\` in ${fedBy.name}`,
    got: fields.map((name) => `\`${name}\``).join(', '),
    hint: `add it to ${fedBy.name}, or make it optional in the tool's \`input\``,
  }));
}

/** A run refuses such a tool, too. */
const asksTwice = ({ ui }: ToolBinding, tool: ToolDefinition): boolean => ui !== null && tool.approval !== 'never';

const wantsBoth = ({ function: name }: ToolBinding, place: Place): DocumentProblem => ({
  ...place,
  code: 'tool_invalid',
  message: `\`${name}\` asks a person as a UI_Tool and has \`requiresApproval\`, too: what a person answers is no approval.`,
  hint: 'leave `requiresApproval` out, or let another tool ask',
});

const undescribed = ({ description }: ToolBinding, tool: ToolDefinition): boolean => (description ?? tool.description).trim() === '';

const withoutDescription = ({ function: name }: ToolBinding, place: Place): DocumentProblem => ({
  ...place,
  code: 'tool_undescribed',
  message: `\`${name}\` has no description, so a model knows it by its name and its arguments alone.`,
  hint: "write a `description` in its entry, or in the tool's `defineTool`",
});
