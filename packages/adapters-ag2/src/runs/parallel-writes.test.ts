import { type Json, memoryStore, type ToolLoader } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  call,
  callingAgent,
  converse,
  gate,
  handleOf,
  rule,
  type Setup,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';

const names = ['first', 'second', 'third'] as const;
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** Three calls of one reply that write one variable each and another together, opened one after another by the test. */
function sideBySide(variables: readonly ReturnType<typeof variable>[]) {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const workflow = workflowOf([callingAgent('Ann', names, { view: ['plan'] })], [rule('Ann', 'user'), rule('user', 'Ann')], { variables });
  const gates = names.map(gate);
  const seen: Json[] = [];
  const tools = Object.fromEntries(
    names.map((name, index) => [
      name,
      tool(async (_input, { contextVariables }) => {
        seen.push(contextVariables.get('plan') ?? null);
        await gates[index]?.opened;
        if (name === 'second') contextVariables.delete('gone');
        else contextVariables.set('gone', name);
        contextVariables.set('plan', name);
        contextVariables.set(name, true);
        return name;
      }),
    ]),
  );
  /** `broken`: the tool whose code is there when it is described and claimed, and cannot be loaded once, when it is run. */
  const open = (script: Setup['script'], broken?: string) => {
    let loads = 0;
    const load: ToolLoader['load'] = async (_workflow, { function: name }) => {
      if (name === broken) loads += 1;
      const found = name === broken && loads === 3 ? undefined : tools[name];
      return found === undefined ? { kind: 'missing', code: 'tool_invalid', message: 'Half saved.' } : { kind: 'loaded', tool: found };
    };
    return converse({ workflow, clock, store, script: script ?? {}, options: { tools: { load } } });
  };
  return { clock, gates, seen, open };
}

describe('calls side by side that write one variable', () => {
  const variables = [variable('plan', 'before'), variable('gone', 'here'), ...names.map((name) => variable(name))];
  const merged = { plan: 'third', gone: 'third', first: true, second: true, third: true };

  it.each(orders)('C7 have the value of the later call, ending in the order %i %i %i: live, and rebuilt from the log', async (...order) => {
    const { clock, gates, seen, open } = sideBySide(variables);
    const talk = open({ Ann: [{ toolCalls: names.map((name) => call(name)) }, 'Done.'] });
    const { done } = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    for (const index of order) {
      await clock.advance(0);
      gates[index]?.open();
    }
    expect(await done).toMatchObject({ status: 'paused' });
    const ended = (await talk.facts('intarsia.tool.settled')).map(({ result }) => result);
    expect(ended).toEqual(order.map((index) => names[index]));
    expect(seen).toEqual(['before', 'before', 'before']);
    expect(talk.agents.requests[1]?.messages[0]?.content).toContain('PLAN: third');
    expect((await talk.facts('ag2.packet')).at(-1)?.['context_updates']).toEqual({ set: merged, delete: [] });
    const live = (await talk.runtime.inspect(scope))?.state;
    expect(live?.channel.contextVariables).toEqual(merged);
    expect((await open(undefined).runtime.inspect(scope))?.state).toEqual(live);
  });

  it.each(orders)('C7 have it in a run that was cut off in between, too, after %i and before %i and %i', async (...order) => {
    const { clock, gates, open } = sideBySide(variables);
    const talk = open({ Ann: [{ toolCalls: names.map((name) => call(name)) }] });
    const handle = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await clock.advance(0);
    gates[order[0]]?.open();
    await clock.advance(0);
    handle.cancel();
    await clock.advance(2_000);
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    const again = open({ Ann: ['Done.'] });
    const resumed = handleOf(await again.runtime.resume({ scope })).done;
    for (const index of order) {
      await clock.advance(0);
      gates[index]?.open();
    }
    expect(await resumed).toMatchObject({ status: 'paused' });
    expect((await again.runtime.inspect(scope))?.state.channel.contextVariables).toEqual(merged);
  });

  it('C7 have it although the writes of the later call were kept by a failed turn, and the earlier call ran afterwards', async () => {
    const { clock, gates, open } = sideBySide(variables);
    for (const each of gates) each.open();
    const talk = open({ Ann: [{ toolCalls: names.map((name) => call(name)) }, 'Done.'] }, 'first');
    const started = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' })).done;
    expect(await started).toMatchObject({ status: 'failed', code: 'tool_invalid' });
    expect((await talk.facts('ag2.context.set')).at(-1)).toMatchObject({ set: { plan: 'third' } });
    await clock.advance(0);
    expect(await talk.resume()).toMatchObject({ status: 'paused' });
    expect((await talk.facts('intarsia.tool.settled')).at(-1)).toMatchObject({ result: 'first', delta: { set: { plan: 'first' } } });
    expect((await talk.facts('ag2.packet')).at(-1)?.['context_updates']).toEqual({ set: { first: true }, delete: [] });
    expect((await talk.runtime.inspect(scope))?.state.channel.contextVariables).toEqual(merged);
  });

  it('C7 have the value of the later call also where that is the value from before both', async () => {
    const workflow = workflowOf([callingAgent('Ann', ['approve', 'revoke'])], [rule('Ann', 'user')], {
      variables: [variable('approved', false)],
    });
    const writes = (value: boolean) =>
      tool((_input, { contextVariables }) => {
        contextVariables.set('approved', value);
        return value;
      });
    const tools = { approve: writes(true), revoke: writes(false) };
    const script = { Ann: [{ toolCalls: [call('approve'), call('revoke')] }, 'Done.'] };
    const talk = converse({ workflow, script, tools });
    await talk.start();
    expect((await talk.runtime.inspect(scope))?.state.channel.contextVariables).toEqual({ approved: false });
  });

  it('C7 keep it out of the journal and in order where the variable is not persisted', async () => {
    const { clock, gates, open } = sideBySide([{ ...variable('plan', 'before'), persisted: false }, ...variables.slice(1)]);
    const talk = open({ Ann: [{ toolCalls: names.map((name) => call(name)) }, 'Done.'] });
    const { done } = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    for (const index of [2, 0, 1]) {
      await clock.advance(0);
      gates[index]?.open();
    }
    await done;
    expect(talk.agents.requests[1]?.messages[0]?.content).toContain('PLAN: third');
    expect((await talk.facts('ag2.packet')).at(-1)?.['context_updates']).toEqual({
      set: { gone: 'third', first: true, second: true, third: true },
      delete: [],
    });
  });
});
