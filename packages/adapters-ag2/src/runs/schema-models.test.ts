import { defineModel, type JsonObject, type StandardSchema } from '@intarsia/core';
import { scriptedAgents } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { autoAgent, converse, rule, scope, tool, workflowOf } from './conversation.test-support.ts';

const text = { type: 'string' };
const toEnd = [rule('Ann', 'terminate')];

/** A library's schema of `{ a: text }` that lets other keys through, and what it was asked. */
function lenientSchema(): { readonly schema: StandardSchema; readonly asked: readonly unknown[] } {
  const asked: unknown[] = [];
  const jsonSchema = () => ({ type: 'object', properties: { a: text }, required: ['a'] });
  const validate = (value: unknown) => {
    asked.push(value);
    return { value: { a: Reflect.get(Object(value), 'a') } };
  };
  const schema = {
    '~standard': { version: 1, vendor: 'lenient', validate, jsonSchema: { input: jsonSchema, output: jsonSchema } },
  } as const;
  return { schema, asked };
}

/** Ann must answer with the model and saves what she answered. */
function answering(model: ReturnType<typeof defineModel>, reply: string, dialect?: 'openai', structuredOutputsRequired = true) {
  const saved: JsonObject[] = [];
  const save = tool((input) => {
    saved.push(input);
    return null;
  });
  const agents = scriptedAgents({ Ann: [reply] });
  const workflow = workflowOf([autoAgent('Ann', ['save'], { output: model, structuredOutputsRequired })], toEnd);
  const runner = dialect === undefined ? agents : { ...agents, schemaDialect: dialect };
  return { saved, requests: agents.requests, talk: converse({ workflow, agents: runner, tools: { save } }) };
}

describe('a model that was registered in code', () => {
  it('S1 refuses a key that is not declared before its library sees the value: no validated event, no tool, and the key is named', async () => {
    const { schema, asked } = lenientSchema();
    const { saved, talk } = answering(defineModel('Answer', schema), '{"a":"x","evil":1}');
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'output_rejected' });
    expect(asked).toEqual([]);
    expect(saved).toEqual([]);
    expect(await talk.facts('intarsia.output.accepted')).toEqual([]);
    expect(await talk.facts('intarsia.tool.claimed')).toEqual([]);
    expect(await talk.facts('intarsia.output.rejected')).toMatchObject([
      { problems: [{ path: '/evil', code: 'unknown_field' }], total: 1 },
    ]);
  });

  it('S1 gives an exact reply to its library, and what that makes of it to the tool', async () => {
    const { schema, asked } = lenientSchema();
    const { saved, talk } = answering(defineModel('Answer', schema), '{"a":"x"}');
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(asked).toEqual([{ a: 'x' }]);
    expect(saved).toEqual([{ a: 'x' }]);
    expect(await talk.facts('intarsia.output.accepted')).toMatchObject([{ model: 'Answer', data: { a: 'x' } }]);
  });

  it('S7 with a record does not start with a strict provider when it is required; else it is sent as not strict and validated here', async () => {
    const counts = { type: 'object', additionalProperties: { type: 'number' } };
    const model = defineModel('Answer', { type: 'object', properties: { counts }, required: ['counts'] });
    const strict = answering(model, '{"counts":{}}', 'openai');
    const refused = await strict.talk.runtime.start({ workflow: 'Tracker', scope, input: 'go' });
    expect(refused).toMatchObject({ kind: 'refused', code: 'output_not_strict', message: expect.stringContaining('Answer.counts') });
    expect(strict.requests).toEqual([]);

    const loose = answering(model, '{"counts":{"a":1}}', 'openai', false);
    expect(await loose.talk.start()).toMatchObject({ status: 'completed' });
    expect(loose.requests.map(({ output }) => output?.strict)).toEqual([false]);
    expect(loose.saved).toEqual([{ counts: { a: 1 } }]);
    const wrong = answering(model, '{"counts":{"a":"one"}}', 'openai', false);
    expect(await wrong.talk.start()).toMatchObject({ status: 'failed', code: 'output_rejected' });
    expect(wrong.saved).toEqual([]);
  });

  it('whose own validation cannot be used interrupts the run with the reason: nobody takes the reply for wrong', async () => {
    const { schema } = lenientSchema();
    const broken = { '~standard': { ...schema['~standard'], validate: async () => ({ value: { a: 'x' } }) } };
    const { saved, talk } = answering(defineModel('Answer', broken), '{"a":"x"}');
    expect(await talk.start()).toMatchObject({ status: 'interrupted', code: 'model_invalid' });
    expect(await talk.facts('intarsia.output.rejected')).toEqual([]);
    expect(saved).toEqual([]);
  });
});
