import { callKey, type JournalStore, type Json, type JsonObject, memoryStore, type StartResult, type ToolDefinition } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
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
  workflowOf,
} from './conversation.test-support.ts';

const workflow = workflowOf([autoAgent('Ann', ['pay', 'thank'])], [rule('Ann', 'terminate')]);
const thank = tool(() => 'thanked');

/** Runs the workflow until `pay` has been entered, kills its process there, and opens another one on the same store. */
async function killedWhilePaying(pay: (entered: () => void) => ToolDefinition) {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const inTool = gate();
  const first = converse({ workflow, script: { Ann: ['{"sum":5}'] }, tools: { pay: pay(inTool.open), thank }, clock, store });
  handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'pay' }));
  await inTool.opened;
  first.store.die();
  await clock.advance(leaseTtlMs + 1);
  const second = converse({ workflow, tools: { pay: pay(() => {}), thank }, clock, store });
  return { first, second };
}

/** A tool whose first run never ends. */
function hanging(effect: ToolDefinition['effect'], reconcile?: ToolDefinition['reconcile']) {
  const runs: string[] = [];
  const pay = (entered: () => void) =>
    tool(
      (_input, { idempotencyKey }) => {
        runs.push(idempotencyKey);
        entered();
        return runs.length === 1 ? new Promise<null>(() => {}) : { paid: runs.length };
      },
      { effect, ...(reconcile ? { reconcile } : {}) },
    );
  return { runs, pay };
}

/** The files of a store in another one, whose leases begin anew. */
async function copied(store: JournalStore, to: JournalStore, folder = '/'): Promise<JournalStore> {
  for (const name of await store.list(folder)) {
    const path = `${folder}${name}`;
    if (name.endsWith('/')) await copied(store, to, path);
    else await to.write(path, (await store.read(path)) ?? '');
  }
  return to;
}

