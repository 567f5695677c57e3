import type { ErrorCode } from '../../ports/errors.ts';
import { digestOf } from '../canonical.ts';
import { compileShapes } from '../compile-models.ts';
import type { OutputModel } from '../output-model.ts';
import type { ModelProblem } from '../shapes/model-definition.ts';
import { keptParts } from './kept-parts.ts';
import { type CheckedValue, type OwnCheck, ownCheck } from './own-check.ts';
import { type ReadSchema, readShapes } from './read-shapes.ts';
import { SchemaDocument } from './schema-document.ts';
import { inputSchemaOf, jsonSchemaOf, readSource, type SchemaSource, type StandardSchema } from './schema-source.ts';

/** A schema, closed. */
export interface ClosedSchema {
  /** What goes in: closed at every depth, before the author's own validation. */
  readonly model: OutputModel;
  /** Checks as our shapes say, then as the author's schema says. Throws as `ownCheck` does. */
  check(candidate: unknown): CheckedValue;
  /** What comes out, with what is always filled in as required; null when a transform keeps that from being known. */
  accepted(): OutputModel | null;
}

/** A closed schema, or everything that keeps it from being closed. */
export type CloseSchemaResult =
  | { readonly kind: 'closed'; readonly schema: ClosedSchema }
  | { readonly kind: 'refused'; readonly problems: readonly ModelProblem[] };

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
  const given = readSource(source);
  if (given.kind === 'none')
    return refusedWhole('It is no schema: neither one of a library with Standard Schema, nor JSON Schema as an object.');
  const hasOwnCheck = given.kind === 'library';
  const converted = given.kind === 'library' ? inputSchemaOf(given.schema) : given.schema;
  const document = typeof converted === 'string' ? converted : SchemaDocument.copyOf({ ...converted });
  if (typeof document === 'string') return refusedWhole(document);
  const told = compiled(name, readShapes(name, document, { hasOwnCheck, constraints: true }));
  if (told.kind === 'refused') return told;
  const { model } = told;
  if (given.kind === 'json_schema') return { kind: 'closed', schema: { model, check: model.validate, accepted: () => filledModel(model) } };
  const structure = compiled(name, readShapes(name, document, { hasOwnCheck, constraints: false }));
  if (structure.kind === 'refused') return structure;
  const output = outputDocument(given.schema);
  const own: OwnCheck = { name, schema: given.schema, kept: keptParts(document.root, output?.root ?? null), problemCode };
  const check = (candidate: unknown): CheckedValue => {
    const result = structure.model.validate(candidate);
    return result.kind === 'rejected' ? result : ownCheck(own, result.value);
  };
  const digest = told.facts.length === 0 ? model.digest : digestOf({ contract: model.digest, facts: told.facts });
  return { kind: 'closed', schema: { model: { ...model, digest }, check, accepted: () => outputModel(name, output) } };
}

type Compiled =
  | { readonly kind: 'compiled'; readonly model: OutputModel; readonly facts: readonly string[] }
  | { readonly kind: 'refused'; readonly problems: readonly ModelProblem[] };

function compiled(name: string, read: ReadSchema): Compiled {
  if (read.kind === 'refused') return read;
  const result = compileShapes(read.models);
  const model = result.kind === 'compiled' ? result.models.get(name) : undefined;
  if (model !== undefined) return { kind: 'compiled', model, facts: read.facts };
  const problems = result.kind === 'refused' ? result.problems : [];
  // Told where they stand in the schema, not where they would stand in a document.
  const inSchema = ({ path, ...problem }: ModelProblem): ModelProblem => {
    const [, owner = '', , ...rest] = path.split('/');
    return { ...problem, path: [`${read.places.get(owner) ?? ''}/properties`, ...rest].join('/') };
  };
  return { kind: 'refused', problems: problems.map(inSchema) };
}

function outputDocument(schema: StandardSchema): SchemaDocument | null {
  const converted = jsonSchemaOf(schema, 'output');
  const document = typeof converted === 'string' ? converted : SchemaDocument.copyOf(converted);
  return typeof document === 'string' ? null : document;
}

/** What a library's schema gives; null when it cannot be said closed. */
function outputModel(name: string, document: SchemaDocument | null): OutputModel | null {
  if (document === null) return null;
  const result = compiled(name, readShapes(name, document, { hasOwnCheck: true, constraints: true }));
  return result.kind === 'compiled' ? result.model : null;
}

/** What a schema without an own check gives: fields that are filled in are always there. */
function filledModel(model: OutputModel): OutputModel | null {
  const shapes = [...model.shapes].map(([name, shape]) => {
    const fields = shape.fields.map((field) => ({ ...field, optional: field.optional && field.omitted === true }));
    return [name, { ...shape, fields }] as const;
  });
  const result = compileShapes(new Map(shapes));
  return result.kind === 'compiled' ? (result.models.get(model.name) ?? null) : null;
}

const refusedWhole = (message: string): { readonly kind: 'refused'; readonly problems: readonly ModelProblem[] } => ({
  kind: 'refused',
  problems: [{ path: '', code: 'not_convertible', message }],
});
