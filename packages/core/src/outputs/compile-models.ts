import { digestOf } from './canonical.ts';
import { compileChecks } from './checks.ts';
import type { CompiledModel } from './compiled-model.ts';
import { frozen } from './frozen.ts';
import { Inspection, refused } from './inspection.ts';
import { type ModelDefinition, type ModelProblem, pointerTo } from './model-definition.ts';
import type { OutputModel } from './output-model.ts';
import { contractOf, providerSchema, recursiveModels } from './provider-schema.ts';
import { resolveShapes } from './resolve-shapes.ts';
import type { ModelShape } from './shapes.ts';

/** The compiled models by name, or everything that is wrong with the definitions. */
export type CompileModelsResult =
  | { readonly kind: 'compiled'; readonly models: ReadonlyMap<string, OutputModel> }
  | { readonly kind: 'refused'; readonly problems: readonly ModelProblem[] };

/**
 * Compiles the `models` of structured_outputs.yaml (workflow-documents 2). Scalars are strict, every object is closed except inside a declared open
 * object, models may contain themselves, defaults are checked here and filled in later. Literals and unions are aliases and give no model of their own.
 */
export function compileModels(definitions: ReadonlyMap<string, ModelDefinition>): CompileModelsResult {
  const { models: shapes, problems } = resolveShapes(definitions);
  if (problems.length > 0) return { kind: 'refused', problems };
  const compiled = compileChecks(shapes);
  const wrong = [...compiled.values()].flatMap(defaultProblems);
  if (wrong.length > 0) return { kind: 'refused', problems: wrong };
  const recursive = recursiveModels(shapes);
  return { kind: 'compiled', models: new Map([...compiled].map(([name, model]) => [name, outputModel(model, shapes, recursive)])) };
}

function defaultProblems(model: CompiledModel): readonly ModelProblem[] {
  const fields = pointerTo(pointerTo('', model.shape.name), 'fields');
  return [...model.wrongDefaults()].flatMap(([field, inspection]) =>
    inspection.problems.map(({ path, message }) => ({
      path: `${pointerTo(pointerTo(fields, field.name), 'default')}${path}`,
      code: 'wrong_default',
      message: `The default of \`${field.name}\`${path === '' ? '' : `, at ${path},`} ${message}.`,
    })),
  );
}

function outputModel(model: CompiledModel, shapes: ReadonlyMap<string, ModelShape>, recursive: ReadonlySet<string>): OutputModel {
  return {
    name: model.shape.name,
    digest: digestOf(contractOf(model.shape, shapes)),
    provider: frozen(providerSchema(model.shape, shapes, recursive)),
    validate(candidate) {
      const inspection = new Inspection();
      const value = model.check(candidate, inspection);
      if (value !== refused) return { kind: 'accepted', value };
      return { kind: 'rejected', problems: inspection.problems, total: inspection.total };
    },
  };
}
