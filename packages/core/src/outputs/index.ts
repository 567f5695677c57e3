export { canonicalJson, digestOf } from './canonical.ts';
export type { CompileModelsResult } from './compile-models.ts';
export { compileModels } from './compile-models.ts';
export type { FieldDefinition, ModelDefinition, ModelProblem } from './model-definition.ts';
export type { OutputModel, OutputProblem, OutputResult } from './output-model.ts';
export type { JsonLimits, StrictJsonResult } from './strict-json.ts';
export { strictJson } from './strict-json.ts';
