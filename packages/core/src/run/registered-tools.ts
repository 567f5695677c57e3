import type { Agent, ToolBinding, Workflow } from '../documents/workflow.ts';
import { IntarsiaError } from '../ports/errors.ts';
import type { ToolError } from '../tools/execution/tool-call.ts';
import { createLiveRegistry, duplicateError } from '../tools/registry/live-registry.ts';
import type { LiveToolRegistry } from '../tools/registry/tool-registry.ts';
import type { ToolDefinition } from '../tools/tool.ts';

/** The tools that a host registered on agents, beside those of their documents: of this process, until it ends (tool-calling 10). */
export interface RegisteredTools {
  /** The registry of one agent. Throws `bad_request` for one that the workflow does not have. */
  of(workflow: Workflow, agent: string): LiveToolRegistry;
  /** The workflow as what begins now sees it: its agents may call what is registered now. */
  current(workflow: Workflow): Workflow;
}

/** Nothing is registered yet. */
export function registeredTools(): RegisteredTools {
  const registries = new Map<string, LiveToolRegistry>();
  const keyOf = (workflow: Workflow, agent: string) => JSON.stringify([workflow.name, agent]);
  return {
    of(workflow, name) {
      const agent = workflow.agents.get(name);
      if (agent === undefined) throw new IntarsiaError('bad_request', `The workflow "${workflow.name}" has no agent "${name}".`);
      const key = keyOf(workflow, name);
      const registry = registries.get(key) ?? createLiveRegistry([], (tool) => refusal(agent, tool));
      registries.set(key, registry);
      return registry;
    },
    current(workflow) {
      if (registries.size === 0) return workflow;
      const agents = [...workflow.agents].map(([name, agent]) => [name, withTools(agent, registries.get(keyOf(workflow, name)))] as const);
      return { ...workflow, agents: new Map(agents) };
    },
  };
}

const tools = new WeakMap<object, ToolDefinition>();

/** The tool of a binding that was registered; undefined for one that documents declare. */
export const registeredTool = (binding: object): ToolDefinition | undefined => tools.get(binding);

function withTools(agent: Agent, registry: LiveToolRegistry | undefined): Agent {
  if (registry === undefined) return agent;
  const bindings = [...registry].map(([name, tool], index) => bindingOf(agent, agent.callableTools.length + index, name, tool));
  return { ...agent, callableTools: [...agent.callableTools, ...bindings] };
}

function bindingOf({ name: agent }: Agent, index: number, name: string, tool: ToolDefinition): ToolBinding {
  const nothing = { file: '', description: null, surface: null, timeoutMs: null, outcome: null, ui: null, selfEmitsUi: false } as const;
  const binding: ToolBinding = { ...nothing, agent, index, function: name, type: 'Agent_Tool', onError: { kind: 'continue' } };
  tools.set(binding, tool);
  return binding;
}

function refusal({ autoTools, callableTools }: Agent, tool: ToolDefinition): ToolError | null {
  return [...autoTools, ...callableTools].some((binding) => binding.function === tool.name) ? duplicateError(tool.name) : null;
}
