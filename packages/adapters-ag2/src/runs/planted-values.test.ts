import { compileModels, type Json, type JsonObject, memoryStore, type OutputModel } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { agent, anyObject, autoAgent, converse, leaseTtlMs, rule, scope, tool, variable, workflowOf } from './conversation.test-support.ts';
import { plant } from './planted.test-support.ts';

const toBen = [rule('Ann', 'user'), rule('user', 'Ben'), rule('Ben', 'terminate')];
const contextOf = async (talk: ReturnType<typeof converse>) => (await talk.runtime.inspect(scope))?.state.channel.contextVariables;

/** A conversation that waits for the person; what they say goes to Ben, whose tool runs on his output. */
async function waiting(book: Parameters<typeof tool>[0], variables = [variable('plan')]) {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const workflow = workflowOf([agent('Ann'), autoAgent('Ben', ['book'])], toBen, { variables });
  const script = { Ann: ['Which day?'], Ben: ['{"day":"Monday"}'] };
  const open = () => converse({ workflow, script, tools: { book: tool(book) }, clock, store });
  const talk = open();
  await talk.start();
  return { clock, talk, open };
}

describe('a value that somebody else put into the context of a conversation', () => {
  it('AT4 under the name of the output: the tool sees the payload of its turn, and nothing that is written carries the other', async () => {
    const seen: Json[] = [];
    const { talk, open } = await waiting((_input, { contextVariables }) => {
      seen.push(contextVariables.get('structured_output') ?? null, [...contextVariables.keys()], contextVariables.snapshot());
      contextVariables.set('plan', 'made');
      return contextVariables.snapshot();
    });
    await plant(talk, { type: 'ag2.context.set', data: { set: { structured_output: { day: 'planted' } }, delete: [] } });
    const before = (await talk.envelopes()).length;
    const other = open();
    expect(await other.answer('Monday')).toMatchObject({ status: 'completed' });
    expect(seen).toEqual([{ day: 'Monday' }, ['plan'], { plan: null }]);
    const written = (await other.envelopes()).slice(before);
    expect(written.length).toBeGreaterThan(5);
    expect(JSON.stringify(written)).not.toMatch(/planted|"structured_output"/);
    expect(JSON.stringify(other.agents.requests)).not.toMatch(/planted|"structured_output"/);
    expect((await other.facts('ag2.packet')).at(-1)).toMatchObject({ context_updates: { set: { plan: 'made' }, delete: [] } });
  });

  const session = { chat_id: 'mallory', workflow_name: 'Other', session_version: 41 };

  it('AT11 under the names of the session: no tool reads or writes them, no packet carries them, count and time move on', async () => {
    const refused: string[] = [];
    const seen: Json[] = [];
    const { clock, talk } = await waiting((_input, { contextVariables, run }) => {
      for (const [key, value] of Object.entries(session)) {
        seen.push(contextVariables.has(key));
        try {
          contextVariables.set(key, value);
        } catch (cause) {
          refused.push(`${key}: ${Reflect.get(Object(Reflect.get(Object(cause), 'details')), 'reason')}`);
        }
      }
      seen.push(contextVariables.snapshot(), [run.chat, run.workflow]);
      contextVariables.set('plan', 'made');
      return null;
    });
    await plant(talk, { type: 'ag2.context.set', data: { set: session, delete: [] } });
    const before = await talk.envelopes();
    await clock.advance(1_000);
    expect(await talk.answer('Monday')).toMatchObject({ status: 'completed' });
    expect(seen).toEqual([false, false, false, { plan: null }, [scope.chat, 'Tracker']]);
    expect(refused).toEqual(Object.keys(session).map((key) => `${key}: context_authority.unknown_key`));
    const after = await talk.envelopes();
    expect(JSON.stringify(after.slice(before.length))).not.toContain('mallory');
    expect((await talk.facts('ag2.packet')).at(-1)?.['context_updates']).toEqual({ set: { plan: 'made' }, delete: [] });
    expect((await talk.runtime.inspect(scope))?.state.envelopes).toBe(after.length);
    for (const { created_at } of after.slice(before.length)) expect(created_at > (before.at(-1)?.created_at ?? '')).toBe(true);
  });

  it('AT11 under a session name that the workflow declares: it is of the runtime alone', async () => {
    const reasons: unknown[] = [];
    const identity = { ...variable('chat_id', 'tracker'), authorityClass: 'immutable_runtime_authority', authorization: true } as const;
    const { talk } = await waiting(
      (_input, { contextVariables }) => {
        for (const write of [() => contextVariables.set('chat_id', 'mallory'), () => contextVariables.delete('chat_id')]) {
          try {
            write();
          } catch (cause) {
            reasons.push(Reflect.get(Object(Reflect.get(Object(cause), 'details')), 'reason'));
          }
        }
        return contextVariables.get('chat_id') ?? null;
      },
      [variable('plan'), identity],
    );
    expect(await talk.answer('Monday')).toMatchObject({ status: 'completed' });
    expect(reasons).toEqual(['context_authority.rejected', 'context_authority.rejected']);
    expect(await contextOf(talk)).toEqual({ plan: null, chat_id: 'tracker' });
    expect((await talk.facts('ag2.packet')).at(-1)).toMatchObject({ context_updates: { set: {}, delete: [] } });
  });

  it('C19 that names a class to construct stays what it says: own keys of a plain object, in every process', async () => {
    // Its keys in the order in which journals write them.
    const record =
      '{"$type":"System.Evil","__proto__":{"evil":true},"constructor":{"prototype":{"evil":true}},"id":["langchain","schema","Evil"],"kwargs":{"a":1},"lc":1,"type":"constructor"}';
    const seen: Json[] = [];
    const look: Parameters<typeof tool>[0] = (_input, { contextVariables }) => {
      const value = contextVariables.get('plan') ?? null;
      seen.push(value);
      contextVariables.set('kept', value);
      return value;
    };
    const { clock, talk, open } = await waiting(look, [variable('plan'), variable('kept')]);
    await plant(talk, JSON.parse(`{"type":"ag2.context.set","data":{"set":{"plan":${record}},"delete":[]}}`));
    expect(await talk.answer(record)).toMatchObject({ status: 'completed' });
    await clock.advance(leaseTtlMs);
    const reader = open();
    const context = await contextOf(reader);
    for (const value of [seen[0], context?.['plan'], context?.['kept']]) {
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(JSON.stringify(value)).toBe(record);
    }
    expect((await reader.runtime.inspect(scope))?.state.transcript.messages.map(({ text }) => text)).toContain(record);
    expect(Reflect.get({}, 'evil')).toBeUndefined();
  });
});

