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
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';

const toUser = [rule('Ann', 'user'), rule('user', 'Ann')];
const begin = async (talk: ReturnType<typeof converse>) => handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));

describe('an idle run', () => {
  it('TR9 an agent that never answers fails the run after the idle budget: context kept, agent cancelled, resume refused', async () => {
    let aborted = false;
    const workflow = workflowOf([callingAgent('Ann', ['save'])], toUser, { variables: [variable('saved', false)] });
    const talk = converse({
      workflow,
      script: {
        Ann: [
          { toolCalls: [call('save')] },
          ({ signal }) =>
            new Promise<string>(() => {
              signal.addEventListener('abort', () => {
                aborted = true;
              });
            }),
        ],
      },
      tools: {
        save: tool((_input, { contextVariables }) => {
          contextVariables.set('saved', true);
          return null;
        }),
      },
      options: { idleTimeoutMs: 60_000 },
    });
    const handle = await begin(talk);
    await talk.clock.advance(59_999);
    expect(aborted).toBe(false);
    await talk.clock.advance(1);
    expect(await handle.done).toEqual({
      status: 'failed',
      run: handle.run,
      code: 'idle_timeout',
      message: expect.any(String),
      resumable: false,
    });
    expect(aborted).toBe(true);
    expect((await talk.runtime.inspect(scope))?.state.channel).toMatchObject({
      status: 'closed',
      closeReason: 'idle_timeout',
      contextVariables: { saved: true },
    });
    expect(await talk.runtime.resume({ scope })).toMatchObject({ kind: 'refused', code: 'conversation_closed' });
    expect(await talk.runtime.answer({ scope, text: 'hello?' })).toMatchObject({ kind: 'refused', code: 'conversation_closed' });
  });

  it('is only one in which nothing is committed: every commit gives it the whole budget again', async () => {
    const gates = [gate(), gate(), gate()];
    const talk = converse({
      workflow: workflowOf([autoAgent('Ann', ['a', 'b', 'c'])], [rule('Ann', 'terminate')]),
      script: { Ann: ['{}'] },
      tools: Object.fromEntries(['a', 'b', 'c'].map((name, index) => [name, tool(() => gates[index]?.opened.then(() => null) ?? null)])),
      options: { idleTimeoutMs: 60_000 },
    });
    const handle = await begin(talk);
    for (const each of gates) {
      await talk.clock.advance(59_000);
      each.open();
      await talk.clock.advance(0);
    }
    expect(await handle.done).toMatchObject({ status: 'completed' });
  });

  it('T17 is none while a tool call takes longer than the idle budget, which counts anew from the end of the call', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const silent = () => new Promise<string>(() => {});
    const talk = converse({
      workflow: workflowOf([callingAgent('Ann', ['pay'])], toUser),
      script: { Ann: [{ toolCalls: [call('pay')] }, silent] },
      tools: { pay: tool(() => promise, { timeoutMs: 200_000 }) },
      options: { idleTimeoutMs: 60_000 },
    });
    const handle = await begin(talk);
    let ended = false;
    void handle.done.then(() => {
      ended = true;
    });
    await talk.clock.advance(180_000);
    expect(ended).toBe(false);
    resolve(null);
    await talk.clock.advance(59_999);
    expect(ended).toBe(false);
    await talk.clock.advance(1);
    expect(await handle.done).toMatchObject({ status: 'failed', code: 'idle_timeout' });
  });

  it('is never a paused one', async () => {
    const talk = converse({ workflow: workflowOf([agent('Ann')], toUser), script: { Ann: ['Well?', 'Fine.'] } });
    expect(await talk.start()).toMatchObject({ status: 'paused' });
    await talk.clock.advance(10 * 24 * 3_600_000);
    expect(await talk.answer('yes')).toMatchObject({ status: 'paused' });
    expect(talk.clock.pending()).toBe(0);
  });
});
