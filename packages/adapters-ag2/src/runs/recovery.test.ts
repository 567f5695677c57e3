import { type CallKey, type ErrorCode, memoryStore, type RunResult, type StartResult } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  agent,
  autoAgent,
  type Conversation,
  converse,
  gate,
  handleOf,
  leaseTtlMs,
  rule,
  scope,
  tool,
  workflowOf,
} from './conversation.test-support.ts';
import { orphan } from './orphan.test-support.ts';

const toUser = [rule('Ann', 'user'), rule('user', 'Ann')];
const toEnd = [rule('Ann', 'terminate')];
const hangs = () => new Promise<null>(() => {});

describe('one orphan and several workers', () => {
  const setup = { workflow: workflowOf([autoAgent('Ann', ['save'])], toEnd), script: { Ann: ['{"a":1}'] } };

  it('C16 two recover it at the same moment: one gets it, the other sees it taken, and nothing stays pending', async () => {
    const { clock, entered, open } = await orphan(setup);
    const going = gate();
    const slow = tool(async () => {
      entered.push('save');
      await going.opened;
      return 'saved';
    });
    const workers = [open({ tools: { save: slow } }), open({ tools: { save: slow } })];
    const asked = Promise.all(workers.map(({ runtime }) => runtime.resume({ scope })));
    await clock.advance(2 * leaseTtlMs);
    const results = await asked;
    expect(results.map((result) => (result.kind === 'refused' ? result.code : result.kind)).sort()).toEqual([
      'conversation_busy',
      'started',
    ]);
    going.open();
    const [winner] = results.filter(({ kind }) => kind === 'started').map(handleOf);
    expect(await winner?.done).toMatchObject({ status: 'completed' });
    expect(entered).toEqual(['save', 'save']);
    const snapshot = await open().runtime.inspect(scope);
    expect(snapshot).toMatchObject({ owner: null, state: { turn: null, run: { status: 'completed' }, channel: { status: 'closed' } } });
    expect(clock.pending()).toBe(0);
  });

  it('C16 and the one that got it dies as well: the one that was refused gets it the next time', async () => {
    const { clock, open } = await orphan(setup);
    const second = open({ tools: { save: tool(hangs) } });
    const third = open();
    const asked = Promise.all([second, third].map(({ runtime }) => runtime.resume({ scope })));
    await clock.advance(2 * leaseTtlMs);
    expect((await asked).map(({ kind }) => kind)).toEqual(['started', 'refused']);
    second.store.die();
    await clock.advance(leaseTtlMs + 1);
    expect(await third.resume()).toMatchObject({ status: 'completed' });
    expect((await third.facts('intarsia.tool.claimed')).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });
});

describe('five at once', () => {
  const places = [{ where: 'one process' }, { where: 'five processes' }] as const;

  /** Five times the same process, or five processes. */
  const five = (where: (typeof places)[number]['where'], open: () => Conversation): readonly Conversation[] => {
    const first = open();
    return [first, ...Array.from({ length: 4 }, () => (where === 'one process' ? first : open()))];
  };

  /** The one that was taken; the others must all have been refused with that code. */
  const taken = <Result extends StartResult | { readonly kind: 'resolved' }>(results: readonly Result[], code: ErrorCode): number => {
    const refused = results.flatMap((result) => (result.kind === 'refused' ? [result.code] : []));
    expect(refused).toEqual(Array(4).fill(code));
    return results.findIndex(({ kind }) => kind !== 'refused');
  };
  const ended = (results: readonly StartResult[]) =>
    Promise.all(results.filter(({ kind }) => kind === 'started').map((each) => handleOf(each).done));

  it.each(places)('C11 answers, given to $where: one is applied, the others are typed conflicts', async ({ where }) => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const workflow = workflowOf([agent('Ann')], toUser);
    await converse({ workflow, script: { Ann: ['Well?'] }, clock, store }).start();
    const processes = five(where, () => converse({ workflow, script: { Ann: ['Fine.'] }, clock, store }));
    const results = await Promise.all(processes.map(({ runtime }, index) => runtime.answer({ scope, text: `answer ${index}` })));
    const chosen = taken(results, 'conversation_busy');
    expect(await ended(results)).toMatchObject([{ status: 'paused' }]);
    const reader = converse({ workflow, clock, store });
    expect(await reader.facts('ag2.msg.text')).toEqual([{ text: `answer ${chosen}` }]);
    expect(await reader.facts('intarsia.run.started')).toHaveLength(2);
  });

  it.each(places)('C11 responses to one UI_Tool, given to $where: one is applied, the others are typed conflicts', async ({ where }) => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const ann = autoAgent('Ann', ['ask']);
    const ui = { payload: null, actions: [] };
    const surface = { component: 'Card', mode: 'inline' };
    const autoTools = ann.autoTools.map((binding) => ({ ...binding, type: 'UI_Tool', surface, ui }) as const);
    const workflow = workflowOf([{ ...ann, autoTools }], toEnd);
    const given: unknown[] = [];
    const ask = tool((_input, { answer }) => given.push(answer?.response ?? null));
    const open = () => converse({ workflow, script: { Ann: ['{"a":1}'] }, tools: { ask }, clock, store });
    const key = firstOf(await open().start());
    const processes = five(where, open);
    const results = await Promise.all(processes.map(({ runtime }, index) => runtime.respond({ scope, call: key, response: { index } })));
    const chosen = taken(results, 'conversation_busy');
    expect(await ended(results)).toMatchObject([{ status: 'completed' }]);
    expect(given).toEqual([{ index: chosen }]);
    expect(await open().facts('intarsia.ui.answered')).toMatchObject([{ response: { index: chosen } }]);
  });

  it.each(places)(
    'C11 decisions on one uncertain call, given to $where: one is applied, the others are typed conflicts',
    async ({ where }) => {
      const { clock, open } = await orphan(
        { workflow: workflowOf([autoAgent('Ann', ['save'])], toEnd), script: { Ann: ['{}'] } },
        'unsafe',
      );
      const key = firstOf(await open().resume());
      const asked = Promise.all(
        five(where, open).map(({ runtime }, result) => runtime.resolve(scope, key, { kind: 'happened', result }, `person ${result}`)),
      );
      await clock.advance(leaseTtlMs);
      const chosen = taken(await asked, 'call_unknown');
      expect(await open().facts('intarsia.effect.resolved')).toMatchObject([{ result: chosen, by: `person ${chosen}` }]);
      expect(await open().resume()).toMatchObject({ status: 'completed' });
    },
  );
});

/** The first call that a paused run waits for. */
function firstOf(result: RunResult): CallKey {
  const key = result.status === 'paused' ? result.calls[0] : undefined;
  if (key === undefined) throw new Error(`It is ${result.status}.`);
  return key;
}
