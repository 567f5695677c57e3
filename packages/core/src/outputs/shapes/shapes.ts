import type { Json } from '../../ports/json.ts';

/** What a literal may be. */
export type LiteralValue = string | number | boolean | null;

/** Formats of text that a field may declare; `validation/formats.ts` says what each of them means. */
export const textFormats = ['date', 'time', 'date-time', 'duration', 'email', 'uuid', 'uri', 'hostname', 'ipv4', 'ipv6'] as const;
export type TextFormat = (typeof textFormats)[number];

/** Text; lengths are in code points, as JSON Schema counts them; `pattern` is ECMAScript with the `u` flag and must match somewhere in the text. */
export interface TextShape {
  readonly kind: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: TextFormat;
}

/** A number; bounds are inclusive unless they say otherwise. `multipleOf` is more than 0 and means the decimal numbers that JSON writes. */
export interface NumberShape {
  readonly kind: 'integer' | 'number';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

/** A type, resolved: what a value must look like. Models stay references, so that they can contain themselves. */
export type Shape =
  | TextShape
  | NumberShape
  | { readonly kind: 'boolean' | 'null' }
  /** Any keys; `values` null: any JSON inside, at any depth. Only a declared open object has this shape. */
  | { readonly kind: 'open_object'; readonly values: Shape | null }
  | { readonly kind: 'list'; readonly items: Shape; readonly minItems?: number; readonly maxItems?: number }
  /** A list of exactly these items. */
  | { readonly kind: 'tuple'; readonly items: readonly Shape[] }
  | { readonly kind: 'literal'; readonly values: readonly LiteralValue[] }
  | { readonly kind: 'union'; readonly variants: readonly Shape[] }
  | { readonly kind: 'model'; readonly name: string };

/** A field, resolved. `default` is what an absent optional field becomes; not yet checked against the shape. */
export interface FieldShape {
  readonly name: string;
  readonly shape: Shape;
  readonly description: string | null;
  readonly optional: boolean;
  readonly default: Json;
  /** An absent optional field stays absent: its `default` is only told to providers, and filled in by the author's own schema. */
  readonly omitted?: true;
}

/** A model, resolved. Fields in document order. */
export interface ModelShape {
  readonly name: string;
  readonly description: string | null;
  readonly fields: readonly FieldShape[];
}

/** True when null is a value of the shape. */
export function acceptsNull(shape: Shape): boolean {
  if (shape.kind === 'union') return shape.variants.some(acceptsNull);
  return shape.kind === 'null' || (shape.kind === 'literal' && shape.values.includes(null));
}

/** The shape or null, in one flat union. */
export function nullable(shape: Shape): Shape {
  if (acceptsNull(shape)) return shape;
  return { kind: 'union', variants: [...(shape.kind === 'union' ? shape.variants : [shape]), { kind: 'null' }] };
}

/** Names of the models that a shape mentions, at any depth of lists and unions. */
export function modelsIn(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case 'model':
      return [shape.name];
    case 'list':
      return modelsIn(shape.items);
    case 'open_object':
      return shape.values === null ? [] : modelsIn(shape.values);
    case 'tuple':
      return shape.items.flatMap(modelsIn);
    case 'union':
      return shape.variants.flatMap(modelsIn);
    default:
      return [];
  }
}
