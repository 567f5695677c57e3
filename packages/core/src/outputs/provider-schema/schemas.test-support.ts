import { type FieldText, type ModelText, modelOf, modelsOfShapes } from '../models.test-support.ts';
import type { OutputModel, SchemaDialect } from '../output-model.ts';
import type { ModelShape, Shape } from '../shapes/shapes.ts';

/** Every dialect. */
export const dialects: readonly SchemaDialect[] = ['openai', 'anthropic', 'gemini', 'json_schema'];
/** A closed object's schema. */
export const object = (properties: object, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
/** A model of one field `f`. */
export const fieldModel = (field: FieldText, others: Record<string, ModelText> = {}): OutputModel =>
  modelOf('M', { ...others, M: { fields: { f: field } } });
/** A model of one required field of a shape that no document can write. */
export const shapeModel = (shape: Shape): OutputModel => {
  const model: ModelShape = {
    name: 'M',
    description: null,
    fields: [{ name: 'f', shape, description: null, optional: false, default: null }],
  };
  const compiled = modelsOfShapes([model]).get('M');
  if (compiled === undefined) throw new Error('no model M');
  return compiled;
};
/** What a dialect says of the field `f`. */
export const fieldOf = (model: OutputModel, dialect: SchemaDialect): unknown =>
  Reflect.get(Object(model.providerSchema(dialect).schema['properties']), 'f');
