import { callKey, type ToolDefinition } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { approvals, around, decide, onlyApproval, paying, toldLast } from './approvals.test-support.ts';
import { agent, autoAgent, call, callingAgent, converse, handleOf, rule, scope, tool, workflowOf } from './conversation.test-support.ts';
import { contextOf, ready, review as reviewAs } from './outcomes.test-support.ts';
import { asking, recorded, requests, respond, review } from './ui-tools.test-support.ts';

const auto = workflowOf([autoAgent('Ann', ['pay', 'tell'])], around);
const calling = workflowOf([callingAgent('Ann', ['pay', 'refund'])], around);
const output = '{"amount":5}';
const payFive = { toolCalls: [call('pay', { amount: 5 })] };

describe('an auto tool that needs approval', () => {
  it('stands as a request, pauses without a lease, and runs once it is allowed, before the tools behind it', async () => {
    const pay = paying({ risk: 'high', effect: 'unsafe' });
    const tell = recorded();
    const talk = converse({ workflow: auto, script: { Ann: [output] }, tools: { pay: pay.definition, tell: tell.definition } });
    const paused = await talk.start();
    const key = await onlyApproval(talk);
    expect(paused).toMatchObject({ status: 'paused', reason: 'approval_required', calls: [key] });
    expect((await talk.runtime.inspect(scope))?.owner).toBeNull();
    expect(await talk.facts('intarsia.approval.requested')).toMatchObject([
      { tool: 'pay', effect: 'unsafe', risk: 'high', arguments: { amount: 5 }, definition: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(talk.store.commits.at(-1)).toEqual([
      'intarsia.model.replied',
      'intarsia.output.accepted',
      'intarsia.approval.requested',
      'intarsia.run.paused',
    ]);
    expect([pay.runs, tell.runs]).toEqual([[], []]);

    const before = talk.store.commits.length;
    expect(await decide(talk, key, 'allow')).toMatchObject({ status: 'paused', reason: 'input_required' });
    expect(talk.store.commits.slice(before, before + 2)).toEqual([
      ['intarsia.run.started', 'intarsia.approval.decided'],
      ['intarsia.tool.claimed'],
    ]);
    expect(pay.runs).toEqual([{ input: { amount: 5 }, answer: null, key }]);
    expect(tell.runs).toHaveLength(1);
    expect(await talk.facts('intarsia.approval.decided')).toMatchObject([{ key, decision: 'allow', by: 'boss', reason: null }]);
  });

  it('takes neither words, a resume nor the answer to a UI_Tool for a decision', async () => {
    const pay = paying();
    const talk = converse({ workflow: auto, script: { Ann: [output] }, tools: { pay: pay.definition, tell: tool(() => null) } });
    await talk.start();
    const before = await talk.envelopes();
    const refused = { kind: 'refused', code: 'approval_required' };
    expect(await talk.runtime.answer({ scope, text: 'allow' })).toMatchObject(refused);
    expect(await talk.runtime.resume({ scope })).toMatchObject(refused);
    expect(await talk.runtime.respond({ scope, call: await onlyApproval(talk) })).toMatchObject({ kind: 'refused', code: 'call_unknown' });
    expect(await talk.envelopes()).toEqual(before);
    expect(pay.runs).toEqual([]);
  });

  it('that is denied fails like every call: its `on_error` says how the turn goes on', async () => {
    const [binding] = autoAgent('Ann', ['pay']).autoTools;
    const pay = paying();
    const ends = await Promise.all(
      [{ kind: 'continue' } as const, { kind: 'fail_run' } as const, { kind: 'route', target: 'Bob' } as const].map(async (onError) => {
        const ann = autoAgent('Ann', [], { autoTools: binding === undefined ? [] : [{ ...binding, onError }] });
        const workflow = workflowOf([ann, agent('Bob')], [rule('Ann', 'terminate'), rule('Bob', 'user')]);
        const talk = converse({ workflow, script: { Ann: [output], Bob: ['What now?'] }, tools: { pay: pay.definition } });
        await talk.start();
        return decide(talk, await onlyApproval(talk), 'deny');
      }),
    );
    expect(ends).toMatchObject([
      { status: 'completed' },
      { status: 'failed', code: 'tool_failed' },
      { status: 'paused', reason: 'input_required' },
    ]);
    expect(pay.runs).toEqual([]);
  });

  it('with an outcome says its error value when it is denied', async () => {
    const { talk, entered } = reviewAs([ready], {}, { requiresApproval: true });
    expect(await talk.start()).toMatchObject({ reason: 'approval_required' });
    expect(await decide(talk, await onlyApproval(talk), 'deny', 'no rules yet')).toMatchObject({ reason: 'input_required' });
    expect(await contextOf(talk)).toMatchObject({ check_result: 'blocked', check_tries: 1 });
    expect(await talk.facts('intarsia.approval.decided')).toMatchObject([
      { decision: 'deny', reason: 'no rules yet', result: { status: 'blocked' } },
    ]);
    expect(entered).toEqual([]);
  });
});

describe('a call of a model that needs approval', () => {
  it('gets its result once it is allowed, and so does the model; two at once are decided each for itself', async () => {
    const pay = paying();
    const refund = paying({}, () => ({ refunded: true }));
    const script = { Ann: [{ toolCalls: [call('pay', { amount: 5 }), call('refund', { amount: 2 })] }, 'Done.'] };
    const talk = converse({ workflow: calling, script, tools: { pay: pay.definition, refund: refund.definition } });
    const paused = await talk.start();
    const [first = callKey(''), second = callKey('')] = await approvals(talk);
    expect(first).not.toBe(second);
    expect(paused).toMatchObject({ reason: 'approval_required', calls: [first, second] });

    expect(await decide(talk, second, 'allow')).toMatchObject({ status: 'paused', reason: 'approval_required', calls: [first] });
    expect([pay.runs.length, refund.runs.length]).toEqual([0, 1]);
    expect(await decide(talk, first, 'deny', 'too much')).toMatchObject({ reason: 'input_required' });
    expect([pay.runs.length, refund.runs.length, talk.agents.requests.length]).toEqual([0, 1, 2]);
    expect(toldLast(talk)).toEqual([
      { status: 'error', code: 'approval_denied', result: { status: 'error', message: 'A person denied this call: too much' } },
      { status: 'success', result: { refunded: true } },
    ]);
    // What was denied was never claimed.
    expect(await talk.facts('intarsia.tool.claimed')).toMatchObject([{ tool: 'refund' }]);
  });

  it('waits beside a UI_Tool of the same reply: each is answered by its own verb', async () => {
    const workflow = workflowOf([asking(callingAgent('Ann', ['approve_release', 'pay']), { approve_release: review })], around);
    const [approve, pay] = [recorded(), paying()];
    const script = { Ann: [{ toolCalls: [call('approve_release'), call('pay', { amount: 5 })] }, 'Done.'] };
    const talk = converse({ workflow, script, tools: { approve_release: approve.definition, pay: pay.definition } });
    expect(await talk.start()).toMatchObject({ reason: 'ui_required' });
    const [asked = callKey('')] = await requests(talk);
    const waits = await onlyApproval(talk);
    expect(await talk.runtime.decide({ scope, call: asked, decision: 'allow', by: 'boss' })).toMatchObject({ code: 'call_unknown' });
    expect(await respond(talk, { call: asked, action: 'approve' })).toMatchObject({ reason: 'approval_required', calls: [waits] });
    expect(await decide(talk, waits, 'allow')).toMatchObject({ reason: 'input_required' });
    expect([approve.runs.length, pay.runs.length]).toEqual([1, 1]);
  });

  it.each([
    [4, 0, 'input_required'],
    [400, 1, 'approval_required'],
  ])('of a conditional tool is decided by its arguments (%i)', async (amount, asks, reason) => {
    const asked: unknown[] = [];
    const requiresApproval = (given: unknown) => {
      asked.push(given);
      return Number(Object(given).amount) > 100;
    };
    const pay = paying({ requiresApproval });
    const script = { Ann: [{ toolCalls: [call('pay', { amount })] }, 'Done.'] };
    const talk = converse({ workflow: calling, script, tools: { pay: pay.definition, refund: tool(() => null) } });
    expect(await talk.start()).toMatchObject({ reason });
    expect(await approvals(talk)).toHaveLength(asks);
    for (const given of asked) expect(given).toEqual({ amount });
    expect(pay.runs).toHaveLength(1 - asks);
  });

  it.each<[string, string, unknown]>([
    ['no JSON', '{"amount":', '{"amount":'],
    ['no object', '[1]', [1]],
    ['not what it declares', '{"amount":"all"}', { amount: 'all' }],
  ])('T9 with arguments that are %s needs approval without asking its condition, and fails when it is allowed', async (_, text, told) => {
    const pay = paying({
      requiresApproval: () => {
        throw new Error('must not be asked');
      },
    });
    const script = { Ann: [{ toolCalls: [call('pay', text)] }, 'Sorry.'] };
    const talk = converse({ workflow: calling, script, tools: { pay: pay.definition, refund: tool(() => null) } });
    expect(await talk.start()).toMatchObject({ reason: 'approval_required' });
    expect(await talk.facts('intarsia.approval.requested')).toMatchObject([{ arguments: told }]);
    await decide(talk, await onlyApproval(talk), 'allow');
    expect(toldLast(talk)).toMatchObject([{ status: 'error', code: 'tool_arguments_invalid' }]);
    expect([pay.runs, talk.log]).toEqual([[], []]);
  });

  it.each<[string, () => boolean | Promise<boolean>]>([
    [
      'fails',
      () => {
        throw new Error('broken');
      },
    ],
    ['does not end', () => new Promise<never>(() => {})],
  ])('is asked for when its condition %s', async (_, requiresApproval) => {
    const pay = paying({ requiresApproval, timeoutMs: 1000 });
    const talk = converse({ workflow: calling, script: { Ann: [payFive] }, tools: { pay: pay.definition, refund: tool(() => null) } });
    const handle = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await talk.clock.advance(1000);
    expect(await handle.done).toMatchObject({ status: 'paused', reason: 'approval_required' });
    expect(pay.runs).toEqual([]);
  });

  it('of a tool that was registered on the agent is asked for like any other', async () => {
    const pay = paying();
    const definition: ToolDefinition = { ...pay.definition, name: 'transfer' };
    const script = { Ann: [{ toolCalls: [call('transfer', { amount: 5 })] }, 'Done.'] };
    const talk = converse({ workflow: workflowOf([callingAgent('Ann', [])], around), script });
    talk.runtime.agentTools('Tracker', 'Ann').registerTool(definition);
    expect(await talk.start()).toMatchObject({ reason: 'approval_required' });
    expect(pay.runs).toEqual([]);
    expect(await decide(talk, await onlyApproval(talk), 'allow')).toMatchObject({ reason: 'input_required' });
    expect(pay.runs).toHaveLength(1);
  });
});

describe('a tool that asks a person as a UI_Tool and needs approval, too', () => {
  it('is refused, and nobody is asked', async () => {
    const pay = paying();
    const workflow = workflowOf([asking(autoAgent('Ann', ['pay']), { pay: review })], around);
    const talk = converse({ workflow, script: { Ann: [output] }, tools: { pay: pay.definition } });
    expect(await talk.start()).toMatchObject({
      status: 'failed',
      code: 'tool_invalid',
      message: expect.stringContaining('requiresApproval'),
    });
    expect([await requests(talk), await approvals(talk), pay.runs]).toEqual([[], [], []]);
  });
});
