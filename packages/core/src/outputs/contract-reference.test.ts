import { describe, expect, it } from 'vitest';
import { checkContractReference, contractReference } from './contract-reference.ts';
import { modelsOf } from './models.test-support.ts';

const models = modelsOf({ M: { fields: { a: 'int' } }, N: { fields: { a: 'int' } } });
const reference = contractReference('M', models);

describe('a contract reference', () => {
  it('names one model exactly, frozen, and leads back to it', () => {
    expect(reference).toEqual({
      ref_schema_version: 'mozaiks.structured_output_contract_ref.v2',
      acceptance_profile: 'mozaiks.structured_output_acceptance_profile.v1',
      schema_digest: models.get('M')?.digest,
      model: 'M',
    });
    expect(Object.isFrozen(reference)).toBe(true);
    expect(checkContractReference(JSON.parse(JSON.stringify(reference)), models)).toBe(models.get('M'));
  });

  it('still fits when the model was written again, and not when it changed', () => {
    const again = modelsOf({ M: { fields: { a: 'int' } } });
    expect(checkContractReference(reference, again)).toBe(again.get('M'));
    expect(() => checkContractReference(reference, modelsOf({ M: { fields: { a: 'str' } } }))).toThrow(
      expect.objectContaining({ code: 'contract_mismatch', message: expect.stringContaining('schema_digest') }),
    );
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a name alone', 'M'],
    ['a list', [reference]],
    ['a model that is not loaded', { ...reference, model: 'Other' }],
    ['a model of an equal contract and another name', { ...reference, model: 'N' }],
    ['the version before', { ...reference, ref_schema_version: 'mozaiks.structured_output_contract_ref.v1' }],
    ['another profile', { ...reference, acceptance_profile: 'lax' }],
    ['no digest', { ...reference, schema_digest: undefined }],
    ['a key more', { ...reference, note: 1 }],
    ['an object that inherits one', Object.create(reference)],
    [
      'a reference that inherits its digest',
      Object.assign(Object.create({ schema_digest: reference.schema_digest }), { ...reference, schema_digest: undefined }),
    ],
    ['a model that an object inherits', { ...reference, model: 'constructor' }],
  ])('that is %s is refused', (_, given) => {
    expect(() => checkContractReference(given, models)).toThrow(expect.objectContaining({ code: 'contract_mismatch' }));
  });

  it('cannot be made of a model that is not among the given ones', () => {
    expect(() => contractReference('Other', models)).toThrow(expect.objectContaining({ code: 'contract_mismatch' }));
  });
});
