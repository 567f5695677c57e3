import { type JournalStore, memoryStore, type ToolEffect } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
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
import type { Fate } from './observed-store.test-support.ts';

/*
 * The stages of workflow-documents 4.7 as they are here. What is emitted is what was committed: a reader projects envelopes, and nothing else is sent.
 *   tool call emitted    the commit of the claim; its envelope is the emission
 *   called               between that commit and the next
 *   persist              the commit of the settle, which carries the write-back and claims the next call
 *   result emitted       after that commit: a reader takes the settle's envelope from the journal, by its id and as often as it likes
 *   complete             the commit of the turn's packet
 * So "persist called twice" is a commit that the store did not take and that is tried again.
 */
const names = ['save', 'send', 'show'] as const;
const claimOfFirst = 1;
const settleOfFirst = 2;
const settleOfSecond = 3;

/** A turn with as many auto tools. Each keeps its key when it is entered; the first may fail. */
function turnOf(count: number, { effect = 'keyed', fails = false }: { readonly effect?: ToolEffect; readonly fails?: boolean } = {}) {
  const clock = virtualClock();
  const base = memoryStore(clock);
  const entered: string[] = [];
  const tools = Object.fromEntries(
    names.map((name) => [
      name,
      tool(
        () => {
          entered.push(name);
          if (fails && name === 'save') throw new Error('save is broken');
          return `${name} ${entered.length}`;
        },
        { effect },
      ),
    ]),
  );
  const workflow = workflowOf([autoAgent('Ann', names.slice(0, count))], [rule('Ann', 'terminate')]);
  const script = { Ann: ['{"a":1}', '{"a":1}'] };
  const open = (store: JournalStore = base) => converse({ workflow, script, tools, clock, store });
  return { clock, base, entered, open };
}

/** Starts a conversation, cancels it while the store holds that commit, and lets the commit end as `fate` says; how often settles were tried. */
async function cancelledAt(talk: Conversation, commit: number, fate: Fate = 'committed') {
  const held = gate();
  const going = gate();
  const tries = { settles: 0 };
  talk.store.decide(async (number, types) => {
    if (types.includes('intarsia.tool.settled')) tries.settles += 1;
    if (number !== commit) return 'committed';
    held.open();
    await going.opened;
    return fate;
  });
  const handle = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
  await held.opened;
  handle.cancel();
  going.open();
  expect(await handle.done).toEqual({ status: 'cancelled', run: handle.run });
  return tries;
}

const resultsOf = async (talk: Conversation) => (await talk.facts('intarsia.tool.settled')).map(({ status, result }) => [status, result]);
const claimsOf = async (talk: Conversation) => (await talk.facts('intarsia.tool.claimed')).map(({ tool: name }) => name);

describe('stopped while the claim is committed', () => {
  const stops = (['none', 'keyed', 'unsafe'] as const).flatMap((effect) =>
    (['committed', 'lost', 'applied_unanswered'] as const).map((fate) => ({ effect, fate })),
  );

  it.each(stops)(
    'CP1 a cancel: a tool of effect $effect is not called, and the retry calls it once (commit: $fate)',
    async ({ effect, fate }) => {
      const { entered, open } = turnOf(1, { effect });
      const talk = open();
      await cancelledAt(talk, claimOfFirst, fate);
      expect(entered).toEqual([]);
      expect(await talk.facts('intarsia.tool.released')).toHaveLength(1);
      expect(await talk.resume()).toMatchObject({ status: 'completed' });
      expect(entered).toEqual(['save']);
      expect(talk.agents.requests).toHaveLength(1);
      expect(new Set((await talk.facts('intarsia.tool.claimed')).map(({ key }) => key)).size).toBe(1);
    },
  );

  it.each(['dies_before', 'dies_after'] as const)('CP1 a death of the process (%s): 0 calls, then 1', async (fate) => {
    const { clock, entered, open } = turnOf(1);
    const first = open();
    first.store.decide((number) => (number === claimOfFirst ? fate : 'committed'));
    expect(await first.start()).toMatchObject({ status: 'interrupted' });
    expect(entered).toEqual([]);
    await clock.advance(leaseTtlMs + 1);
    expect(await open().resume()).toMatchObject({ status: 'completed' });
    expect(entered).toEqual(['save']);
  });
});

