import type { ProviderSchema, SchemaDialect } from '../output-model.ts';
import type { ModelShape } from '../shapes/shapes.ts';
import { type DialectRules, dialects, mostProperties } from './dialects.ts';
import { type ModelFacts, reachedModels } from './model-graph.ts';
import { placesOf } from './places.ts';
import { exceededLimits, sizeOf } from './schema-size.ts';
import { constraintsOf, SchemaWriter, saysLiteral } from './schema-writer.ts';

const maxReasons = 5;
/** Models nested deeper than this are referred to instead of written out. */
const mostInlinedLevels = 32;

/**
 * What is sent to a provider for a model (workflow-documents 2.4). Closed at every depth; nested models are written out where they are used, except those
 * that contain themselves, which stand once in `$defs`. What the dialect cannot say makes it not strict, with the first places as reasons; constraints
 * that it does not take are left out and told.
 */
export function providerSchema(
  root: ModelShape,
  models: ReadonlyMap<string, ModelShape>,
  graph: ReadonlyMap<string, ModelFacts>,
  dialect: SchemaDialect,
): ProviderSchema {
  const rules = dialects[dialect];
  const reached = reachedModels(root, models);
  const writer = new SchemaWriter(root, models, rules, inlining(root, reached, graph));
  const schema = writer.document();
  const reasons = [
    ...(rules.promisesNothing === null ? [] : [rules.promisesNothing]),
    ...openReasons(root, models, graph, rules),
    ...exceededLimits(root.name, { ...sizeOf(schema), depth: graph.get(root.name)?.depth ?? 1 }, rules.limits),
  ];
  return { schema, strict: reasons.length === 0, reasons: reasons.slice(0, maxReasons), unsaid: unsaidOf(root, models, rules) };
}

/** Which models are written out where they are used: none of them when that would make too much of it. */
function inlining(
  root: ModelShape,
  reached: ReadonlyMap<string, ModelShape>,
  graph: ReadonlyMap<string, ModelFacts>,
): (name: string) => boolean {
  const written = [root.name, ...[...reached.keys()].filter((name) => name !== root.name && graph.get(name)?.isRecursive === true)];
  const properties = written.reduce((sum, name) => sum + (graph.get(name)?.properties ?? 0), 0);
  const isTooMuch = properties > mostProperties || (graph.get(root.name)?.depth ?? 1) > mostInlinedLevels;
  return isTooMuch ? () => false : (name) => graph.get(name)?.isRecursive !== true;
}

/** Places that the dialect cannot say. */
function openReasons(
  root: ModelShape,
  models: ReadonlyMap<string, ModelShape>,
  graph: ReadonlyMap<string, ModelFacts>,
  rules: DialectRules,
): readonly string[] {
  const reasons: string[] = [];
  for (const { path, shape, owner, isOptional } of placesOf(root, models)) {
    if (shape.kind === 'open_object' && !rules.openObjects) reasons.push(`${path} is an open object, which a strict schema cannot have.`);
    else if (shape.kind === 'tuple' && !rules.tuples)
      reasons.push(`${path} is a list with a type for each item, which a strict schema cannot have.`);
    else if (shape.kind === 'model' && graph.get(shape.name)?.component === graph.get(owner)?.component) {
      if (rules.recursion === 'nowhere') reasons.push(`${path} makes ${owner} contain itself, which a strict schema cannot say.`);
      else if (rules.recursion === 'in_optional_fields' && !isOptional)
        reasons.push(`${path} is required and makes ${owner} contain itself, which a strict schema cannot say.`);
    }
    if (reasons.length === maxReasons) break;
  }
  return reasons;
}

function unsaidOf(root: ModelShape, models: ReadonlyMap<string, ModelShape>, rules: DialectRules): readonly string[] {
  return [...placesOf(root, models)].flatMap(({ path, shape }) => [
    ...constraintsOf(shape)
      .filter(([keyword, value]) => !rules.says(keyword, value))
      .map(([keyword]) => `${path} ${keyword}`),
    ...(shape.kind === 'literal' && !saysLiteral(rules, shape.values) ? [`${path} enum`] : []),
  ]);
}
