import { defineModel, IntarsiaError, type JsonObject, type StandardSchema } from '@intarsia/core';
import { scriptedAgents } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { autoAgent, call, callingAgent, converse, rule, scope, tool, workflowOf } from './conversation.test-support.ts';

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
function answering(
  model: ReturnType<typeof defineModel>,
  reply: string | readonly string[],
  dialect?: 'openai',
  structuredOutputsRequired = true,
) {
  const saved: JsonObject[] = [];
  const save = tool((input) => {
    saved.push(input);
    return null;
  });
  const agents = scriptedAgents({ Ann: typeof reply === 'string' ? [reply] : reply });
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

  it('whose own code fails on a reply rejects it in fixed words, and a resume asks for another', async () => {
    const { schema } = lenientSchema();
    const standard = schema['~standard'];
    const failing = {
      '~standard': {
        ...standard,
        validate: (value: unknown) => {
          if (JSON.stringify(value).includes('secret')) throw new TypeError('no URL: secret');
          return standard.validate(value);
        },
      },
    };
    const { saved, requests, talk } = answering(defineModel('Answer', failing), ['{"a":"secret"}', '{"a":"x"}']);
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'output_rejected', resumable: true });
    const rejected = await talk.facts('intarsia.output.rejected');
    expect(rejected).toMatchObject([{ problems: [{ path: '', code: 'schema_failed' }], total: 1 }]);
    expect(JSON.stringify(rejected)).not.toContain('secret');
    expect(talk.log).toMatchObject([{ message: expect.stringContaining('Answer'), cause: { message: 'no URL: secret' } }]);
    expect(saved).toEqual([]);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(requests).toHaveLength(2);
    expect(saved).toEqual([{ a: 'x' }]);
  });

  it('that fails in any other way rejects the reply too, but not for what is not about it', async () => {
    const model = defineModel('Answer', lenientSchema().schema);
    const throwing = (cause: unknown) => ({
      ...model,
      validate: () => {
        throw cause;
      },
    });
    const broken = answering(throwing(new RangeError('too deep')), ['{"a":"x"}']);
    expect(await broken.talk.start()).toMatchObject({ status: 'failed', code: 'output_rejected' });
    const lost = answering(throwing(new IntarsiaError('store_unavailable', 'No answer.')), ['{"a":"x"}']);
    expect(await lost.talk.start()).toMatchObject({ status: 'interrupted', code: 'store_unavailable' });
    expect(await lost.talk.facts('intarsia.output.rejected')).toEqual([]);
  });
});

describe('a tool whose input schema fails in its own code', () => {
  const failing = () => {
    const { jsonSchema } = lenientSchema().schema['~standard'];
    const validate = (): never => {
      throw new TypeError('no URL');
    };
    return { '~standard': { version: 1, vendor: 'failing', validate, jsonSchema } } as const;
  };

  it.each<[string, (name: string) => Parameters<typeof workflowOf>[0][number], string]>([
    ['called by a model', (name) => callingAgent('Ann', [name]), ''],
    ['as an auto tool', (name) => autoAgent('Ann', [name]), '{"a":"x"}'],
  ])('%s settles its call as failed, and the conversation goes on', async (_, agentWith, reply) => {
    const { settled, runs, log } = await outcome(agentWith('save'), reply);
    expect(settled).toMatchObject([{ status: 'error', code: 'tool_arguments_invalid' }]);
    expect(JSON.stringify(settled)).not.toContain('no URL');
    expect(log).toMatchObject([{ cause: { message: 'no URL' } }]);
    expect(runs).toBe(0);
  });

  async function outcome(ann: Parameters<typeof workflowOf>[0][number], reply: string) {
    let runs = 0;
    const save = tool(
      () => {
        runs += 1;
        return null;
      },
      { input: failing() },
    );
    const script = { Ann: reply === '' ? [{ toolCalls: [call('save', { a: 'x' })] }, 'Never mind.'] : [reply] };
    const talk = converse({ workflow: workflowOf([ann], toEnd), script, tools: { save } });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    return { settled: await talk.facts('intarsia.tool.settled'), runs, log: talk.log };
  }
});
