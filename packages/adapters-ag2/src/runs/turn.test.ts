import { describe, expect, it } from 'vitest';
import { agent, autoAgent, call, callingAgent, converse, rule, scope, tool, workflowOf } from './conversation.test-support.ts';

const toUser = [rule('Ann', 'user'), rule('user', 'Ann')];
const toEnd = [rule('Ann', 'terminate')];
const opening = ['ag2.channel.opened', 'intarsia.run.started', 'ag2.packet'];
const ok = tool(() => ({ done: true }));

describe('the commits of a turn', () => {
  it('one for a text turn, which also pauses the run', async () => {
    const talk = converse({ workflow: workflowOf([agent('Ann')], toUser), script: { Ann: ['Which fields?'] } });
    expect(await talk.start()).toMatchObject({ status: 'paused', reason: 'input_required', calls: [] });
    expect(talk.store.commits).toEqual([opening, ['intarsia.model.replied', 'ag2.packet', 'intarsia.run.paused']]);
  });

  it('two for a turn with one auto tool', async () => {
    const talk = converse({ workflow: workflowOf([autoAgent('Ann', ['save'])], toEnd), script: { Ann: ['{"a":1}'] }, tools: { save: ok } });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(talk.store.commits).toEqual([
      opening,
      ['intarsia.model.replied', 'intarsia.output.accepted', 'intarsia.tool.claimed'],
      ['intarsia.tool.settled', 'ag2.packet', 'intarsia.run.ended', 'ag2.channel.closed'],
    ]);
  });

  it('one more for each further auto tool: it settles the one before and claims the next', async () => {
    const workflow = workflowOf([autoAgent('Ann', ['save', 'send', 'show'])], toEnd);
    const talk = converse({ workflow, script: { Ann: ['{"a":1}'] }, tools: { save: ok, send: ok, show: ok } });
    await talk.start();
    expect(talk.store.commits.slice(2, -1)).toEqual([
      ['intarsia.tool.settled', 'intarsia.tool.claimed'],
      ['intarsia.tool.settled', 'intarsia.tool.claimed'],
    ]);
    expect(talk.store.commits).toHaveLength(5);
  });

  it('two for a round of model-called tools', async () => {
    const workflow = workflowOf([callingAgent('Ann', ['look'])], toUser);
    const talk = converse({ workflow, script: { Ann: [{ toolCalls: [call('look')] }, 'Found it.'] }, tools: { look: ok } });
    await talk.start();
    expect(talk.store.commits).toEqual([
      opening,
      ['intarsia.model.replied', 'intarsia.tool.claimed'],
      ['intarsia.tool.settled'],
      ['intarsia.model.replied', 'ag2.packet', 'intarsia.run.paused'],
    ]);
  });

  it('the claims of parallel calls together, and each settled as it ends', async () => {
    const workflow = workflowOf([callingAgent('Ann', ['look', 'peek'])], toUser);
    const ends: string[] = [];
    const slow = Promise.withResolvers<void>();
    const talk = converse({
      workflow,
      script: { Ann: [{ toolCalls: [call('look'), call('peek')] }, 'Found it.'] },
      tools: {
        look: tool(async () => {
          await slow.promise;
          ends.push('look');
        }),
        peek: tool(() => {
          ends.push('peek');
          slow.resolve();
        }),
      },
    });
    await talk.start();
    expect(ends).toEqual(['peek', 'look']);
    expect(talk.store.commits.slice(1, 4)).toEqual([
      ['intarsia.model.replied', 'intarsia.tool.claimed', 'intarsia.tool.claimed'],
      ['intarsia.tool.settled'],
      ['intarsia.tool.settled'],
    ]);
    const settled = (await talk.facts('intarsia.tool.settled')).map(({ key }) => String(key));
    expect(settled.map((key) => key.slice(-9))).toEqual(['model:0:1', 'model:0:0']);
  });

  it('gives the model the results of parallel calls in the order it asked', async () => {
    const workflow = workflowOf([callingAgent('Ann', ['look', 'peek'])], toUser);
    const talk = converse({
      workflow,
      script: { Ann: [{ text: 'wait', toolCalls: [call('look', { n: 1 }), call('peek')] }, 'Found it.'] },
      tools: { look: tool(({ n }) => ({ n: n ?? null })), peek: tool(() => undefined) },
    });
    await talk.start();
    expect(talk.agents.requests[1]?.messages.slice(-3)).toEqual([
      { role: 'assistant', content: 'wait', toolCalls: [call('look', { n: 1 }), call('peek')] },
      { role: 'tool', callId: 'call-look', content: '{"result":{"n":1},"status":"success"}' },
      { role: 'tool', callId: 'call-peek', content: '{"result":null,"status":"success"}' },
    ]);
  });

  it('sends facts to nobody and the packet to everybody, answering its trigger', async () => {
    const talk = converse({ workflow: workflowOf([autoAgent('Ann', ['save'])], toEnd), script: { Ann: ['{}'] }, tools: { save: ok } });
    await talk.start();
    const envelopes = await talk.envelopes();
    const [first, packet] = envelopes.filter(({ event_type }) => event_type === 'ag2.packet');
    expect(packet).toMatchObject({ audience: null, causation_id: first?.envelope_id });
    const facts = envelopes.filter(({ event_type }) => event_type.startsWith('intarsia.'));
    expect(facts.length).toBeGreaterThan(4);
    for (const fact of facts) {
      expect(fact.audience).toEqual([]);
      expect(fact.causation_id).not.toBe(first?.envelope_id);
    }
  });
});

