import type { Json, JsonObject } from '../../ports/json.ts';
import { canonicalJson, digestOf } from '../canonical.ts';
import type { FieldShape, ModelShape, Shape } from '../shapes/shapes.ts';
import { reachedModels } from './model-graph.ts';
import { constraintsOf } from './schema-writer.ts';

/** What decides that a value is accepted: our strict scalars, closed objects and filled-in defaults. */
export const acceptanceProfile = 'mozaiks.structured_output_acceptance_profile.v1';

/** Lower-case hex SHA-256 of a model's acceptance schema under its profile (workflow-documents 2.5, cases SO8-SO10). */
export function schemaDigest(root: ModelShape, models: ReadonlyMap<string, ModelShape>): string {
  return digestOf({ acceptance_profile: acceptanceProfile, schema: contractOf(root, models) });
}

/**
 * The acceptance schema of a model in a neutral form (workflow-documents 2.5): every model that it reaches, with fields by name, literal values and variants sorted. It
 * holds what decides acceptance, and nothing of descriptions or of how a provider is asked.
 */
function contractOf(root: ModelShape, models: ReadonlyMap<string, ModelShape>): JsonObject {
  const forms = [...reachedModels(root, models)].map(([name, { fields }]): [string, Json] => [
    name,
    Object.fromEntries(fields.map(fieldForm)),
  ]);
  return { root: root.name, models: Object.fromEntries(forms) };
}

function fieldForm(field: FieldShape): [string, Json] {
  const shape = shapeForm(field.shape);
  if (!field.optional) return [field.name, { shape }];
  return [field.name, field.omitted ? { shape, optional: true } : { shape, default: field.default }];
}

/** Variants in one order, however they were written: what fits one of them is accepted. */
const sorted = (forms: readonly JsonObject[]): readonly JsonObject[] =>
  forms
    .map((form) => ({ form, text: canonicalJson(form) }))
    .sort((left, right) => (left.text < right.text ? -1 : 1))
    .map(({ form }) => form);

function shapeForm(shape: Shape): JsonObject {
  switch (shape.kind) {
    case 'open_object':
      return { kind: shape.kind, values: shape.values === null ? null : shapeForm(shape.values) };
    case 'list':
      return { kind: shape.kind, items: shapeForm(shape.items), ...Object.fromEntries(constraintsOf(shape)) };
    case 'tuple':
      return { kind: shape.kind, items: shape.items.map(shapeForm) };
    case 'literal':
      return { kind: shape.kind, values: shape.values.map((value) => JSON.stringify(value)).sort() };
    case 'union':
      return { kind: shape.kind, variants: sorted(shape.variants.map(shapeForm)) };
    case 'model':
      return { kind: shape.kind, name: shape.name };
    default:
      return { kind: shape.kind, ...Object.fromEntries(constraintsOf(shape)) };
  }
}
