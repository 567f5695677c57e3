import type { OutputModel } from '../output-model.ts';
import { acceptsNull, type FieldShape, type ModelShape, modelsIn, type Shape } from '../shapes/shapes.ts';
import { docComment, memberName, uniqueTypeName } from './words.ts';

/** What types are made for: a workflow, as far as they need it. */
export interface TypedWorkflow {
  readonly name: string;
  readonly outputModels: ReadonlyMap<string, OutputModel>;
  readonly agents: ReadonlyMap<string, { readonly output: OutputModel | null }>;
}

type Shapes = ReadonlyMap<string, ModelShape>;

const anyObject = 'Readonly<Record<string, Json>>';
const json = `/** Any JSON value, deeply read-only. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
`;

/**
 * The text of a TypeScript module: an interface for every model of a workflow, and `Outputs`, which says what each agent answers with. The types are those
 * of validated values: an optional field is always there, with its default or null (workflow-documents 11, 29).
 */
export function typeScriptOf(workflow: TypedWorkflow): string {
  const outputs = [...workflow.agents].flatMap(([agent, { output }]): [string, OutputModel][] =>
    output === null ? [] : [[agent, output]],
  );
  const writer = new TypeWriter([...workflow.outputModels.values(), ...outputs.map(([, model]) => model)]);
  const members = outputs.map(
    ([agent, model]) => `  readonly ${memberName(agent)}: ${writer.nameOf(model.name, acceptedShapes(model))};\n`,
  );
  return [
    docComment(`The outputs of the workflow ${workflow.name}, made from its models: change those, not this file.`, ''),
    json,
    ...writer.interfaces(),
    `/** What each agent answers with. */\nexport interface Outputs {\n${members.join('')}}\n`,
  ].join('\n');
}

class TypeWriter {
  /** Every model that is reached, with the models that its own references mean. */
  readonly #scopes = new Map<ModelShape, Shapes>();
  readonly #names = new Map<ModelShape, string>();

  constructor(models: readonly OutputModel[]) {
    for (const model of models) this.#reach(model.name, acceptedShapes(model));
    for (const [model, shapes] of this.#scopes) {
      for (const name of model.fields.flatMap(({ shape }) => modelsIn(shape))) this.#reach(name, shapes); // a Map is walked to what is added meanwhile
    }
    const taken = new Set<string>();
    for (const model of this.#scopes.keys()) this.#names.set(model, uniqueTypeName(model.name, taken));
  }

  interfaces(): readonly string[] {
    return [...this.#scopes].map(([model, shapes]) => {
      const members = model.fields.map(
        (field) =>
          `${docComment(field.description, '  ')}  readonly ${memberName(field.name)}${field.omitted ? '?' : ''}: ${this.#field(field, shapes)};\n`,
      );
      return `${docComment(model.description, '')}export interface ${this.#names.get(model)} {\n${members.join('')}}\n`;
    });
  }

  /** The name of a model's type; a model without a shape is any object. */
  nameOf(name: string, shapes: Shapes): string {
    const model = shapes.get(name);
    return (model === undefined ? undefined : this.#names.get(model)) ?? anyObject;
  }

  #reach(name: string, shapes: Shapes): void {
    const model = shapes.get(name);
    if (model !== undefined && !this.#scopes.has(model)) this.#scopes.set(model, shapes);
  }

  #field({ shape, optional, default: value, omitted }: FieldShape, shapes: Shapes): string {
    const type = this.#type(shape, shapes);
    return optional && !omitted && value === null && !acceptsNull(shape) ? `${type} | null` : type;
  }

  #type(shape: Shape, shapes: Shapes): string {
    switch (shape.kind) {
      case 'integer':
        return 'number';
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return shape.kind;
      case 'open_object':
        return shape.values === null ? anyObject : `Readonly<Record<string, ${this.#type(shape.values, shapes)}>>`;
      case 'list':
        return listOf(this.#type(shape.items, shapes));
      case 'tuple':
        return `readonly [${shape.items.map((item) => this.#type(item, shapes)).join(', ')}]`;
      case 'literal':
        return shape.values.map((value) => JSON.stringify(value)).join(' | ');
      case 'union':
        return [...new Set(shape.variants.map((variant) => this.#type(variant, shapes)))].join(' | ');
      case 'model':
        return this.nameOf(shape.name, shapes);
    }
  }
}

/** What an accepted value looks like; no shape when a transform keeps that from being known. */
const acceptedShapes = ({ acceptedShapes: accepted, shapes }: OutputModel): Shapes =>
  accepted === undefined ? shapes : (accepted ?? new Map());

/** A list of a type; parentheses only where its words would be read otherwise. */
const listOf = (items: string): string => (/^[\w$]+$/.test(items) ? `readonly ${items}[]` : `readonly (${items})[]`);
