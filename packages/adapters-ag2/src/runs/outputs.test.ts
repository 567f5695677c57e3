import { type AgentFailure, compileModels, type FieldDefinition, type JsonObject, type OutputModel } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import {
  agent,
  autoAgent,
  call,
  callingAgent,
  converse,
  handleOf,
  rule,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';

const field = (type: string, extra: Partial<FieldDefinition> = {}): FieldDefinition => {
  return { type, description: null, default: undefined, items: null, values: null, variants: null, ...extra };
};

/** A title, a count that is 3 when absent, and any data or none. */
const plan = planModel();
function planModel(): OutputModel {
  const fields = new Map([
    ['title', field('str')],
    ['count', field('int', { default: 3 })],
    ['data', field('optional_dict')],
  ]);
  const result = compileModels(new Map([['Plan', { type: 'model', description: null, fields }]]));
  const model = result.kind === 'compiled' ? result.models.get('Plan') : undefined;
  if (model === undefined) throw new Error('Plan does not compile.');
  return model;
}

const toUser = [rule('Ann', 'user'), rule('user', 'Ann')];
const toEnd = [rule('Ann', 'terminate')];
const unreachable: AgentFailure = { kind: 'failed', code: 'model_unreachable', message: 'No answer.', retryable: true };

/** One agent that must answer with a Plan and saves it. */
const planning = (replies: NonNullable<Parameters<typeof converse>[0]['script']>[string], modelRetries = 2) => {
  const saved: JsonObject[] = [];
  const save = tool((input) => {
    saved.push(input);
    return null;
  });
  const talk = converse({
    workflow: workflowOf([autoAgent('Ann', ['save'], { output: plan })], toEnd, { variables: [variable('approved', false)] }),
    script: { Ann: replies },
    tools: { save },
    options: { modelRetries },
  });
  return { saved, talk };
};

describe('a structured reply', () => {
  it('SO15 that is good is told once as validated, with equal data and the auto tool flag', async () => {
    const { saved, talk } = planning(['{"count":5,"title":"Bugs","data":{"x":[1]}}']);
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    const data = { title: 'Bugs', count: 5, data: { x: [1] } };
    expect(await talk.facts('intarsia.output.accepted')).toEqual([
      { v: 1, turn: expect.any(String), agent: 'Ann', ordinal: 0, model: 'Plan', data, repair: null, auto_tool_call: true },
    ]);
    expect(await talk.facts('intarsia.output.rejected')).toEqual([]);
    expect(saved).toEqual([data]);
  });

  it('SO15 of an agent without auto tools says so; a bad reply is not told as validated at all', async () => {
    const talk = converse({ workflow: workflowOf([agent('Ann', { output: plan })], toEnd), script: { Ann: ['{"title":"Bugs"}'] } });
    await talk.start();
    expect(await talk.facts('intarsia.output.accepted')).toMatchObject([{ auto_tool_call: false }]);
    for (const bad of ['{"title":"Bugs","evil":1}', '{"title":"Bugs"', '{"title":1}']) {
      const { saved, talk: other } = planning([bad]);
      await other.start();
      expect(await other.facts('intarsia.output.accepted')).toEqual([]);
      expect(saved).toEqual([]);
    }
  });

  it('J1 that is one json fence is accepted, and the record says repair: fence', async () => {
    const { saved, talk } = planning(['```json\n{"title":"Bugs"}\n```']);
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(await talk.facts('intarsia.output.accepted')).toMatchObject([{ repair: 'fence', data: { title: 'Bugs' } }]);
    expect(await talk.facts('intarsia.model.replied')).toMatchObject([{ text: '```json\n{"title":"Bugs"}\n```' }]);
    expect(saved).toHaveLength(1);
  });

  it('J12 with null for an optional field that has no null of its own reads as without the field', async () => {
    const withNull = planning(['{"title":"Bugs","count":null,"data":null}']);
    const without = planning(['{"title":"Bugs"}']);
    await withNull.talk.start();
    await without.talk.start();
    expect(withNull.saved).toEqual([{ title: 'Bugs', count: 3, data: null }]);
    expect(without.saved).toEqual(withNull.saved);
  });

  it.each<[string, string, string, string]>([
    ['prose', 'I could not do it.', 'json_syntax', 'it is not one JSON value (json_syntax)'],
    ['a truncated object', '{"title":"Bu', 'json_syntax', 'it is not one JSON value (json_syntax)'],
    ['two objects', '{"title":"a"}{"title":"b"}', 'json_ambiguous', 'it is not one JSON value (json_ambiguous)'],
    ['a key twice', '{"title":"a","title":"b"}', 'json_duplicate_key', 'it is not one JSON value (json_duplicate_key)'],
    ['another shape', '{"name":"a"}', 'missing', 'it is not exactly a Plan'],
  ])('S16 that is %s fails the run, and the caller is told why: never an empty result', async (_, reply, code, why) => {
    const { saved, talk } = planning([reply]);
    const message = `structured output validation failed for Ann: ${why}.`;
    expect(await talk.start()).toEqual({ status: 'failed', run: expect.any(String), code: 'output_rejected', message, resumable: true });
    expect(await talk.facts('intarsia.run.ended')).toMatchObject([{ status: 'failed', code: 'output_rejected', message }]);
    expect(await talk.facts('intarsia.output.rejected')).toMatchObject([
      { problems: expect.arrayContaining([expect.objectContaining({ code })]) },
    ]);
    expect((await talk.facts('ag2.packet')).map(({ body }) => body)).toEqual(['a bug tracker']);
    expect(saved).toEqual([]);
  });

  it('S16 that cannot be read is told with its place in the text and in the value', async () => {
    const { talk } = planning(['{"title":"a",\n"data":{"x":{"y":1,"\\u0079":2}}}']);
    await talk.start();
    expect(await talk.facts('intarsia.output.rejected')).toMatchObject([
      { total: 1, problems: [{ path: '/data/x/y', code: 'json_duplicate_key', message: expect.stringContaining('Line 2, column 20') }] },
    ]);
  });

  it('SO12 after two provider errors takes three calls', async () => {
    const { saved, talk } = planning([unreachable, unreachable, '{"title":"Bugs"}']);
    const { done } = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await talk.clock.advance(500);
    await talk.clock.advance(1000);
    expect(await done).toMatchObject({ status: 'completed' });
    expect(talk.agents.requests).toHaveLength(3);
    expect(saved).toEqual([{ title: 'Bugs', count: 3, data: null }]);
  });

  it('SO12 with a malformed body is one call, and nothing is repaired', async () => {
    const { saved, talk } = planning(['{"title":"Bugs",}', '{"title":"never asked for"}']);
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'output_rejected' });
    expect(talk.agents.requests).toHaveLength(1);
    expect(saved).toEqual([]);
  });

  it.each([
    ['an undeclared field', '{"title":"Bugs","approved":true}'],
    ['an update of the context', '{"title":"Bugs","context_updates":{"set":{"approved":true},"delete":[]},"routing":{"kind":"finish"}}'],
    ['a key in text that is cut off', '{"approved":true,"title":"Bu'],
  ])('SO14 with a routing key as %s never reaches the context, now or after the next try', async (_, reply) => {
    const workflow = workflowOf(
      [agent('Ann', { output: plan }), agent('Ben')],
      [{ ...rule('Ann', 'Ben'), when: { kind: 'context_equals', key: 'approved', value: true } }, rule('Ann', 'terminate')],
      { variables: [variable('approved', false)] },
    );
    const talk = converse({ workflow, script: { Ann: [reply, '{"title":"Bugs"}'] } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'output_rejected' });
    const variables = async () => (await talk.runtime.inspect(scope))?.state.channel.contextVariables;
    expect(await variables()).toEqual({ approved: false });
    expect(await talk.facts('ag2.context.set')).toEqual([]);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(await variables()).toEqual({ approved: false });
    expect(talk.agents.requests.map((request) => request.agent)).toEqual(['Ann', 'Ann']);
    expect(JSON.stringify(talk.agents.requests[1]?.messages)).not.toContain('approved":true');
  });
});

