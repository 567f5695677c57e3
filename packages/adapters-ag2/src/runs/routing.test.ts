import { memoryStore, type TransitionRule } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  agent,
  autoAgent,
  type Conversation,
  call,
  callingAgent,
  converse,
  leaseTtlMs,
  rule,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';

const when = (source: string, target: string, condition: TransitionRule['when']): TransitionRule => ({
  source,
  target,
  when: condition,
  terminationReason: target === 'terminate' ? 'workflow_complete' : null,
});
const called = (source: string, name: string, target: string) => when(source, target, { kind: 'tool_called', tool: name });
const holds = (source: string, expression: string, target: string) => when(source, target, { kind: 'context_expression', expression });
const noop = tool(() => null);
const speakers = (talk: Conversation): readonly string[] => talk.agents.requests.map((request) => request.agent);
const routings = async (talk: Conversation) => (await talk.facts('ag2.packet')).map(({ routing }) => routing);

describe('a rule with an expression', () => {
  const workflow = workflowOf(
    [autoAgent('Ann', ['judge']), agent('Ben'), agent('Cid')],
    [
      holds('Ben', '${score} >= 0', 'Ann'),
      holds('Ann', '0.5 <= ${score} and ${state} in ["good", "fair"]', 'Cid'),
      rule('Ann', 'Ben'),
      rule('Cid', 'terminate'),
    ],
    { variables: [variable('score'), variable('state', 'good')], maxTurns: 6 },
  );
  const judged = (score: number | null) =>
    converse({
      workflow,
      script: { Ann: ['{}', '{}'], Ben: ['Once more.'], Cid: ['Done.'] },
      tools: {
        judge: tool((_input, { contextVariables }) => {
          contextVariables.set('score', contextVariables.get('score') === null ? score : 1);
          return null;
        }),
      },
    });

  it('decides on what was written in the same turn', async () => {
    const talk = judged(0.7);
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(speakers(talk)).toEqual(['Ann', 'Cid']);
  });

  it('fires on the turn of its source only, and leads back to it', async () => {
    const talk = judged(0.1);
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(speakers(talk)).toEqual(['Ann', 'Ben', 'Ann', 'Cid']);
  });

  it('does not hold for an order with nothing, and the run goes on by the next rule', async () => {
    const talk = judged(null);
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'no_transition_matched' });
    expect(speakers(talk)).toEqual(['Ann', 'Ben']);
  });

  it('leads from an agent to itself until it holds no more', async () => {
    const again = workflowOf([autoAgent('Ann', ['count'])], [holds('Ann', 'len(${done}) < 3', 'Ann'), rule('Ann', 'terminate')], {
      variables: [variable('done', [])],
    });
    const count = tool((_input, { contextVariables }) => {
      const done = contextVariables.get('done');
      contextVariables.set('done', [...(Array.isArray(done) ? done : []), 'x']);
      return null;
    });
    const talk = converse({ workflow: again, script: { Ann: ['{}', '{}', '{}'] }, tools: { count } });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(speakers(talk)).toEqual(['Ann', 'Ann', 'Ann']);
  });
});

