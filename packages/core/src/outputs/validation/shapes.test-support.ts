import { compileShapes } from '../compile-models.ts';
import type { OutputModel } from '../output-model.ts';
import type { FieldShape, ModelShape, Shape } from '../shapes/shapes.ts';

/** A field of a shape; required unless said otherwise. */
export const fieldOf = (name: string, shape: Shape, more: Partial<FieldShape> = {}): FieldShape => ({
  name,
  shape,
  description: null,
  optional: false,
  default: null,
  ...more,
});

/** The compiled models of shapes that have no problems. */
export function compiledShapes(models: readonly ModelShape[]): ReadonlyMap<string, OutputModel> {
  const result = compileShapes(new Map(models.map((model) => [model.name, model])));
  if (result.kind === 'refused') throw new Error(result.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  return result.models;
}

/** The model `M` of these fields, beside others that they may mention. */
export function modelWith(fields: readonly FieldShape[], others: readonly ModelShape[] = []): OutputModel {
  const model = compiledShapes([...others, { name: 'M', description: null, fields }]).get('M');
  if (model === undefined) throw new Error('There is no M.');
  return model;
}

/** A model whose only field `f` has the shape. */
export const fieldModel = (shape: Shape): OutputModel => modelWith([fieldOf('f', shape)]);

/** The problems of a candidate, as `path code`. */
export function faults(model: OutputModel, candidate: unknown): readonly string[] {
  const result = model.validate(candidate);
  return result.kind === 'accepted' ? [] : result.problems.map(({ path, code }) => `${path} ${code}`);
}