describe('data that is not exactly what the model of its agent declares', () => {
  const text = { type: 'str', description: null, default: undefined, items: null, values: null, variants: null };
  const plan = planModel();
  function planModel(): OutputModel {
    const fields = new Map([['title', text]]);
    const result = compileModels(new Map([['Anything', { type: 'model', description: null, fields }]]));
    const model = result.kind === 'compiled' ? result.models.get('Anything') : undefined;
    if (model === undefined) throw new Error('It does not compile.');
    return model;
  }

  /** A process whose agent answers with that model; its tools write everything they get. */
  const planning = (output: OutputModel, reply: string, withTool = true) => {
    const ran: JsonObject[] = [];
    const save = tool((input, { contextVariables }) => {
      ran.push(input);
      contextVariables.set('plan', input);
      return null;
    });
    const workflow = workflowOf([autoAgent('Ann', ['save'], { output })], [rule('Ann', 'terminate')], {
      variables: [variable('plan')],
      digest: output.digest,
    });
    return { ran, setup: { workflow, script: { Ann: [reply] }, tools: withTool ? { save } : {} } };
  };

  const rows: readonly (readonly [string, string])[] = [
    ['AT5 an undeclared field', '{"title":"Bugs","evil":1}'],
    ['AT6 a missing required field', '{}'],
  ];

  it.each(rows)('%s: no event, no tool, nothing shown or kept, and a second delivery does nothing', async (_, reply) => {
    const { ran, setup } = planning(plan, reply);
    const talk = converse(setup);
    const deliver = () => talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi', request: 'q1' });
    const started = await deliver();
    expect(started.kind === 'started' && (await started.handle.done)).toMatchObject({ status: 'failed', code: 'output_rejected' });
    expect(await deliver()).toEqual({ kind: 'repeated' });
    expect(ran).toEqual([]);
    const types = (await talk.envelopes()).map(({ event_type }) => event_type);
    expect(types.slice(3)).toEqual(['intarsia.model.replied', 'intarsia.output.rejected', 'intarsia.turn.failed', 'intarsia.run.ended']);
    expect(await talk.facts('intarsia.model.replied')).toMatchObject([{ visibility: 'hidden' }]);
    expect(await contextOf(talk)).toEqual({ plan: null });
  });

  it.each(rows)('%s in a record of when the model took it: the turn is refused before anything runs', async (_, reply) => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const before = converse({ ...planning(anyObject, reply, false).setup, clock, store });
    expect(await before.start()).toMatchObject({ status: 'failed', code: 'tool_not_found' });
    const { ran, setup } = planning(plan, reply);
    const talk = converse({ ...setup, clock, store });
    const journal = await talk.envelopes();
    expect(await talk.runtime.resume({ scope })).toMatchObject({ kind: 'refused', code: 'workflow_changed' });
    expect(ran).toEqual([]);
    expect(await talk.envelopes()).toEqual(journal);
    expect(await contextOf(talk)).toEqual({ plan: null });
  });
});
