import { IntarsiaError } from '../../ports/errors.ts';
import type { ModelShape, Shape } from '../shapes/shapes.ts';
import type { Check } from './check.ts';
import { CompiledModel } from './compiled-model.ts';
import { listCheck, tupleCheck } from './list-checks.ts';
import { anyJson, openObjectCheck } from './open-object-check.ts';
import { booleanCheck, literalCheck, nullCheck, numberCheck, textCheck } from './scalar-checks.ts';
import { unionCheck } from './union-check.ts';

/** Makes another `matches` for every model, in their order, with the same verdicts. `checkOf` compiles a shape of theirs. */
export type MatchGenerator = (models: readonly CompiledModel[], checkOf: (shape: Shape) => Check) => readonly Check['matches'][];

/**
 * Compiles every model once into closures. Models that mention each other are linked by name. Patterns must be regular expressions, and defaults are still to
 * be checked (`CompiledModel.wrongDefaults`).
 */
export function compileChecks(models: ReadonlyMap<string, ModelShape>, generate?: MatchGenerator): ReadonlyMap<string, CompiledModel> {
  const compiled = new Map<string, CompiledModel>();
  const generated: Check['matches'][] = [];
  const takesAnyKey = [...models.values()].some(({ fields }) => fields.some(({ shape }) => holdsOpenObject(shape)));
  for (const [index, model] of [...models.values()].entries()) {
    const matches: Check['matches'] = (value, pass, depth) => generated[index]?.(value, pass, depth) ?? false;
    compiled.set(model.name, new CompiledModel(model, takesAnyKey, generate === undefined ? null : matches));
  }
  const compile = (shape: Shape) => checkOf(shape, compiled);
  for (const model of compiled.values()) model.link(compile);
  if (generate !== undefined) generated.push(...generate([...compiled.values()], compile));
  return compiled;
}

function holdsOpenObject(shape: Shape): boolean {
  if (shape.kind === 'union') return shape.variants.some(holdsOpenObject);
  if (shape.kind === 'tuple') return shape.items.some(holdsOpenObject);
  return shape.kind === 'list' ? holdsOpenObject(shape.items) : shape.kind === 'open_object';
}

function checkOf(shape: Shape, models: ReadonlyMap<string, CompiledModel>): Check {
  switch (shape.kind) {
    case 'string':
      return textCheck(shape);
    case 'integer':
    case 'number':
      return numberCheck(shape);
    case 'boolean':
      return booleanCheck(shape);
    case 'null':
      return nullCheck(shape);
    case 'literal':
      return literalCheck(shape);
    case 'open_object':
      return openObjectCheck(shape, shape.values === null ? anyJson : checkOf(shape.values, models));
    case 'list':
      return listCheck(shape, checkOf(shape.items, models));
    case 'tuple':
      return tupleCheck(
        shape,
        shape.items.map((item) => checkOf(item, models)),
      );
    case 'union':
      return unionCheck(
        shape,
        shape.variants.map((variant) => ({
          shape: variant,
          check: checkOf(variant, models),
          model: variant.kind === 'model' ? modelOf(variant.name, models) : null,
        })),
      );
    case 'model':
      return modelOf(shape.name, models);
  }
}

function modelOf(name: string, models: ReadonlyMap<string, CompiledModel>): CompiledModel {
  const model = models.get(name);
  if (model === undefined) throw new IntarsiaError('wiring_invalid', `There is no model \`${name}\` among those that are compiled.`);
  return model;
}
