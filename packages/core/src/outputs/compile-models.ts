import { frozen } from './frozen.ts';
import type { OutputModel, ProviderSchema, SchemaDialect } from './output-model.ts';
import { schemaDigest } from './provider-schema/contract.ts';
import { type ModelFacts, modelGraph } from './provider-schema/model-graph.ts';
import { providerSchema } from './provider-schema/provider-schema.ts';
import { type ModelDefinition, type ModelProblem, pointerTo } from './shapes/model-definition.ts';
import { resolveShapes } from './shapes/resolve-shapes.ts';
import type { ModelShape } from './shapes/shapes.ts';
import { compileChecks } from './validation/checks.ts';
import type { CompiledModel } from './validation/compiled-model.ts';

/** The compiled models by name, or everything that is wrong with the definitions. */
export type CompileModelsResult =
  | { readonly kind: 'compiled'; readonly models: ReadonlyMap<string, OutputModel> }
  | { readonly kind: 'refused'; readonly problems: readonly ModelProblem[] };

/**
 * Compiles the `models` of structured_outputs.yaml (workflow-documents 2). Scalars are strict, every object is closed except inside a declared open
 * object, models may contain themselves, defaults are checked here and filled in later. Literals and unions are aliases and give no model of their own.
 */
export function compileModels(definitions: ReadonlyMap<string, ModelDefinition>): CompileModelsResult {
  const { models, problems } = resolveShapes(definitions);
  return problems.length > 0 ? { kind: 'refused', problems } : compileShapes(models);
}

/** Compiles models that were resolved elsewhere, each under its name; every model that one mentions must be among them. Checks their defaults. */
export function compileShapes(shapes: ReadonlyMap<string, ModelShape>): CompileModelsResult {
  const compiled = compileChecks(shapes);
  const graph = modelGraph(shapes);
  // Models come after those that they mention: defaults that are filled in by other defaults need no deep stack.
  const ordered = [...graph.keys()].map((name) => compiled.get(name)).filter((model) => model !== undefined);
  const wrong = ordered.flatMap(defaultProblems);
  if (wrong.length > 0) return { kind: 'refused', problems: wrong };
  return { kind: 'compiled', models: new Map([...compiled].map(([name, model]) => [name, outputModel(model, shapes, graph)])) };
}

function defaultProblems(model: CompiledModel): readonly ModelProblem[] {
  const fields = pointerTo(pointerTo('', model.shape.name), 'fields');
  return model.wrongDefaults().flatMap(([field, problems]) =>
    problems.map(({ path, message }) => ({
      path: `${pointerTo(pointerTo(fields, field.name), 'default')}${path}`,
      code: 'wrong_default',
      message: `The default of \`${field.name}\`${path === '' ? '' : `, at ${path},`} ${message}.`,
    })),
  );
}

function outputModel(model: CompiledModel, shapes: ReadonlyMap<string, ModelShape>, graph: ReadonlyMap<string, ModelFacts>): OutputModel {
  const schemas = new Map<SchemaDialect, ProviderSchema>();
  const digest = once(() => schemaDigest(model.shape, shapes));
  return Object.freeze<OutputModel>({
    name: model.shape.name,
    shapes,
    get digest() {
      return digest();
    },
    providerSchema(dialect) {
      const known = schemas.get(dialect);
      if (known !== undefined) return known;
      const made = frozen(providerSchema(model.shape, shapes, graph, dialect));
      schemas.set(dialect, made);
      return made;
    },
    validate: (candidate) => model.validate(candidate),
    matches: (candidate) => model.decides(candidate),
  });
}

/** Works something out when it is first asked for. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