describe('stopped while the result is committed', () => {
  it.each([
    ['committed', 1],
    ['applied_unanswered', 1],
    ['lost', 2],
  ] as const)('CP2 a cancel: one call, its result applied once (commit: %s, tried %i times)', async (fate, tried) => {
    const { entered, open } = turnOf(2, { effect: 'unsafe' });
    const talk = open();
    expect(await cancelledAt(talk, settleOfFirst, fate)).toEqual({ settles: tried });
    expect(entered).toEqual(['save']);
    expect(await resultsOf(talk)).toEqual([['ok', 'save 1']]);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(entered).toEqual(['save', 'send']);
    expect(await resultsOf(talk)).toEqual([
      ['ok', 'save 1'],
      ['ok', 'send 2'],
    ]);
    expect((await claimsOf(talk)).filter((name) => name === 'save')).toHaveLength(1);
  });

  it('CP2 a lost answer while the journal cannot be read: what was applied is not applied again', async () => {
    const { base, entered, open } = turnOf(2);
    let unreadable = false;
    const readRange: JournalStore['readRange'] = (...range) =>
      unreadable ? Promise.reject(new Error('unreadable')) : base.readRange(...range);
    const talk = open({ ...base, readRange });
    talk.store.decide((number) => {
      unreadable = number === settleOfFirst;
      return number === settleOfFirst ? 'applied_unanswered' : 'committed';
    });
    expect(await talk.start()).toMatchObject({ status: 'interrupted' });
    expect(talk.log.map(({ message }) => message)).toEqual([
      expect.stringContaining('stopped'),
      expect.stringContaining('could not write'),
    ]);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(entered).toEqual(['save', 'send']);
    expect(await resultsOf(talk)).toEqual([
      ['ok', 'save 1'],
      ['ok', 'send 2'],
    ]);
  });

  // Before the commit the result was with the dead process alone: a keyed call runs again under its key, an unsafe one would wait for a person.
  it.each([
    ['dies_after', ['save', 'send']],
    ['dies_before', ['save', 'save', 'send']],
  ] as const)('CP2 a death of the process (%s): one result in the journal', async (fate, calls) => {
    const { clock, entered, open } = turnOf(2);
    const first = open();
    first.store.decide((number) => (number === settleOfFirst ? fate : 'committed'));
    expect(await first.start()).toMatchObject({ status: 'interrupted' });
    await clock.advance(leaseTtlMs + 1);
    const second = open();
    expect(await second.resume()).toMatchObject({ status: 'completed' });
    expect(entered).toEqual(calls);
    expect((await resultsOf(second)).map(([status]) => status)).toEqual(['ok', 'ok']);
  });

  it.each(['committed', 'lost', 'applied_unanswered'] as const)(
    'CP4 a cancel in the second of three: 1, 1, 1 calls, results in order (commit: %s)',
    async (fate) => {
      const { entered, open } = turnOf(3, { effect: 'unsafe' });
      const talk = open();
      await cancelledAt(talk, settleOfSecond, fate);
      expect(await talk.resume()).toMatchObject({ status: 'completed' });
      expect(entered).toEqual(['save', 'send', 'show']);
      expect(await resultsOf(talk)).toEqual([
        ['ok', 'save 1'],
        ['ok', 'send 2'],
        ['ok', 'show 3'],
      ]);
    },
  );

  it.each(['committed', 'lost', 'applied_unanswered'] as const)(
    'CP5 a cancel while the tool that raised is settled: one call, one error result (commit: %s)',
    async (fate) => {
      const { entered, open } = turnOf(2, { effect: 'unsafe', fails: true });
      const talk = open();
      await cancelledAt(talk, settleOfFirst, fate);
      expect(await talk.resume()).toMatchObject({ status: 'completed' });
      expect(entered).toEqual(['save', 'send']);
      const results = await resultsOf(talk);
      expect(results.map(([status]) => status)).toEqual(['error', 'ok']);
      expect(JSON.stringify(results)).not.toContain('save is broken');
    },
  );
});

describe('stopped while the result is read', () => {
  it('CP3 a cancel: one call, one commit; who reads again gets the result again, with the same envelope id', async () => {
    const { entered, open } = turnOf(2, { effect: 'unsafe' });
    const talk = open();
    let settles = 0;
    let cursor = 0;
    let cancel = () => {};
    talk.store.onApplied((number, types) => {
      if (types.includes('intarsia.tool.settled')) settles += 1;
      if (number === settleOfFirst) cancel();
    });
    talk.store.decide(async (number): Promise<Fate> => {
      if (number === settleOfFirst) cursor = (await talk.runtime.read(scope, 0)).next;
      return 'committed';
    });
    const settledAfter = async (reader: Conversation) =>
      (await reader.runtime.read(scope, cursor)).envelopes.filter(({ event_type }) => event_type === 'intarsia.tool.settled');
    const handle = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    cancel = handle.cancel;
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    const seen = await settledAfter(talk);
    expect(seen).toHaveLength(1);
    expect(settles).toBe(1);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(entered).toEqual(['save', 'send']);
    const [again, ...later] = await settledAfter(open());
    expect(again).toEqual(seen[0]);
    expect(later.map(({ event_data }) => event_data['result'])).toEqual(['send 2']);
  });
});

describe('what the folded state keeps', () => {
  it('CP6 of five turns that are over and one that works: the record of the one alone', async () => {
    const clock = virtualClock();
    const inTool = gate();
    const keys: string[] = [];
    const save = tool((_input, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (keys.length < 6) return 'saved';
      inTool.open();
      return new Promise<null>(() => {});
    });
    const workflow = workflowOf([autoAgent('Ann', ['save'])], [rule('Ann', 'user'), rule('user', 'Ann')]);
    const talk = converse({ workflow, script: { Ann: Array.from({ length: 6 }, () => '{"a":1}') }, tools: { save }, clock });
    await talk.start();
    for (const answer of ['2', '3', '4', '5']) await talk.answer(answer);
    handleOf(await talk.runtime.answer({ scope, text: '6' }));
    await inTool.opened;
    const state = (await talk.runtime.inspect(scope))?.state;
    expect(new Set(keys).size).toBe(6);
    expect(state?.turn).toMatchObject({ agent: 'Ann', replies: [{ ordinal: 0 }], calls: [{ key: keys[5], status: 'claimed' }] });
    for (const key of keys.slice(0, 5)) expect(JSON.stringify(state)).not.toContain(key);
  });
});