describe('a call whose owner died', () => {
  it.each([
    ['keyed', 'completed', 2],
    ['unsafe', 'paused', 1],
  ] as const)('is not taken for its own by an owner whose store grants that epoch anew: effect %s', async (effect, status, entered) => {
    const { runs, pay } = hanging(effect);
    const { second } = await killedWhilePaying(pay);
    const clock = virtualClock();
    const store = await copied(second.store, memoryStore(clock));
    const restored = converse({ workflow, tools: { pay: pay(() => {}), thank }, clock, store });
    expect(await restored.resume()).toMatchObject({ status });
    expect(runs).toHaveLength(entered);
    const attempts = (await restored.facts('intarsia.tool.claimed')).filter(({ tool: name }) => name === 'pay');
    expect(attempts.map(({ epoch }) => epoch)).toEqual([1, 2].slice(0, entered));
  });

  it.each(['none', 'keyed'] as const)('runs again under the same key when its effect is %s', async (effect) => {
    const { runs, pay } = hanging(effect);
    const { second } = await killedWhilePaying(pay);
    expect(await second.resume()).toMatchObject({ status: 'completed' });
    expect(runs).toHaveLength(2);
    expect(new Set(runs).size).toBe(1);
    expect((await second.facts('intarsia.tool.settled')).map(({ attempt }) => attempt)).toEqual([2, 1]);
    expect(second.agents.requests).toEqual([]);
  });

  const uncertain = async () => {
    const { runs, pay } = hanging('unsafe');
    const { second } = await killedWhilePaying(pay);
    const paused = await second.resume();
    if (paused.status !== 'paused') throw new Error(`It is ${paused.status}.`);
    return { runs, second, paused };
  };

  it('is uncertain when its effect is unsafe: the run pauses and names it, and nothing was run', async () => {
    const { runs, second, paused } = await uncertain();
    expect(paused).toMatchObject({ reason: 'effect_uncertain', calls: [expect.stringMatching(/:auto:0$/)] });
    expect(runs).toHaveLength(1);
    expect(second.store.commits).toEqual([['intarsia.run.started'], ['intarsia.effect.uncertain', 'intarsia.run.paused']]);
    expect(await second.runtime.resume({ scope })).toMatchObject({ kind: 'refused', code: 'call_uncertain' });
    expect(await second.runtime.answer({ scope, text: 'go on' })).toMatchObject({ kind: 'refused', code: 'call_uncertain' });
  });

  it('that happened goes on with the result that a person gave', async () => {
    const { runs, second, paused } = await uncertain();
    const [key = callKey('')] = paused.calls;
    expect(await second.runtime.resolve(scope, key, { kind: 'happened', result: { paid: 5 } }, 'ops')).toEqual({ kind: 'resolved' });
    expect(await second.resume()).toMatchObject({ status: 'completed' });
    expect(runs).toHaveLength(1);
    expect(await second.facts('intarsia.effect.resolved')).toMatchObject([{ resolution: 'happened', result: { paid: 5 }, by: 'ops' }]);
  });

  it('that failed goes on to the next tool', async () => {
    const { runs, second, paused } = await uncertain();
    const [key = callKey('')] = paused.calls;
    await second.runtime.resolve(scope, key, { kind: 'failed' }, 'ops');
    expect(await second.resume()).toMatchObject({ status: 'completed' });
    expect(runs).toHaveLength(1);
    expect(await second.facts('intarsia.tool.settled')).toMatchObject([{ result: 'thanked' }]);
  });

  it('that is to run again does so as the next attempt under the same key', async () => {
    const { runs, second, paused } = await uncertain();
    const [key = callKey('')] = paused.calls;
    await second.runtime.resolve(scope, key, { kind: 'run_again' }, 'ops');
    expect(await second.resume()).toMatchObject({ status: 'completed' });
    expect(runs).toEqual([key, key]);
    expect((await second.facts('intarsia.tool.settled'))[0]).toMatchObject({ key, attempt: 2, result: { paid: 2 } });
  });

  it('can be resolved only once, and only if it is uncertain', async () => {
    const { second, paused } = await uncertain();
    const [key = callKey('')] = paused.calls;
    expect(await second.runtime.resolve(scope, callKey('other'), { kind: 'failed' }, 'ops')).toMatchObject({
      kind: 'refused',
      code: 'call_unknown',
    });
    await second.runtime.resolve(scope, key, { kind: 'failed' }, 'ops');
    expect(await second.runtime.resolve(scope, key, { kind: 'failed' }, 'ops')).toMatchObject({ kind: 'refused', code: 'call_unknown' });
  });

  it('is not resolved by what was decided about an earlier attempt: sent again, it would let the effect happen twice', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const runs: string[] = [];
    const dieWhilePaying = async (begin: (process: Conversation) => Promise<StartResult>) => {
      const entered = gate();
      const pay = tool(
        (_input, { idempotencyKey }) => {
          runs.push(idempotencyKey);
          entered.open();
          return new Promise<null>(() => {});
        },
        { effect: 'unsafe' },
      );
      const process = converse({ workflow, script: { Ann: ['{"sum":5}'] }, tools: { pay, thank }, clock, store });
      handleOf(await begin(process));
      await entered.opened;
      process.store.die();
      await clock.advance(leaseTtlMs + 1);
    };
    const operator = () => converse({ workflow, tools: { pay: tool(() => null, { effect: 'unsafe' }), thank }, clock, store });
    await dieWhilePaying(({ runtime }) => runtime.start({ workflow: 'Tracker', scope, input: 'pay' }));
    const paused = await operator().resume();
    const key = paused.status === 'paused' ? (paused.calls[0] ?? callKey('')) : callKey('');
    const decided = { kind: 'run_again', attempt: 1 } as const;
    expect(await operator().runtime.resolve(scope, key, decided, 'ops')).toEqual({ kind: 'resolved' });
    await dieWhilePaying(({ runtime }) => runtime.resume({ scope }));
    expect(await operator().resume()).toMatchObject({ status: 'paused', reason: 'effect_uncertain', calls: [key] });
    expect(await operator().runtime.resolve(scope, key, decided, 'ops')).toMatchObject({ kind: 'refused', code: 'call_unknown' });
    expect(await operator().runtime.resolve(scope, key, { ...decided, attempt: 2 }, 'ops')).toEqual({ kind: 'resolved' });
    expect(runs).toEqual([key, key]);
  });

  it('can be resolved as soon as a reader sees that the run waits for it', async () => {
    const { runs, pay } = hanging('unsafe');
    const { second } = await killedWhilePaying(pay);
    const answers: unknown[] = [];
    const seen = gate();
    second.runtime.watch(scope, async () => {
      const state = (await second.runtime.inspect(scope))?.state;
      const call = state?.run?.status === 'paused' && answers.length === 0 ? state.turn?.calls[0] : undefined;
      if (call === undefined) return;
      answers.push(null);
      answers.push(await second.runtime.resolve(scope, call.key, { kind: 'happened', result: null }, 'ops'));
      seen.open();
    });
    await second.resume();
    await seen.opened;
    expect(answers).toEqual([null, { kind: 'resolved' }]);
    expect(await second.resume()).toMatchObject({ status: 'completed' });
    expect(runs).toHaveLength(1);
  });

  const cyclic: JsonObject[] = [{}];
  cyclic.push({ list: cyclic });
  it.each<[string, unknown]>([
    ['holds itself', cyclic],
    ['is nested too deep', JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)],
    ['is not finite', Number.NaN],
    ['is a function', () => 1],
    ['is longer than any result', 'x'.repeat(4 * 1024 * 1024)],
  ])('is not resolved by a result that %s: the person is told, and can say it again', async (_, result) => {
    const { second, paused } = await uncertain();
    const [key = callKey('')] = paused.calls;
    expect(await second.runtime.resolve(scope, key, { kind: 'happened', result: result as Json }, 'ops')).toMatchObject({
      kind: 'refused',
      code: 'bad_request',
      message: expect.stringMatching(/^No call can have had this result\. The tool returned /),
    });
    expect(await second.facts('intarsia.effect.resolved')).toEqual([]);
    expect(await second.runtime.resolve(scope, key, { kind: 'failed' }, 'ops')).toEqual({ kind: 'resolved' });
  });

  it('lets the calls beside it run before the run pauses', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const both = workflowOf([callingAgent('Ann', ['pay', 'look'])], [rule('Ann', 'terminate')]);
    const { pay } = hanging('unsafe');
    const inTool = gate();
    let looks = 0;
    const look = tool(() => {
      looks += 1;
      return looks === 1 ? new Promise<null>(() => {}) : 'seen';
    });
    const script = { Ann: [{ toolCalls: [call('pay'), call('look')] }] };
    const first = converse({ workflow: both, script, tools: { pay: pay(inTool.open), look }, clock, store });
    handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'pay' }));
    await inTool.opened;
    await clock.advance(0);
    first.store.die();
    await clock.advance(leaseTtlMs + 1);
    const second = converse({ workflow: both, script: { Ann: ['Paid.'] }, tools: { pay: pay(() => {}), look }, clock, store });
    const paused = await second.resume();
    if (paused.status !== 'paused') throw new Error(`It is ${paused.status}.`);
    expect(paused.calls).toHaveLength(1);
    expect(looks).toBe(2);
    expect(await second.facts('intarsia.tool.settled')).toMatchObject([{ result: 'seen' }]);
    await second.runtime.resolve(scope, paused.calls[0] ?? callKey(''), { kind: 'happened', result: 'paid' }, 'ops');
    expect(await second.resume()).toMatchObject({ status: 'completed' });
    expect(second.agents.requests[0]?.messages.slice(-2).map(({ content }) => content)).toEqual([
      '{"result":"paid","status":"success"}',
      '{"result":"seen","status":"success"}',
    ]);
  });

  it('and was not looked at yet when the next owner is cancelled stays what it is', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const both = workflowOf([callingAgent('Ann', ['pay'])], [rule('Ann', 'terminate')]);
    const entered: string[] = [];
    const inTools = gate();
    const pay = tool(
      (_input, { idempotencyKey }) => {
        entered.push(idempotencyKey);
        if (entered.length === 2) inTools.open();
        return new Promise<null>(() => {});
      },
      {
        effect: 'unsafe',
        reconcile: async () => {
          second.runtime.active(scope)?.cancel();
          return { kind: 'unknown' };
        },
      },
    );
    const script = { Ann: [{ toolCalls: [call('pay', {}, 'c1'), call('pay', {}, 'c2')] }] };
    const first = converse({ workflow: both, script, tools: { pay }, clock, store });
    handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'pay' }));
    await inTools.opened;
    first.store.die();
    await clock.advance(leaseTtlMs + 1);
    const second = converse({ workflow: both, tools: { pay }, clock, store });
    expect(await second.resume()).toMatchObject({ status: 'cancelled' });
    expect(await second.facts('intarsia.tool.released')).toEqual([]);
    const third = converse({ workflow: both, tools: { pay: tool(() => null, { effect: 'unsafe' }) }, clock, store });
    expect(await third.resume()).toMatchObject({
      status: 'paused',
      reason: 'effect_uncertain',
      calls: [expect.any(String), expect.any(String)],
    });
    expect(entered).toHaveLength(2);
  });
});

