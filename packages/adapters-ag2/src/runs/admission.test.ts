import { callKey, memoryStore, type Workflow } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { agent, autoAgent, converse, gate, handleOf, rule, scope, tool, variable, workflowOf } from './conversation.test-support.ts';

const toUser = [rule('Ann', 'user'), rule('user', 'Ann')];
const chat = workflowOf([agent('Ann')], toUser);
const again = (talk: ReturnType<typeof converse>, request?: string) =>
  talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi', ...(request === undefined ? {} : { request }) });

describe('a conversation that ends by its graph', () => {
  it('TR2 terminating with workflow_failed fails the run with that code', async () => {
    const workflow = workflowOf([agent('Ann')], [{ ...rule('Ann', 'terminate'), terminationReason: 'workflow_failed' }]);
    const talk = converse({ workflow, script: { Ann: ['No way.'] } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'workflow_failed', resumable: false });
  });

  it('TR2 without a rule for the agent the run fails as no_transition_matched', async () => {
    const talk = converse({ workflow: workflowOf([agent('Ann')], []), script: { Ann: ['And now?'] } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'no_transition_matched', resumable: false });
  });

  it('TR2 with its turns used up the run fails as max_turns', async () => {
    const talk = converse({
      workflow: workflowOf([agent('Ann'), agent('Ben')], [rule('Ann', 'Ben'), rule('Ben', 'Ann')], { maxTurns: 3 }),
      script: { Ann: ['a'], Ben: ['b'] },
    });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'max_turns', resumable: false });
    expect(await talk.facts('ag2.channel.closed')).toMatchObject([{ reason: 'max_turns' }]);
  });

  it('TR4 an answer that no rule takes up fails the run as no_transition_matched', async () => {
    const talk = converse({ workflow: workflowOf([agent('Ann')], [rule('Ann', 'user')]), script: { Ann: ['Well?'] } });
    await talk.start();
    expect(await talk.answer('yes')).toMatchObject({ status: 'failed', code: 'no_transition_matched' });
    expect(talk.agents.requests).toHaveLength(1);
  });

  it('TR3 a turn that leads to the person pauses at once: open, resumable, with its context updates applied', async () => {
    const workflow = workflowOf([autoAgent('Ann', ['save'])], toUser, { variables: [variable('saved', false)] });
    const save = tool((_input, { contextVariables }) => {
      contextVariables.set('saved', true);
      return null;
    });
    const talk = converse({ workflow, script: { Ann: ['{}', '{}'] }, tools: { save } });
    expect(await talk.start()).toMatchObject({ status: 'paused', reason: 'input_required' });
    expect(talk.agents.requests).toHaveLength(1);
    expect((await talk.runtime.inspect(scope))?.state.channel).toMatchObject({ status: 'active', contextVariables: { saved: true } });
    expect(await talk.answer('go on')).toMatchObject({ status: 'paused' });
    talk.agents.assertDone();
  });
});

describe('observation', () => {
  it('TR10 opening a saved conversation starts nothing and changes nothing; an answer then goes on in the same channel', async () => {
    const talk = converse({ workflow: chat, script: { Ann: ['Well?', 'Fine.'] } });
    await talk.start();
    const commits = talk.store.commits.length;
    const opened = await talk.runtime.inspect(scope);
    await talk.runtime.read(scope, 0);
    expect(await talk.runtime.conversations('acme')).toEqual(['tracker']);
    expect(talk.store.commits).toHaveLength(commits);
    expect(talk.agents.requests).toHaveLength(1);
    expect(opened?.state.channel.turnCount).toBe(2);
    expect(await talk.answer('yes')).toMatchObject({ status: 'paused' });
    const later = await talk.runtime.inspect(scope);
    expect(later?.channel).toBe(opened?.channel);
    expect(later?.state.channel.turnCount).toBe(4);
    talk.agents.assertDone();
  });

  it('of nothing creates nothing', async () => {
    const talk = converse({ workflow: chat });
    expect(await talk.runtime.inspect(scope)).toBeNull();
    await expect(talk.runtime.read(scope, 0)).rejects.toMatchObject({ code: 'conversation_unknown' });
    expect(await talk.store.list('/')).toEqual([]);
  });
});