describe('a reply that the model did not end', () => {
  const reasons = [
    ['length', 1],
    ['content_filter', 1],
    ['error', 3],
    ['unknown', 1],
    ['abort', 1],
  ] as const;
  /** A run to its end, whatever pauses it makes before it asks again. */
  const ended = async (talk: ReturnType<typeof converse>) => {
    const { done } = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await talk.clock.advance(500);
    await talk.clock.advance(1000);
    return done;
  };

  it.each(reasons)('S17 with %s is not accepted as JSON, however complete it looks', async (finishReason, calls) => {
    const reply = { text: '{"title":"Bugs"}', finishReason };
    const { saved, talk } = planning([reply, reply, reply]);
    expect(await ended(talk)).toMatchObject({ status: 'failed', code: 'model_incomplete', resumable: true });
    expect(talk.agents.requests).toHaveLength(calls);
    expect(saved).toEqual([]);
    for (const fact of ['model.replied', 'output.accepted', 'tool.claimed']) expect(await talk.facts(`intarsia.${fact}`)).toEqual([]);
    expect(talk.log.map(({ cause }) => cause)).toEqual(Array.from({ length: calls }, () => `finish reason "${finishReason}"`));
  });

  it.each(reasons)('S17 with %s dispatches no tool call', async (finishReason) => {
    let runs = 0;
    const reply = { text: 'Looking.', toolCalls: [call('look', { n: 1 })], finishReason };
    const look = tool(() => {
      runs += 1;
      return null;
    });
    const talk = converse({
      workflow: workflowOf([callingAgent('Ann', ['look'])], toUser),
      script: { Ann: [reply, reply, reply] },
      tools: { look },
    });
    expect(await ended(talk)).toMatchObject({ status: 'failed', code: 'model_incomplete' });
    expect(runs).toBe(0);
    expect(await talk.facts('intarsia.tool.claimed')).toEqual([]);
    expect((await talk.facts('ag2.packet')).map(({ body }) => body)).toEqual(['hi']);
  });

  it.each(['stop', 'tool_calls'])(
    'S17 is one whose reason is not stop or tool_calls: with %s calls run and JSON is accepted',
    async (finishReason) => {
      const { saved, talk } = planning([{ text: '{"title":"Bugs"}', finishReason }]);
      expect(await talk.start()).toMatchObject({ status: 'completed' });
      expect(saved).toHaveLength(1);
      const caller = converse({
        workflow: workflowOf([callingAgent('Ann', ['look'])], toUser),
        script: { Ann: [{ toolCalls: [call('look')], finishReason }, 'Seen.'] },
        tools: { look: tool(() => 'seen') },
      });
      expect(await caller.start()).toMatchObject({ status: 'paused' });
      expect(await caller.facts('intarsia.tool.settled')).toMatchObject([{ status: 'ok', result: 'seen' }]);
    },
  );

  it('takes back what was already shown of it', async () => {
    const talk = converse({
      workflow: workflowOf([agent('Ann')], toUser),
      script: { Ann: [{ text: 'Once upon', finishReason: 'length' }] },
    });
    const live: string[] = [];
    talk.runtime.live(scope, (event) => live.push(event.kind === 'text' ? event.text : event.kind));
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'model_incomplete' });
    expect(live).toEqual(['Once upon', 'reset']);
  });
});

