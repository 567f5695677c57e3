import type { Json } from '../ports/json.ts';

/** What a literal may be. */
export type LiteralValue = string | number | boolean | null;

/** A type, resolved: what a value must look like. Models stay references, so that they can contain themselves. */
export type Shape =
  | { readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'open_object' }
  | { readonly kind: 'list'; readonly items: Shape }
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
    case 'union':
      return shape.variants.flatMap(modelsIn);
    default:
      return [];
  }
}