describe('a rule with a called tool', () => {
  const team = [callingAgent('Ann', ['ask', 'stop', 'look']), callingAgent('Ben', ['ask']), agent('Cid')];
  const workflow = workflowOf(team, [
    called('Ann', 'stop', 'terminate'),
    called('Ann', 'ask', 'Cid'),
    rule('Ann', 'Ben'),
    rule('Ben', 'terminate'),
    rule('Cid', 'terminate'),
  ]);
  const tools = { ask: noop, stop: noop, look: noop };

  it.each<[string, Parameters<typeof converse>[0]['script']]>([
    ['wrong source', { Ann: ['Well.'], Ben: [{ toolCalls: [call('ask')] }, 'Asked.'] }],
    ['wrong tool', { Ann: [{ toolCalls: [call('look')] }, 'Looked.'], Ben: ['Done.'] }],
    ['text mention', { Ann: ['I call ask now: ask({}).'], Ben: ['Done.'] }],
  ])('TR6 gives no route for a %s', async (_, script) => {
    const talk = converse({ workflow, script: script ?? {}, tools });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(new Set(speakers(talk))).toEqual(new Set(['Ann', 'Ben']));
    expect((await routings(talk)).slice(1)).toEqual([{ kind: 'text' }, { kind: 'text' }]);
  });

  it('TR6 the route is there for the right tool of the right source', async () => {
    const talk = converse({ workflow, script: { Ann: [{ toolCalls: [call('ask')] }, 'Asked.'], Cid: ['Done.'] }, tools });
    await talk.start();
    expect(speakers(talk)).toEqual(['Ann', 'Ann', 'Cid']);
  });

  it('an auto tool is no called tool', async () => {
    const auto = workflowOf([autoAgent('Ann', ['ask']), agent('Cid')], [called('Ann', 'ask', 'Cid'), rule('Ann', 'terminate')]);
    const talk = converse({ workflow: auto, script: { Ann: ['{}'] }, tools });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(speakers(talk)).toEqual(['Ann']);
  });

  it.each<[string, readonly (readonly string[])[], string]>([
    ['the first call has the later rule', [['ask', 'stop']], 'ask'],
    ['the first call has the earlier rule', [['stop', 'ask']], 'stop'],
    ['the calls are in two replies', [['ask'], ['stop']], 'ask'],
    ['a call without a rule comes before both', [['look', 'stop', 'ask']], 'stop'],
  ])('TR7 of two calls that both have rules the first emitted one decides: %s', async (_, rounds, deciding) => {
    const replies = rounds.map((names) => ({ toolCalls: names.map((name) => call(name)) }));
    const talk = converse({ workflow, script: { Ann: [...replies, 'Called.'], Cid: ['Done.'] }, tools });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(speakers(talk).includes('Cid')).toBe(deciding === 'ask');
    expect((await routings(talk))[1]).toEqual({ kind: 'handoff', tool: deciding, reason: '' });
  });

  it('TR7 it is the emitted order that counts, not the order in which parallel calls end', async () => {
    const ended: string[] = [];
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    const talk = converse({
      workflow,
      script: { Ann: [{ toolCalls: [call('ask'), call('stop')] }, 'Called.'], Cid: ['Done.'] },
      tools: {
        ...tools,
        ask: tool(async () => {
          await stopped;
          ended.push('ask');
          return null;
        }),
        stop: tool(() => {
          ended.push('stop');
          resolve();
          return null;
        }),
      },
    });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(ended).toEqual(['stop', 'ask']);
    expect(speakers(talk)).toContain('Cid');
  });

  it('a call that failed was called, too', async () => {
    const broken = tool(() => {
      throw new Error('out of order');
    });
    const talk = converse({
      workflow,
      script: { Ann: [{ toolCalls: [call('ask')] }, 'It failed.'], Cid: ['Done.'] },
      tools: { ...tools, ask: broken },
    });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(speakers(talk)).toEqual(['Ann', 'Ann', 'Cid']);
  });

  it('TR8 after a pause that a called tool led to, an answer goes on without running the tool again', async () => {
    const paused = workflowOf(
      [callingAgent('Ann', ['ask']), agent('Cid')],
      [called('Ann', 'ask', 'user'), rule('Ann', 'terminate'), rule('user', 'Cid'), rule('Cid', 'terminate')],
    );
    let runs = 0;
    const ask = tool(() => {
      runs += 1;
      return null;
    });
    const clock = virtualClock();
    const store = memoryStore(clock);
    const first = converse({
      workflow: paused,
      script: { Ann: [{ toolCalls: [call('ask')] }, 'What colour?'] },
      tools: { ask },
      clock,
      store,
    });
    expect(await first.start()).toMatchObject({ status: 'paused', reason: 'input_required' });
    const second = converse({ workflow: paused, script: { Cid: ['Blue it is.'] }, tools: { ask }, clock, store });
    expect(await second.answer('Blue.')).toMatchObject({ status: 'completed' });
    expect(speakers(second)).toEqual(['Cid']);
    expect(runs).toBe(1);
    expect(await second.facts('intarsia.tool.claimed')).toHaveLength(1);
  });

  it.each(['dies_before', 'dies_after'] as const)('a process that %s any of its commits leaves the route as it was', async (death) => {
    const script = { Ann: [{ toolCalls: [call('ask'), call('stop')] }, 'Called.'], Cid: ['Done.'] };
    const whole = converse({ workflow, script, tools });
    await whole.start();
    for (const [number] of whole.store.commits.entries()) {
      const clock = virtualClock();
      const store = memoryStore(clock);
      const dying = converse({ workflow, script, tools, clock, store });
      dying.store.decide((each) => (each === number ? death : 'committed'));
      const over = dying.start().catch(() => undefined);
      await Promise.race([
        over,
        clock
          .advance(0)
          .then(() => clock.advance(0))
          .then(() => clock.advance(0)),
      ]);
      await clock.advance(leaseTtlMs + 1);
      const next = converse({ workflow, script, tools, clock, store });
      const state = (await next.runtime.inspect(scope))?.state;
      if (state === undefined) await next.start();
      else if (state.run?.status === 'running') await next.resume();
      expect((await routings(next)).slice(1)).toEqual([{ kind: 'handoff', tool: 'ask', reason: '' }, { kind: 'text' }]);
      expect((await next.runtime.inspect(scope))?.state.run?.status).toBe('completed');
    }
  });
});
