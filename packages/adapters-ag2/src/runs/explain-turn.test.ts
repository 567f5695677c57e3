import {
  applyUpdates,
  callKey,
  explainTurn,
  type JsonObject,
  memoryStore,
  type TurnExplanation,
  type TurnSummary,
  turnsOf,
  type UiContract,
} from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  agent,
  anyObject,
  autoAgent,
  type Conversation,
  call,
  callingAgent,
  converse,
  gate,
  handleOf,
  leaseTtlMs,
  rule,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';
import { checker, needsRevision, ready, reviewed } from './outcomes.test-support.ts';

const closed = { ...variable('route', 'draft'), authorityClass: 'closed_writer_routing_state', writers: ['transition_router'] } as const;
const variables = [variable('plan'), variable('quality', 'unknown'), closed];

/** Every turn of a conversation, explained. Checks that the writes told of make the context that the fold has. */
async function explained(talk: Conversation): Promise<readonly TurnExplanation[]> {
  const snapshot = await talk.runtime.inspect(scope);
  if (snapshot === null) throw new Error('There is no conversation.');
  const envelopes = await talk.envelopes();
  const turns = turnsOf(snapshot.facts, envelopes).map(({ id }: TurnSummary) => {
    const turn = explainTurn(snapshot.facts, envelopes, id);
    if (turn === null) throw new Error(`${id} is not explained.`);
    return turn;
  });
  expect(turns.reduce(written, snapshot.facts.contextVariables)).toEqual(snapshot.state.channel.contextVariables);
  return turns;
}

function written(variables: JsonObject, { writes }: TurnExplanation): JsonObject {
  const committed = writes.filter((write) => write.committed === 'packet' || write.committed === 'context_set');
  return committed.reduce((known, { key, operation, value }) => {
    return applyUpdates(known, operation === 'set' ? { set: { [key]: value }, delete: [] } : { set: {}, delete: [key] });
  }, variables);
}

const turnOf = async (talk: Conversation, name: string): Promise<TurnExplanation> => {
  const found = (await explained(talk)).findLast((turn) => turn.agent === name);
  if (found === undefined) throw new Error(`${name} has no turn.`);
  return found;
};

