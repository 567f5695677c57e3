import { type ErrorCode, IntarsiaError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { compileShapes } from '../compile-models.ts';
import type { OutputModel, OutputProblem, OutputResult } from '../output-model.ts';
import { type ModelProblem, pointerTo } from '../shapes/model-definition.ts';
import { isPlainObject } from '../validation/check.ts';
import { type ReadSchema, readShapes } from './read-shapes.ts';
import { SchemaDocument } from './schema-document.ts';
import { jsonSchemaOf, type SchemaSource, type StandardIssue, type StandardSchema, standardSchema } from './schema-source.ts';

/** What a value is after its closed check and the author's own: as the author's schema gives it. */
export type CheckedValue = { readonly kind: 'accepted'; readonly value: unknown } | (OutputResult & { readonly kind: 'rejected' });

/** A schema, closed. */
export interface ClosedSchema {
  /** What goes in: closed at every depth, before the author's own validation. */
  readonly model: OutputModel;
  /** Checks as our shapes say, then as the author's schema says. Throws what `problemCode` says when that is asynchronous or fails. */
  check(candidate: unknown): CheckedValue;
  /** JSON Schema of what comes out, with what is always filled in as required; null when a transform keeps that from being known. */
  accepted(): JsonObject | null;
}

/** A closed schema, or everything that keeps it from being closed. */
export type CloseSchemaResult =
  | { readonly kind: 'closed'; readonly schema: ClosedSchema }
  | { readonly kind: 'refused'; readonly problems: readonly ModelProblem[] };

const maxIssues = 20;

/**
 * Closes a schema for its whole tree, whatever its author wrote at each level (cases S1-S11). A library's own validation runs after ours, on the exact
 * copy that ours accepted: limits, formats, refinements, defaults and transforms are its own, types and closedness ours. `problemCode` is of the errors
 * that its failures throw.
 */
export function closeSchema(
  name: string,
  source: SchemaSource<unknown>,
  problemCode: Extract<ErrorCode, 'model_invalid' | 'tool_invalid'>,
): CloseSchemaResult {
  const standard = standardSchema(source);
  const converted = standard === null ? source : jsonSchemaOf(standard, 'input');
  const document = typeof converted === 'string' ? converted : SchemaDocument.copyOf({ ...converted });
  if (typeof document === 'string') return refusedWhole(document);
  const hasOwnCheck = standard !== null;
  const told = compiled(name, readShapes(name, document, { hasOwnCheck, constraints: true }));
  if (told.kind === 'refused') return told;
  const { model } = told;
  if (standard === null) return { kind: 'closed', schema: { model, check: model.validate, accepted: () => filledSchema(model) } };
  const structure = compiled(name, readShapes(name, document, { hasOwnCheck, constraints: false }));
  if (structure.kind === 'refused') return structure;
  const check = (candidate: unknown): CheckedValue => {
    const result = structure.model.validate(candidate);
    return result.kind === 'rejected' ? result : ownCheck(standard, result.value, name, problemCode);
  };
  return { kind: 'closed', schema: { model, check, accepted: () => outputSchema(name, standard) } };
}

function compiled(
  name: string,
  read: ReadSchema,
): { readonly kind: 'compiled'; readonly model: OutputModel } | { readonly kind: 'refused'; readonly problems: readonly ModelProblem[] } {
  if (read.kind === 'refused') return read;
  const result = compileShapes(read.models);
  const model = result.kind === 'compiled' ? result.models.get(name) : undefined;
  if (model !== undefined) return { kind: 'compiled', model };
  const problems = result.kind === 'refused' ? result.problems : [];
  // Told where they stand in the schema, not where they would stand in a document.
  const inSchema = ({ path, ...problem }: ModelProblem): ModelProblem => {
    const [, owner = '', , ...rest] = path.split('/');
    return { ...problem, path: [`${read.places.get(owner) ?? ''}/properties`, ...rest].join('/') };
  };
  return { kind: 'refused', problems: problems.map(inSchema) };
}

function ownCheck(schema: StandardSchema, value: JsonObject, name: string, problemCode: ErrorCode): CheckedValue {
  const result = ownResult(schema, value, name, problemCode);
  if (result.issues === undefined) return { kind: 'accepted', value: result.value };
  return { kind: 'rejected', problems: result.issues.slice(0, maxIssues).map(problemOf), total: result.issues.length };
}

function ownResult(schema: StandardSchema, value: JsonObject, name: string, problemCode: ErrorCode) {
  const failed = (what: string, cause?: unknown) =>
    new IntarsiaError(problemCode, `The schema of "${name}" ${what}; a value is checked in one step, without waiting.`, { cause });
  let result: ReturnType<StandardSchema['~standard']['validate']>;
  try {
    result = schema['~standard'].validate(value);
  } catch (cause) {
    throw failed('failed in its own code', cause);
  }
  if (!('then' in result)) return result;
  result.catch(() => undefined); // told here, and by nobody else
  throw failed('validates asynchronously, or failed in its own code');
}

function problemOf({ message, path = [] }: StandardIssue): OutputProblem {
  const members = path.map((segment) => (typeof segment === 'object' ? segment.key : segment));
  return { path: members.reduce<string>((pointer, member) => pointerTo(pointer, String(member)), ''), code: 'not_accepted', message };
}

/** The value as detached, frozen JSON; members that are undefined are left out. Throws `model_invalid` for what JSON cannot hold. */
export function frozenJson(value: unknown, name: string, path = ''): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return value;
  if (Array.isArray(value)) return Object.freeze(value.map((item, index) => frozenJson(item, name, pointerTo(path, index))));
  if (!isPlainObject(value))
    throw new IntarsiaError('model_invalid', `The schema of "${name}" gives something at "${path}" that JSON cannot hold.`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.freeze(Object.fromEntries(members.map(([key, member]) => [key, frozenJson(member, name, pointerTo(path, key))])));
}

/** What a library's schema gives, in our words; null when it cannot be said closed. */
function outputSchema(name: string, schema: StandardSchema): JsonObject | null {
  const converted = jsonSchemaOf(schema, 'output');
  const document = typeof converted === 'string' ? converted : SchemaDocument.copyOf(converted);
  if (typeof document === 'string') return null;
  const result = compiled(name, readShapes(name, document, { hasOwnCheck: true, constraints: true }));
  return result.kind === 'compiled' ? result.model.providerSchema('json_schema').schema : null;
}

/** What a schema without an own check gives: fields that are filled in are always there. */
function filledSchema(model: OutputModel): JsonObject | null {
  const shapes = [...model.shapes].map(([name, shape]) => {
    const fields = shape.fields.map((field) => ({ ...field, optional: field.optional && field.omitted === true }));
    return [name, { ...shape, fields }] as const;
  });
  const result = compileShapes(new Map(shapes));
  return result.kind === 'compiled' ? (result.models.get(model.name)?.providerSchema('json_schema').schema ?? null) : null;
}

const refusedWhole = (message: string): { readonly kind: 'refused'; readonly problems: readonly ModelProblem[] } => ({
  kind: 'refused',
  problems: [{ path: '', code: 'not_convertible', message }],
});