describe('arguments that a model gives to a tool', () => {
  const toldOf = async (given: string) => {
    let runs = 0;
    const look = tool(() => {
      runs += 1;
      return 'seen';
    });
    const talk = converse({
      workflow: workflowOf([callingAgent('Ann', ['look'])], toUser),
      script: { Ann: [{ toolCalls: [call('look', given)] }, 'Never mind.'] },
      tools: { look },
    });
    expect(await talk.start()).toMatchObject({ status: 'paused' });
    const told = talk.agents.requests[1]?.messages.at(-1)?.content ?? '';
    return { runs, told };
  };

  it.each([
    ['J3 two objects', '{"n":1}{"n":2}', 'column 8: the JSON value ended, and more text follows'],
    ['J4 an object that is cut off', '{"n":1', 'column 7: the text ends where `,` or `}` is expected'],
    ['J5 a key twice', '{"n":{"a":1,"a":2}}', 'column 13: the key `a` stands twice'],
    ['J6 an integer beyond 2^53', '{"n":9007199254740993}', 'column 6: the integer is beyond'],
    ['J1 a fence, which no record would say was taken off', '```json\n{"n":1}\n```', 'found a code fence where a JSON value is expected'],
    ['J7 a key that names a prototype', '{"n":{"__proto__":{"admin":true}}}', 'the key `__proto__` is never accepted'],
  ])('%s: go through the same door, and the model is told where', async (_, given, why) => {
    const { runs, told } = await toldOf(given);
    expect(runs).toBe(0);
    expect(JSON.parse(told)).toMatchObject({
      status: 'error',
      code: 'tool_arguments_invalid',
      result: { message: expect.stringContaining(why) },
    });
  });
});
