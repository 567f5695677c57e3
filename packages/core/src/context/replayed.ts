import type { Workflow } from '../documents/workflow.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import { fitsType } from './authority.ts';

/** A stored value that is not used, and the rule that says so. It never holds the value. */
export interface ReplayDiagnostic {
  readonly key: string;
  readonly rule: `context_authority.${'unknown_key' | 'not_persisted' | 'invalid_value' | 'non_replayable'}`;
}

/** What may be used of a stored journal's variables, and what may not. */
export interface Replayed {
  readonly values: JsonObject;
  readonly diagnostics: readonly ReplayDiagnostic[];
}

/**
 * The stored variables as the workflow may use them that is declared now (workflow-documents 7.4, case CA5): it may be another one than wrote them. Left out
 * is what it does not declare, does not keep, declares with another type, or must never take from a journal.
 */
export function replayed(workflow: Workflow, contextVariables: JsonObject): Replayed {
  const values: [string, Json][] = [];
  const diagnostics: ReplayDiagnostic[] = [];
  for (const [key, value] of Object.entries(contextVariables)) {
    const rule = ruleAgainst(workflow, key, value);
    if (rule === null) values.push([key, value]);
    else diagnostics.push({ key, rule: `context_authority.${rule}` });
  }
  return { values: diagnostics.length === 0 ? contextVariables : Object.fromEntries(values), diagnostics };
}

function ruleAgainst(workflow: Workflow, key: string, value: Json) {
  const variable = workflow.contextVariables.get(key);
  if (variable === undefined) return 'unknown_key';
  if (!variable.persisted) return 'not_persisted';
  if (!fitsType(variable.type, value)) return 'invalid_value';
  return variable.authorization || variable.authorityClass === 'immutable_runtime_authority' ? 'non_replayable' : null;
}