describe('what is refused', () => {
  it('a workflow that is not loaded, or that starts with words and has none', async () => {
    const talk = converse({ workflow: chat });
    expect(await talk.runtime.start({ workflow: 'Other', scope, input: 'hi' })).toMatchObject({ code: 'workflow_unknown' });
    expect(await talk.runtime.start({ workflow: 'Tracker', scope })).toMatchObject({ code: 'bad_request' });
  });

  it('a workflow that asks for what does not work yet and would change what happens; nothing is stored', async () => {
    const problem = {
      file: 'extended_orchestration/task_batches.yaml',
      line: 2,
      column: 1,
      path: '/batches',
      code: 'no_effect_yet',
      message: '`batches`',
    };
    const talk = converse({ workflow: { ...chat, unsupported: [problem] } });
    expect(await again(talk)).toMatchObject({ kind: 'refused', code: 'not_supported_yet', message: problem.message });
    expect(await talk.store.list('/')).toEqual([]);
  });

  it('an answer or a resume of what does not exist', async () => {
    const talk = converse({ workflow: chat });
    expect(await talk.runtime.answer({ scope, text: 'hi' })).toMatchObject({ code: 'conversation_unknown' });
    expect(await talk.runtime.resume({ scope })).toMatchObject({ code: 'conversation_unknown' });
  });

  it('a resume of a run that waits for words, and anything for one that is over', async () => {
    const workflow = workflowOf([agent('Ann'), agent('Ben')], [rule('Ann', 'user'), rule('user', 'Ben'), rule('Ben', 'terminate')]);
    const talk = converse({ workflow, script: { Ann: ['Well?'], Ben: ['Bye.'] } });
    await talk.start();
    expect(await talk.runtime.resume({ scope })).toMatchObject({ code: 'answer_required' });
    await talk.answer('yes');
    expect(await talk.runtime.resume({ scope })).toMatchObject({ code: 'conversation_closed' });
    expect(await talk.runtime.answer({ scope, text: 'more' })).toMatchObject({ code: 'conversation_closed' });
  });

  it('an answer to a failed run, which a resume may go on with', async () => {
    const talk = converse({ workflow: workflowOf([autoAgent('Ann', [])], toUser), script: { Ann: ['no json', '{}'] } });
    await talk.start();
    expect(await talk.runtime.answer({ scope, text: 'hi' })).toMatchObject({ code: 'not_paused' });
    expect(await talk.resume()).toMatchObject({ status: 'paused' });
  });

  it('a resume when the workflow of the conversation is not loaded', async () => {
    const first = converse({ workflow: workflowOf([autoAgent('Ann', [])], toUser), script: { Ann: ['no json'] } });
    await first.start();
    const second = converse({ workflow: { ...chat, name: 'Other' }, store: first.store, clock: first.clock });
    expect(await second.runtime.resume({ scope })).toMatchObject({ code: 'workflow_unknown' });
    expect((await second.runtime.inspect(scope))?.owner).toBeNull();
  });

  it('an answer when an agent of the conversation is gone from the workflow; nothing is written, and it goes on once it is back', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    await converse({ workflow: chat, clock, store, script: { Ann: ['Well?'] } }).start();
    const renamed = converse({ workflow: workflowOf([agent('Anna')], [rule('Anna', 'user'), rule('user', 'Anna')]), clock, store });
    const before = (await renamed.envelopes()).length;
    const refused = await renamed.runtime.answer({ scope, text: 'yes' });
    expect(refused).toMatchObject({ kind: 'refused', code: 'workflow_changed', message: expect.stringContaining('Ann') });
    expect((await renamed.envelopes()).length).toBe(before);
    const restored = converse({ workflow: chat, clock, store, script: { Ann: ['Fine.'] } });
    expect(await restored.answer('yes')).toMatchObject({ status: 'paused' });
  });

  it('a resume when the pending agent declares pending_turn_replay: block; agent and channel are named', async () => {
    const blocking = (block: boolean): Workflow =>
      workflowOf([autoAgent('Ann', [], { pendingTurnReplay: block ? 'block' : 'allow' })], toUser);
    const first = converse({ workflow: blocking(true), script: { Ann: ['no json'] } });
    await first.start();
    const refused = await first.runtime.resume({ scope });
    expect(refused).toMatchObject({ kind: 'refused', code: 'replay_blocked' });
    expect(JSON.stringify(refused)).toContain('Ann');
    expect(JSON.stringify(refused)).toContain((await first.runtime.inspect(scope))?.channel ?? 'no channel');
    const second = converse({ workflow: blocking(false), script: { Ann: ['{}'] }, store: first.store, clock: first.clock });
    expect(await second.resume()).toMatchObject({ status: 'paused' });
  });
});

