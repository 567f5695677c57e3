import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { ToolEntry, ToolsDocument } from '../schemas/tools.ts';
import type { ToolBinding } from '../workflow.ts';
import { bindingOf } from './compile-binding.ts';
import { checkFunction } from './names.ts';
import { checkOnError } from './on-error.ts';
import { checkAgent } from './participants.ts';
import { refuseAt, warnAt } from './reports.ts';
import { checkSurface } from './surfaces.ts';
import type { ToolFiles } from './tool-files.ts';

/** The tools of one agent. */
export interface AgentTools {
  readonly auto: readonly ToolBinding[];
  readonly callable: readonly ToolBinding[];
}

/**
 * Turns the entries of tools.yaml into bindings by agent, in document order (workflow-documents 1.7, 4.3). An agent with an auto tool has no other
 * tools, except those that say `bind_to_agent: true` themselves: nothing is dropped silently.
 */
export function compileTools(
  document: ToolsDocument,
  agents: ReadonlySet<string>,
  hasModel: (agent: string) => boolean,
  files: ToolFiles,
  reading: Reading,
): ReadonlyMap<string, AgentTools> {
  for (const entry of document.tools) checkEntry(entry, agents, files, reading);
  const named = document.tools.flatMap((entry) =>
    entry.value.agent.filter((agent) => agents.has(agent)).map((agent) => ({ agent, entry })),
  );
  const byAgent = Map.groupBy(named, ({ agent }) => agent);
  return new Map(
    [...byAgent].map(([agent, entries]) => [
      agent,
      toolsOf(
        agent,
        entries.map(({ entry }) => entry),
        hasModel(agent),
        reading,
      ),
    ]),
  );
}

function toolsOf(agent: string, entries: readonly Placed<ToolEntry>[], hasModel: boolean, reading: Reading): AgentTools {
  const auto = entries.filter(({ value }) => value.auto_tool_call);
  const callable = entries.filter(({ value }) => !value.auto_tool_call && value.bind_to_agent !== false);
  const [first] = auto;
  if (first !== undefined && !hasModel) {
    const message = `\`${agent}\` has an auto tool, and no model in structured_outputs.yaml to validate what the tool gets.`;
    refuseAt(reading, pointerTo(first.path, 'auto_tool_call'), 'auto_tool_without_model', message, `add \`${agent}\` to the registry`);
  }
  for (const { path, value } of first === undefined ? [] : callable) {
    if (value.bind_to_agent === true) continue;
    const message = `\`${agent}\` has the auto tool \`${first?.value.function}\`, so the model could not call \`${value.function}\`.`;
    refuseAt(reading, path, 'auto_tool_agent', message, 'write `bind_to_agent: true` to keep it callable, or give it to another agent');
  }
  const functions = new Set<string>();
  for (const { path, value } of entries) {
    if (functions.has(value.function))
      refuseAt(reading, pointerTo(path, 'function'), 'duplicate', `\`${agent}\` has a tool \`${value.function}\` already.`);
    functions.add(value.function);
  }
  return {
    auto: auto.map((entry, index) => bindingOf(agent, index, entry.value)),
    callable: callable.map((entry, index) => bindingOf(agent, index, entry.value)),
  };
}

function checkEntry({ path, value }: Placed<ToolEntry>, agents: ReadonlySet<string>, files: ToolFiles, reading: Reading): void {
  for (const agent of value.agent) checkAgent(reading, pointerTo(path, 'agent'), agent, agents);
  checkFunction(reading, pointerTo(path, 'function'), value.function);
  files.check(reading, pointerTo(path, 'file'), value.file);
  checkSurface(reading, path, value);
  checkOnError({ path, value }, agents, reading);
  const bindPath = pointerTo(path, 'bind_to_agent');
  if (value.auto_tool_call && value.bind_to_agent === true && value.outcome === null) {
    const message = `\`bind_to_agent: true\` of \`${value.function}\` has no effect: an auto tool runs after each output, and no model calls it.`;
    warnAt(reading, bindPath, 'no_effect', message, 'write `bind_to_agent: false`, or leave it out');
  }
  if (!value.auto_tool_call && value.bind_to_agent === false) {
    const message = `\`${value.function}\` is neither an auto tool nor callable, so nothing ever runs it.`;
    warnAt(reading, bindPath, 'unused_tool', message, 'write `auto_tool_call: true`, or leave `bind_to_agent` out');
  }
}
