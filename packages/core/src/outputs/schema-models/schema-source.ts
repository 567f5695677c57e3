import type { JsonObject } from '../../ports/json.ts';

/** What a schema's own validation says of a value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that a schema's own validation found. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A schema of any library that speaks Standard Schema and Standard JSON Schema, such as zod 4; only what is used of it here. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema: Readonly<Record<'input' | 'output', (options: ConversionOptions) => Record<string, unknown>>>;
  };
}

interface ConversionOptions {
  readonly target: string;
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** What a model or a tool's input may be written in: a schema of a library, or JSON Schema (2020-12, or draft-07 with `definitions`) as plain data. */
export type SchemaSource<Output = JsonObject> = StandardSchema<Output> | JsonObject;

/** The keyword that stands in a converted schema where the library has no words for a type; it holds the library's reason. */
export const unsaidKeyword = 'x-unsaid';

/** What was given for a schema: a library's, plain JSON Schema, or neither. Some libraries' schemas are functions. */
export type ReadSource =
  | { readonly kind: 'library'; readonly schema: StandardSchema }
  | { readonly kind: 'json_schema'; readonly schema: JsonObject }
  | { readonly kind: 'none' };

export function readSource(source: unknown): ReadSource {
  if ((typeof source !== 'object' && typeof source !== 'function') || source === null || Array.isArray(source)) return { kind: 'none' };
  if (!('~standard' in source)) return { kind: 'json_schema', schema: source as JsonObject };
  const standard = source['~standard'];
  const isSchema = typeof standard === 'object' && standard !== null && typeof Reflect.get(standard, 'validate') === 'function';
  return isSchema ? { kind: 'library', schema: source as StandardSchema } : { kind: 'none' };
}

/**
 * The same as `jsonSchemaOf` for what goes in, without the defaults that are made anew each time: two conversions say each its own, and a contract that holds
 * one would be another one in the next process.
 */
export function inputSchemaOf(schema: StandardSchema): Record<string, unknown> | string {
  const [first, second] = [jsonSchemaOf(schema, 'input'), jsonSchemaOf(schema, 'input')];
  return typeof first === 'string' || typeof second === 'string' ? first : steady(first, second);
}

function steady(first: object, second: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(first).flatMap(([key, member]: [string, unknown]) => {
      const other: unknown = Reflect.get(second, key);
      if (key === 'default' && JSON.stringify(member) !== JSON.stringify(other)) return [];
      const isInner =
        typeof member === 'object' && member !== null && !Array.isArray(member) && typeof other === 'object' && other !== null;
      return [[key, isInner ? steady(member, other) : member]];
    }),
  );
}

/**
 * The JSON Schema of what goes into a library's schema or comes out of it, or why there is none. zod names every type that JSON cannot say with its
 * place; of other libraries the first complaint is told.
 */
export function jsonSchemaOf(schema: StandardSchema, side: 'input' | 'output'): Record<string, unknown> | string {
  const { jsonSchema, vendor } = schema['~standard'];
  if (typeof jsonSchema?.[side] !== 'function') return `The schema of "${vendor}" cannot say its JSON Schema; a newer version may.`;
  const unrepresentable = ({ message }: { readonly message: string }) => ({ [unsaidKeyword]: message });
  const libraryOptions = vendor === 'zod' ? { libraryOptions: { unrepresentable } } : {};
  try {
    return jsonSchema[side]({ target: 'draft-2020-12', ...libraryOptions });
  } catch (cause) {
    try {
      return jsonSchema[side]({ target: 'draft-07' });
    } catch {
      return `"${vendor}" cannot convert it: ${cause instanceof Error ? cause.message : String(cause)}`;
    }
  }
}
