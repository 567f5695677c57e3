import { IntarsiaError } from '../ports/errors.ts';
import type { OutputModel } from './output-model.ts';
import { acceptanceProfile } from './provider-schema/contract.ts';
import { isPlainObject } from './validation/check.ts';

const version = 'mozaiks.structured_output_contract_ref.v2';

/** Names one exact output contract: whoever keeps it can tell later whether a model still accepts the same values (workflow-documents 2.5). */
export interface ContractReference {
  readonly ref_schema_version: typeof version;
  readonly acceptance_profile: typeof acceptanceProfile;
  readonly schema_digest: string;
  /** The name of the model. */
  readonly model: string;
}

/** The reference of one of some models, frozen. Throws `contract_mismatch` when there is no model of that name. */
export function contractReference(name: string, models: ReadonlyMap<string, OutputModel>): ContractReference {
  const { digest } = modelNamed(name, models);
  return Object.freeze<ContractReference>({
    ref_schema_version: version,
    acceptance_profile: acceptanceProfile,
    schema_digest: digest,
    model: name,
  });
}

/**
 * The one of some models that a reference names. Throws `contract_mismatch` when the reference is not exactly one, when there is no model of its name, and
 * when that model has another contract.
 */
export function checkContractReference(reference: unknown, models: ReadonlyMap<string, OutputModel>): OutputModel {
  // Own properties, read once: what an object inherits is not kept with it.
  const given = new Map<string, unknown>(isPlainObject(reference) ? Object.entries(reference) : []);
  const name = given.get('model');
  if (typeof name !== 'string') throw mismatch('The contract reference is not one: it names no model.');
  const model = modelNamed(name, models);
  const expected = Object.entries(contractReference(name, models));
  const unknown = [...given.keys()].find((key) => !expected.some(([known]) => known === key));
  if (unknown !== undefined) throw mismatch(`The contract reference of "${name}" has a key that none has: "${unknown}".`);
  const wrong = expected.find(([key, value]) => given.get(key) !== value);
  if (wrong !== undefined)
    throw mismatch(`The contract reference of "${name}" does not fit the loaded model: its ${wrong[0]} should be "${wrong[1]}".`);
  return model;
}

function modelNamed(name: string, models: ReadonlyMap<string, OutputModel>): OutputModel {
  const model = models.get(name);
  if (model === undefined) throw mismatch(`There is no model "${name}" to refer to.`);
  return model;
}

const mismatch = (message: string): IntarsiaError => new IntarsiaError('contract_mismatch', message);
