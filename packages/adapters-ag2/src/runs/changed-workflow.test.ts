import { memoryStore, type OutputModel, type ToolEffect, type Workflow } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  anyObject,
  autoAgent,
  call,
  callingAgent,
  converse,
  gate,
  leaseTtlMs,
  rule,
  type Setup,
  scope,
  tool,
  workflowOf,
} from './conversation.test-support.ts';
import { orphan } from './orphan.test-support.ts';

const toEnd = [rule('Ann', 'terminate')];

describe('a workflow that changed while a turn was open', () => {
  const output = (name: string, matches: OutputModel['matches'] = anyObject.matches): OutputModel => ({ ...anyObject, name, matches });
  const auto = (tools: readonly string[], model: OutputModel | null = anyObject): Workflow =>
    workflowOf([autoAgent('Ann', tools, { output: model })], toEnd, { digest: `auto ${tools.join(' ')}` });
  const calling = (tools: readonly string[]): Workflow =>
    workflowOf([callingAgent('Ann', tools)], toEnd, { digest: `calling ${tools.join(' ')}` });
  const given = { Ann: ['{"a":1}'] };
  const called = { Ann: [{ toolCalls: [call('save')] }, 'Done.'] };

  const refusals: readonly (readonly [string, Setup['script'], Workflow, Workflow, string])[] = [
    ['the auto tool was renamed', given, auto(['save', 'send']), auto(['store', 'send']), 'save'],
    ['the auto tool is gone', given, auto(['save']), auto([]), 'save'],
    ['another auto tool took its place', given, auto(['save', 'send']), auto(['send', 'save']), 'save'],
    ['the tool that the model called was renamed', called, calling(['save']), calling(['store']), 'save'],
    ['the model of the output was renamed', given, auto(['save']), auto(['save'], output('Plan')), 'Anything'],
    ['the agent gives no output any more', given, auto(['save']), auto(['save'], null), 'Anything'],
    [
      'the output is none for its model any more',
      given,
      auto(['save']),
      auto(
        ['save'],
        output('Anything', () => false),
      ),
      'Anything',
    ],
  ];

  it.each(refusals)(
    'C15 %s: refused before anything runs, the journal as it was; restored, it goes on',
    async (_, script, workflow, changed, named) => {
      const { entered, open } = await orphan({ workflow, ...(script && { script }) });
      const talk = open({ workflow: changed });
      const journal = await talk.envelopes();
      expect(await talk.runtime.resume({ scope })).toMatchObject({
        kind: 'refused',
        code: 'workflow_changed',
        message: expect.stringContaining(`"${named}"`),
      });
      expect(entered).toEqual(['save']);
      expect(await talk.envelopes()).toEqual(journal);
      expect((await talk.runtime.inspect(scope))?.owner).toBeNull();
      const restored = open({ script: { Ann: ['Done.'] } });
      expect(await restored.resume()).toMatchObject({ status: 'completed' });
    },
  );

  it('T14 a tool that is unsafe since it was claimed is not run again after the attempt that it was run in as unsafe', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    let entered = 0;
    const diesInside = async (effect: ToolEffect) => {
      const inside = gate();
      const save = tool(
        () => {
          entered += 1;
          inside.open();
          return new Promise<never>(() => {});
        },
        { effect },
      );
      const talk = converse({ workflow: calling(['save']), script: called, tools: { save }, clock, store });
      await (entered === 0 ? talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }) : talk.runtime.resume({ scope }));
      await inside.opened;
      talk.store.die();
      await clock.advance(leaseTtlMs);
    };
    await diesInside('keyed');
    await diesInside('unsafe');
    const save = tool(() => (entered += 1), { effect: 'unsafe' });
    const talk = converse({ workflow: calling(['save']), tools: { save }, clock, store });
    expect(await talk.resume()).toMatchObject({ status: 'paused', reason: 'effect_uncertain' });
    expect([entered, (await talk.facts('intarsia.tool.claimed')).map(({ effect }) => effect)]).toEqual([2, ['keyed', 'unsafe']]);
  });

  it('C15 a call that waits for a person is looked at, too', async () => {
    const { entered, open } = await orphan({ workflow: auto(['save']), script: given }, 'unsafe');
    expect(await open().resume()).toMatchObject({ status: 'paused', reason: 'effect_uncertain' });
    expect(await open({ workflow: auto(['store']) }).runtime.resume({ scope })).toMatchObject({ code: 'workflow_changed' });
    expect(entered).toEqual(['save']);
  });

  /** A turn of which `save` has ended and `send` could not be claimed, because its code was missing. */
  const halfDone = async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const entered: string[] = [];
    const run = (name: string) =>
      tool(() => {
        entered.push(name);
        return name;
      });
    const tools: NonNullable<Setup['tools']> = { save: run('save'), store: run('store') };
    const first = converse({ workflow: auto(['save', 'send']), script: given, tools, clock, store });
    expect(await first.start()).toMatchObject({ status: 'failed', code: 'tool_not_found' });
    return { entered, open: (workflow: Workflow) => converse({ workflow, tools: { ...tools, send: run('send') }, clock, store }) };
  };

  it.each<[string, readonly string[]]>([
    ['as it was', ['save', 'send']],
    ['with a tool more at the end', ['save', 'send', 'store']],
    ['with another tool where none was called yet', ['save', 'store']],
  ])('%s, the turn goes on, and what has ended does not run again', async (_, names) => {
    const { entered, open } = await halfDone();
    expect(await open(auto(names)).resume()).toMatchObject({ status: 'completed' });
    expect(entered).toEqual(names);
  });

  it('C15 another tool stands where one has ended: refused, because it would pass for called', async () => {
    const { entered, open } = await halfDone();
    expect(await open(auto(['send'])).runtime.resume({ scope })).toMatchObject({
      code: 'workflow_changed',
      message: expect.stringContaining('"save"'),
    });
    expect(entered).toEqual(['save']);
  });

  it('a tool that has ended and is gone from the end does not matter', async () => {
    const { open } = await halfDone();
    expect(await open(auto([])).resume()).toMatchObject({ status: 'completed' });
  });

  it('a tool that the model made up is no change: the same documents go on', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const script = { Ann: [{ toolCalls: [call('fly')] }, 'Never mind.'] };
    const tools = { look: tool(() => null) };
    const first = converse({ workflow: calling(['look']), script, tools, clock, store });
    first.store.decide((number) => (number === 1 ? 'dies_after' : 'committed'));
    expect(await first.start()).toMatchObject({ status: 'interrupted' });
    await clock.advance(leaseTtlMs + 1);
    const second = converse({ workflow: calling(['look']), script: { Ann: ['Never mind.'] }, tools, clock, store });
    expect(await second.resume()).toMatchObject({ status: 'completed' });
    expect(await second.facts('intarsia.tool.settled')).toMatchObject([{ status: 'error', code: 'tool_not_found' }]);
  });
});
