import type { JsonObject } from '../ports/json.ts';

/** What is wrong at one place of a candidate; `path` is a JSON pointer. Made for a model to read as feedback. */
export interface OutputProblem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** A closed validation: the exact value with defaults filled in, frozen; or the first problems and how many there are in all. */
export type OutputResult =
  | { readonly kind: 'accepted'; readonly value: JsonObject }
  | { readonly kind: 'rejected'; readonly problems: readonly OutputProblem[]; readonly total: number };

/** A declared model, compiled once at load: closed at every depth except inside a declared open object. */
export interface OutputModel {
  readonly name: string;
  /** Lower-case hex SHA-256 of its canonical form: moves with the contract, not with the order it was written in. */
  readonly digest: string;
  /** What is sent to a provider; `strict` false means that the provider cannot promise it and only our validation does. */
  readonly provider: { readonly schema: JsonObject; readonly strict: boolean; readonly reason: string | null };
  validate(candidate: unknown): OutputResult;
}
