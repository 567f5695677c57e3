import { type Agent, type Json, memoryStore, type OnToolError, type ToolDefinition, type Workflow } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  agent,
  autoAgent,
  converse,
  gate,
  handleOf,
  leaseTtlMs,
  rule,
  type Setup,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';

type Run = Parameters<typeof tool>[0];

/** Ann's tools are `before`, `save` and `after`; `save` does this when it fails. */
const annWith = (onError: OnToolError): Agent => {
  const ann = autoAgent('Ann', ['before', 'save', 'after']);
  return { ...ann, autoTools: ann.autoTools.map((binding) => (binding.function === 'save' ? { ...binding, onError } : binding)) };
};
const workflowWith = (onError: OnToolError): Workflow =>
  workflowOf(
    [annWith(onError), agent('Ben'), agent('Cid')],
    [rule('Ann', 'Ben'), rule('user', 'Cid'), rule('Ben', 'terminate'), rule('Cid', 'terminate')],
    { variables: [variable('plan', 'as it was'), variable('saved', false)] },
  );
const route = (target: string): OnToolError => ({ kind: 'route', target });

const failing: Run = (_input, { contextVariables }) => {
  contextVariables.set('saved', true);
  throw new Error('disk full');
};
const before = tool((_input, { contextVariables }) => void contextVariables.set('plan', 'planned'));

/** A process on a store of its own or on that one, with a `save` that runs this. `ran` holds the tools that ran, in order. */
function open(onError: OnToolError, save: Run, setup: Partial<Setup> = {}, saveTool: Partial<ToolDefinition> = {}) {
  const ran: string[] = [];
  const noting = (name: string, { run, ...rest }: ToolDefinition): ToolDefinition => ({
    ...rest,
    run: (input, context) => {
      ran.push(name);
      return run(input, context);
    },
  });
  const tools = {
    before: noting('before', before),
    save: noting('save', { ...tool(save), ...saveTool }),
    after: noting(
      'after',
      tool(() => 'after'),
    ),
  };
  const script = { Ann: ['{"a":1}'], Ben: ['Done by Ben.'], Cid: ['Done by Cid.'] };
  const talk = converse({ workflow: workflowWith(onError), script, tools, ...setup });
  const state = async () => {
    const snapshot = await talk.runtime.inspect(scope);
    if (snapshot === null) throw new Error('There is no conversation.');
    return snapshot.state;
  };
  const spoke = () => talk.agents.requests.map((request) => request.agent);
  const lastPacket = async () => (await talk.facts('ag2.packet')).at(-1);
  return { talk, ran, state, spoke, lastPacket };
}

/** Every way in which a call of an auto tool fails (workflow-documents 4.8). */
const failures: readonly (readonly [string, Run])[] = [
  ['throws', failing],
  ['says `error`', () => ({ status: 'error' })],
  ['says `Failed`', () => ({ status: 'Failed', reason: 'disk full' })],
  ['gives back what is not JSON', () => 1n as never],
  ['writes what it may not', (_input, { contextVariables }) => void contextVariables.set('nowhere', 1)],
];

describe('on_error: continue', () => {
  it.each(failures)('lets later tools run and the graph lead on, when the tool %s', async (_, save) => {
    const { talk, ran, spoke, state } = open({ kind: 'continue' }, save);
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(ran).toEqual(['before', 'save', 'after']);
    expect(spoke()).toEqual(['Ann', 'Ben']);
    expect((await state()).channel.contextVariables).toEqual({ plan: 'planned', saved: false });
  });
});

