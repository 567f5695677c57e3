import { closeSchema } from '../../outputs/schema-models/closed-schema.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import type { Reading } from '../reading/reading.ts';
import type { UiContractDefinition } from '../schemas/tools.ts';
import type { UiContract } from '../workflow.ts';
import { checkName } from './names.ts';
import { refuseAt, warnAt } from './reports.ts';

const objectHint = 'write a mapping with `type: object` and `properties`, or leave it out';

/** What a UI_Tool shows and gets: without a contract any object, and no actions (workflow-documents 1.7). */
export function uiContractOf(contract: UiContractDefinition | null): UiContract {
  const actions = contract?.actions_schema ?? [];
  return {
    payload: schemaOf(contract?.payload_schema ?? null),
    actions: actions.map(({ value: { id, label, description, variant, approved, payload_schema: payload } }) => {
      return { id, label, description, variant, approved, payload: schemaOf(payload) };
    }),
  };
}

/** Checks a contract: the answer names its action, so no two may have one id and a person can see each, and its schemas can be closed, so that nothing undeclared passes. */
export function checkUiContract(reading: Reading, path: string, contract: UiContractDefinition): void {
  checkSchema(reading, pointerTo(path, 'payload_schema'), contract.payload_schema);
  const ids = new Set<string>();
  for (const { path: place, value } of contract.actions_schema) {
    checkName(reading, pointerTo(place, 'id'), value.id);
    if (ids.has(value.id)) refuseAt(reading, pointerTo(place, 'id'), 'duplicate', `An action \`${value.id}\` is declared already.`);
    ids.add(value.id);
    checkSchema(reading, pointerTo(place, 'payload_schema'), value.payload_schema);
  }
}

function checkSchema(reading: Reading, path: string, written: Json): void {
  if (written !== null && !isJsonObject(written))
    warnAt(reading, path, 'no_effect', 'This is no JSON Schema that says what an object holds, so any object is taken.', objectHint);
  const schema = schemaOf(written);
  const closed = schema === null ? null : closeSchema('payload', schema, 'tool_invalid');
  if (closed?.kind !== 'refused') return;
  for (const problem of closed.problems) {
    refuseAt(
      reading,
      `${path}${problem.path}`,
      problem.code,
      problem.message,
      problem.hint ?? 'leave `payload_schema` out to take any object',
    );
  }
}

/** What is no object, or declares nothing of one, lets every object through (workflow-documents 1.7). */
function schemaOf(schema: Json): JsonObject | null {
  if (!isJsonObject(schema)) return null;
  const declaresNothing = Object.entries(schema).every(([keyword, said]) =>
    keyword === 'type' ? said === 'object' : keyword === 'additionalProperties' && said === true,
  );
  return declaresNothing ? null : schema;
}
