import type { JsonObject } from '../ports/json.ts';
import type { ModelShape } from './shapes/shapes.ts';

/** What is wrong at one place of a candidate; `path` is a JSON pointer. Made for a model to read as feedback. */
export interface OutputProblem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/**
 * Whose rules a schema follows when it is sent: OpenAI's (and Azure's) strict structured outputs, Anthropic's, Gemini's, or JSON Schema as it is, for
 * providers that promise nothing.
 */
export type SchemaDialect = 'openai' | 'anthropic' | 'gemini' | 'json_schema';

/** A model as one dialect says it (workflow-documents 2.4). */
export interface ProviderSchema {
  readonly schema: JsonObject;
  /** False: the provider cannot promise the schema, so only our validation does. */
  readonly strict: boolean;
  /** Why it is not strict: the first places that the dialect cannot say, like `Envelope.rows[].meta`; empty when it is. */
  readonly reasons: readonly string[];
  /** Constraints that the dialect leaves out and only our validation checks, like `Invoice.total minimum`. */
  readonly unsaid: readonly string[];
}

/** A closed validation: the exact value with defaults filled in, frozen; or the first problems and how many there are in all. */
export type OutputResult =
  | { readonly kind: 'accepted'; readonly value: JsonObject }
  | {
      readonly kind: 'rejected';
      readonly problems: readonly OutputProblem[];
      readonly total: number;
      /** What the own code of a schema threw (`schema_failed`): for a log, never for a record or a model. */
      readonly cause?: unknown;
    };

/** A declared model, compiled once at load: closed at every depth except inside a declared open object. */
export interface OutputModel {
  readonly name: string;
  /** What it was compiled from, by name: itself and every model that it may mention. */
  readonly shapes: ReadonlyMap<string, ModelShape>;
  /** The same of an accepted value, of a model in code: a schema may fill in and transform. Null when a transform keeps that from being known. */
  readonly acceptedShapes?: ReadonlyMap<string, ModelShape> | null;
  /** Lower-case hex SHA-256 of its canonical form: moves with the contract, not with the order it was written in (workflow-documents 2.5). */
  readonly digest: string;
  /** What is sent to a provider that follows a dialect, and whether it can promise it. Made once a dialect. */
  providerSchema(dialect: SchemaDialect): ProviderSchema;
  /**
   * Decides, and gives what to go on with. The candidate is read once and never changed: own enumerable properties with text for a key and the items of lists
   * are all that counts, and what is given back says exactly what was checked. A null for an optional field without null of its own reads as absent.
   */
  validate(candidate: unknown): OutputResult;
  /**
   * The same decision without a value or reasons, for who only asks. Says something of a candidate that stays as it is, has no half of a surrogate pair in
   * its text, and no more than 2^21 values: `validate` refuses others, this does not look for them.
   */
  matches(candidate: unknown): boolean;
}
