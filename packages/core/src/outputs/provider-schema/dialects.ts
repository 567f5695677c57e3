import type { SchemaDialect } from '../output-model.ts';
import type { LiteralValue } from '../shapes/shapes.ts';

/** Keywords that narrow a type; a dialect may leave them out, and our validation still checks them. */
export const constraintKeywords = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
] as const;
export type ConstraintKeyword = (typeof constraintKeywords)[number];

type LiteralType = 'string' | 'number' | 'boolean' | 'null';

/** What a dialect takes, as its provider documents it; what is not documented counts as not taken. */
export interface DialectRules {
  /** Null: the provider promises that a reply fits the schema. Else why it does not. */
  readonly promisesNothing: string | null;
  /** How an optional field is said: not required, or required and nullable. */
  readonly optionalFields: 'not_required' | 'nullable';
  readonly saysDefaults: boolean;
  readonly openObjects: boolean;
  readonly tuples: boolean;
  /** Where a model may lead back to itself. */
  readonly recursion: 'anywhere' | 'in_optional_fields' | 'nowhere';
  readonly literals: ReadonlySet<LiteralType>;
  says(keyword: ConstraintKeyword, value: string | number): boolean;
  readonly limits: SchemaLimits;
}

/** The greatest schema that a dialect takes. */
export interface SchemaLimits {
  /** Models nested in each other. */
  readonly depth: number;
  readonly properties: number;
  readonly enumValues: number;
  /** Characters of all names of properties and definitions, and of all texts in enums. */
  readonly characters: number;
  /** Characters of the texts of one enum that has more than 250 values. */
  readonly longEnumCharacters: number;
  readonly optionalFields: number;
  readonly unions: number;
}

/** More properties than this and nested models are referred to instead of written out. */
export const mostProperties = 5000;

const none = Number.POSITIVE_INFINITY;
const noLimits: SchemaLimits = {
  depth: none,
  properties: none,
  enumValues: none,
  characters: none,
  longEnumCharacters: none,
  optionalFields: none,
  unions: none,
};
const everyLiteral = new Set<LiteralType>(['string', 'number', 'boolean', 'null']);
const plainFormats = new Set<unknown>(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']);
const googleFormats = new Set<unknown>(['date-time', 'time', 'date']);

/** The dialects (workflow-documents 2.4). */
export const dialects: Readonly<Record<SchemaDialect, DialectRules>> = {
  openai: {
    promisesNothing: null,
    optionalFields: 'nullable',
    saysDefaults: false,
    openObjects: false,
    tuples: false,
    recursion: 'anywhere',
    literals: everyLiteral,
    says(keyword, value) {
      if (keyword === 'pattern') return isPlainPattern(String(value));
      if (keyword === 'format') return plainFormats.has(value);
      return keyword !== 'minLength' && keyword !== 'maxLength';
    },
    limits: { ...noLimits, depth: 10, properties: mostProperties, enumValues: 1000, characters: 120_000, longEnumCharacters: 15_000 },
  },
  anthropic: {
    promisesNothing: null,
    optionalFields: 'not_required',
    saysDefaults: true,
    openObjects: false,
    tuples: false,
    recursion: 'nowhere',
    literals: everyLiteral,
    says(keyword, value) {
      if (keyword === 'pattern') return isPlainPattern(String(value));
      if (keyword === 'format') return value === 'uri' || plainFormats.has(value);
      return keyword === 'minItems' && (value === 0 || value === 1);
    },
    limits: { ...noLimits, optionalFields: 24, unions: 16 },
  },
  gemini: {
    promisesNothing: null,
    optionalFields: 'not_required',
    saysDefaults: false,
    openObjects: true,
    tuples: true,
    recursion: 'in_optional_fields',
    literals: new Set(['string', 'number']),
    says(keyword, value) {
      if (keyword === 'format') return googleFormats.has(value);
      return keyword === 'minimum' || keyword === 'maximum' || keyword === 'minItems' || keyword === 'maxItems';
    },
    limits: noLimits,
  },
  json_schema: {
    promisesNothing: 'The provider does not promise that a reply fits its schema.',
    optionalFields: 'not_required',
    saysDefaults: true,
    openObjects: true,
    tuples: true,
    recursion: 'anywhere',
    literals: everyLiteral,
    says: () => true,
    limits: noLimits,
  },
};

/** The type of a literal value, as the dialects tell them apart. */
export function literalType(value: LiteralValue): LiteralType {
  if (value === null) return 'null';
  return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean';
}

const escaped = String.raw`\\[dDwWsSnrt^$\\.*+?()[\]{}|/-]`;
/** Characters, classes, groups, alternatives, anchors and greedy quantifiers: no looking around, going back, word boundaries or Unicode properties. */
const plainPattern = new RegExp(
  String.raw`^(?:${escaped}|\[\^?(?:${escaped}|[^\\[\]])+\]|\((?:\?:|(?!\?))|[)^$|.]|[*+?](?![?+])|\{\d+(?:,\d*)?\}(?![?+])|[^\\[\](){}*+?|^$.])*$`,
  'u',
);

/** True for a pattern that every engine reads alike. */
export const isPlainPattern = (pattern: string): boolean => plainPattern.test(pattern);
