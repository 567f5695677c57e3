import { memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { agent, autoAgent, converse, gate, handleOf, leaseTtlMs, rule, scope, tool, workflowOf } from './conversation.test-support.ts';
import type { Fate } from './observed-store.test-support.ts';

const toUser = [rule('Ann', 'user'), rule('user', 'Ann')];
const chat = workflowOf([agent('Ann')], toUser);

describe('two processes on one store', () => {
  const pair = async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const asked = gate();
    const going = gate();
    const slow = async () => {
      asked.open();
      await going.opened;
      return 'from the first';
    };
    const first = converse({ workflow: chat, script: { Ann: [slow] }, clock, store });
    const second = converse({ workflow: chat, script: { Ann: ['from the second'] }, clock, store });
    const { done } = handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await asked.opened;
    return { clock, first, second, done, going };
  };

  it('the second is busy as long as the first lives, however long that is', async () => {
    const { clock, second, first, done, going } = await pair();
    expect(await second.runtime.answer({ scope, text: 'me' })).toMatchObject({ kind: 'refused', code: 'conversation_busy' });
    const resumed = second.runtime.resume({ scope });
    await clock.advance(4 * leaseTtlMs);
    expect(await resumed).toMatchObject({ kind: 'refused', code: 'conversation_busy' });
    going.open();
    expect(await done).toMatchObject({ status: 'paused' });
    expect(first.store.commits.at(-1)).toContain('intarsia.run.paused');
  });

  it('a resume waits for a dead owner: the second takes over when the lease runs out', async () => {
    const { clock, first, second } = await pair();
    first.store.die();
    const resumed = second.runtime.resume({ scope });
    await clock.advance(leaseTtlMs);
    const taken = await resumed;
    expect(await handleOf(taken).done).toMatchObject({ status: 'paused' });
    expect((await second.facts('ag2.packet')).map(({ body }) => body)).toEqual(['hi', 'from the second']);
  });

  it('a first one that only slept cannot commit any more: its run is interrupted and nothing of the second is lost', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const asked = gate();
    const going = gate();
    // The clock of the first process stands still: it neither renews nor notices that time passes.
    const frozen = { ...clock, timer: () => () => {} };
    const slow = async () => {
      asked.open();
      await going.opened;
      return 'from the first';
    };
    const first = converse({ workflow: chat, script: { Ann: [slow] }, clock: frozen, store });
    const second = converse({ workflow: chat, script: { Ann: ['from the second'] }, clock, store });
    const { done } = handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await asked.opened;
    await clock.advance(leaseTtlMs);
    expect(await second.resume()).toMatchObject({ status: 'paused' });
    const before = await second.envelopes();
    going.open();
    expect(await done).toMatchObject({ status: 'interrupted', code: 'stale_epoch' });
    expect(await second.envelopes()).toEqual(before);
    expect((await second.facts('intarsia.run.started')).map(({ epoch }) => epoch)).toEqual([1, 2]);
  });

  it('a first one that finds its lease gone aborts its agent', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const asked = gate();
    let aborted: unknown;
    const first = converse({
      workflow: chat,
      clock,
      store,
      script: {
        Ann: [
          ({ signal }) => {
            asked.open();
            signal.addEventListener('abort', () => {
              aborted = signal.reason;
            });
            return new Promise<string>(() => {});
          },
        ],
      },
    });
    const { done } = handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await asked.opened;
    const namespace = `/conversations/${scope.tenant}/${scope.chat}/intarsia/conversation`;
    const holder = await store.lease.holder(namespace);
    await store.lease.release(namespace, { epoch: holder?.epoch ?? 0 });
    await store.lease.acquire(namespace, { owner: 'other', ttlMs: leaseTtlMs });
    await clock.advance(leaseTtlMs / 3 + 1);
    expect(await done).toMatchObject({ status: 'interrupted', code: 'stale_epoch' });
    expect(aborted).toMatchObject({ code: 'stale_epoch' });
  });

  it('an effect is not started with a lease that is about to run out, and the claim is given back', async () => {
    const clock = virtualClock();
    const frozen = { ...clock, timer: () => () => {} };
    let runs = 0;
    const save = tool(
      () => {
        runs += 1;
        return null;
      },
      { effect: 'unsafe' },
    );
    const late = async () => {
      await clock.advance(leaseTtlMs - 400);
      return '{}';
    };
    const workflow = workflowOf([autoAgent('Ann', ['save'])], [rule('Ann', 'terminate')]);
    const talk = converse({ workflow, script: { Ann: [late] }, tools: { save }, clock: frozen, store: memoryStore(clock) });
    expect(await talk.start()).toMatchObject({ status: 'interrupted', code: 'stale_epoch' });
    expect(runs).toBe(0);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(runs).toBe(1);
  });
});

