import type { ModelShape, Shape } from '../shapes/shapes.ts';

/** One shape of a model, with the path to it, like `Envelope.rows[].meta`. */
export interface Place {
  readonly path: string;
  readonly shape: Shape;
  /** The model whose field it stands in. */
  readonly owner: string;
  /** Whether that field may be absent. */
  readonly isOptional: boolean;
}

/** Every shape that a model holds at any depth, nearer ones first. The fields of a nested model stand at the first place that leads to it. */
export function* placesOf(root: ModelShape, models: ReadonlyMap<string, ModelShape>): Generator<Place> {
  const paths = new Map([[root, root.name]]);
  // A Map is walked to the entries that are added meanwhile.
  for (const [model, path] of paths) {
    for (const field of model.fields) {
      for (const [place, shape] of shapesIn(field.shape, `${path}.${field.name}`)) {
        yield { path: place, shape, owner: model.name, isOptional: field.optional };
        const nested = shape.kind === 'model' ? models.get(shape.name) : undefined;
        if (nested !== undefined && !paths.has(nested)) paths.set(nested, place);
      }
    }
  }
}

function* shapesIn(shape: Shape, path: string): Generator<readonly [string, Shape]> {
  yield [path, shape];
  if (shape.kind === 'list') yield* shapesIn(shape.items, `${path}[]`);
  else if (shape.kind === 'tuple') for (const [index, item] of shape.items.entries()) yield* shapesIn(item, `${path}[${index}]`);
  else if (shape.kind === 'union') for (const variant of shape.variants) yield* shapesIn(variant, path);
  else if (shape.kind === 'open_object' && shape.values !== null) yield* shapesIn(shape.values, `${path}.*`);
}