describe('on_error: fail_run', () => {
  it.each(failures)('fails the run for good, keeps what earlier tools wrote and runs no later one, when the tool %s', async (_, save) => {
    const { talk, ran, spoke, state } = open({ kind: 'fail_run' }, save);
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'tool_failed', message: '"save" of Ann failed.', resumable: false });
    expect(ran).toEqual(['before', 'save']);
    expect(spoke()).toEqual(['Ann']);
    expect(await talk.facts('ag2.packet')).toHaveLength(1);
    const { channel } = await state();
    expect(channel).toMatchObject({ status: 'closed', closeReason: 'tool_failed', contextVariables: { plan: 'planned', saved: false } });
    const closing = ['ag2.context.set', 'intarsia.turn.failed', 'intarsia.run.ended', 'ag2.channel.closed'];
    expect(talk.store.commits.at(-1)?.slice(-4)).toEqual(closing);
    expect(await talk.runtime.resume({ scope })).toMatchObject({ kind: 'refused', code: 'conversation_closed' });
    expect(await talk.runtime.answer({ scope, text: 'again' })).toMatchObject({ kind: 'refused', code: 'conversation_closed' });
  });

  it('does nothing to a tool that succeeds, whatever its result looks like', async () => {
    const results: readonly Json[] = [null, 'error', { status: 'ok' }, { state: 'failed' }, [{ status: 'error' }], { status: 5 }];
    for (const result of results) {
      const { talk, ran } = open({ kind: 'fail_run' }, () => result);
      expect(await talk.start()).toMatchObject({ status: 'completed' });
      expect(ran).toEqual(['before', 'save', 'after']);
    }
  });

  it('counts a call over its time limit', async () => {
    const { talk } = open({ kind: 'fail_run' }, () => new Promise<null>(() => {}), {}, { timeoutMs: 1_000 });
    const { done } = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await talk.clock.advance(1_000);
    expect(await done).toMatchObject({ status: 'failed', code: 'tool_failed' });
  });
});

describe('on_error: route', () => {
  it.each(failures)(
    'hands over to an agent past the graph, with the reply and the writes of earlier tools, when the tool %s',
    async (_, save) => {
      const { talk, ran, spoke, state } = open(route('Cid'), save);
      expect(await talk.start()).toMatchObject({ status: 'completed' });
      expect(ran).toEqual(['before', 'save']);
      expect(spoke()).toEqual(['Ann', 'Cid']);
      const packet = (await talk.facts('ag2.packet'))[1];
      expect(packet).toMatchObject({
        routing: { kind: 'handoff', reason: 'tool_failed' },
        context_updates: { set: { plan: 'planned' }, delete: [] },
        body: '{"a":1}',
      });
      expect((await state()).channel.contextVariables).toEqual({ plan: 'planned', saved: false });
    },
  );

  it('leaves a tool that succeeds to the graph', async () => {
    const { talk, ran, spoke } = open(route('Cid'), () => ({ status: 'ok' }));
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(ran).toEqual(['before', 'save', 'after']);
    expect(spoke()).toEqual(['Ann', 'Ben']);
  });

  it('pauses at the person, whose answer the graph leads on', async () => {
    const { talk, ran, spoke } = open(route('user'), failing);
    expect(await talk.start()).toMatchObject({ status: 'paused', reason: 'input_required' });
    expect(ran).toEqual(['before', 'save']);
    expect(spoke()).toEqual(['Ann']);
    expect(await talk.answer('Never mind.')).toMatchObject({ status: 'completed' });
    expect(spoke()).toEqual(['Ann', 'Cid']);
    expect(ran).toEqual(['before', 'save']);
  });

  it('ends the workflow as failed', async () => {
    const { talk, ran, spoke, state, lastPacket } = open(route('terminate'), failing);
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'workflow_failed', resumable: false });
    expect(ran).toEqual(['before', 'save']);
    expect(spoke()).toEqual(['Ann']);
    expect(await lastPacket()).toMatchObject({ routing: { kind: 'finish', reason: 'workflow_failed' } });
    expect((await state()).channel).toMatchObject({
      status: 'closed',
      closeReason: 'workflow_failed',
      contextVariables: { plan: 'planned' },
    });
  });

  it('gives the word to the same agent again, whose next reply may do better', async () => {
    let saves = 0;
    const save: Run = () => {
      saves += 1;
      return { status: saves === 1 ? 'failed' : 'ok' };
    };
    const { talk, spoke, ran } = open(route('Ann'), save, { script: { Ann: ['{"a":1}', '{"a":2}'], Ben: ['Done.'] } });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(spoke()).toEqual(['Ann', 'Ann', 'Ben']);
    expect(ran).toEqual(['before', 'save', 'before', 'save', 'after']);
    const ofAnn = (await talk.envelopes()).filter(({ event_type }) => event_type === 'ag2.packet')[1];
    expect(ofAnn?.audience).toContain(ofAnn?.sender_id);
  });

  it('to an agent that takes no part in the conversation any more interrupts the run, and its documents mend it', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const { talk } = open(route('Dan'), failing, { clock, store });
    expect(await talk.start()).toMatchObject({
      status: 'interrupted',
      code: 'workflow_changed',
      message: expect.stringContaining('"Dan"'),
    });
    const mended = open(route('Cid'), failing, { clock, store });
    expect(await mended.talk.resume()).toMatchObject({ status: 'completed' });
    expect(mended.spoke()).toEqual(['Cid']);
  });
});

