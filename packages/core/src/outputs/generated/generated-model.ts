import type { OutputModel } from '../output-model.ts';
import { compileChecks, type MatchGenerator } from '../validation/checks.ts';
import { MatchSource } from './match-source.ts';

/**
 * The same model, with `validate` and `matches` decided by a function that is written for it: the same verdicts, values and problems in a third of the time.
 * It makes code from text (`new Function`), so it throws an `EvalError` where a content security policy forbids that. Costs as much as compiling the model
 * again; meant for models that many values are put to.
 */
export function generatedModel(model: OutputModel): OutputModel {
  const compiled = compileChecks(model.shapes, generateMatches).get(model.name);
  if (compiled === undefined) return model;
  return Object.freeze<OutputModel>({
    name: model.name,
    shapes: model.shapes,
    get digest() {
      return model.digest;
    },
    providerSchema: (dialect) => model.providerSchema(dialect),
    validate: (candidate) => compiled.validate(candidate),
    matches: (candidate) => compiled.decides(candidate),
  });
}

const generateMatches: MatchGenerator = (models, checkOf) => {
  const source = new MatchSource(models.map(({ shape }) => shape));
  const functions = models.map(({ shape }, index) => source.model(shape, index));
  const body = `'use strict';
    const isOdd = (value, pass) => pass.isForeign && prototypeOf(value) !== plain;
    ${functions.join('\n')} return [${models.map((_, index) => `match${index}`).join(', ')}];`;
  const parameters = ['isArray', 'isSafeInteger', 'isFinite', 'prototypeOf', 'plain', 'walks', 'checks'];
  const make = new Function(...parameters, body);
  const walks = models.map(({ walk }) => walk);
  const checks = source.shapes.map(checkOf);
  return make(Array.isArray, Number.isSafeInteger, Number.isFinite, Object.getPrototypeOf, Object.prototype, walks, checks);
};
