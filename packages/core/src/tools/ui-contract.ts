import { frozenCopy } from '../context/frozen-json.ts';
import type { UiContract } from '../documents/workflow.ts';
import { type ClosedSchema, closeSchema } from '../outputs/schema-models/closed-schema.ts';
import { shownProblems } from '../outputs/schema-models/define-model.ts';
import { IntarsiaError } from '../ports/errors.ts';
import { isJsonObject, type JsonObject } from '../ports/json.ts';

/** What a person answers to a UI_Tool. */
export interface UiAnswer {
  /** Null where the tool declares no actions. */
  readonly action: string | null;
  readonly response: JsonObject;
}

/** A value as its contract takes it, or what is wrong with it in words for who gave it. */
export type UiCheck<Value> = { readonly kind: 'fits'; readonly value: Value } | { readonly kind: 'refused'; readonly message: string };

/** Characters of JSON that an answer may have. */
export const maxAnswerLength = 64 * 1024;
const maxShown = 10;
/** Closed once a schema: a workflow keeps its contracts. */
const closedSchemas = new WeakMap<JsonObject, ClosedSchema>();

/** Checks what a UI_Tool wants to show (workflow-documents 1.7). */
export const checkShown = (contract: UiContract, payload: JsonObject): UiCheck<JsonObject> => checkObject(contract.payload, payload);

/** Checks an answer against what was asked: a declared action, and the payload that it declares, closed at every depth. */
export function checkAnswer(
  contract: UiContract,
  { action: id, response }: UiAnswer,
): UiCheck<UiAnswer & { readonly approved: boolean | null }> {
  const action = contract.actions.find((candidate) => candidate.id === id);
  if (action === undefined && (id !== null || contract.actions.length > 0)) return refused(wrongAction(contract, id));
  const copied = frozenCopy(response);
  if (copied.kind === 'not_json' || !isJsonObject(copied.value)) return refused('The response must be one JSON object.');
  if (JSON.stringify(copied.value).length > maxAnswerLength) return refused(`The response is longer than ${maxAnswerLength} characters.`);
  const checked = checkObject(action?.payload ?? null, copied.value);
  if (checked.kind === 'refused') return checked;
  return { kind: 'fits', value: { action: id, response: checked.value, approved: action?.approved ?? null } };
}

function wrongAction({ actions }: UiContract, given: string | null): string {
  const declared = actions.map(({ id }) => `"${id}"`).join(', ');
  if (actions.length === 0) return `The tool asks for no action, so the answer is an object alone; "${given}" was given.`;
  return given === null ? `Choose an action: ${declared}.` : `"${given}" is no action of the tool; it has ${declared}.`;
}

function checkObject(schema: JsonObject | null, value: JsonObject): UiCheck<JsonObject> {
  if (schema === null) return { kind: 'fits', value };
  const checked = closed(schema).model.validate(value);
  if (checked.kind === 'accepted') return { kind: 'fits', value: checked.value };
  return refused(
    checked.problems
      .slice(0, maxShown)
      .map(({ path, message }) => `${path}: ${message}`)
      .join('; '),
  );
}

function closed(schema: JsonObject): ClosedSchema {
  const known = closedSchemas.get(schema);
  if (known !== undefined) return known;
  const result = closeSchema('payload', schema, 'tool_invalid');
  // Documents with such a schema do not load.
  if (result.kind === 'refused') throw new IntarsiaError('tool_invalid', `A contract cannot be closed.\n${shownProblems(result.problems)}`);
  closedSchemas.set(schema, result.schema);
  return result.schema;
}

const refused = (message: string): { readonly kind: 'refused'; readonly message: string } => ({ kind: 'refused', message });
