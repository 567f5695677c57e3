import { defineModel, type JsonObject } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { agent, call, callingAgent, converse, rule, tool, workflowOf } from './conversation.test-support.ts';

const toEnd = [rule('Ann', 'terminate')];
const counts = defineModel('Counts', {
  type: 'object',
  properties: { d: { type: 'object', additionalProperties: { type: 'array', items: { type: 'integer' } } } },
  required: ['d'],
});
const long = (text: string, length = 3_900_000) => text.repeat(length / text.length);
const bytes = (facts: readonly JsonObject[]) => facts.map((fact) => new TextEncoder().encode(JSON.stringify(fact)).length);

describe('a reply of megabytes', () => {
  it.each<[string, string]>([
    ['twenty faults in one key', `{"d":{"${long('k')}":[${Array(20).fill('"a"').join()}]}}`],
    ['a key that is not declared', `{"d":{},"${long('k')}":1}`],
    ['a key twice', `{"${long('k', 1_900_000)}":1,"${long('k', 1_900_000)}":2}`],
    [
      'many keys of control characters',
      `{"d":{},${Array.from({ length: 40 }, (_, index) => `"${'\\u0001'.repeat(9000)}${index}":1`).join()}}`,
    ],
    ['no JSON', long('x')],
  ])('is rejected with a short record: %s', async (_, reply) => {
    const talk = converse({ workflow: workflowOf([agent('Ann', { output: counts })], toEnd), script: { Ann: [reply] } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'output_rejected' });
    const [size = 0, ...more] = bytes(await talk.facts('intarsia.output.rejected'));
    expect(more).toEqual([]);
    expect(size).toBeGreaterThan(100);
    expect(size).toBeLessThan(64 * 1024);
  });

  it('is rejected with a short record whatever words the schema in code has for it', async () => {
    const jsonSchema = () => ({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
    const issues = Array.from({ length: 30 }, () => ({ message: long('\u0001', 100_000), path: [long('ü', 100_000)] }));
    const schema = {
      '~standard': { version: 1, vendor: 'wordy', validate: () => ({ issues }), jsonSchema: { input: jsonSchema, output: jsonSchema } },
    } as const;
    const output = defineModel('Wordy', schema);
    const talk = converse({ workflow: workflowOf([agent('Ann', { output })], toEnd), script: { Ann: ['{"a":"x"}'] } });
    await talk.start();
    const rejected = await talk.facts('intarsia.output.rejected');
    expect(rejected).toMatchObject([{ total: 30, problems: expect.arrayContaining([expect.objectContaining({ code: 'not_accepted' })]) }]);
    expect(bytes(rejected)[0]).toBeLessThan(64 * 1024);
  });
});

describe('arguments of megabytes', () => {
  it.each<[string, string]>([
    ['an unknown key', `{"a":"x","${long('k', 3_000_000)}":1}`],
    ['many unknown keys', `{"a":"x",${Array.from({ length: 40 }, (_, index) => `"${'\\u0001'.repeat(9000)}${index}":1`).join()}}`],
    ['a key twice', `{"${long('k', 1_900_000)}":1,"${long('k', 1_900_000)}":2}`],
  ])('settle the call with a short reason: %s', async (_, given) => {
    const look = tool(() => 'seen', { input: { type: 'object', properties: { a: { type: 'string' } } } });
    const script = { Ann: [{ toolCalls: [call('look', given)] }, 'Never mind.'] };
    const talk = converse({ workflow: workflowOf([callingAgent('Ann', ['look'])], toEnd), script, tools: { look } });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    const settled = await talk.facts('intarsia.tool.settled');
    expect(settled).toMatchObject([{ status: 'error', code: 'tool_arguments_invalid' }]);
    expect(bytes(settled)[0]).toBeLessThan(64 * 1024);
  });
});
