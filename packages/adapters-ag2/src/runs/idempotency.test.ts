import { memoryStore, type StartResult, type ToolLoader } from '@intarsia/core';
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

/** Ann asks the person; Ben takes the answer, and his tool runs on what he makes of it. */
const workflow = workflowOf(
  [agent('Ann'), autoAgent('Ben', ['book'])],
  [rule('Ann', 'user'), rule('user', 'Ben'), rule('Ben', 'terminate')],
);
const booking = { Ann: ['Which day?'], Ben: ['{"day":"Monday"}'] };

/** Processes on one store, each with a hub of its own, and what the one tool of the world saw. */
function world(effect: 'keyed' | 'unsafe' = 'unsafe') {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const starts: string[] = [];
  const completions: string[] = [];
  const inTool = gate();
  const going = gate();
  const book = tool(
    async (_input, { idempotencyKey }) => {
      starts.push(idempotencyKey);
      inTool.open();
      await going.opened;
      completions.push(idempotencyKey);
      return 'booked';
    },
    { effect },
  );
  const open = () => converse({ workflow, script: booking, tools: { book }, clock, store });
  return { clock, store, starts, completions, inTool, going, open };
}

/** The one that was taken; every other one must say why not. */
function taken(results: readonly StartResult[], refusals: readonly string[]) {
  const started = results.filter(({ kind }) => kind === 'started');
  expect(started).toHaveLength(1);
  const others = results.flatMap((result) => (result.kind === 'started' ? [] : [result.kind === 'repeated' ? 'repeated' : result.code]));
  expect(others).toHaveLength(results.length - 1);
  for (const other of others) expect(refusals).toContain(other);
  return started.map(handleOf)[0];
}

describe('one turn that is delivered several times at once', () => {
  const rows = [2, 8].flatMap((count) => (['as many processes', 'one process'] as const).map((where) => ({ count, where })));
  const processes = (open: () => Conversation, { count, where }: (typeof rows)[number]): readonly Conversation[] => {
    const first = open();
    return Array.from({ length: count }, (_, index) => (where === 'one process' || index === 0 ? first : open()));
  };

  it.each(rows)('ID1 $count answers with one request, given to $where: one start and one completion of the tool', async (row) => {
    const { starts, completions, inTool, going, open } = world();
    await open().start();
    const [first = open(), ...rest] = processes(open, row);
    const results = await Promise.all([first, ...rest].map(({ runtime }) => runtime.answer({ scope, text: 'Monday', request: 'q1' })));
    const handle = taken(results, ['repeated', 'conversation_busy']);
    await inTool.opened;
    going.open();
    expect(await handle?.done).toMatchObject({ status: 'completed' });
    expect(starts).toHaveLength(1);
    expect(completions).toEqual(starts);
    expect(await first.facts('ag2.msg.text')).toEqual([{ text: 'Monday' }]);
    const again = await Promise.all([first, ...rest].map(({ runtime }) => runtime.answer({ scope, text: 'Monday', request: 'q1' })));
    expect(again).toEqual(again.map(() => ({ kind: 'repeated' })));
  });

  it.each(rows)('ID1 $count resumes of a turn whose owner died, in $where: the claimed call is taken over once', async (row) => {
    const { clock, starts, completions, inTool, going, open } = world('keyed');
    await open().start();
    const dead = open();
    handleOf(await dead.runtime.answer({ scope, text: 'Monday' }));
    await inTool.opened;
    dead.store.die();
    await clock.advance(leaseTtlMs + 1);
    const asked = Promise.all(processes(open, row).map(({ runtime }) => runtime.resume({ scope })));
    // The others wait for a lease that its owner renews.
    await clock.advance(2 * leaseTtlMs);
    const handle = taken(await asked, ['conversation_busy']);
    going.open();
    expect(await handle?.done).toMatchObject({ status: 'completed' });
    const [first, second, ...more] = starts;
    expect([second, ...more]).toEqual([first]);
    const settled = await open().facts('intarsia.tool.settled');
    expect(settled).toMatchObject([{ key: first, attempt: 2, status: 'ok' }]);
    expect(new Set(completions).size).toBe(1);
  });
});

