import { callKey, type Json, memoryStore, type Resolution, type ToolDefinition } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { type Conversation, converse, gate, handleOf, leaseTtlMs, scope } from './conversation.test-support.ts';
import { type Act, checker, contextOf, needsRevision, ready, reviewed, script } from './outcomes.test-support.ts';

const paused = { status: 'paused', reason: 'input_required' };
const interrupted = { check_result: 'blocked', check_tries: 1 };
/** Says "ready" in the context and never comes to an end, unless it is stopped. */
const hanging =
  (entered: () => void): Act =>
  ({ contextVariables, signal }) => {
    contextVariables.set('check_result', 'ready');
    entered();
    return new Promise<Json>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };

/** A conversation whose first `check` was entered and has not ended. Its tool may have got its outcome only after it was opened. */
async function inside(
  effect: ToolDefinition['effect'],
  more: readonly Act[] = [],
  { reconcile = null, hasOutcome = true }: { readonly reconcile?: ToolDefinition['reconcile']; readonly hasOutcome?: boolean } = {},
) {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const inTool = gate();
  const { check, entered } = checker([hanging(inTool.open), ...more], { effect, ...(reconcile && { reconcile }) });
  const open = (workflow = reviewed()) => converse({ workflow, script, tools: { check }, clock, store });
  const talk = open(reviewed({ hasOutcome }));
  const handle = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'a bug tracker' }));
  await inTool.opened;
  /** The process is gone; another one opens. */
  const killed = async (workflow = reviewed()) => {
    talk.store.die();
    await clock.advance(leaseTtlMs + 1);
    return open(workflow);
  };
  return { talk, handle, entered, open, killed };
}

/** Resumes a conversation whose call is uncertain, and says what became of it. */
async function resolved(talk: Conversation, resolution: Resolution): Promise<void> {
  const uncertain = await talk.resume();
  if (uncertain.status !== 'paused') throw new Error(`It is ${uncertain.status}.`);
  const [key = callKey('')] = uncertain.calls;
  expect(await talk.runtime.resolve(scope, key, resolution, 'ops')).toEqual({ kind: 'resolved' });
}

describe('a call that was cancelled after it wrote "ready"', () => {
  const cancelled = async (effect: ToolDefinition['effect'], more: readonly Act[] = []) => {
    const parts = await inside(effect, more);
    parts.handle.cancel();
    expect(await parts.handle.done).toMatchObject({ status: 'cancelled' });
    expect(await contextOf(parts.talk)).toMatchObject(interrupted);
    return parts;
  };

  it('TO6 leaves the error value and one attempt; the next call is refused with retry_not_permitted', async () => {
    const { talk, entered } = await cancelled('unsafe', [ready]);
    await resolved(talk, { kind: 'failed' });
    expect(await talk.resume()).toMatchObject(paused);
    expect(await contextOf(talk)).toMatchObject(interrupted);
    expect(await talk.answer('again')).toMatchObject(paused);
    expect(entered).toHaveLength(1);
    expect(await talk.facts('intarsia.tool.settled')).toMatchObject([
      { code: 'retry_not_permitted', result: { status: 'blocked', outcome_error: 'retry_not_permitted' } },
    ]);
    expect(await contextOf(talk)).toMatchObject(interrupted);
  });

  it.each(['none', 'keyed'] as const)('runs again as the same attempt when its effect is %s', async (effect) => {
    const { talk, entered } = await cancelled(effect, [ready]);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(entered.map(({ check_result, check_tries }) => ({ check_result, check_tries }))).toEqual([interrupted, interrupted]);
    expect(await contextOf(talk)).toMatchObject({ check_result: 'ready', check_tries: 1 });
  });
});

