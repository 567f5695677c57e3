import { callKey, type JsonObject, memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  autoAgent,
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
import { around, asking, onlyRequest, output, recorded, respond, review } from './ui-tools.test-support.ts';

describe('an answer', () => {
  const asked = async (agent = asking(autoAgent('Ann', ['approve_release']), { approve_release: review })) => {
    const approve = recorded();
    const talk = converse({
      workflow: workflowOf([agent], around),
      script: { Ann: [output] },
      tools: { approve_release: approve.definition },
    });
    await talk.start();
    return { talk, approve, key: await onlyRequest(talk) };
  };

  it.each<[string, { readonly action?: string; readonly response?: JsonObject }, string]>([
    ['without an action', {}, 'Choose an action: "approve", "reject".'],
    ['with an action of another tool', { action: 'save' }, '"save" is no action of the tool'],
    ['without what its action needs', { action: 'reject' }, '/reason: '],
    ['with more than its action takes', { action: 'reject', response: { reason: 'late', more: 1 } }, '/more: '],
    ['of another type', { action: 'reject', response: { reason: 7 } }, '/reason: '],
  ])('%s is refused with the places, and the call still waits', async (_, given, message) => {
    const { talk, approve, key } = await asked();
    const before = await talk.envelopes();
    expect(await talk.runtime.respond({ scope, call: key, ...given })).toEqual({
      kind: 'refused',
      code: 'ui_answer_invalid',
      message: expect.stringContaining(message),
    });
    expect(await talk.envelopes()).toEqual(before);
    expect(await respond(talk, { call: key, action: 'approve' })).toMatchObject({ reason: 'input_required' });
    expect(approve.runs).toHaveLength(1);
  });

  it('T2 after the run went on is refused, whatever it says: a denial cannot be turned round', async () => {
    const { talk, approve, key } = await asked();
    await respond(talk, { call: key, action: 'reject', response: { reason: 'late' } });
    const before = await talk.envelopes();
    const again = { scope, call: key, action: 'approve' };
    expect(await talk.runtime.respond(again)).toMatchObject({ kind: 'refused', code: 'call_unknown' });
    expect(await talk.envelopes()).toEqual(before);
    expect(approve.runs).toMatchObject([{ answer: { action: 'reject' } }]);
  });

  it('T2 to a conversation that has ended is refused', async () => {
    const agent = asking(autoAgent('Ann', ['approve_release']), { approve_release: review });
    const talk = converse({
      workflow: workflowOf([agent], [rule('Ann', 'terminate')]),
      script: { Ann: [output] },
      tools: { approve_release: tool(() => null) },
    });
    await talk.start();
    const key = await onlyRequest(talk);
    expect(await respond(talk, { call: key, action: 'reject', response: { reason: 'no' } })).toMatchObject({ status: 'completed' });
    expect(await talk.runtime.respond({ scope, call: key, action: 'approve' })).toMatchObject({
      kind: 'refused',
      code: 'conversation_closed',
    });
  });

  it('T3 delivered twice, one after the other or at once, in one process or in two, has one effect', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const approve = recorded();
    const setup = {
      workflow: workflowOf([asking(autoAgent('Ann', ['approve_release']), { approve_release: review })], around),
      clock,
      store,
    };
    const tools = { approve_release: approve.definition };
    const first = converse({ ...setup, script: { Ann: [output] }, tools });
    const second = converse({ ...setup, tools });
    await first.start();
    const key = await onlyRequest(first);
    const given = { scope, call: key, action: 'approve', request: 'r-1' };
    const results = await Promise.all([first, second, first, second].map(({ runtime }) => runtime.respond(given)));
    const started = results.flatMap((result) => (result.kind === 'started' ? [result.handle] : []));
    expect(started).toHaveLength(1);
    for (const result of results) if (result.kind === 'refused') expect(['conversation_busy', 'call_unknown']).toContain(result.code);
    await started[0]?.done;
    expect(await second.runtime.respond(given)).toEqual({ kind: 'repeated' });
    expect(await first.runtime.respond({ ...given, request: 'r-2' })).toMatchObject({ kind: 'refused', code: 'call_unknown' });
    expect(approve.runs).toHaveLength(1);
    expect(await first.facts('intarsia.ui.answered')).toHaveLength(1);
  });

  it('to a workflow that no longer asks is refused until it is restored', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const agent = autoAgent('Ann', ['approve_release']);
    const setup = { clock, store, script: { Ann: [output] }, tools: { approve_release: tool(() => null) } };
    const talk = converse({ ...setup, workflow: workflowOf([asking(agent, { approve_release: review })], around) });
    await talk.start();
    const key = await onlyRequest(talk);
    for (const changed of [agent, autoAgent('Ann', ['publish'])]) {
      const now = converse({ ...setup, workflow: workflowOf([changed], around, { digest: 'other' }) });
      expect(await now.runtime.respond({ scope, call: key, action: 'approve' })).toMatchObject({
        kind: 'refused',
        code: 'workflow_changed',
      });
    }
    expect(await respond(talk, { call: key, action: 'approve' })).toMatchObject({ status: 'paused' });
  });
});

