import type { ResponseTrigger, Workflow } from '../documents/workflow.ts';
import { isJsonObject, type Json, type JsonObject } from '../ports/json.ts';
import { checkWrite } from './authority.ts';
import type { RefusedWrite } from './refused-write.ts';

/** A person's answer to a UI_Tool: the chosen action with what it says of approval, and what came with it. */
export interface PersonsResponse {
  /** Null where the tool declares no actions. */
  readonly action: string | null;
  /** Null where the action does not say. */
  readonly approved: boolean | null;
  readonly response: JsonObject;
}

/** What an answer does to the context. */
export interface ResponseWrites {
  readonly set: JsonObject;
  readonly refused: readonly RefusedWrite[];
}

/**
 * The variables that an answer to a tool sets through their `ui_response` triggers (workflow-documents 7.5). The value stands at `response_key`, a key of
 * the answer before it is read as a path with dots; `action` and `approved` are what the chosen action says, and a key of the response only where it says
 * nothing: an answer that rejects must not pass for one that approves. Without a key the whole response is the value. What is not there, or null, changes
 * nothing; of several triggers the first that finds a value counts.
 */
export function responseWrites(workflow: Workflow, tool: string, given: PersonsResponse): ResponseWrites {
  const writer = 'ui_response_trigger';
  const set: [string, Json][] = [];
  const refused: RefusedWrite[] = [];
  for (const { name: key, source, triggers } of workflow.contextVariables.values()) {
    if (source.kind !== 'state') continue;
    const listening = triggers.filter((trigger): trigger is ResponseTrigger => trigger.kind === 'ui_response' && trigger.tool === tool);
    const value = listening.map((trigger) => valueAt(given, trigger.responseKey)).find((found) => found !== null);
    if (value === undefined) continue;
    const decision = checkWrite(workflow, { key, operation: 'set', value, writer });
    if (decision.kind === 'allowed') set.push([key, value]);
    else refused.push({ key, operation: 'set', writer, rule: `context_authority.${decision.reason}`, message: decision.message });
  }
  return { set: Object.fromEntries(set), refused };
}

function valueAt({ action, approved, response }: PersonsResponse, key: string | null): Json {
  if (key === null) return response;
  const answer: JsonObject = { ...response, ...(action === null ? {} : { action }), ...(approved === null ? {} : { approved }) };
  if (Object.hasOwn(answer, key)) return answer[key] ?? null;
  return key.split('.').reduce<Json>((value, step) => {
    return isJsonObject(value) && Object.hasOwn(value, step) ? (value[step] ?? null) : null;
  }, answer);
}
