import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { compiledShapes, fieldOf, modelWith } from '../validation/shapes.test-support.ts';
import { generatedModel } from './generated-model.ts';
import { maxGeneratedFields } from './match-source.ts';

const integer = { kind: 'integer' } as const;

it('is the same model in all else', () => {
  const model = modelWith([fieldOf('a', integer)]);
  const generated = generatedModel(model);
  expect([generated.name, generated.digest, generated.shapes]).toEqual([model.name, model.digest, model.shapes]);
  expect(generated.providerSchema('openai')).toBe(model.providerSchema('openai'));
});

it('lets no name or literal out of its quotes', () => {
  const names = ['"] = 1; throw 1; //', "'", '`${1}`', '\\', '\n', '\u2028', '*/', '</script>', 'value', 'pass', 'given'];
  const fields = names.flatMap((name, index) => [
    fieldOf(name, { kind: 'literal', values: [name] }, { optional: index % 2 === 0 }),
    fieldOf(`${name} more`, { kind: 'list', items: { kind: 'literal', values: [name, index, null] } }),
  ]);
  const generated = generatedModel(modelWith(fields));
  const value = Object.fromEntries(
    names.flatMap((name, index) => [
      [name, name],
      [`${name} more`, [index, name, null]],
    ]),
  );
  expect(generated.validate(value)).toEqual({ kind: 'accepted', value });
  for (const name of names) {
    expect(generated.matches({ ...value, [name]: 'other' })).toBe(false);
    expect(generated.matches({ ...value, [`${name} more`]: ['other'] })).toBe(false);
    expect(generated.matches({ ...value, [`${name} less`]: 1 })).toBe(false);
  }
});

it.each([maxGeneratedFields, maxGeneratedFields + 1])('decides a model of %d fields, also inside another', (count) => {
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  const wide = { name: 'Wide', description: null, fields: names.map((name) => fieldOf(name, integer)) };
  const outer = { name: 'Outer', description: null, fields: [fieldOf('wide', { kind: 'model', name: 'Wide' })] };
  const model = compiledShapes([outer, wide]).get('Outer');
  if (model === undefined) throw new Error('There is no Outer.');
  const generated = generatedModel(model);
  const value = Object.fromEntries(names.map((name, index) => [name, index]));
  expect(generated.matches({ wide: value })).toBe(true);
  expect(generated.matches({ wide: { ...value, evil: 1 } })).toBe(false);
  expect(generated.matches({ wide: { ...value, f3: 'x' } })).toBe(false);
  const { f3: _, ...rest } = value;
  expect(generated.validate({ wide: rest })).toMatchObject({ kind: 'rejected', problems: [{ path: '/wide/f3', code: 'missing' }] });
});

it('is not made where code may not be made from text', () => {
  const strict = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  const { Function: StrictFunction } = runInContext('({ Function })', strict);
  const own = globalThis.Function;
  globalThis.Function = StrictFunction;
  try {
    expect(() => generatedModel(modelWith([fieldOf('a', integer)]))).toThrow(/Code generation from strings/);
  } finally {
    globalThis.Function = own;
  }
});