describe('what listens to an answer', () => {
  const listening = {
    ...variable('decision'),
    writers: ['ui_response_trigger'],
    triggers: [{ kind: 'ui_response', tool: 'approve_release', responseKey: 'action' }],
  } as const;
  const strict = {
    ...listening,
    name: 'size',
    type: 'integer',
    triggers: [{ kind: 'ui_response', tool: 'approve_release', responseKey: 'reason' }],
  } as const;

  it('is set in the commit of the answer, before the tool and the graph look; a refused write is told', async () => {
    const agent = asking(autoAgent('Ann', ['approve_release']), { approve_release: review });
    const workflow = workflowOf(
      [agent, callingAgent('Bob', [])],
      [
        { source: 'Ann', target: 'Bob', when: { kind: 'context_equals', key: 'decision', value: 'reject' }, terminationReason: null },
        rule('Ann', 'terminate'),
        rule('Bob', 'user'),
        rule('user', 'Ann'),
      ],
      { variables: [{ ...listening, authorityClass: 'closed_writer_routing_state', routing: true }, strict] },
    );
    const seen: unknown[] = [];
    const approve = tool((_input, { contextVariables }) => {
      seen.push(contextVariables.get('decision'));
      return null;
    });
    const talk = converse({ workflow, script: { Ann: [output], Bob: ['What is missing?'] }, tools: { approve_release: approve } });
    await talk.start();
    expect(await respond(talk, { call: await onlyRequest(talk), action: 'reject', response: { reason: 'late' } })).toMatchObject({
      reason: 'input_required',
    });
    expect(seen).toEqual(['reject']);
    expect(talk.store.commits.find((types) => types.includes('intarsia.ui.answered'))).toEqual([
      'intarsia.run.started',
      'intarsia.ui.answered',
      'ag2.context.set',
      'intarsia.context.refused',
    ]);
    const [refused] = await talk.facts('intarsia.context.refused');
    expect(refused).toMatchObject({ writes: [{ key: 'size', writer: 'ui_response_trigger', rule: 'context_authority.invalid_value' }] });
    expect((await talk.facts('ag2.packet')).at(-1)?.['body']).toBe('What is missing?');
  });
});

describe('what a person says after a tool of the same turn wrote it', () => {
  const approved = {
    ...variable('approved'),
    writers: ['ui_response_trigger', 'deterministic_tool'],
    triggers: [{ kind: 'ui_response', tool: 'approve_release', responseKey: 'approved' }],
  } as const;
  const prepare = tool((_input, { contextVariables }) => {
    contextVariables.set('approved', false);
    return null;
  });
  const rules = [
    { source: 'Ann', target: 'Bob', when: { kind: 'context_equals', key: 'approved', value: true }, terminationReason: null },
    rule('Ann', 'terminate'),
    rule('Bob', 'user'),
    rule('user', 'Ann'),
  ] as const;
  const names = ['prepare', 'approve_release'];

  it.each([
    ['auto tools', autoAgent('Ann', names), [output]],
    ['called tools', callingAgent('Ann', names), [{ toolCalls: [call('prepare'), call('approve_release')] }, 'Done.']],
  ])('stands, with %s: the waiting tool sees it, and the graph follows it', async (_, agent, replies) => {
    const workflow = workflowOf([asking(agent, { approve_release: review }), callingAgent('Bob', [])], rules, { variables: [approved] });
    const seen: unknown[] = [];
    const approve = tool((_input, { contextVariables }) => {
      seen.push(contextVariables.get('approved'));
      return null;
    });
    const talk = converse({ workflow, script: { Ann: replies, Bob: ['Released.'] }, tools: { prepare, approve_release: approve } });
    await talk.start();
    expect(await respond(talk, { call: await onlyRequest(talk), action: 'approve' })).toMatchObject({ reason: 'input_required' });
    expect(seen).toEqual([true]);
    expect((await talk.runtime.inspect(scope))?.state.channel.contextVariables).toEqual({ approved: true });
    expect((await talk.facts('ag2.packet')).at(-1)?.['body']).toBe('Released.');
  });
});

describe('a request beside a call of which nobody knows', () => {
  it('is answered all the same, and the run waits again for what became of the call', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const workflow = workflowOf([asking(callingAgent('Ann', ['approve_release', 'pay']), { approve_release: review })], around);
    const approve = recorded();
    const script = { Ann: [{ toolCalls: [call('approve_release'), call('pay')] }, 'Done.'] };
    const entered = gate();
    const pay = tool(
      () => {
        first.store.die();
        entered.open();
        return new Promise<never>(() => {});
      },
      { effect: 'unsafe' },
    );
    const tools = { approve_release: approve.definition, pay };
    const first = converse({ workflow, script, tools, clock, store });
    handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await entered.opened;
    await clock.advance(leaseTtlMs);

    const talk = converse({ workflow, script: { Ann: ['Done.'] }, tools, clock, store });
    expect(await talk.resume()).toMatchObject({ status: 'paused', reason: 'effect_uncertain' });
    const key = await onlyRequest(talk);
    const answered = await respond(talk, { call: key, action: 'approve' });
    expect(answered).toMatchObject({ status: 'paused', reason: 'effect_uncertain' });
    expect(approve.runs).toHaveLength(1);
    const [uncertain = callKey('')] = answered.status === 'paused' ? answered.calls : [];
    await talk.runtime.resolve(scope, uncertain, { kind: 'failed' }, 'operator');
    expect(await talk.resume()).toMatchObject({ status: 'paused', reason: 'input_required' });
  });
});
