import { IntarsiaError } from '../../ports/errors.ts';
import { isJsonObject, type JsonObject } from '../../ports/json.ts';
import type { OutputModel, OutputResult } from '../output-model.ts';
import type { ModelProblem } from '../shapes/model-definition.ts';
import { closeSchema } from './closed-schema.ts';
import { frozenJson } from './own-check.ts';
import type { SchemaSource } from './schema-source.ts';

/** An output model that was registered in code. */
export interface SchemaModel extends OutputModel {
  /**
   * JSON Schema of an accepted value: what `providerSchema` says of a reply, after defaults and transforms. Null when a transform keeps that from being
   * known.
   */
  readonly acceptedSchema: JsonObject | null;
}

/**
 * An output model from a schema in code: zod, any library with Standard Schema and its JSON Schema, or plain JSON Schema. It is treated as a model of
 * structured_outputs.yaml: closed at every depth, also where the author wrote an object that lets other keys through; only an object of which no key is
 * declared (a record) stays open inside. An accepted value is what the author's schema makes of it, as frozen JSON: every key and item that was checked is
 * in it at the same kind of value, else it is rejected as `cut_short`; only where the schema's output differs from its input (a transform, and a union or a
 * recursive part with one inside) is that the author's to see to. The digest moves with what the author's JSON Schema says, so not with a refinement or a
 * transform, and with a default unless that is made anew each time.
 *
 * Throws `model_invalid` with all `problems` in its details for what cannot be closed. `validate` and `matches` reject what makes the author's code fail, and
 * throw `model_invalid` when that is asynchronous, answers as no Standard Schema does, or gives what JSON cannot hold.
 */
export function defineModel(name: string, schema: SchemaSource<unknown>): SchemaModel {
  if (!/^[A-Za-z][\w-]{0,59}$/.test(name)) {
    const message = 'It needs a name of at most 60 letters, digits, `_` and `-`, a letter first.';
    throw refusal(name, [{ path: '', code: 'invalid_name', message }]);
  }
  const closed = closeSchema(name, schema, 'model_invalid');
  if (closed.kind === 'refused') throw refusal(name, closed.problems);
  const { model, check } = closed.schema;
  const accepted = closed.schema.accepted();
  const validate = (candidate: unknown): OutputResult => {
    const result = check(candidate);
    if (result.kind === 'rejected') return result;
    const value = frozenJson(result.value, name);
    if (isJsonObject(value)) return { kind: 'accepted', value };
    throw new IntarsiaError('model_invalid', `The schema of "${name}" gives something that is no object.`);
  };
  return {
    ...model,
    acceptedShapes: accepted?.shapes ?? null,
    acceptedSchema: accepted?.providerSchema('json_schema').schema ?? null,
    matches: (candidate) => validate(candidate).kind === 'accepted',
    validate,
  };
}

/** Problems in one line each, with their places. */
export const shownProblems = (problems: readonly ModelProblem[]): string =>
  problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n');

const refusal = (name: string, problems: readonly ModelProblem[]): IntarsiaError =>
  new IntarsiaError('model_invalid', `The model "${name}" cannot be closed.\n${shownProblems(problems)}`, {
    details: { problems: problems.map((problem) => ({ ...problem })) },
  });
