import type { ToolLoader } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { autoAgent, call, callingAgent, converse, gate, handleOf, rule, scope, tool, workflowOf } from './conversation.test-support.ts';

const toEnd = [rule('Ann', 'terminate')];
const auto = workflowOf([autoAgent('Ann', ['save'])], toEnd);
const begin = async (talk: ReturnType<typeof converse>) => handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));

/** A loader that hangs at one of its loads; `entered` is open once it does. */
function hangingAt(load: number) {
  const entered = gate();
  let loads = 0;
  const loader: ToolLoader = {
    load() {
      loads += 1;
      if (loads !== load) return Promise.resolve({ kind: 'loaded', tool: tool(() => 'saved', { effect: 'unsafe' }) });
      entered.open();
      return new Promise(() => {});
    },
  };
  return { entered, loader };
}

describe('code that does not end to load', () => {
  it.each([
    ['claimed', 1, []],
    ['run', 2, ['intarsia.tool.released']],
  ])('when it is to be %s fails the turn after 30 s with the name of its file, and a resume goes on', async (_, load, released) => {
    const { loader } = hangingAt(load);
    const talk = converse({ workflow: auto, script: { Ann: ['{}'] }, options: { tools: loader } });
    const { done } = await begin(talk);
    await talk.clock.advance(29_999);
    expect(talk.runtime.active(scope)).not.toBeNull();
    await talk.clock.advance(1);
    expect(await done).toMatchObject({
      status: 'failed',
      code: 'tool_invalid',
      message: expect.stringMatching(/save\.ts did not load within 30 s/),
      resumable: true,
    });
    expect((await talk.envelopes()).map(({ event_type }) => event_type).filter((type) => type === 'intarsia.tool.released')).toEqual(
      released,
    );
    expect(talk.clock.pending()).toBe(0);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(talk.agents.requests).toHaveLength(1);
  });

  it('when its tool is to be described fails the turn before the model is asked', async () => {
    const { loader } = hangingAt(1);
    const talk = converse({
      workflow: workflowOf([callingAgent('Ann', ['save'])], toEnd),
      script: { Ann: ['Hi.'] },
      options: { tools: loader },
    });
    const { done } = await begin(talk);
    await talk.clock.advance(30_000);
    expect(await done).toMatchObject({ status: 'failed', code: 'tool_invalid', resumable: true });
    expect(talk.agents.requests).toEqual([]);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
  });

  it('does not hold a cancelled run longer than the grace time; what was claimed is given back', async () => {
    const { entered, loader } = hangingAt(2);
    const talk = converse({ workflow: auto, script: { Ann: ['{}'] }, options: { tools: loader } });
    const handle = await begin(talk);
    await entered.opened;
    handle.cancel();
    await talk.clock.advance(2_000);
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    expect(talk.store.commits.at(-1)).toEqual(['intarsia.tool.released', 'intarsia.run.ended']);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(await talk.facts('intarsia.effect.uncertain')).toEqual([]);
  });
});

describe('a tool file that cannot be used', () => {
  it.each([
    ['does not export the function', 'save.ts does not export a tool or a function named "save".'],
    ['has a syntax error', "The tool file save.ts cannot be imported: save.ts:3: Unexpected token ')'."],
  ])('because it %s fails the turn with the words of its loader; mended, a resume goes on', async (_, message) => {
    let mended = false;
    const load: ToolLoader['load'] = async () =>
      mended ? { kind: 'loaded', tool: tool(() => 'saved') } : { kind: 'missing', code: 'tool_invalid', message };
    const talk = converse({ workflow: auto, script: { Ann: ['{}'] }, options: { tools: { load } } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'tool_invalid', message, resumable: true });
    expect(await talk.facts('intarsia.turn.failed')).toMatchObject([{ code: 'tool_invalid', message, retryable: true }]);
    mended = true;
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(talk.agents.requests).toHaveLength(1);
  });

  it('is not one because its loader rejects: that is the host’s, and interrupts the run', async () => {
    const load: ToolLoader['load'] = () => Promise.reject(new Error('The disk is gone.'));
    const talk = converse({ workflow: auto, script: { Ann: ['{}'] }, options: { tools: { load } } });
    expect(await talk.start()).toMatchObject({ status: 'interrupted', code: 'internal' });
    expect(talk.log.map(({ cause }) => String(cause))).toEqual(['Error: The disk is gone.']);
  });
});

it('a call of a tool that hangs to load holds up none beside it', async () => {
  const { entered, loader } = hangingAt(5);
  const talk = converse({
    workflow: workflowOf([callingAgent('Ann', ['save', 'send'])], toEnd),
    script: { Ann: [{ toolCalls: [call('save'), call('send')] }, 'Done.'] },
    options: { tools: loader },
  });
  const { done } = await begin(talk);
  await entered.opened;
  await talk.clock.advance(0);
  expect(await talk.facts('intarsia.tool.settled')).toMatchObject([{ status: 'ok', key: expect.stringMatching(/:model:0:1$/) }]);
  await talk.clock.advance(30_000);
  expect(await done).toMatchObject({ status: 'failed', code: 'tool_invalid' });
  expect(await talk.resume()).toMatchObject({ status: 'completed' });
});