describe('a failure in a process that dies or stops', () => {
  /** The number of the commit in which the failed call is settled, counted from the start of its process. */
  const commitOfFailure = async (onError: OnToolError) => {
    const { talk } = open(onError, failing);
    await talk.start();
    return talk.store.commits.findIndex((types) => types.includes('intarsia.tool.settled') && types.includes('ag2.packet'));
  };

  it.each([
    ['before its settle and the packet are written: the call runs again and fails again', 'dies_before', ['save']],
    ['after both are written: nothing runs again', 'dies_after', []],
  ] as const)('routes as it would have, %s', async (_, fate, again) => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const number = await commitOfFailure(route('Cid'));
    const first = open(route('Cid'), failing, { clock, store });
    first.talk.store.decide((commit) => (commit === number ? fate : 'committed'));
    expect(await first.talk.start()).toMatchObject({ status: 'interrupted' });
    await clock.advance(leaseTtlMs + 1);
    const second = open(route('Cid'), failing, { clock, store });
    expect(await second.talk.resume()).toMatchObject({ status: 'completed' });
    expect(second.ran).toEqual(again);
    expect(second.spoke()).toEqual(['Cid']);
    expect((await second.talk.facts('ag2.packet')).map(({ routing }) => routing)).toMatchObject([
      {},
      { kind: 'handoff', reason: 'tool_failed' },
      { kind: 'text' },
    ]);
  });

  it.each([
    [{ kind: 'fail_run' } as const, { status: 'failed', code: 'tool_failed' }, []],
    [route('Cid'), { status: 'completed' }, ['Cid']],
    [route('user'), { status: 'paused', reason: 'input_required' }, []],
    [route('terminate'), { status: 'failed', code: 'workflow_failed' }, []],
  ])('is decided from its settle alone, which was written before its packet was: %j', async (onError, result, spoke) => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const entered = gate();
    const ending = gate();
    const slow: Run = async () => {
      entered.open();
      await ending.opened;
      return { status: 'failed' };
    };
    const first = open(onError, slow, { clock, store });
    const handle = handleOf(await first.talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await entered.opened;
    handle.cancel();
    ending.open();
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    expect(first.talk.store.commits.at(-1)).toEqual(['intarsia.tool.settled', 'intarsia.run.ended']);
    const second = open(onError, slow, { clock, store });
    expect(await second.talk.resume()).toMatchObject(result);
    expect(second.ran).toEqual([]);
    expect(second.spoke()).toEqual(spoke);
  });

  it.each([
    [{ kind: 'fail_run' } as const, { status: 'failed', code: 'tool_failed' }],
    [route('user'), { status: 'paused', reason: 'input_required' }],
    [{ kind: 'continue' } as const, { status: 'completed' }],
  ])('is what a person says of an unsafe call, too: %j', async (onError, result) => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const entered = gate();
    const hangs: Run = () => {
      entered.open();
      return new Promise<null>(() => {});
    };
    const first = open(onError, hangs, { clock, store }, { effect: 'unsafe' });
    handleOf(await first.talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await entered.opened;
    first.talk.store.die();
    await clock.advance(leaseTtlMs + 1);
    const second = open(onError, hangs, { clock, store }, { effect: 'unsafe' });
    const paused = await second.talk.resume();
    if (paused.status !== 'paused' || paused.calls[0] === undefined) throw new Error(`It is ${paused.status}.`);
    await second.talk.runtime.resolve(scope, paused.calls[0], { kind: 'failed' }, 'ops');
    expect(await second.talk.resume()).toMatchObject(result);
    expect(second.ran).toEqual(onError.kind === 'continue' ? ['after'] : []);
  });

  it('TR10 that gave the word to the person is opened again without a turn, and goes on with the answer in the same channel', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const first = open(route('user'), failing, { clock, store });
    await first.talk.start();
    const second = open(route('user'), failing, { clock, store });
    const opened = await second.talk.runtime.inspect(scope);
    expect(opened).toEqual(await first.talk.runtime.inspect(scope));
    expect(second.spoke()).toEqual([]);
    expect(second.talk.store.commits).toEqual([]);
    expect(await second.talk.answer('Go on.')).toMatchObject({ status: 'completed' });
    expect((await second.talk.runtime.inspect(scope))?.channel).toBe(opened?.channel);
    expect(second.spoke()).toEqual(['Cid']);
    expect(second.ran).toEqual([]);
  });
});
