/** Any JSON value, deeply read-only: what crosses a wire, a journal line or a model's reply. */
type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object, deeply read-only. */
interface JsonObject {
  readonly [key: string]: Json;
}
/** What a literal may be. */
type LiteralValue = string | number | boolean | null;
/** Formats of text that a field may declare; `validation/formats.ts` says what each of them means. */
declare const textFormats: readonly ['date', 'time', 'date-time', 'duration', 'email', 'uuid', 'uri', 'hostname', 'ipv4', 'ipv6'];
type TextFormat = (typeof textFormats)[number];
/** Text; lengths are in code points, as JSON Schema counts them; `pattern` is ECMAScript with the `u` flag and must match somewhere in the text. */
interface TextShape {
  readonly kind: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: TextFormat;
}
/** A number; bounds are inclusive unless they say otherwise. `multipleOf` is more than 0 and means the decimal numbers that JSON writes. */
interface NumberShape {
  readonly kind: 'integer' | 'number';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}
/** A type, resolved: what a value must look like. Models stay references, so that they can contain themselves. */
type Shape = TextShape | NumberShape | {
  readonly kind: 'boolean' | 'null';
} |
/** Any keys; `values` null: any JSON inside, at any depth. Only a declared open object has this shape. */
{
  readonly kind: 'open_object';
  readonly values: Shape | null;
} | {
  readonly kind: 'list';
  readonly items: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
} |
/** A list of exactly these items. */
{
  readonly kind: 'tuple';
  readonly items: readonly Shape[];
} | {
  readonly kind: 'literal';
  readonly values: readonly LiteralValue[];
} | {
  readonly kind: 'union';
  readonly variants: readonly Shape[];
} | {
  readonly kind: 'model';
  readonly name: string;
};
/** A field, resolved. `default` is what an absent optional field becomes; not yet checked against the shape. */
interface FieldShape {
  readonly name: string;
  readonly shape: Shape;
  readonly description: string | null;
  readonly optional: boolean;
  readonly default: Json;
  /** An absent optional field stays absent: its `default` is only told to providers, and filled in by the author's own schema. */
  readonly omitted?: true;
}
/** A model, resolved. Fields in document order. */
interface ModelShape {
  readonly name: string;
  readonly description: string | null;
  readonly fields: readonly FieldShape[];
}
/** What is wrong at one place of a candidate; `path` is a JSON pointer. Made for a model to read as feedback. */
interface OutputProblem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}
/**
 * Whose rules a schema follows when it is sent: OpenAI's (and Azure's) strict structured outputs, Anthropic's, Gemini's, or JSON Schema as it is, for
 * providers that promise nothing.
 */
type SchemaDialect = 'openai' | 'anthropic' | 'gemini' | 'json_schema';
/** A model as one dialect says it (workflow-documents 2.4). */
interface ProviderSchema {
  readonly schema: JsonObject;
  /** False: the provider cannot promise the schema, so only our validation does. */
  readonly strict: boolean;
  /** Why it is not strict: the first places that the dialect cannot say, like `Envelope.rows[].meta`; empty when it is. */
  readonly reasons: readonly string[];
  /** Constraints that the dialect leaves out and only our validation checks, like `Invoice.total minimum`. */
  readonly unsaid: readonly string[];
}
/** A closed validation: the exact value with defaults filled in, frozen; or the first problems and how many there are in all. */
type OutputResult = {
  readonly kind: 'accepted';
  readonly value: JsonObject;
} | {
  readonly kind: 'rejected';
  readonly problems: readonly OutputProblem[];
  readonly total: number;
  /** What the own code of a schema threw (`schema_failed`): for a log, never for a record or a model. */
  readonly cause?: unknown;
};
/** A declared model, compiled once at load: closed at every depth except inside a declared open object. */
interface OutputModel {
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
/**
 * The same model, with `validate` and `matches` decided by a function that is written for it: the same verdicts, values and problems in a third of the time.
 * It makes code from text (`new Function`), so it throws an `EvalError` where a content security policy forbids that. Costs as much as compiling the model
 * again; meant for models that many values are put to.
 */
export declare function generatedModel(model: OutputModel): OutputModel;
export {};
