import type { ClosedSchema } from '../../outputs/schema-models/closed-schema.ts';
import type { Shape } from '../../outputs/shapes/shapes.ts';
import type { Json } from '../../ports/json.ts';

/** One field of a tool's input in the flat view of the source document: nested objects are not expanded; null where nothing is said (tool-calling 5). */
export interface ToolField {
  readonly name: string;
  /** `string`, `integer`, `number`, `boolean`, `null`, `enum`, `object`, `tuple`, `array(…)`, or several with `|` between them. */
  readonly type: string;
  readonly required: boolean;
  readonly default: Json;
  readonly doc: string | null;
}

/** The flat view of an input; no fields for a tool that takes any object. */
export function toolFields(closed: ClosedSchema | null): readonly ToolField[] {
  const fields = closed?.model.shapes.get(closed.model.name)?.fields ?? [];
  return fields.map((field) => ({
    name: field.name,
    type: typeName(field.shape),
    required: !field.optional,
    default: field.default,
    doc: field.description,
  }));
}

function typeName(shape: Shape): string {
  switch (shape.kind) {
    case 'list':
      return `array(${typeName(shape.items)})`;
    case 'literal':
      return 'enum';
    case 'model':
    case 'open_object':
      return 'object';
    case 'union':
      return [...new Set(shape.variants.map(typeName))].join('|');
    default:
      return shape.kind;
  }
}
