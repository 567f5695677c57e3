import { memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { autoAgent, call, callingAgent, converse, rule, scope, tool, variable, workflowOf } from './conversation.test-support.ts';

type Run = Parameters<typeof tool>[0];
const closed = { ...variable('route', 'draft'), authorityClass: 'closed_writer_routing_state', writers: ['transition_router'] } as const;
const variables = [variable('plan', 'as it was'), { ...variable('count', 0), type: 'integer' }, closed];
const toEnd = [rule('Ann', 'terminate')];

async function ran(run: Run) {
  const talk = converse({
    workflow: workflowOf([autoAgent('Ann', ['save'])], toEnd, { variables }),
    script: { Ann: ['{}'] },
    tools: { save: tool(run) },
  });
  expect(await talk.start()).toMatchObject({ status: 'completed' });
  const [settled] = await talk.facts('intarsia.tool.settled');
  return { talk, settled, refused: await talk.facts('intarsia.context.refused') };
}

/** Tries each write and goes on, whatever became of it. */
const trying =
  (...writes: readonly (readonly [string, unknown])[]): Run =>
  (_input, { contextVariables }) => {
    for (const [key, value] of writes) {
      try {
        Reflect.apply(contextVariables.set, contextVariables, [key, value]);
      } catch {
        // goes on
      }
    }
    return 'went on';
  };

describe('writes that the rules refuse', () => {
  it('stand in one fact of the commit that settles the call, each with its rule, also when the tool went on', async () => {
    const { talk, settled, refused } = await ran(
      trying(['route', 'secret'], ['plan', 'changed'], ['count', 'secret'], ['nowhere', 'secret'], ['structured_output', 'secret']),
    );
    const { turn, key } = settled ?? {};
    const write = (name: string, rule: string) => ({
      key: name,
      operation: 'set',
      writer: 'deterministic_tool',
      rule: `context_authority.${rule}`,
      message: expect.stringContaining(`"${name}"`),
    });
    expect(refused).toEqual([
      {
        v: 1,
        turn,
        agent: 'Ann',
        call: key,
        writes: [
          write('route', 'rejected'),
          write('count', 'invalid_value'),
          write('nowhere', 'unknown_key'),
          write('structured_output', 'reserved'),
        ],
      },
    ]);
    expect(JSON.stringify(await talk.envelopes())).not.toContain('secret');
    expect(settled).toMatchObject({ status: 'ok', result: 'went on', delta: { set: { plan: 'changed' }, delete: [] } });
    expect(talk.store.commits.at(-1)?.slice(0, 3)).toEqual(['intarsia.tool.settled', 'intarsia.context.refused', 'ag2.packet']);
  });

  it('that nobody caught fail the call: the fact tells the refused one, and nothing of the others is written', async () => {
    const { talk, settled, refused } = await ran((_input, { contextVariables }) => {
      contextVariables.set('plan', 'changed');
      contextVariables.delete('route');
      return 'never';
    });
    expect(settled).toMatchObject({ status: 'error', code: 'context_write_refused', delta: { set: {}, delete: [] } });
    expect(refused).toMatchObject([{ writes: [{ key: 'route', operation: 'delete', rule: 'context_authority.rejected' }] }]);
    expect((await talk.runtime.inspect(scope))?.state.channel.contextVariables).toEqual({ plan: 'as it was', count: 0, route: 'draft' });
  });

  it('are told, too, when the call failed for another reason', async () => {
    const { refused } = await ran((input, context) => {
      trying(['route', 1])(input, context);
      throw new Error('disk full');
    });
    expect(refused).toMatchObject([{ writes: [{ key: 'route' }] }]);
  });

  it('are told up to the 32nd of a call', async () => {
    const { refused } = await ran(trying(...Array.from({ length: 5_000 }, (_, index) => [`no_${index}`, 1] as const)));
    expect(refused).toHaveLength(1);
    expect(refused[0]?.['writes']).toHaveLength(32);
  });

  it('CA8 of calls side by side are told with each; the model is told which call failed, and what was allowed decides the route', async () => {
    const routed = { ...variable('route', 'draft'), authorityClass: 'closed_writer_routing_state', routing: true } as const;
    const talk = converse({
      workflow: workflowOf(
        [callingAgent('Ann', ['allowed', 'refused', 'unknown']), callingAgent('Ben', [])],
        [
          { source: 'Ann', target: 'Ben', when: { kind: 'context_equals', key: 'route', value: 'done' }, terminationReason: null },
          rule('Ann', 'user'),
          rule('Ben', 'terminate'),
        ],
        {
          variables: [
            { ...routed, writers: ['deterministic_tool'] },
            { ...closed, name: 'gate' },
          ],
        },
      ),
      script: { Ann: [{ toolCalls: [call('allowed'), call('refused'), call('unknown')] }, 'Done.'], Ben: ['Mine.'] },
      tools: {
        allowed: tool((_input, { contextVariables }) => void contextVariables.set('route', 'done')),
        refused: tool((_input, { contextVariables }) => void contextVariables.set('gate', 'open')),
        unknown: tool(trying(['nowhere', 1])),
      },
    });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    const told = await talk.facts('intarsia.context.refused');
    expect(told.map(({ call: key, writes }) => [String(key).split(':').slice(-2).join(':'), writes])).toEqual([
      ['0:1', [expect.objectContaining({ key: 'gate' })]],
      ['0:2', [expect.objectContaining({ key: 'nowhere' })]],
    ]);
    expect(talk.agents.requests[1]?.messages.slice(-3).map(({ content }) => content)).toEqual([
      expect.stringContaining('"status":"success"'),
      expect.stringContaining('context_write_refused'),
      expect.stringContaining('"result":"went on"'),
    ]);
    expect((await talk.facts('ag2.packet'))[1]?.['context_updates']).toEqual({ set: { route: 'done' }, delete: [] });
    expect(talk.agents.requests.map((request) => request.agent)).toEqual(['Ann', 'Ann', 'Ben']);
  });

  it('change nothing for a reader: the fold of the journal is the same in another process', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const workflow = workflowOf([autoAgent('Ann', ['save'])], [rule('Ann', 'user')], { variables });
    const talk = converse({ workflow, clock, store, script: { Ann: ['{}'] }, tools: { save: tool(trying(['route', 1])) } });
    expect(await talk.start()).toMatchObject({ status: 'paused' });
    const live = (await talk.runtime.inspect(scope))?.state;
    expect((await converse({ workflow, clock, store }).runtime.inspect(scope))?.state).toEqual(live);
    expect(live?.channel.contextVariables).toEqual({ plan: 'as it was', count: 0, route: 'draft' });
  });
});
