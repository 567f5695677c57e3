import type { ContextVariable } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import {
  agent,
  anyObject,
  autoAgent,
  call,
  callingAgent,
  converse,
  rule,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';

const variables = [variable('plan'), variable('count', 0), variable('quality', 'unknown'), variable('gone', 'here')];
const contextOf = async (talk: ReturnType<typeof converse>) => (await talk.runtime.inspect(scope))?.state.channel.contextVariables;

describe('what tools write', () => {
  it('reaches the next tool, the packet and the next agent', async () => {
    const seen: unknown[] = [];
    const workflow = workflowOf(
      [autoAgent('Ann', ['count', 'look']), agent('Ben', { view: ['count'] })],
      [rule('Ann', 'Ben'), rule('Ben', 'terminate')],
      { variables },
    );
    const talk = converse({
      workflow,
      script: { Ann: ['{"a":1}'], Ben: ['Done.'] },
      tools: {
        count: tool((_input, { contextVariables }) => {
          contextVariables.set('count', 7);
          contextVariables.delete('gone');
          return null;
        }),
        look: tool((_input, { contextVariables }) => {
          seen.push(contextVariables.get('count'), contextVariables.has('gone'), contextVariables.snapshot());
          return null;
        }),
      },
    });
    await talk.start();
    expect(seen).toEqual([7, false, { plan: null, count: 7, quality: 'unknown' }]);
    const packets = await talk.facts('ag2.packet');
    expect(packets.map(({ context_updates }) => context_updates)).toEqual([
      { set: {}, delete: [] },
      { set: { count: 7 }, delete: ['gone'] },
      { set: {}, delete: [] },
    ]);
    expect(talk.agents.requests[1]?.messages[0]?.content).toContain('7');
    expect(await contextOf(talk)).toEqual({ plan: null, count: 7, quality: 'unknown' });
  });

  it('a later tool of the turn wins over an earlier one, whether it sets or deletes', async () => {
    const workflow = workflowOf([autoAgent('Ann', ['one', 'two'])], [rule('Ann', 'terminate')], { variables });
    const talk = converse({
      workflow,
      script: { Ann: ['{}'] },
      tools: {
        one: tool((_input, { contextVariables }) => {
          contextVariables.set('plan', 'first');
          contextVariables.delete('gone');
          contextVariables.set('count', 1);
          return null;
        }),
        two: tool((_input, { contextVariables }) => {
          contextVariables.set('plan', 'second');
          contextVariables.set('gone', 'back');
          contextVariables.delete('count');
          return null;
        }),
      },
    });
    await talk.start();
    expect(await contextOf(talk)).toEqual({ plan: 'second', gone: 'back', quality: 'unknown' });
  });

  it('TR5 decides the route of the same turn, and the packet carries the update', async () => {
    const workflow = workflowOf(
      [autoAgent('Ann', ['judge']), agent('Ben'), agent('Cid')],
      [
        { source: 'Ann', target: 'Cid', when: { kind: 'context_equals', key: 'quality', value: 'good' }, terminationReason: null },
        rule('Ann', 'Ben'),
        rule('Ben', 'terminate'),
        rule('Cid', 'terminate'),
      ],
      { variables },
    );
    const talk = converse({
      workflow,
      script: { Ann: ['{}'], Cid: ['I speak.'] },
      tools: {
        judge: tool((_input, { contextVariables }) => {
          contextVariables.set('quality', 'good');
          return null;
        }),
      },
    });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(talk.agents.requests.map((request) => request.agent)).toEqual(['Ann', 'Cid']);
    expect((await talk.facts('ag2.packet'))[1]?.['context_updates']).toEqual({ set: { quality: 'good' }, delete: [] });
  });

  it('of a model-called tool is seen by its own model and carried by the packet', async () => {
    const workflow = workflowOf([callingAgent('Ann', ['note'], { view: ['plan'] })], [rule('Ann', 'terminate')], { variables });
    const talk = converse({
      workflow,
      script: { Ann: [{ toolCalls: [call('note')] }, 'Noted.'] },
      tools: {
        note: tool((_input, { contextVariables }) => {
          contextVariables.set('plan', 'written-by-note');
          return null;
        }),
      },
    });
    await talk.start();
    expect(talk.agents.requests[0]?.messages[0]?.content).not.toContain('written-by-note');
    expect(talk.agents.requests[1]?.messages[0]?.content).toContain('written-by-note');
    expect((await talk.facts('ag2.packet'))[1]).toMatchObject({ context_updates: { set: { plan: 'written-by-note' } } });
  });

  describe('of a routing key by a tool that the model called', () => {
    const routing = (writers: ContextVariable['writers']): ContextVariable => ({
      ...variable('phase', 'draft'),
      authorityClass: 'closed_writer_routing_state',
      routing: true,
      writers,
    });
    const talkWith = (writers: ContextVariable['writers']) =>
      converse({
        workflow: workflowOf(
          [callingAgent('Ann', ['advance']), agent('Ben'), agent('Cid')],
          [
            { source: 'Ann', target: 'Cid', when: { kind: 'context_equals', key: 'phase', value: 'done' }, terminationReason: null },
            rule('Ann', 'Ben'),
            rule('Ben', 'terminate'),
            rule('Cid', 'terminate'),
          ],
          { variables: [routing(writers)] },
        ),
        script: { Ann: [{ toolCalls: [call('advance')] }, 'Advanced.'], Ben: ['Ben.'], Cid: ['Cid.'] },
        tools: {
          advance: tool((_input, { contextVariables }) => {
            contextVariables.set('phase', 'done');
            return 'written';
          }),
        },
      });
    const speakers = (talk: ReturnType<typeof converse>) => talk.agents.requests.map((request) => request.agent);

    it('CA8 routes on it and carries it in the packet where the tool may write it', async () => {
      const talk = talkWith(['deterministic_tool']);
      expect(await talk.start()).toMatchObject({ status: 'completed' });
      expect(await talk.facts('intarsia.tool.settled')).toMatchObject([{ status: 'ok', delta: { set: { phase: 'done' } } }]);
      expect((await talk.facts('ag2.packet'))[1]).toMatchObject({ context_updates: { set: { phase: 'done' }, delete: [] } });
      expect(speakers(talk)).toEqual(['Ann', 'Ann', 'Cid']);
    });

    it('CA8 is an error of the tool, in no packet, and routes nothing where it may not', async () => {
      const talk = talkWith(['transition_router']);
      expect(await talk.start()).toMatchObject({ status: 'completed' });
      expect(await talk.facts('intarsia.tool.settled')).toMatchObject([
        { status: 'error', code: 'context_write_refused', delta: { set: {}, delete: [] } },
      ]);
      expect((await talk.facts('ag2.packet')).map((packet) => packet['context_updates'])).toEqual(Array(3).fill({ set: {}, delete: [] }));
      expect(await contextOf(talk)).toEqual({ phase: 'draft' });
      expect(speakers(talk)).toEqual(['Ann', 'Ann', 'Ben']);
    });
  });

  it('survives a failure as a context set without a packet; the later packet carries only the rest', async () => {
    const tools: Record<string, ReturnType<typeof tool>> = {
      one: tool((_input, { contextVariables }) => {
        contextVariables.set('count', 1);
        return null;
      }),
    };
    const workflow = workflowOf([autoAgent('Ann', ['one', 'two'])], [rule('Ann', 'terminate')], { variables });
    const talk = converse({ workflow, script: { Ann: ['{}'] }, tools });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'tool_not_found' });
    expect(talk.store.commits.at(-1)).toEqual(['intarsia.tool.settled', 'ag2.context.set', 'intarsia.turn.failed', 'intarsia.run.ended']);
    expect(await contextOf(talk)).toMatchObject({ count: 1 });
    expect((await talk.runtime.inspect(scope))?.state.channel.turnCount).toBe(1);
    tools['two'] = tool((_input, { contextVariables }) => {
      contextVariables.set('plan', `after ${contextVariables.get('count')}`);
      return null;
    });
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect((await talk.facts('ag2.packet'))[1]?.['context_updates']).toEqual({ set: { plan: 'after 1' }, delete: [] });
    expect(await contextOf(talk)).toMatchObject({ count: 1, plan: 'after 1' });
  });
});

