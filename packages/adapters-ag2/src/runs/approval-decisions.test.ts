import { callKey, memoryStore, type ToolDefinition } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { approvals, around, decide, onlyApproval, paying, toldLast } from './approvals.test-support.ts';
import { autoAgent, call, callingAgent, converse, handleOf, scope, tool, workflowOf } from './conversation.test-support.ts';

const calling = workflowOf([callingAgent('Ann', ['pay', 'refund'])], around);
const payFive = { toolCalls: [call('pay', { amount: 5 })] };

describe('a decision', () => {
  const asked = async (setup: Partial<Parameters<typeof converse>[0]> = {}) => {
    const pay = paying();
    const tools = { pay: pay.definition, refund: tool(() => null) };
    const talk = converse({ workflow: calling, script: { Ann: [payFive, 'Done.', payFive, 'Done.'] }, tools, ...setup });
    await talk.start();
    return { talk, pay, tools, key: await onlyApproval(talk) };
  };

  it('T2 to deny cannot be turned round: the call stays denied, and what was never asked is unknown', async () => {
    const { talk, pay, key } = await asked();
    await decide(talk, key, 'deny');
    const before = await talk.envelopes();
    for (const stale of [key, callKey('never-asked'), callKey('')]) {
      expect(await talk.runtime.decide({ scope, call: stale, decision: 'allow', by: 'boss' })).toMatchObject({
        kind: 'refused',
        code: 'call_unknown',
      });
    }
    expect(await talk.envelopes()).toEqual(before);
    expect(pay.runs).toEqual([]);
    expect(toldLast(talk)).toMatchObject([{ code: 'approval_denied', result: { message: 'A person denied this call.' } }]);
    // The next turn's call of the same tool is another one.
    expect(await talk.answer('again')).toMatchObject({ reason: 'approval_required' });
    expect(await approvals(talk)).toHaveLength(2);
  });

  it('T3 delivered twice, one after the other or at once, in one process or in two, has one effect', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const { talk: first, pay, tools, key } = await asked({ clock, store });
    const second = converse({ workflow: calling, script: { Ann: ['Done.'] }, tools, clock, store });
    const given = { scope, call: key, decision: 'allow', by: 'boss', request: 'r-1' } as const;
    const results = await Promise.all([first, second, first, second].map(({ runtime }) => runtime.decide(given)));
    const started = results.flatMap((result) => (result.kind === 'started' ? [result.handle] : []));
    expect(started).toHaveLength(1);
    for (const result of results) if (result.kind === 'refused') expect(['conversation_busy', 'call_unknown']).toContain(result.code);
    await started[0]?.done;
    expect(await second.runtime.decide(given)).toEqual({ kind: 'repeated' });
    for (const decision of ['allow', 'deny'] as const) {
      expect(await first.runtime.decide({ ...given, decision, request: `again-${decision}` })).toMatchObject({ code: 'call_unknown' });
    }
    expect(pay.runs).toHaveLength(1);
    expect(await first.facts('intarsia.approval.decided')).toHaveLength(1);
  });

  it('T3 to allow and to deny at once: one counts, and the call runs only when it was allowed', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const { talk: first, pay, tools, key } = await asked({ clock, store });
    const second = converse({ workflow: calling, script: { Ann: ['Done.'] }, tools, clock, store });
    const given = { scope, call: key, by: 'boss' };
    const results = await Promise.all([
      first.runtime.decide({ ...given, decision: 'deny' }),
      second.runtime.decide({ ...given, decision: 'allow' }),
    ]);
    const started = results.flatMap((result) => (result.kind === 'started' ? [result.handle] : []));
    await started[0]?.done;
    const decided = await first.facts('intarsia.approval.decided');
    expect([started.length, decided.length]).toEqual([1, 1]);
    expect(pay.runs).toHaveLength(decided[0]?.['decision'] === 'allow' ? 1 : 0);
  });

  it('to a run that was stopped is refused until it is resumed, and is then still asked for under the same key', async () => {
    let handle: ReturnType<typeof handleOf> | undefined;
    const pay = paying();
    const stopping = tool((_input, { signal }) => {
      handle?.cancel();
      throw signal.reason;
    });
    const script = { Ann: [{ toolCalls: [call('pay', { amount: 5 }), call('refund')] }, 'Done.'] };
    const talk = converse({ workflow: calling, script, tools: { pay: pay.definition, refund: stopping } });
    handle = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    const key = await onlyApproval(talk);
    expect(await talk.runtime.decide({ scope, call: key, decision: 'allow', by: 'boss' })).toMatchObject({ code: 'not_paused' });
    const tools = { pay: pay.definition, refund: tool(() => null) };
    const again = converse({ workflow: calling, script: { Ann: ['Done.'] }, tools, clock: talk.clock, store: talk.store });
    expect(await again.resume()).toMatchObject({ status: 'paused', reason: 'approval_required', calls: [key] });
    expect(await decide(again, key, 'allow')).toMatchObject({ reason: 'input_required' });
    expect(pay.runs).toHaveLength(1);
  });
});

