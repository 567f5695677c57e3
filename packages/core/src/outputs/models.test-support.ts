import type { Json } from '../ports/json.ts';
import { type CompileModelsResult, compileModels, compileShapes } from './compile-models.ts';
import type { OutputModel } from './output-model.ts';
import type { FieldDefinition, ModelDefinition } from './shapes/model-definition.ts';
import type { ModelShape } from './shapes/shapes.ts';

/** A field in short: its type alone, or with what belongs to it. */
export type FieldText = string | (Partial<FieldDefinition> & { readonly type: string });
/** A model's fields, or an alias. */
export type ModelText =
  | { readonly values: readonly Json[] }
  | { readonly variants: readonly string[] }
  | { readonly fields: Readonly<Record<string, FieldText>> };

/** Definitions from their short form. */
export function definitionsOf(models: Readonly<Record<string, ModelText>>): ReadonlyMap<string, ModelDefinition> {
  return new Map(Object.entries(models).map(([name, model]) => [name, definitionOf(model)]));
}

function definitionOf(model: ModelText): ModelDefinition {
  if ('values' in model) return { type: 'literal', description: null, values: model.values };
  if ('variants' in model) return { type: 'union', description: null, variants: model.variants };
  const fields = Object.entries(model.fields).map(([name, field]): [string, FieldDefinition] => {
    const written = typeof field === 'string' ? { type: field } : field;
    return [name, { description: null, default: undefined, items: null, values: null, variants: null, ...written }];
  });
  return { type: 'model', description: null, fields: new Map(fields) };
}

/** The compiled models of a short form that has no problems. */
export function modelsOf(models: Readonly<Record<string, ModelText>>): ReadonlyMap<string, OutputModel> {
  return compiled(compileModels(definitionsOf(models)));
}

/** The compiled models of shapes that have no problems. */
export function modelsOfShapes(shapes: Iterable<ModelShape>): ReadonlyMap<string, OutputModel> {
  return compiled(compileShapes(new Map([...shapes].map((shape) => [shape.name, shape]))));
}

function compiled(result: CompileModelsResult): ReadonlyMap<string, OutputModel> {
  if (result.kind === 'refused') throw new Error(result.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  return result.models;
}

/** One of them. */
export function modelOf(name: string, models: Readonly<Record<string, ModelText>>): OutputModel {
  const model = modelsOf(models).get(name);
  if (model === undefined) throw new Error(`no model ${name}`);
  return model;
}