describe('the validated output', () => {
  const run = async (text: string, save: Parameters<typeof tool>[0], send: Parameters<typeof tool>[0] = () => null) => {
    const workflow = workflowOf([autoAgent('Ann', ['save', 'send'])], [rule('Ann', 'terminate')], { variables });
    const talk = converse({ workflow, script: { Ann: [text] }, tools: { save: tool(save), send: tool(send) } });
    await talk.start();
    return talk;
  };

  it('AT2 is the input and the read-only structured_output of the same call, and both are equal', async () => {
    const seen: unknown[] = [];
    await run('{"title":"Bugs","fields":["a"]}', (input, { contextVariables }) => {
      seen.push(input, contextVariables.get('structured_output'));
      return null;
    });
    expect(seen[0]).toEqual({ title: 'Bugs', fields: ['a'] });
    expect(seen[1]).toEqual(seen[0]);
  });

  it('AT1 is in neither the context nor what is persisted; the declared write is in both', async () => {
    const talk = await run('{"title":"Bugs"}', (_input, { contextVariables }) => {
      contextVariables.set('plan', 'made');
      return null;
    });
    expect(await contextOf(talk)).toEqual({ plan: 'made', count: 0, quality: 'unknown', gone: 'here' });
    expect((await talk.facts('intarsia.tool.settled'))[0]?.['delta']).toEqual({ set: { plan: 'made' }, delete: [] });
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('AT8 is what it was for the other tool, when the one that changes its input runs %s it', async (_, first) => {
    const seen: unknown[] = [];
    const change: Parameters<typeof tool>[0] = (input) => {
      const { nested } = input;
      try {
        Reflect.set(Object(nested), 'value', 'changed');
        Reflect.set(input, 'added', true);
      } catch {
        // A frozen input refuses it, which is as good.
      }
      return null;
    };
    const look: Parameters<typeof tool>[0] = (input, { contextVariables }) => {
      seen.push(input, contextVariables.get('structured_output'));
      return null;
    };
    const talk = first ? await run('{"nested":{"value":1}}', change, look) : await run('{"nested":{"value":1}}', look, change);
    expect(seen).toEqual([{ nested: { value: 1 } }, { nested: { value: 1 } }]);
    expect(await talk.facts('intarsia.output.accepted')).toMatchObject([{ data: { nested: { value: 1 } } }]);
  });

  it('AT7 two auto tools of one agent both run, in document order', async () => {
    const order: string[] = [];
    const talk = await run(
      '{}',
      () => {
        order.push('save');
        return null;
      },
      () => {
        order.push('send');
        return null;
      },
    );
    expect(order).toEqual(['save', 'send']);
    expect((await talk.facts('intarsia.tool.claimed')).map(({ position }) => position)).toEqual(['auto:0', 'auto:1']);
  });

  it('of a tool that the model called is absent', async () => {
    const seen: unknown[] = [];
    const talk = converse({
      workflow: workflowOf([callingAgent('Ann', ['look'], { output: anyObject })], [rule('Ann', 'terminate')]),
      script: { Ann: [{ toolCalls: [call('look')] }, '{"a":1}'] },
      tools: {
        look: tool((_input, { contextVariables }) => {
          seen.push(contextVariables.get('structured_output'), contextVariables.has('structured_output'));
          return null;
        }),
      },
    });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(seen).toEqual([undefined, false]);
  });
});
