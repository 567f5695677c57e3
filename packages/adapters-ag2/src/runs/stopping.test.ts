import { memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { agent, autoAgent, converse, gate, handleOf, rule, scope, tool, variable, workflowOf } from './conversation.test-support.ts';

const toUser = [rule('Ann', 'user'), rule('user', 'Ann')];
const oneTool = workflowOf([autoAgent('Ann', ['save'])], [rule('Ann', 'terminate')], { variables: [variable('saved', false)] });
const begin = async (talk: ReturnType<typeof converse>) => handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));

describe('a cancelled run', () => {
  it('ID3 frees a keyed call that waits; the retry starts it again under the same key and it completes once', async () => {
    const starts: string[] = [];
    const completions: string[] = [];
    const waiting = gate();
    const save = tool(async (_input, { idempotencyKey, signal }) => {
      starts.push(idempotencyKey);
      if (starts.length === 1) {
        waiting.open();
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }
      completions.push(idempotencyKey);
      return null;
    });
    const talk = converse({ workflow: oneTool, script: { Ann: ['{}'] }, tools: { save } });
    const handle = await begin(talk);
    await waiting.opened;
    handle.cancel();
    expect(await handle.done).toEqual({ status: 'cancelled', run: handle.run });
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(starts).toHaveLength(2);
    expect(completions).toEqual([starts[0]]);
    expect(new Set(starts).size).toBe(1);
    expect((await talk.facts('intarsia.tool.claimed')).map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(talk.agents.requests).toHaveLength(1);
  });

  it('is heard although neither its model nor its store ever waits', async () => {
    const ann = agent('Ann');
    const workflow = workflowOf([ann, agent('Ben')], [rule('Ann', 'Ben'), rule('Ben', 'Ann')], { maxTurns: 400 });
    const agents = {
      run: async () => ({ kind: 'replied', text: 'On.', toolCalls: [], model: 'm', finishReason: 'stop', usage: null }) as const,
    };
    const handle = await begin(converse({ workflow, agents }));
    setImmediate(() => handle.cancel());
    expect(await handle.done).toEqual({ status: 'cancelled', run: handle.run });
  });

  it('keeps the result of a tool that ends within the grace time', async () => {
    let runs = 0;
    const waiting = gate();
    const ending = gate();
    const save = tool(async (_input, { contextVariables }) => {
      runs += 1;
      contextVariables.set('saved', true);
      waiting.open();
      await ending.opened;
      return 'saved';
    });
    const talk = converse({ workflow: oneTool, script: { Ann: ['{}'] }, tools: { save } });
    const handle = await begin(talk);
    await waiting.opened;
    handle.cancel();
    await talk.clock.advance(1_999);
    ending.open();
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    expect(talk.store.commits.at(-1)).toEqual(['intarsia.tool.settled', 'intarsia.run.ended']);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(runs).toBe(1);
    expect((await talk.facts('ag2.packet'))[1]).toMatchObject({ context_updates: { set: { saved: true } } });
  });

  it('does not wait longer than that for a tool that does not listen, and drops what it gives later', async () => {
    const waiting = gate();
    const ending = gate();
    const save = tool(async () => {
      waiting.open();
      await ending.opened;
      return 'late';
    });
    const talk = converse({ workflow: oneTool, script: { Ann: ['{}'] }, tools: { save } });
    const handle = await begin(talk);
    await waiting.opened;
    handle.cancel();
    await talk.clock.advance(2_000);
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    ending.open();
    await talk.clock.advance(0);
    expect(await talk.facts('intarsia.tool.settled')).toEqual([]);
  });

  it('leaves an unsafe call that was started and did not end uncertain: nobody says that it never started', async () => {
    let runs = 0;
    const waiting = gate();
    const save = tool(
      () => {
        runs += 1;
        waiting.open();
        return new Promise<null>(() => {});
      },
      { effect: 'unsafe' },
    );
    const talk = converse({ workflow: oneTool, script: { Ann: ['{}'] }, tools: { save } });
    const handle = await begin(talk);
    await waiting.opened;
    handle.cancel();
    await talk.clock.advance(2_000);
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    expect(await talk.facts('intarsia.tool.released')).toEqual([]);
    expect(await talk.resume()).toMatchObject({ status: 'paused', reason: 'effect_uncertain' });
    expect(runs).toBe(1);
  });

  it.each([
    ['claimed', 1],
    ['started', 2],
  ])('gives back what was to be %s when it came, so that even an unsafe tool just runs at the next resume', async (_, load) => {
    let runs = 0;
    let loads = 0;
    let cancel = () => {};
    const save = tool(
      () => {
        runs += 1;
        return 'saved';
      },
      { effect: 'unsafe' },
    );
    const talk = converse({
      workflow: oneTool,
      script: { Ann: ['{}'] },
      options: {
        tools: {
          load: async () => {
            loads += 1;
            if (loads === load) cancel();
            return { kind: 'loaded', tool: save };
          },
        },
      },
    });
    const handle = await begin(talk);
    cancel = handle.cancel;
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    expect(runs).toBe(0);
    expect(talk.store.commits.at(-1)?.slice(-2)).toEqual(['intarsia.tool.released', 'intarsia.run.ended']);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(runs).toBe(1);
  });

  it('does not wait for a model that ignores the signal', async () => {
    const asked = gate();
    const talk = converse({
      workflow: workflowOf([agent('Ann')], toUser),
      agents: {
        run: () => {
          asked.open();
          return new Promise(() => {});
        },
      },
    });
    const handle = await begin(talk);
    await asked.opened;
    handle.cancel();
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
  });

  it('is not told apart from a cancel by a model that turns the abort into a failure', async () => {
    const asked = gate();
    const talk = converse({
      workflow: workflowOf([agent('Ann')], toUser),
      agents: {
        run: ({ signal }) => {
          asked.open();
          return new Promise((resolve) =>
            signal.addEventListener('abort', () =>
              resolve({ kind: 'failed', code: 'model_refused', message: 'Aborted.', retryable: false }),
            ),
          );
        },
      },
    });
    const handle = await begin(talk);
    await asked.opened;
    handle.cancel();
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    expect(await talk.facts('intarsia.turn.failed')).toEqual([]);
  });

  it('frees the conversation at once', async () => {
    const asked = gate();
    const talk = converse({
      workflow: workflowOf([agent('Ann')], toUser),
      script: {
        Ann: [
          () => {
            asked.open();
            return new Promise<string>(() => {});
          },
          'Here.',
        ],
      },
    });
    const handle = await begin(talk);
    expect(talk.runtime.active(scope)).toBe(handle);
    await asked.opened;
    handle.cancel();
    await handle.done;
    expect(talk.runtime.active(scope)).toBeNull();
    expect(await talk.resume()).toMatchObject({ status: 'paused' });
  });
});

describe('an interrupted run', () => {
  it('has no end in the journal, and a resume goes on', async () => {
    const waiting = gate();
    let runs = 0;
    const save = tool(async (_input, { signal }) => {
      runs += 1;
      if (runs > 1) return null;
      waiting.open();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return null;
    });
    const clock = virtualClock();
    const setup = { workflow: oneTool, tools: { save }, clock, store: memoryStore(clock) };
    const talk = converse({ ...setup, script: { Ann: ['{}'] } });
    const handle = await begin(talk);
    await waiting.opened;
    await talk.runtime.close();
    expect(await handle.done).toMatchObject({ status: 'interrupted', code: 'interrupted' });
    expect((await talk.runtime.inspect(scope))?.state.run?.status).toBe('running');
    expect((await talk.runtime.inspect(scope))?.owner).toBeNull();
    expect(await converse(setup).resume()).toMatchObject({ status: 'completed' });
    expect(talk.log).toEqual([]);
  });

  it('may have begun while its runtime closed: nothing of it runs, and another runtime goes on with it', async () => {
    const clock = virtualClock();
    const setup = { workflow: oneTool, script: { Ann: ['{}'] }, tools: { save: tool(() => null) }, clock, store: memoryStore(clock) };
    const talk = converse(setup);
    const closed = gate();
    talk.store.decide(() => closed.opened.then(() => 'committed' as const));
    const starting = begin(talk);
    await talk.runtime.close();
    closed.open();
    expect(await (await starting).done).toMatchObject({ status: 'interrupted', code: 'interrupted' });
    expect(talk.agents.requests).toEqual([]);
    expect(talk.log).toEqual([]);
    expect(await converse(setup).resume()).toMatchObject({ status: 'completed' });
  });
});
