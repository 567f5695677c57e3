import { describe, expect, it } from 'vitest';
import { compileShapes } from './compile-models.ts';
import { modelOf, modelsOf, modelsOfShapes } from './models.test-support.ts';
import type { ModelShape } from './shapes/shapes.ts';

const shapeWith = (value: number): ModelShape => ({
  name: 'M',
  description: null,
  fields: [{ name: 'f', shape: { kind: 'integer' }, description: null, optional: true, default: value }],
});

describe('compiling shapes', () => {
  it('gives the models that the same definitions give', () => {
    const written = modelOf('M', { M: { fields: { f: { type: 'int', default: 1 } } } });
    const coded = modelsOfShapes([shapeWith(1)]).get('M');
    expect(coded?.digest).toBe(written.digest);
    expect(coded?.providerSchema('openai')).toEqual(written.providerSchema('openai'));
    expect(coded?.validate({})).toEqual({ kind: 'accepted', value: { f: 1 } });
  });

  it('refuses a default that is not what its field declares', () => {
    expect(compileShapes(new Map([['M', shapeWith(1.5)]]))).toMatchObject({
      kind: 'refused',
      problems: [{ path: '/M/fields/f/default', code: 'wrong_default' }],
    });
  });

  it('gives models that keep what they were compiled from and cannot be changed', () => {
    const models = modelsOf({ N: { fields: { a: 'int' } }, M: { fields: { n: 'N' } } });
    const model = models.get('M');
    expect([...(model?.shapes.keys() ?? [])]).toEqual(['N', 'M']);
    expect(() => Object.assign(model ?? {}, { name: 'Other' })).toThrow(TypeError);
  });
});
