import { isScalar } from 'yaml';
import type { FieldDefinition, ModelDefinition } from '../../outputs/shapes/model-definition.ts';
import { textFormats } from '../../outputs/shapes/shapes.ts';
import { closedObject, closedVariants, optional, required, variantsOf } from '../reading/closed-object.ts';
import {
  filledListOf,
  json,
  jsonIfWritten,
  mapOf,
  noEntries,
  number,
  oneOf,
  orNull,
  type Placed,
  reader,
  text,
  textOrNull,
  unbounded,
  type ValueOf,
} from '../reading/reading.ts';

const variant = reader<string, string | null>({ anyOf: [text.schema, { type: 'null' }] }, (node, path, reading) =>
  isScalar(node) && node.value === null ? 'null' : text(node, path, reading),
);
const variants = filledListOf(variant);
const bound = optional(orNull(number(-unbounded, unbounded)), null, 'Least value of a number, length of text, or number of items.', 0);

const field = closedObject(
  {
    type: required(text, 'A built-in type, a declared model or alias, or `list[…]` of one.', 'str', 'int', 'list[Line]'),
    description: optional(textOrNull, null, 'What the field holds, for the model.'),
    default: optional(jsonIfWritten, undefined, 'Written, also as null, it makes the field optional.', 1),
    items: optional(textOrNull, null, 'With `list` and `optional_list`: the type of the items.', 'str'),
    values: optional(orNull(filledListOf(json)), null, 'With `literal`: the values.', ['EUR', 'USD']),
    variants: optional(orNull(variants), null, 'With `union`: the types; `null` makes it optional.', ['str', 'int']),
    min: bound,
    max: { ...bound, description: 'Greatest value of a number, length of text, or number of items.', examples: [100] },
    pattern: optional(textOrNull, null, 'With text: an ECMAScript regular expression that must match somewhere in it.', '^[A-Z]{3}$'),
    format: optional(orNull(oneOf(textFormats)), null, 'With text: a known format.', 'date'),
  },
  {
    ...Object.fromEntries(['minimum', 'minLength', 'min_length', 'minItems', 'min_items'].map((key) => [key, 'did you mean `min`?'])),
    ...Object.fromEntries(['maximum', 'maxLength', 'max_length', 'maxItems', 'max_items'].map((key) => [key, 'did you mean `max`?'])),
    enum: 'use `type: literal` with `values`',
    required: 'a field without `default` is required; `default: null` makes it optional',
  },
);
const anyFields = mapOf(field);
const fields: typeof anyFields = reader({ ...anyFields.schema, propertyNames: { pattern: '^[^_]' } }, anyFields);
const description = optional(textOrNull, null, 'What it is, for the model.');
const aliasDescription = optional(
  textOrNull,
  null,
  'What it is, for the model: told with each field of this type that has no description.',
);
const model = variantsOf(
  'type',
  closedVariants('type', {
    model: {
      type: required(oneOf(['model']), 'A closed object.'),
      description,
      fields: required(fields, 'Its fields by name.', { total: { type: 'float' } }),
    },
    literal: {
      type: required(oneOf(['literal']), 'One of some values.'),
      description: aliasDescription,
      values: required(filledListOf(json), 'The values.', ['EUR', 'USD']),
    },
    union: {
      type: required(oneOf(['union']), 'One of some types.'),
      description: aliasDescription,
      variants: required(variants, 'The types.', ['Invoice', 'Refusal']),
    },
  }),
);

/** structured_outputs.yaml (workflow-documents 1.11). */
export const outputsDocument = closedObject({
  schema_version: required(oneOf(['mozaiks.structured_outputs.v1']), 'The version of this document, exactly.'),
  registry: optional(mapOf(textOrNull), noEntries, 'Which model each agent answers with; null is none.', {
    Reader: 'Invoice',
    Closer: null,
  }),
  models: optional(mapOf(model), noEntries, 'The models by name.'),
});

/** A model as the compiler of `outputs/` takes it. */
export function definitionOf(written: ValueOf<typeof model>): ModelDefinition {
  if (written.type === 'literal') return { ...written, values: valuesOf(written.values) };
  if (written.type === 'union') return { ...written, variants: valuesOf(written.variants) };
  const fields = [...written.fields].map(([name, { value }]): [string, FieldDefinition] => [
    name,
    { ...value, values: value.values && valuesOf(value.values), variants: value.variants && valuesOf(value.variants) },
  ]);
  return { type: 'model', description: written.description, fields: new Map(fields) };
}

const valuesOf = <Value>(placed: readonly Placed<Value>[]): readonly Value[] => placed.map(({ value }) => value);

export type OutputsDocument = ValueOf<typeof outputsDocument>;