describe('keys', () => {
  it('ID2 two requests of one chat run twice, and so does one request name in two chats', async () => {
    const { store, clock } = world();
    const starts: string[] = [];
    const book = tool((_input, { idempotencyKey }) => starts.push(idempotencyKey));
    const again = workflowOf([autoAgent('Ben', ['book'])], [rule('Ben', 'user'), rule('user', 'Ben')]);
    const script = { Ben: Array.from({ length: 4 }, () => '{"day":"Monday"}') };
    const talk = converse({ workflow: again, script, tools: { book }, clock, store });
    const other = { ...scope, chat: 'another' };
    for (const where of [scope, other]) {
      const started = await talk.runtime.start({ workflow: 'Tracker', scope: where, input: 'book', request: 'q1' });
      expect(await handleOf(started).done).toMatchObject({ status: 'paused' });
      const answered = await talk.runtime.answer({ scope: where, text: 'book', request: 'q2' });
      expect(await handleOf(answered).done).toMatchObject({ status: 'paused' });
    }
    expect(new Set(starts).size).toBe(4);
    expect(starts).toHaveLength(4);
  });

  it('AT9 the same delivery twice is one run of the tool; another turn of the same agent is a run of its own', async () => {
    const starts: string[] = [];
    const again = workflowOf([autoAgent('Ben', ['book'])], [rule('Ben', 'user'), rule('user', 'Ben')]);
    const book = tool((_input, { idempotencyKey }) => starts.push(idempotencyKey));
    const talk = converse({ workflow: again, script: { Ben: ['{"day":"Monday"}', '{"day":"Monday"}'] }, tools: { book } });
    await talk.start();
    const deliver = () => talk.runtime.answer({ scope, text: 'and again', request: 'q2' });
    expect(await handleOf(await deliver()).done).toMatchObject({ status: 'paused' });
    expect(starts).toHaveLength(2);
    expect(await deliver()).toEqual({ kind: 'repeated' });
    expect(starts).toHaveLength(2);
    expect(new Set(starts).size).toBe(2);
    talk.agents.assertDone();
  });
});

describe('a turn that was interrupted before its call', () => {
  it.each([
    ['claimed', 1],
    ['called', 2],
  ])('ID4 by an unexpected error as its tool is to be %s: the claim is free, and the retry runs it once', async (_, failing) => {
    let runs = 0;
    let loads = 0;
    const save = tool(
      () => {
        runs += 1;
        return 'saved';
      },
      { effect: 'unsafe' },
    );
    const load: ToolLoader['load'] = async () => {
      loads += 1;
      if (loads === failing) throw new Error('the disk is gone');
      return { kind: 'loaded', tool: save };
    };
    const one = workflowOf([autoAgent('Ann', ['save'])], [rule('Ann', 'terminate')]);
    const talk = converse({ workflow: one, script: { Ann: ['{"a":1}'] }, options: { tools: { load } } });
    expect(await talk.start()).toMatchObject({ status: 'interrupted', code: 'internal' });
    expect(talk.log).toMatchObject([{ cause: { message: 'the disk is gone' } }]);
    const open = (await talk.runtime.inspect(scope))?.state.turn?.calls.filter(({ status }) => status !== 'released');
    expect(open).toEqual([]);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(runs).toBe(1);
    expect(await talk.facts('intarsia.effect.uncertain')).toEqual([]);
    expect(talk.agents.requests).toHaveLength(1);
  });
});

describe('a turn that is over', () => {
  it('ID5 and is delivered twice more: one run of its tool, and nothing of it stays open', async () => {
    const { going, starts, open } = world();
    going.open();
    await open().start();
    const talk = open();
    const deliver = () => talk.runtime.answer({ scope, text: 'Monday', request: 'q1' });
    expect(await handleOf(await deliver()).done).toMatchObject({ status: 'completed' });
    const before = await talk.envelopes();
    expect(await deliver()).toEqual({ kind: 'repeated' });
    expect(await open().runtime.answer({ scope, text: 'Monday', request: 'q1' })).toEqual({ kind: 'repeated' });
    expect(await talk.runtime.resume({ scope })).toMatchObject({ kind: 'refused', code: 'conversation_closed' });
    expect(starts).toHaveLength(1);
    expect(await talk.envelopes()).toEqual(before);
    const snapshot = await talk.runtime.inspect(scope);
    expect(snapshot).toMatchObject({ owner: null, state: { turn: null, run: { status: 'completed' } } });
    expect(JSON.stringify(snapshot?.state)).not.toContain(starts[0]);
  });
});