describe('the reconcile of a tool', () => {
  const resumed = async (reconcile: NonNullable<ToolDefinition['reconcile']>) => {
    const { runs, pay } = hanging('unsafe', reconcile);
    const { second } = await killedWhilePaying(pay);
    return { runs, second, result: await second.resume() };
  };

  it('that knows it happened gives the result, and nobody is asked', async () => {
    const asked: string[] = [];
    const { runs, second, result } = await resumed(async (key, context) => {
      asked.push(key, context.idempotencyKey);
      return { kind: 'happened', result: { paid: 'once' } };
    });
    expect(result).toMatchObject({ status: 'completed' });
    expect(asked).toEqual([runs[0], runs[0]]);
    expect(runs).toHaveLength(1);
    expect(await second.facts('intarsia.effect.resolved')).toMatchObject([{ resolution: 'happened', by: 'reconcile' }]);
  });

  it('that knows it did not happen lets it run again', async () => {
    const { runs, result } = await resumed(async () => ({ kind: 'not_happened' }));
    expect(result).toMatchObject({ status: 'completed' });
    expect(runs).toHaveLength(2);
  });

  it.each<[string, NonNullable<ToolDefinition['reconcile']>]>([
    ['does not know', async () => ({ kind: 'unknown' })],
    ['throws', () => Promise.reject(new Error('no ledger'))],
    ['says nothing', () => undefined as never],
    ['says something else', async () => ({ kind: 'perhaps' }) as never],
    ['gives a result that is not JSON', async () => ({ kind: 'happened', result: 1n as never })],
  ])('that %s leaves it to a person', async (_, reconcile) => {
    const { runs, result } = await resumed(reconcile);
    expect(result).toMatchObject({ status: 'paused', reason: 'effect_uncertain' });
    expect(runs).toHaveLength(1);
  });

  it('that hangs leaves it to a person once the time limit of the tool is over', async () => {
    const { runs, pay } = hanging('unsafe', () => new Promise(() => {}));
    const { second } = await killedWhilePaying(pay);
    const resumed = second.resume();
    await second.clock.advance(300_000);
    expect(await resumed).toMatchObject({ status: 'paused', reason: 'effect_uncertain' });
    expect(runs).toHaveLength(1);
  });
});