describe('a conversation', () => {
  it('pauses for the person, goes on with the answer, and completes', async () => {
    const workflow = workflowOf(
      [agent('Ann'), autoAgent('Ben', ['save'])],
      [rule('Ann', 'user'), rule('user', 'Ben'), rule('Ben', 'terminate')],
    );
    const talk = converse({ workflow, script: { Ann: ['Which fields?'], Ben: ['{"fields":["title"]}'] }, tools: { save: ok } });
    expect(await talk.start()).toMatchObject({ status: 'paused' });
    expect((await talk.runtime.inspect(scope))?.owner).toBeNull();
    expect(await talk.answer('a title')).toMatchObject({ status: 'completed' });
    talk.agents.assertDone();
    expect(talk.agents.requests[1]?.messages.slice(1)).toEqual([
      { role: 'user', content: '[user]: a bug tracker' },
      { role: 'user', content: '[Ann]: Which fields?' },
      { role: 'user', content: '[user]: a title' },
    ]);
    expect((await talk.runtime.inspect(scope))?.state).toMatchObject({
      channel: { status: 'closed', closeReason: 'workflow_complete', turnCount: 4 },
      run: { status: 'completed' },
      turn: null,
    });
  });

  it('TR1 two agents speak in turn and the workflow completes', async () => {
    const workflow = workflowOf([agent('Ann'), agent('Ben')], [rule('Ann', 'Ben'), rule('Ben', 'terminate')]);
    const talk = converse({ workflow, script: { Ann: ['first'], Ben: ['second'] } });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect((await talk.facts('ag2.packet')).map(({ body }) => body)).toEqual(['a bug tracker', 'first', 'second']);
    expect(await talk.facts('ag2.channel.closed')).toMatchObject([{ reason: 'workflow_complete' }]);
  });

  it('an agent that follows itself is in the audience of its own packet and speaks again', async () => {
    const workflow = workflowOf([agent('Ann')], [rule('Ann', 'Ann')], { maxTurns: 3 });
    const talk = converse({ workflow, script: { Ann: ['one', 'two'] } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'max_turns', resumable: false });
    const snapshot = await talk.runtime.inspect(scope);
    const packets = (await talk.envelopes()).filter(({ event_type }) => event_type === 'ag2.packet').slice(1);
    expect(packets).toHaveLength(2);
    for (const { audience } of packets) expect(audience).toEqual([...(snapshot?.participants.values() ?? [])]);
  });

  it('opens with the initial message when nobody said anything', async () => {
    const workflow = workflowOf([agent('Ann')], toUser, { startupMode: 'AgentDriven', initialMessage: 'Begin.' });
    const talk = converse({ workflow, script: { Ann: ['Hello.'] } });
    const started = await talk.runtime.start({ workflow: 'Tracker', scope });
    expect(started.kind === 'started' && (await started.handle.done).status).toBe('paused');
    expect(await talk.facts('intarsia.run.started')).toMatchObject([{ seed: 'document', reason: 'start' }]);
    expect(talk.agents.requests[0]?.messages.at(-1)).toEqual({ role: 'user', content: '[user]: Begin.' });
  });
});