describe('a call whose end nobody saw', () => {
  it.each<[string, Resolution, object, object]>([
    [
      'happened, with a declared value',
      { kind: 'happened', result: { status: 'ready', files: 2 } },
      { resolution: 'happened', result: { status: 'ready', files: 2 } },
      { check_result: 'ready', check_tries: 1 },
    ],
    [
      'happened, with none of its values',
      { kind: 'happened', result: { status: 'fine' } },
      { resolution: 'happened', code: 'invalid_tool_outcome', result: { status: 'blocked', outcome_error: 'invalid_tool_outcome' } },
      interrupted,
    ],
    [
      'failed',
      { kind: 'failed' },
      {
        resolution: 'failed',
        code: 'tool_execution_interrupted',
        result: { status: 'blocked', outcome_error: 'tool_execution_interrupted' },
      },
      interrupted,
    ],
  ])('is judged when a person says that it %s', async (_, resolution, recorded, context) => {
    const { killed, entered } = await inside('unsafe');
    const second = await killed();
    await resolved(second, resolution);
    const [fact] = await second.facts('intarsia.effect.resolved');
    expect(fact).toMatchObject({ ...recorded, by: 'ops', delta: { set: context, delete: [] } });
    expect(await second.resume()).toMatchObject(fact?.['code'] === undefined ? { status: 'completed' } : paused);
    expect(await contextOf(second)).toMatchObject(context);
    expect(entered).toHaveLength(1);
  });

  it('is the same attempt when a person lets it run again', async () => {
    const { killed, entered } = await inside('unsafe', [needsRevision, ready]);
    const second = await killed();
    await resolved(second, { kind: 'run_again' });
    expect(await second.resume()).toMatchObject({ status: 'completed' });
    expect(entered.map(({ check_tries }) => check_tries)).toEqual([1, 1, 2]);
    expect(await contextOf(second)).toMatchObject({ check_result: 'ready', check_tries: 2 });
  });

  it.each<[string, Json, object]>([
    ['with a declared value', { status: 'ready' }, { check_result: 'ready', check_tries: 1 }],
    ['with none of its values', 'ready', interrupted],
  ])('is judged when its reconcile says that it happened, %s', async (_, result, context) => {
    const { killed } = await inside('unsafe', [], { reconcile: async () => ({ kind: 'happened', result }) });
    const second = await killed();
    await second.resume();
    expect(await contextOf(second)).toMatchObject(context);
    expect(await second.facts('intarsia.effect.resolved')).toMatchObject([{ by: 'reconcile', delta: { set: context, delete: [] } }]);
  });
});

describe('documents that changed while a turn was open', () => {
  it('TO8 a result that was recorded before the tool had an outcome is none: missing_current_result, and nothing is sent', async () => {
    const before = reviewed({ hasOutcome: false });
    const { killed, open, entered } = await inside('unsafe', [], { hasOutcome: false });
    await resolved(await killed(before), { kind: 'happened', result: { status: 'ready' } });
    const third = open();
    const packets = (await third.facts('ag2.packet')).length;
    expect(await third.resume()).toMatchObject({ status: 'failed', code: 'missing_current_result', resumable: true });
    expect(await third.facts('ag2.packet')).toHaveLength(packets);
    expect(await third.facts('intarsia.turn.failed')).toMatchObject([{ agent: 'Checker', code: 'missing_current_result' }]);
    expect((await third.runtime.inspect(scope))?.state.channel).toMatchObject({ status: 'active', turnCount: 2 });
    // With the documents restored it goes on from where it stood.
    expect(await open(before).resume()).toMatchObject(paused);
    expect(entered).toHaveLength(1);
  });

  it.each(['none', 'keyed', 'unsafe'] as const)(
    'a call of effect %s from before the tool had an outcome counts as one attempt',
    async (effect) => {
      const { killed, entered } = await inside(effect, [needsRevision, needsRevision, ready], { hasOutcome: false });
      const second = await killed();
      if (effect === 'unsafe') await resolved(second, { kind: 'run_again' });
      expect(await second.resume()).toMatchObject(paused);
      expect(entered).toHaveLength(3);
      expect(await contextOf(second)).toMatchObject({ check_result: 'blocked', check_tries: 2 });
    },
  );
});

describe('an agent with an outcome in a conversation whose graph does not route on it', () => {
  it('TO8 begins no turn: requires_declared_graph, and neither its model nor its tool is asked', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const { check, entered } = checker([ready]);
    const without = reviewed({ hasOutcome: false });
    const plain = { ...without, transitions: without.transitions.filter(({ when }) => when.kind === 'after_turn') };
    const first = converse({ workflow: plain, script, tools: { check }, clock, store });
    first.store.decide((_number, types) => (types.includes('intarsia.model.replied') ? 'dies_after' : 'committed'));
    await first.start();
    await clock.advance(leaseTtlMs + 1);
    const second = converse({ workflow: reviewed(), script, tools: { check }, clock, store });
    expect(await second.resume()).toMatchObject({ status: 'failed', code: 'requires_declared_graph', resumable: true });
    expect(entered).toEqual([]);
    expect(second.agents.requests.map(({ agent }) => agent)).not.toContain('Checker');
    expect(await second.facts('intarsia.tool.claimed')).toEqual([]);
    expect(await second.facts('intarsia.turn.failed')).toMatchObject([{ agent: 'Checker', code: 'requires_declared_graph' }]);
  });

  it.each(['Drafter', 'user', 'terminate'])('TO8 whose failures would hand over to %s begins no turn either', async (target) => {
    const workflow = reviewed();
    const owner = workflow.agents.get('Checker');
    if (owner === undefined) throw new Error('Checker is an agent.');
    const own = { ...owner, autoTools: owner.autoTools.map((binding) => ({ ...binding, onError: { kind: 'route', target } as const })) };
    const { check, entered } = checker(['throws']);
    const agents = new Map([...workflow.agents, ['Checker', own]]);
    const talk = converse({ workflow: { ...workflow, agents }, script, tools: { check } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'requires_declared_graph' });
    expect(entered).toEqual([]);
    expect((await talk.runtime.inspect(scope))?.state.channel).toMatchObject({ turnCount: 2, status: 'active' });
  });
});