describe('a store that fails', () => {
  const workflow = workflowOf([autoAgent('Ann', ['save'])], [rule('Ann', 'terminate')]);
  const failing = (commit: number, fate: Fate) => {
    const keys: string[] = [];
    const save = tool(
      (_input, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        return 'saved';
      },
      { effect: 'unsafe' },
    );
    const talk = converse({ workflow, script: { Ann: ['{}'] }, tools: { save } });
    talk.store.decide((number) => (number === commit ? fate : 'committed'));
    return { talk, keys };
  };

  it.each([1, 2])('after it took commit %i: the answer is looked up by its lines, and the run goes on', async (commit) => {
    const { talk, keys } = failing(commit, 'applied_unanswered');
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(keys).toHaveLength(1);
    const ids = (await talk.envelopes()).map(({ envelope_id }) => envelope_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(talk.log).toEqual([]);
  });

  it('without taking the claim: the run is interrupted before the effect, and a resume goes on with the recorded reply', async () => {
    const { talk, keys } = failing(1, 'lost');
    expect(await talk.start()).toMatchObject({ status: 'interrupted', code: 'internal' });
    expect(keys).toEqual([]);
    expect(talk.log).toHaveLength(1);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(talk.agents.requests).toHaveLength(1);
    expect(keys).toHaveLength(1);
  });

  it('without taking the last commit: it is tried once more, so the result of an unsafe tool is not lost', async () => {
    const { talk, keys } = failing(2, 'lost');
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(keys).toHaveLength(1);
    expect((await talk.runtime.inspect(scope))?.state).toMatchObject({ run: { status: 'completed' }, channel: { status: 'closed' } });
  });

  it('without taking the settle of an unsafe tool: it is written before the run is left, so nobody is asked about it', async () => {
    const keys: string[] = [];
    const save = tool((_input, { idempotencyKey }) => keys.push(idempotencyKey), { effect: 'unsafe' });
    const two = workflowOf([autoAgent('Ann', ['save', 'send'])], [rule('Ann', 'terminate')]);
    const talk = converse({ workflow: two, script: { Ann: ['{}'] }, tools: { save, send: save } });
    talk.store.decide((number) => (number === 2 ? 'lost' : 'committed'));
    expect(await talk.start()).toMatchObject({ status: 'interrupted', code: 'internal' });
    expect(talk.store.commits.at(-1)).toEqual(['intarsia.tool.settled', 'intarsia.tool.claimed', 'intarsia.tool.released']);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(new Set(keys).size).toBe(2);
    expect(keys).toHaveLength(2);
  });

  it('while the conversation is opened leaves nothing behind', async () => {
    const { talk } = failing(0, 'lost');
    await expect(talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' })).rejects.toThrow();
    expect(await talk.runtime.inspect(scope)).toBeNull();
    expect(await talk.start()).toMatchObject({ status: 'completed' });
  });
});

describe('a journal that somebody else wrote to', () => {
  it('refuses the owner as a conflict; a resume folds what is there and goes on', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const intrude = async () => {
      const channel = await talk.runtime.inspect(scope);
      await store.append(`/conversations/acme/tracker/channels/${channel?.channel}/wal.jsonl`, 'not ours\n');
      return 'from the owner';
    };
    const talk = converse({ workflow: chat, script: { Ann: [intrude, 'again'] }, clock, store });
    expect(await talk.start()).toMatchObject({ status: 'interrupted', code: 'conflict' });
    expect(await talk.resume()).toMatchObject({ status: 'paused' });
    expect((await talk.facts('ag2.packet')).map(({ body }) => body)).toEqual(['a bug tracker', 'again']);
    expect((await talk.runtime.read(scope, 0)).quarantined).toHaveLength(1);
  });
});