describe('a turn explained from its journal', () => {
  const workflow = workflowOf(
    [autoAgent('Ann', ['judge', 'sneak', 'break']), agent('Ben'), agent('Cid')],
    [
      { source: 'Ann', target: 'Cid', when: { kind: 'context_equals', key: 'quality', value: 'bad' }, terminationReason: null },
      { source: 'Ann', target: 'Ben', when: { kind: 'context_equals', key: 'quality', value: 'good' }, terminationReason: null },
      rule('Ann', 'Cid'),
      rule('Ben', 'terminate'),
      rule('Cid', 'terminate'),
    ],
    { variables },
  );
  const tools = {
    judge: tool((_input, { contextVariables }) => {
      contextVariables.set('quality', 'good');
      contextVariables.set('plan', 'made');
      return { score: 9 };
    }),
    sneak: tool((_input, { contextVariables }) => {
      contextVariables.set('route', 'stolen');
      return null;
    }),
    break: tool(() => {
      throw new Error('secret');
    }),
  };

  it('tells what was validated, run, written and refused, and which rule fired', async () => {
    const talk = converse({ workflow, script: { Ann: ['```json\n{"a":1}\n```'], Ben: ['Done.'] }, tools });
    expect(await talk.start('a tracker')).toMatchObject({ status: 'completed' });
    const turn = await turnOf(talk, 'Ann');
    expect(turn).toMatchObject({
      place: 2,
      status: 'answered',
      trigger: { sender: 'user', text: 'a tracker' },
      replies: [{ ordinal: 0, finishReason: 'stop', visibility: 'hidden', hiddenBecause: 'structured_output_artifact' }],
      judgements: [{ kind: 'accepted', model: 'Anything', repair: 'fence' }],
      next: { leads: { kind: 'speaks', agent: 'Ben' }, closes: null },
      contextVariables: { plan: 'made', quality: 'good', route: 'draft' },
    });
    expect(turn.calls.map(({ place, tool: name, effect, status, attempts }) => [place, name, effect, status, attempts[0]?.end])).toEqual([
      ['auto tool 1', 'judge', 'keyed', 'settled', expect.objectContaining({ status: 'ok', code: null, result: { score: 9 } })],
      ['auto tool 2', 'sneak', 'keyed', 'settled', expect.objectContaining({ status: 'error', code: 'context_write_refused' })],
      ['auto tool 3', 'break', 'keyed', 'settled', expect.objectContaining({ status: 'error', code: 'tool_execution_failed' })],
    ]);
    expect(turn.writes.map(({ key, origin, committed }) => [key, origin.kind, committed])).toEqual([
      ['plan', 'tool', 'packet'],
      ['quality', 'tool', 'packet'],
    ]);
    expect(turn.refusedWrites).toMatchObject([
      { key: 'route', writer: 'deterministic_tool', rule: 'context_authority.rejected', call: turn.calls[1]?.key },
    ]);
    const { by } = turn.next ?? {};
    if (by?.kind !== 'graph') throw new Error('The graph did not decide.');
    expect(by.explanation.rules.map(({ place, verdict, values }) => [place, verdict, values])).toEqual([
      [1, 'other_value', { quality: 'good' }],
      [2, 'fired', { quality: 'good' }],
      [3, 'earlier_fired', {}],
      [4, 'other_speaker', {}],
      [5, 'other_speaker', {}],
    ]);
    expect(JSON.stringify(turn)).not.toMatch(/stolen|secret/);
  });

  it('tells both replies of a turn that was asked again after a rejected one', async () => {
    const [first, again] = [agent('Ann', { output: anyObject }), [rule('Ann', 'terminate')]];
    const talk = converse({ workflow: workflowOf([first], again), script: { Ann: ['not JSON', '{"a":1}'] } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'output_rejected' });
    expect(await turnOf(talk, 'Ann')).toMatchObject({
      status: 'failed',
      replies: [{ hiddenBecause: 'malformed_structured_output' }],
      judgements: [{ kind: 'rejected', ordinal: 0, problems: [{ code: 'json_syntax' }] }],
      runEvents: [
        { kind: 'turn_failed', code: 'output_rejected', retryable: true },
        { kind: 'ended', status: 'failed', resumable: true },
      ],
      next: null,
    });
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    const { status, judgements, runEvents } = await turnOf(talk, 'Ann');
    expect(status).toBe('answered');
    expect(judgements.map(({ kind, ordinal }) => [kind, ordinal])).toEqual([
      ['rejected', 0],
      ['accepted', 1],
    ]);
    expect(runEvents.map(({ kind }) => kind)).toEqual(['turn_failed', 'ended', 'started', 'ended', 'closed']);
  });

  it('tells which called tool decided, and that another one was called after it', async () => {
    const called = (name: string, target: string) =>
      ({ source: 'Ann', target, when: { kind: 'tool_called', tool: name }, terminationReason: null }) as const;
    const talk = converse({
      workflow: workflowOf(
        [callingAgent('Ann', ['ask', 'stop']), agent('Ben')],
        [called('stop', 'Ben'), called('ask', 'user'), rule('user', 'Ann')],
      ),
      script: { Ann: [{ text: 'One moment.', toolCalls: [call('ask'), call('stop')] }, 'Which?'] },
      tools: { ask: tool(() => null), stop: tool(() => null) },
    });
    await talk.start();
    const { calls, next, replies } = await turnOf(talk, 'Ann');
    expect(replies).toMatchObject([
      { text: 'One moment.', toolCalls: ['ask', 'stop'] },
      { text: 'Which?', toolCalls: [] },
    ]);
    expect(calls.map(({ place }) => place)).toEqual(['call 1 of reply 1', 'call 2 of reply 1']);
    expect(next).toMatchObject({
      by: { explanation: { tool: 'ask', rules: [{ verdict: 'other_tool' }, { verdict: 'fired' }, { verdict: 'other_speaker' }] } },
      leads: { kind: 'speaks', agent: 'user' },
    });
  });

  it('tells of a call whose owner died in it, and of its second attempt under the same key', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const inTool = gate();
    const paying = { workflow: workflowOf([autoAgent('Ann', ['pay'])], [rule('Ann', 'terminate')], { variables }), clock, store };
    const hanging = tool(() => {
      inTool.open();
      return new Promise<null>(() => {});
    });
    const first = converse({ ...paying, script: { Ann: ['{}'] }, tools: { pay: hanging } });
    handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'pay' }));
    await inTool.opened;
    first.store.die();
    await clock.advance(leaseTtlMs + 1);
    const pay = tool((_input, { contextVariables }) => {
      contextVariables.set('plan', 'paid');
      return null;
    });
    const second = converse({ ...paying, tools: { pay } });
    expect(await turnOf(second, 'Ann')).toMatchObject({
      status: 'open',
      calls: [{ status: 'claimed', attempts: [{ attempt: 1, epoch: 1, end: null }] }],
      next: null,
    });
    await second.resume();
    const { calls, writes, runEvents } = await turnOf(second, 'Ann');
    expect(calls).toMatchObject([
      {
        status: 'settled',
        attempts: [
          { attempt: 1, end: null },
          { attempt: 2, epoch: 2, end: { kind: 'settled', status: 'ok' } },
        ],
      },
    ]);
    expect(writes).toMatchObject([{ key: 'plan', committed: 'packet' }]);
    expect(runEvents).toMatchObject([{ kind: 'started', reason: 'resume', epoch: 2 }, { kind: 'ended' }, { kind: 'closed' }]);
  });

  it('tells of an uncertain call, and who said what became of it', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const inTool = gate();
    const workflow = workflowOf([autoAgent('Ann', ['pay'])], [rule('Ann', 'terminate')]);
    const hanging = () => {
      inTool.open();
      return new Promise<null>(() => {});
    };
    const first = converse({ workflow, clock, store, script: { Ann: ['{}'] }, tools: { pay: tool(hanging, { effect: 'unsafe' }) } });
    handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'pay' }));
    await inTool.opened;
    first.store.die();
    await clock.advance(leaseTtlMs + 1);
    const second = converse({ workflow, clock, store, tools: { pay: tool(hanging, { effect: 'unsafe' }) } });
    expect(await second.resume()).toMatchObject({ status: 'paused', reason: 'effect_uncertain' });
    const paused = await turnOf(second, 'Ann');
    expect(paused).toMatchObject({
      status: 'paused',
      calls: [{ effect: 'unsafe', status: 'uncertain', attempts: [{ end: { kind: 'uncertain', resolution: null } }] }],
    });
    await second.runtime.resolve(scope, callKey(paused.calls[0]?.key ?? ''), { kind: 'happened', result: { paid: 1 } }, 'operator');
    expect(await second.resume()).toMatchObject({ status: 'completed' });
    expect(await turnOf(second, 'Ann')).toMatchObject({
      status: 'answered',
      calls: [
        {
          status: 'settled',
          attempts: [{ end: { kind: 'uncertain', resolution: { resolution: 'happened', result: { paid: 1 }, by: 'operator' } } }],
        },
      ],
    });
  });

  it('tells what a person was asked and answered, and what the answer set', async () => {
    const ui: UiContract = { payload: null, actions: [] };
    const asking = autoAgent('Ann', ['approve']);
    const autoTools = asking.autoTools.map(
      (binding) => ({ ...binding, type: 'UI_Tool', ui, surface: { component: 'ApprovalCard', mode: 'inline' } }) as const,
    );
    const approved = {
      ...variable('approved'),
      writers: ['ui_response_trigger'],
      triggers: [{ kind: 'ui_response', tool: 'approve', responseKey: 'yes', hidden: false }],
    } as const;
    const talk = converse({
      workflow: workflowOf([{ ...asking, autoTools }], [rule('Ann', 'terminate')], { variables: [approved] }),
      script: { Ann: ['{"total":100}'] },
      tools: { approve: tool(() => null) },
    });
    await talk.start();
    const waiting = await turnOf(talk, 'Ann');
    expect(waiting).toMatchObject({
      status: 'paused',
      runEvents: [{ kind: 'paused', reason: 'ui_required' }],
      calls: [{ status: 'requested', request: { component: 'ApprovalCard', payload: { total: 100 }, answer: null }, attempts: [] }],
    });
    const key = callKey(waiting.calls[0]?.key ?? '');
    await handleOf(await talk.runtime.respond({ scope, call: key, response: { yes: true } })).done;
    expect(await turnOf(talk, 'Ann')).toMatchObject({
      status: 'answered',
      calls: [{ status: 'settled', request: { answer: { action: null, response: { yes: true } } }, attempts: [{ attempt: 1 }] }],
      writes: [
        {
          key: 'approved',
          value: true,
          writer: 'ui_response_trigger',
          origin: { kind: 'ui_response', call: key, tool: 'approve' },
          committed: 'context_set',
        },
      ],
    });
  });

  it('tells the budget of an outcome from what its tool wrote', async () => {
    const talk = converse({
      workflow: reviewed(),
      script: { Drafter: ['draft', 'second draft'], Checker: ['{"title":"a"}', '{"title":"b"}'] },
      tools: { check: checker([needsRevision, ready]).check },
    });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    const turns = (await explained(talk)).filter((turn) => turn.agent === 'Checker');
    expect(
      turns.map(({ writes }) => writes.map(({ key, value, origin, committed }) => `${key} ${value} ${origin.kind} ${committed}`)),
    ).toEqual([
      [
        'check_result blocked outcome context_set',
        'check_tries 1 outcome context_set',
        'check_result needs_revision tool packet',
        'check_tries 1 tool packet',
      ],
      [
        'check_result blocked outcome context_set',
        'check_tries 2 outcome context_set',
        'check_result ready tool packet',
        'check_tries 2 tool packet',
      ],
    ]);
    expect(turns.map(({ next }) => next?.leads)).toEqual([
      { kind: 'speaks', agent: 'Drafter' },
      { kind: 'ends', reason: 'workflow_complete' },
    ]);
  });

  it('tells the words that set variables, of the person and of an agent', async () => {
    const trigger = { equals: null, contains: null, regex: null, hidden: true } as const;
    const set = {
      ...variable('stopped'),
      writers: ['user_text_trigger'],
      triggers: [{ ...trigger, kind: 'user_text', agent: null, equals: 'stop' }],
    } as const;
    const done = {
      ...variable('finished'),
      authorityClass: 'derived_information',
      writers: ['agent_text'],
      triggers: [{ ...trigger, kind: 'agent_text', agent: 'Ann', equals: 'NEXT' }],
    } as const;
    const talk = converse({
      workflow: workflowOf([agent('Ann')], [rule('Ann', 'terminate')], { variables: [set, done] }),
      script: { Ann: ['NEXT'] },
    });
    expect(await talk.start('stop')).toMatchObject({ status: 'completed' });
    expect((await explained(talk)).map(({ agent: name, writes }) => [name, writes])).toMatchObject([
      ['user', [{ key: 'stopped', writer: 'user_text_trigger', origin: { kind: 'person_words' }, committed: 'context_set' }]],
      ['Ann', [{ key: 'finished', writer: 'agent_text', origin: { kind: 'agent_text', sender: 'Ann' }, committed: 'packet' }]],
    ]);
    expect(await turnOf(talk, 'Ann')).toMatchObject({ replies: [{ visibility: 'hidden', hiddenBecause: 'ui_hidden_agent_text' }] });
  });
});
