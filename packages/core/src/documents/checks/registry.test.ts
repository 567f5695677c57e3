import { describe, expect, it } from 'vitest';
import { modelsOfShapes } from '../../outputs/models.test-support.ts';
import type { OutputModel } from '../../outputs/output-model.ts';
import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import { loadedWith } from '../folder.test-support.ts';

const folder = {
  'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Reader: Invoice, Closer: Line }
models:
  Currency: { type: literal, values: [EUR, USD] }
  Line: { type: model, fields: { text: { type: str }, parts: { type: optional_list, items: Line } } }
  Address: { type: model, fields: { city: { type: str } } }
  Invoice:
    type: model
    fields:
      currency: { type: Currency }
      lines: { type: list, items: Line }
      to: { type: union, variants: [Address, str] }
      grid: { type: "list[list[Address]]" }
      extra: { type: dict }
`,
};
const line = { text: 'a', parts: [{ text: 'b', parts: null }] };
const address = { city: 'Rome' };
const values: Readonly<Record<string, JsonObject>> = {
  Line: line,
  Address: address,
  Invoice: { currency: 'EUR', lines: [line], to: address, grid: [[address]], extra: { any: { thing: [{}] } } },
};

/** The value once for each object in it that is no declared open one, with a field more in that object. */
function* withOneMore(value: Json, rebuild: (changed: Json) => Json = (changed) => changed): Generator<Json> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* withOneMore(item, (changed) => rebuild(value.with(index, changed)));
  } else if (isJsonObject(value)) {
    yield rebuild({ ...value, evil: 1 });
    for (const [key, item] of Object.entries(value)) {
      if (key !== 'extra') yield* withOneMore(item, (changed) => rebuild({ ...value, [key]: changed }));
    }
  }
}

function expectClosed(model: OutputModel | undefined): void {
  const value = values[model?.name ?? ''] ?? null;
  expect(model?.validate(value)).toEqual({ kind: 'accepted', value });
  const opened = [...withOneMore(value)];
  expect(opened.length).toBeGreaterThan(0);
  for (const candidate of opened) {
    expect(model?.validate(candidate)).toMatchObject({
      kind: 'rejected',
      problems: [{ path: expect.stringMatching(/evil$/), code: 'unknown_field' }],
    });
  }
  const schema = JSON.stringify(model?.providerSchema('json_schema').schema);
  const objects = schema.match(/"type":"object"/g)?.length ?? 0;
  expect(schema.match(/"additionalProperties":false/g)?.length).toBe(objects - (model?.name === 'Invoice' ? 1 : 0));
}

describe('the models of a workflow', () => {
  it('SO6 are all closed, loaded once, loaded again, and made from shapes; those of the registry are the same objects', () => {
    const first = loadedWith(folder).workflow;
    const again = loadedWith(folder).workflow;
    for (const { agents, outputModels } of [first, again]) {
      expect([...outputModels.keys()]).toEqual(['Line', 'Address', 'Invoice']);
      for (const model of outputModels.values()) expectClosed(model);
      expect(agents.get('Reader')?.output).toBe(outputModels.get('Invoice'));
      expect(agents.get('Closer')?.output).toBe(outputModels.get('Line'));
    }
    expect(again.outputModels.get('Invoice')).not.toBe(first.outputModels.get('Invoice'));
    expect(again.outputModels.get('Invoice')?.digest).toBe(first.outputModels.get('Invoice')?.digest);
    const shapes = first.outputModels.get('Invoice')?.shapes ?? new Map();
    for (const model of modelsOfShapes(shapes.values()).values()) expectClosed(model);
  });
});