describe('a tool that is defined otherwise after it was asked for', () => {
  const tools = (current: () => ToolDefinition) => ({
    get pay() {
      return current();
    },
    refund: tool(() => null),
  });

  it('T24 is asked for again, and what was allowed before counts for nothing; new code of the same definition runs', async () => {
    const [before, after, fixed] = [paying(), paying({ description: 'Pays twice.' }), paying({ description: 'Pays twice.' })];
    let current = before.definition;
    const talk = converse({ workflow: calling, script: { Ann: [payFive, 'Done.'] }, tools: tools(() => current) });
    await talk.start();
    const key = await onlyApproval(talk);
    current = after.definition;
    expect(await decide(talk, key, 'allow')).toMatchObject({ status: 'paused', reason: 'approval_required', calls: [key] });
    const [first, second] = await talk.facts('intarsia.approval.requested');
    expect(second).toMatchObject({ key, arguments: { amount: 5 } });
    expect(second?.['definition']).not.toBe(first?.['definition']);
    current = fixed.definition;
    expect(await decide(talk, key, 'allow')).toMatchObject({ reason: 'input_required' });
    expect([before, after, fixed].map(({ runs }) => runs.length)).toEqual([0, 0, 1]);
  });

  it.each(['allow', 'deny'] as const)(
    'T24 is not decided (%s) by who looked at it before: it waits for who sees it as it is now',
    async (decision) => {
      const [before, after] = [paying(), paying({ risk: 'high' })];
      let current = before.definition;
      const talk = converse({ workflow: calling, script: { Ann: [payFive, 'Done.'] }, tools: tools(() => current) });
      await talk.start();
      const key = await onlyApproval(talk);
      current = after.definition;
      expect(await decide(talk, key, 'allow')).toMatchObject({ reason: 'approval_required', calls: [key] });
      const [first, second] = (await talk.facts('intarsia.approval.requested')).map(({ definition }) => String(definition));
      const journal = await talk.envelopes();
      const given = { scope, call: key, decision, by: 'somebody else' };
      expect(await talk.runtime.decide({ ...given, definition: first ?? '' })).toMatchObject({
        code: 'call_unknown',
        message: expect.stringContaining('"pay"'),
      });
      expect([await talk.envelopes(), after.runs]).toEqual([journal, []]);
      expect(await handleOf(await talk.runtime.decide({ ...given, definition: second ?? '' })).done).toMatchObject({
        reason: 'input_required',
      });
      expect(after.runs).toHaveLength(decision === 'allow' ? 1 : 0);
    },
  );

  it.each([
    ['needs approval now', 'intarsia.tool.claimed', [tool(() => null), paying().definition]],
    ['changes once more', 'intarsia.approval.decided', [paying().definition, paying().definition, paying({ risk: 'high' }).definition]],
  ])('T24 between its claim and its start is given back and asked for: it %s', async (_, last, loads) => {
    const entered: unknown[] = [];
    const watched = loads.map((each) => ({ ...each, run: () => entered.push(each.risk) }));
    let load = 0;
    const current = () => watched[Math.min(load++, watched.length - 1)] ?? tool(() => null);
    const talk = converse({
      workflow: workflowOf([autoAgent('Ann', ['pay'])], around),
      script: { Ann: ['{"amount":5}'] },
      tools: tools(current),
    });
    let end = await talk.start();
    if (last === 'intarsia.approval.decided') end = await decide(talk, await onlyApproval(talk), 'allow');
    expect(end).toMatchObject({ status: 'paused', reason: 'approval_required' });
    expect(entered).toEqual([]);
    expect(talk.store.commits.at(-1)).toEqual(['intarsia.tool.released', 'intarsia.approval.requested', 'intarsia.run.paused']);
    const key = await onlyApproval(talk);
    expect(await decide(talk, key, 'allow')).toMatchObject({ reason: 'input_required' });
    expect(entered).toHaveLength(1);
    expect((await talk.facts('intarsia.tool.claimed')).map(({ attempt }) => attempt)).toEqual([1, 2]);
  });
});
