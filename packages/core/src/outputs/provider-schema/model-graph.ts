import { type ModelShape, modelsIn } from '../shapes/shapes.ts';

type Models = ReadonlyMap<string, ModelShape>;

/** What a schema of a model would look like, told from which models mention which. */
export interface ModelFacts {
  /** Models that contain each other have the same number. */
  readonly component: number;
  readonly isRecursive: boolean;
  /** Models nested in each other, itself included; those that contain each other count as one. */
  readonly depth: number;
  /** Properties when every mention of a model that does not contain itself is written out. */
  readonly properties: number;
}

/** The facts of every model. Linear, and without a stack that grows with how deep models are nested. */
export function modelGraph(models: Models): ReadonlyMap<string, ModelFacts> {
  const mentions = new Map([...models].map(([name, model]) => [name, mentionedBy(model).filter((other) => models.has(other))]));
  const facts = new Map<string, ModelFacts>();
  componentsOf(mentions).forEach((members, component) => {
    const isMember = new Set(members);
    const inside = members.some((name) => mentions.get(name)?.some((other) => isMember.has(other)));
    const others = members.flatMap((name) => mentions.get(name) ?? []).filter((name) => !isMember.has(name));
    const depth = 1 + others.reduce((most, name) => Math.max(most, facts.get(name)?.depth ?? 0), 0);
    for (const name of members) {
      const nested = (mentions.get(name) ?? []).map((other) => facts.get(other)).filter((fact) => fact?.isRecursive === false);
      const properties = nested.reduce((sum, fact) => sum + (fact?.properties ?? 0), models.get(name)?.fields.length ?? 0);
      facts.set(name, { component, isRecursive: inside, depth, properties });
    }
  });
  return facts;
}

/** A model and all that it mentions, at any depth; itself first. */
export function reachedModels(root: ModelShape, models: Models): ReadonlyMap<string, ModelShape> {
  const reached = new Map([[root.name, root]]);
  for (const model of reached.values()) {
    for (const name of mentionedBy(model)) {
      const next = models.get(name);
      if (next !== undefined && !reached.has(name)) reached.set(name, next); // a Map is walked to the entries added meanwhile
    }
  }
  return reached;
}

const mentionedBy = (model: ModelShape): readonly string[] => model.fields.flatMap((field) => modelsIn(field.shape));

/** Strongly connected components (Tarjan), each after those that it mentions. */
function componentsOf(mentions: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const components: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const lower = (name: string, to: number) => lowest.set(name, Math.min(lowest.get(name) ?? to, to));
  const enter = (name: string) => {
    order.set(name, order.size);
    lower(name, order.size - 1);
    open.push(name);
    isOpen.add(name);
    return { name, rest: (mentions.get(name) ?? []).values() };
  };
  for (const start of mentions.keys()) {
    const path = order.has(start) ? [] : [enter(start)];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const { value: next } = here.rest.next();
      if (next !== undefined) {
        if (!order.has(next)) path.push(enter(next));
        else if (isOpen.has(next)) lower(here.name, order.get(next) ?? 0);
        continue;
      }
      path.pop();
      const low = lowest.get(here.name) ?? 0;
      const before = path.at(-1);
      if (before !== undefined) lower(before.name, low);
      if (low !== order.get(here.name)) continue;
      // Everything that was entered since and is still open belongs to it.
      const members = open.splice(open.lastIndexOf(here.name));
      for (const member of members) isOpen.delete(member);
      components.push(members);
    }
  }
  return components;
}
