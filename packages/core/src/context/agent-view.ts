import type { Workflow } from '../documents/workflow.ts';
import type { Json, JsonObject } from '../ports/json.ts';

/**
 * The lines that an agent's view adds to its prompt: `NAME: value`, one a variable, in the order of the view (workflow-documents 7.6).
 * Null and missing values read `None`, booleans are lower-case, objects and arrays compact JSON. Variables that a model may not see
 * are left out; the result is empty when no line is left.
 */
export function agentView(workflow: Workflow, agentName: string, contextVariables: JsonObject): string {
  const view = workflow.agents.get(agentName)?.view ?? [];
  const visible = view.filter((name) => workflow.contextVariables.get(name)?.modelVisible === true);
  return visible.map((name) => `${name.toUpperCase()}: ${viewText(memberOf(contextVariables, name))}`).join('\n');
}

function memberOf(values: JsonObject, name: string): Json {
  return (Object.hasOwn(values, name) ? values[name] : null) ?? null;
}

function viewText(value: Json): string {
  if (value === null) return 'None';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
