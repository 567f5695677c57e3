import { type FieldShape, type ModelShape, modelsIn, type Shape } from './shapes.ts';

/** The models that no finite value can fill, because they need themselves: each with the field that needs it. */
export function endlessModels(models: ReadonlyMap<string, ModelShape>): ReadonlyMap<ModelShape, FieldShape> {
  const finite = new Set<string>();
  const canEnd = (shape: Shape): boolean => {
    switch (shape.kind) {
      case 'model':
        return finite.has(shape.name) || !models.has(shape.name);
      case 'list':
        return (shape.minItems ?? 0) === 0 || canEnd(shape.items);
      case 'tuple':
        return shape.items.every(canEnd);
      case 'union':
        return shape.variants.some(canEnd);
      default:
        return true;
    }
  };
  const needed = (field: FieldShape) => !field.optional && !canEnd(field.shape);
  const mentioned = new Map<string, ModelShape[]>();
  for (const model of models.values()) {
    for (const name of new Set(model.fields.flatMap(({ shape }) => modelsIn(shape)))) {
      const users = mentioned.get(name);
      if (users === undefined) mentioned.set(name, [model]);
      else users.push(model);
    }
  }
  const open = [...models.values()];
  for (let model = open.pop(); model !== undefined; model = open.pop()) {
    if (finite.has(model.name) || model.fields.some(needed)) continue;
    finite.add(model.name);
    open.push(...(mentioned.get(model.name) ?? []));
  }
  return new Map(
    [...models.values()].flatMap((model): [ModelShape, FieldShape][] => {
      const culprit = finite.has(model.name) ? undefined : model.fields.find(needed);
      return culprit === undefined ? [] : [[model, culprit]];
    }),
  );
}
