import type { Agent, ToolBinding } from '../../documents/workflow.ts';

/** A workflow, as far as its tools are concerned. */
interface WorkflowTools {
  readonly agents: ReadonlyMap<string, Pick<Agent, 'autoTools'>>;
}

/**
 * The variables that belong to the outcomes of other tools, which a call of this tool may read and not write: another tool could otherwise give a budget back, or
 * say a result that was none (workflow-documents 5.2).
 */
export function outcomeKeysOfOthers(workflow: WorkflowTools, binding: ToolBinding): ReadonlySet<string> {
  const bindings = [...workflow.agents.values()].flatMap(({ autoTools }) => autoTools);
  const others = bindings.filter(({ agent, function: name }) => agent !== binding.agent || name !== binding.function);
  return new Set(others.flatMap(({ outcome }) => (outcome === null ? [] : [outcome.contextKey, outcome.attemptsKey])));
}
