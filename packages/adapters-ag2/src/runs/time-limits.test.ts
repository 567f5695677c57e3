import type { Agent } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import {
  agent,
  autoAgent,
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

const toEnd = [rule('Ann', 'terminate')];
const variables = [variable('saved', false)];
const begin = async (talk: ReturnType<typeof converse>) => handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
/** The agent with this limit on each of its tools. */
const limited = (given: Agent, timeoutMs: number): Agent => ({
  ...given,
  autoTools: given.autoTools.map((binding) => ({ ...binding, timeoutMs })),
  callableTools: given.callableTools.map((binding) => ({ ...binding, timeoutMs })),
});

/** A tool that hears nothing, ends when the test says so, and then tries to write. */
function deaf() {
  const entered = gate();
  const ending = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const refused: unknown[] = [];
  const run: Parameters<typeof tool>[0] = async (_input, { signal, contextVariables }) => {
    signals.push(signal);
    entered.open();
    const result = await ending.promise;
    try {
      contextVariables.set('saved', true);
    } catch (error) {
      refused.push(Reflect.get(Object(Reflect.get(Object(error), 'details')), 'reason'));
    }
    return result;
  };
  return { entered, ending, signals, refused, run };
}

describe('a call over its time limit', () => {
  it.each([
    ["the document's, before the tool's own", 1_000, 60_000, 1],
    ["the tool's own, where the document says nothing", null, 2_000, 2],
  ])('fails at once, whatever it does: %s', async (_, inDocument, own, seconds) => {
    const slow = deaf();
    const ann = autoAgent('Ann', ['slow', 'next']);
    const workflow = workflowOf([inDocument === null ? ann : limited(ann, inDocument)], toEnd, { variables });
    const seen: unknown[] = [];
    const next = tool((_input, { contextVariables }) => {
      seen.push(contextVariables.get('saved') ?? null);
      return 'next';
    });
    const talk = converse({ workflow, script: { Ann: ['{}'] }, tools: { slow: tool(slow.run, { timeoutMs: own }), next } });
    const { done } = await begin(talk);
    await talk.clock.advance(seconds * 1_000 - 1);
    expect(slow.signals[0]?.aborted).toBe(false);
    await talk.clock.advance(1);
    expect(slow.signals[0]?.reason).toMatchObject({ code: 'tool_timeout' });
    expect(await done).toMatchObject({ status: 'completed' });
    const message = `It did not end within ${seconds} s and was told to stop.`;
    expect(await talk.facts('intarsia.tool.settled')).toMatchObject([
      {
        status: 'error',
        code: 'tool_timeout',
        result: { status: 'error', message },
        delta: { set: {}, delete: [] },
        duration_ms: seconds * 1_000,
      },
      { status: 'ok', result: 'next' },
    ]);
    expect(seen).toEqual([false]);
  });

  it('is told to the model that asked for it, which goes on', async () => {
    const slow = deaf();
    const talk = converse({
      workflow: workflowOf([limited(callingAgent('Ann', ['slow']), 5_000)], toEnd, { variables }),
      script: { Ann: [{ toolCalls: [call('slow')] }, 'Never mind.'] },
      tools: { slow: tool(slow.run) },
    });
    const { done } = await begin(talk);
    await slow.entered.opened;
    await talk.clock.advance(5_000);
    expect(await done).toMatchObject({ status: 'completed' });
    expect(talk.agents.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringMatching(/tool_timeout.*within 5 s/),
    });
  });

  it('that stops when it is told to is worth no more words', async () => {
    const slow = tool(
      (_input, { signal }) => new Promise<null>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const waits = gate();
    const talk = converse({
      workflow: workflowOf([autoAgent('Ann', ['slow', 'wait'])], toEnd),
      script: { Ann: ['{}'] },
      tools: { slow: { ...slow, timeoutMs: 1_000 }, wait: tool(() => waits.opened.then(() => null)) },
    });
    const { done } = await begin(talk);
    await talk.clock.advance(60_000);
    waits.open();
    await done;
    expect(await talk.facts('intarsia.tool.late')).toEqual([]);
    expect(talk.log).toEqual([]);
    expect(talk.clock.pending()).toBe(0);
  });
});

describe('a call that ends after it was settled without its end', () => {
  /** `slow` is over its limit after a second; `wait`, and what Ben says, hold the run up. */
  const held = (setup: Partial<Setup> = {}) => {
    const slow = deaf();
    const waits = gate();
    const says = gate();
    const talk = converse({
      workflow: workflowOf([autoAgent('Ann', ['slow', 'wait']), agent('Ben')], [rule('Ann', 'Ben'), rule('Ben', 'terminate')], {
        variables,
      }),
      script: { Ann: ['{}'], Ben: [() => says.opened.then(() => 'Done.')] },
      tools: { slow: tool(slow.run, { timeoutMs: 1_000 }), wait: tool(() => waits.opened.then(() => null)) },
      ...setup,
    });
    return { slow, waits, says, talk };
  };

  it('is said to ignore its signal once the grace time is over', async () => {
    const { talk } = held();
    await begin(talk);
    await talk.clock.advance(1_000 + 1_999);
    expect(talk.log).toEqual([]);
    await talk.clock.advance(1);
    expect(talk.log.map(({ message }) => message)).toEqual([expect.stringContaining('"slow" ignores its signal: 2000 ms after')]);
  });

  it.each(['the same turn', 'the turn of another agent'])('is recorded for readers during %s, and used for nothing', async (when) => {
    const { slow, waits, says, talk } = held();
    const { done } = await begin(talk);
    await talk.clock.advance(10_000);
    if (when !== 'the same turn') waits.open();
    await talk.clock.advance(0);
    slow.ending.resolve('late');
    await talk.clock.advance(0);
    expect(slow.refused).toEqual(['context_authority.call_ended']);
    waits.open();
    says.open();
    expect(await done).toMatchObject({ status: 'completed' });
    const [settled] = await talk.facts('intarsia.tool.settled');
    const { turn, key } = settled ?? {};
    expect(await talk.facts('intarsia.tool.late')).toEqual([
      { v: 1, turn, agent: 'Ann', key, attempt: 1, status: 'ok', result: 'late', duration_ms: 10_000 },
    ]);
    expect(settled).toMatchObject({ status: 'error', code: 'tool_timeout', delta: { set: {}, delete: [] } });
    const types = (await talk.envelopes()).map(({ event_type }) => event_type);
    const ofAnn = types.indexOf('ag2.packet', types.indexOf('ag2.packet') + 1);
    expect(types.indexOf('intarsia.tool.late') < ofAnn).toBe(when === 'the same turn');
    expect((await talk.facts('ag2.packet')).map(({ context_updates }) => context_updates)).toEqual(Array(3).fill({ set: {}, delete: [] }));
    const state = (await talk.runtime.inspect(scope))?.state;
    expect(state).toMatchObject({ turn: null, channel: { contextVariables: { saved: false }, turnCount: 3 } });
    expect(talk.log).toHaveLength(1);
  });

  it('is recorded as failed, and its cause logged, when it throws after all', async () => {
    const { slow, waits, says, talk } = held();
    const { done } = await begin(talk);
    await talk.clock.advance(10_000);
    slow.ending.reject(new Error('secret'));
    await talk.clock.advance(0);
    waits.open();
    says.open();
    await done;
    expect(await talk.facts('intarsia.tool.late')).toMatchObject([
      { status: 'error', result: { status: 'error', message: 'tool_execution_failed' } },
    ]);
    expect(talk.log.map(({ cause }) => String(cause))).toEqual(['undefined', 'Error: secret']);
  });

  it.each([
    ['completed', (talk: ReturnType<typeof held>) => talk.says.open()],
    ['died', (talk: ReturnType<typeof held>) => talk.talk.store.die()],
    ['was interrupted', (talk: ReturnType<typeof held>) => void talk.talk.runtime.close()],
  ])('is only logged once the run %s, and the journal stays as it was', async (_, end) => {
    const conversation = held();
    const { slow, waits, talk } = conversation;
    const { done } = await begin(talk);
    await talk.clock.advance(10_000);
    end(conversation);
    waits.open();
    await talk.clock.advance(60_000);
    await done;
    const commits = talk.store.commits.length;
    slow.ending.resolve('late');
    await talk.clock.advance(60_000);
    expect(talk.store.commits.length).toBe(commits);
    expect(talk.store.commits.flat()).not.toContain('intarsia.tool.late');
    expect(talk.log.map(({ message }) => message)).toContainEqual('"slow" ended 70000 ms after its start (ok), too late to count.');
  });

  it('because the run was cancelled is said to ignore that, too, and its end is only logged', async () => {
    const { slow, talk } = held();
    const handle = await begin(talk);
    await slow.entered.opened;
    handle.cancel();
    await talk.clock.advance(999);
    expect(talk.log).toEqual([]);
    await talk.clock.advance(2_000);
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    slow.ending.resolve('late');
    await talk.clock.advance(60_000);
    expect(slow.refused).toEqual(['context_authority.call_ended']);
    expect(talk.store.commits.at(-1)).toEqual(['intarsia.tool.settled', 'intarsia.run.ended']);
  });
});

describe('the idle budget of a run', () => {
  const idleTimeoutMs = 60_000;

  it('rests while a call has its own, longer limit, and begins anew afterwards', async () => {
    const slow = deaf();
    const talk = converse({
      workflow: workflowOf([limited(callingAgent('Ann', ['slow']), 600_000)], toEnd, { variables }),
      script: { Ann: [{ toolCalls: [call('slow')] }, () => new Promise<string>(() => {})] },
      tools: { slow: tool(slow.run) },
      options: { idleTimeoutMs },
    });
    const { done } = await begin(talk);
    await slow.entered.opened;
    await talk.clock.advance(500_000);
    slow.ending.resolve('well');
    await talk.clock.advance(idleTimeoutMs - 1);
    expect(talk.runtime.active(scope)).not.toBeNull();
    expect(await talk.facts('intarsia.tool.settled')).toMatchObject([{ status: 'ok', result: 'well', duration_ms: 500_000 }]);
    await talk.clock.advance(1);
    expect(await done).toMatchObject({ status: 'failed', code: 'idle_timeout' });
  });

  it('rests until the last of several calls has ended', async () => {
    const [one, two] = [deaf(), deaf()];
    const talk = converse({
      workflow: workflowOf([limited(callingAgent('Ann', ['one', 'two']), 600_000)], toEnd, { variables }),
      script: { Ann: [{ toolCalls: [call('one'), call('two')] }, 'Done.'] },
      tools: { one: tool(one.run), two: tool(two.run) },
      options: { idleTimeoutMs },
    });
    const { done } = await begin(talk);
    await two.entered.opened;
    one.ending.resolve('one');
    await talk.clock.advance(300_000);
    two.ending.resolve('two');
    expect(await done).toMatchObject({ status: 'completed' });
  });

  it('does not end a call that never settles: the default limit does, and the workflow goes on', async () => {
    const talk = converse({
      workflow: workflowOf([autoAgent('Ann', ['slow'])], toEnd),
      script: { Ann: ['{}'] },
      tools: { slow: tool(() => new Promise<null>(() => {})) },
    });
    const { done } = await begin(talk);
    await talk.clock.advance(300_000);
    expect(await done).toMatchObject({ status: 'completed' });
    expect(await talk.facts('intarsia.tool.settled')).toMatchObject([{ code: 'tool_timeout' }]);
  });
});