describe('a repeated request', () => {
  const running = async (request: string) => {
    const asked = gate();
    const going = gate();
    const slow = async () => {
      asked.open();
      await going.opened;
      return 'Well?';
    };
    const talk = converse({ workflow: chat, script: { Ann: [slow, 'Fine.'] } });
    const { done } = handleOf(await again(talk, request));
    await asked.opened;
    return { talk, done, going };
  };

  it('to start is harmless: while it runs, and afterwards', async () => {
    const { talk, done, going } = await running('r1');
    expect(await again(talk, 'r1')).toEqual({ kind: 'repeated' });
    going.open();
    expect(await done).toMatchObject({ status: 'paused' });
    expect(await again(talk, 'r1')).toEqual({ kind: 'repeated' });
    expect(talk.agents.requests).toHaveLength(1);
  });

  it('to start under another name is refused, and the running one is left alone', async () => {
    const { talk, done, going } = await running('r1');
    expect(await again(talk, 'r2')).toMatchObject({ kind: 'refused', code: 'conversation_exists' });
    expect(await again(talk)).toMatchObject({ kind: 'refused', code: 'conversation_exists' });
    going.open();
    expect(await done).toMatchObject({ status: 'paused' });
  });

  it('to answer is harmless: while it runs, from another process, and afterwards', async () => {
    const asked = gate();
    const going = gate();
    const slow = async () => {
      asked.open();
      await going.opened;
      return 'Fine.';
    };
    const talk = converse({ workflow: chat, script: { Ann: ['Well?', slow] } });
    const other = converse({ workflow: chat, store: talk.store, clock: talk.clock });
    await talk.start();
    const { done } = handleOf(await talk.runtime.answer({ scope, text: 'yes', request: 'a1' }));
    await asked.opened;
    expect(await talk.runtime.answer({ scope, text: 'yes', request: 'a1' })).toEqual({ kind: 'repeated' });
    expect(await other.runtime.answer({ scope, text: 'yes', request: 'a1' })).toEqual({ kind: 'repeated' });
    going.open();
    await done;
    expect(await talk.runtime.answer({ scope, text: 'yes', request: 'a1' })).toEqual({ kind: 'repeated' });
    expect(await talk.facts('ag2.msg.text')).toEqual([{ text: 'yes' }]);
  });

  it('two answers at the same moment: one is taken, and it is not disturbed by the other', async () => {
    const talk = converse({ workflow: chat, script: { Ann: ['Well?', 'Fine.'] } });
    await talk.start();
    const results = await Promise.all(['yes', 'no'].map((text) => talk.runtime.answer({ scope, text })));
    const started = results.filter(({ kind }) => kind === 'started');
    expect(started).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === 'refused')).toMatchObject([{ code: 'conversation_busy' }]);
    expect(await Promise.all(started.map((result) => handleOf(result).done))).toMatchObject([{ status: 'paused' }]);
    expect(await talk.facts('ag2.msg.text')).toHaveLength(1);
  });

  it('an answer in the moment after the pause was committed waits until the lease is back', async () => {
    const clock = virtualClock();
    const base = memoryStore(clock);
    const releasing = gate();
    const free = gate();
    const release: typeof base.lease.release = async (lease, request) => {
      releasing.open();
      await free.opened;
      return base.lease.release(lease, request);
    };
    const talk = converse({
      workflow: chat,
      script: { Ann: ['Well?', 'Fine.'] },
      clock,
      store: { ...base, lease: { ...base.lease, release } },
    });
    handleOf(await again(talk));
    await releasing.opened;
    const answered = talk.runtime.answer({ scope, text: 'at once' });
    await clock.advance(0);
    free.open();
    expect(await handleOf(await answered).done).toMatchObject({ status: 'paused' });
    talk.agents.assertDone();
  });

  it('a call cannot be resolved under a running activation', async () => {
    const { talk, done, going } = await running('r1');
    expect(await talk.runtime.resolve(scope, callKey('k'), { kind: 'failed' }, 'ops')).toMatchObject({ code: 'conversation_busy' });
    going.open();
    expect(await done).toMatchObject({ status: 'paused' });
  });
});
