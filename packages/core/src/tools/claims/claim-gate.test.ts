import { describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../ports/claims.ts';
import type { ClaimedEnd, ClaimRequest } from '../execution/tool-call.ts';
import { booked, entered, openClaims, request } from './claims.test-support.ts';
import { claimGate, claimMarginMs, memoryClaims, resolveOperation } from './index.ts';

const failed: ClaimedEnd = { status: 'error', type: 'execution_error', message: 'no table', details: {} };

describe('a call of an operation', () => {
  it('T3 a call that is repeated, also by another process, is given back as it ended', async () => {
    const { gate } = openClaims();
    const call = entered(await gate().claim(request()));
    expect(call).toMatchObject({ attempt: 1, key: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await call.settle(booked('table 1'))).toEqual(booked('table 1'));
    expect(await gate().claim(request())).toEqual({ kind: 'ended', end: booked('table 1') });
    expect(await gate().claim(request())).toEqual({ kind: 'ended', end: booked('table 1') });
  });

  it.each(['none', 'keyed', 'unsafe'] as const)(
    'T3 of processes that race for a call of effect %s one enters, the others are told',
    async (effect) => {
      const { gate } = openClaims();
      const gates = Array.from({ length: 6 }, () => gate());
      const decisions = await Promise.all(gates.map((each) => each.claim(request({ effect }))));
      const [first, ...others] = decisions.toSorted((left) => (left.kind === 'run' ? -1 : 1));
      if (first?.kind !== 'run') throw new Error('Nobody entered.');
      expect(others).toEqual(others.map(() => ({ kind: 'held', key: first.key })));
      await first.settle(failed);
      for (const each of gates) expect(await each.claim(request({ effect }))).toEqual({ kind: 'ended', end: failed });
    },
  );

  it('T19 one name for several calls: each place, tool and operation has a key of its own, and each is entered', async () => {
    const claims = memoryClaims();
    const calls: [operation: string, change: Partial<ClaimRequest>][] = [
      ['order', { position: 'model:0:0', tool: 'send' }],
      ['order', { position: 'model:0:1', tool: 'send' }],
      ['order', { position: 'model:1:0', tool: 'send' }],
      ['order', { position: 'model:0:0', tool: 'book' }],
      ['order:model:0', { position: '0', tool: 'send' }],
      ['order\nmodel', { position: '0:0', tool: 'send' }],
      ['order","model:0:0', { position: 'send', tool: '' }],
    ];
    const keys = new Set<string>();
    for (const [operation, change] of calls) keys.add(entered(await openClaims(claims, operation).gate().claim(request(change))).key);
    expect(keys.size).toBe(calls.length);
  });

  it.each<[string, Partial<ClaimRequest>, string]>([
    ['other arguments', { argumentsDigest: 'others' }, 'with other arguments'],
    ['another definition', { definitionDigest: 'another' }, 'as the tool was defined then'],
  ])('with %s is a conflict, while it runs and after it ended', async (_, change, why) => {
    const { gate } = openClaims();
    const call = entered(await gate().claim(request()));
    const conflict = { kind: 'conflict', key: call.key, message: expect.stringContaining(why) };
    expect(await gate().claim(request(change))).toEqual(conflict);
    await call.settle(failed);
    expect(await gate().claim(request(change))).toEqual(conflict);
  });
});

describe('an owner that is silent', () => {
  const limit = request().timeoutMs + claimMarginMs;

  it.each<[ClaimRequest['effect'], string]>([
    ['none', 'run'],
    ['keyed', 'run'],
    ['unsafe', 'uncertain'],
  ])(
    'T13 a call of effect %s is held until its limit and the margin are over; then it is "%s" under the same key',
    async (effect, kind) => {
      const { gate, clock } = openClaims();
      const { key } = entered(await gate().claim(request({ effect })));
      await clock.advance(limit);
      expect(await gate().claim(request({ effect }))).toEqual({ kind: 'held', key });
      await clock.advance(1);
      expect(await gate().claim(request({ effect }))).toMatchObject({ kind, key, ...(kind === 'run' && { attempt: 2 }) });
    },
  );

  it('is taken over by one of those who come', async () => {
    const { gate, clock } = openClaims();
    entered(await gate().claim(request({ effect: 'keyed' })));
    await clock.advance(limit + 1);
    const decisions = await Promise.all([1, 2, 3].map(() => gate().claim(request({ effect: 'keyed' }))));
    expect(decisions.map(({ kind }) => kind).sort()).toEqual(['held', 'held', 'run']);
  });

  it('and wakes up: the first end that is recorded is the one that both tell', async () => {
    const { gate, clock } = openClaims();
    const slow = entered(await gate().claim(request({ effect: 'keyed' })));
    await clock.advance(limit + 1);
    const fast = entered(await gate().claim(request({ effect: 'keyed' })));
    expect(await slow.settle(booked('slow'))).toEqual(booked('slow'));
    expect(await fast.settle(booked('fast'))).toEqual(booked('slow'));
    expect(await fast.again()).toEqual({ kind: 'ended', end: booked('slow') });
  });

  it('and wakes up: the end of an unsafe call is known then', async () => {
    const { gate, clock } = openClaims();
    const slow = entered(await gate().claim(request()));
    await clock.advance(limit + 1);
    expect(await gate().claim(request())).toEqual({ kind: 'uncertain', key: slow.key });
    await slow.settle(booked('late'));
    expect(await gate().claim(request())).toEqual({ kind: 'ended', end: booked('late') });
  });

  it.each<[string, number, ClaimRequest['effect'], string]>([
    ['behind by less than the margin', -claimMarginMs, 'unsafe', 'held'],
    ['ahead by less than the margin', claimMarginMs, 'unsafe', 'held'],
    ['ahead by more than limit and margin', limit + 1, 'unsafe', 'uncertain'],
    ['ahead by more than limit and margin', limit + 1, 'keyed', 'run'],
    ['behind by more than the margin', -claimMarginMs - 1, 'unsafe', 'uncertain'],
    ['behind by more than the margin', -claimMarginMs - 1, 'none', 'run'],
  ])('is seen by a clock that is %s (%i ms): a call of effect %s is "%s"', async (_, aheadMs, effect, kind) => {
    const { gate } = openClaims();
    entered(await gate().claim(request({ effect })));
    expect(await gate(aheadMs).claim(request({ effect }))).toMatchObject({ kind });
  });
});

describe('an owner that stops', () => {
  it.each(['none', 'keyed', 'unsafe'] as const)('T18 before it entered a call of effect %s leaves it to whoever comes', async (effect) => {
    const { gate } = openClaims();
    const call = entered(await gate().claim(request({ effect })));
    await call.release();
    expect(await gate().claim(request({ effect }))).toMatchObject({ kind: 'run', attempt: 2, key: call.key });
  });

  it.each<[ClaimRequest['effect'], object]>([
    ['none', { kind: 'run', attempt: 2 }],
    ['keyed', { kind: 'run', attempt: 2 }],
    ['unsafe', { kind: 'uncertain' }],
  ])('T18 after it entered a call of effect %s records no end: it is %o at once', async (effect, expected) => {
    const { gate } = openClaims();
    await entered(await gate().claim(request({ effect }))).abandon(false);
    expect(await gate().claim(request({ effect }))).toMatchObject(expected);
  });

  it.each<[first: 'end' | 'cancel']>([['end'], ['cancel']])(
    'T18 a cancel that races an end is no end, with the %s first',
    async (first) => {
      const { gate } = openClaims();
      const call = entered(await gate().claim(request()));
      if (first === 'cancel') await call.abandon(false);
      await call.settle(booked('table 1'));
      await call.abandon(false);
      expect(await gate().claim(request())).toEqual({ kind: 'ended', end: booked('table 1') });
    },
  );

  it('T18 an end that only says that somebody stopped is refused', async () => {
    const { gate, claims } = openClaims();
    const call = entered(await gate().claim(request()));
    const aborted = { ...failed, type: 'aborted' };
    // @ts-expect-error A cancel is no end.
    await expect(call.settle(aborted)).rejects.toMatchObject({ code: 'journal_invalid', message: expect.stringContaining('/end/type') });
    expect((await claims.read('order 17', 0)).records).toHaveLength(1);
  });
});

describe('a call whose end nobody saw', () => {
  const happened = { kind: 'happened', result: 'table 1' } as const;

  it.each<[string, ClaimRequest['reconcile'], object]>([
    ['knows that it happened', async () => happened, { kind: 'ended', end: booked('table 1') }],
    ['knows that it did not happen', async () => ({ kind: 'not_happened' }), { kind: 'run', attempt: 2 }],
    ['does not know', async () => ({ kind: 'unknown' }), { kind: 'uncertain' }],
    ['fails', () => Promise.reject(new Error('no connection')), { kind: 'uncertain' }],
  ])('T14 is asked about where the tool %s', async (_, reconcile, expected) => {
    const { gate } = openClaims();
    const { key, abandon } = entered(await gate().claim(request()));
    await abandon(false);
    const asked: string[] = [];
    const ask = (given: string) => {
      asked.push(given);
      return reconcile?.(given) ?? Promise.reject(new Error('There is none.'));
    };
    expect(await gate().claim(request({ reconcile: ask }))).toMatchObject(expected);
    expect(asked).toEqual([key]);
  });

  it('T14 is not asked about while its code may still be at it', async () => {
    const { gate, clock } = openClaims();
    const { key, abandon } = entered(await gate().claim(request()));
    await abandon(true);
    const asked = request({ reconcile: async () => ({ kind: 'not_happened' }) });
    await clock.advance(request().timeoutMs + claimMarginMs);
    expect(await gate().claim(asked)).toEqual({ kind: 'uncertain', key });
    await clock.advance(1);
    expect(await gate().claim(asked)).toMatchObject({ kind: 'run', attempt: 2 });
  });

  it('T14 is entered again by one of those who learn that it did not happen', async () => {
    const { gate } = openClaims();
    await entered(await gate().claim(request())).abandon(false);
    const again = request({ reconcile: async () => ({ kind: 'not_happened' }) });
    const decisions = await Promise.all([1, 2, 3].map(() => gate().claim(again)));
    expect(decisions.map(({ kind }) => kind).sort()).toEqual(['held', 'held', 'run']);
  });

  it('T14 waits for a person, who lets it run once more', async () => {
    const { gate, access } = openClaims();
    const { key, abandon } = entered(await gate().claim(request()));
    await abandon(false);
    expect(await gate().claim(request())).toEqual({ kind: 'uncertain', key });
    expect(await resolveOperation(access, key, { kind: 'run_again' }, 'Ada')).toEqual({ kind: 'resolved' });
    await entered(await gate().claim(request())).abandon(false);
    expect(await gate().claim(request())).toEqual({ kind: 'uncertain', key });
  });
});

describe('the budget of a tool', () => {
  const once = (change: Partial<ClaimRequest> = {}) => request({ budget: 1, ...change });

  it('T25 counts over the operation, whoever goes on with it: the second entry is refused', async () => {
    const { gate } = openClaims();
    await entered(await gate().claim(once({ position: 'model:0:0' }))).settle(failed);
    expect(await gate().claim(once({ position: 'model:1:0' }))).toEqual({
      kind: 'budget_exhausted',
      key: expect.any(String),
      limit: 1,
    });
    expect(await gate().claim(once({ position: 'model:0:0' }))).toEqual({ kind: 'ended', end: failed });
    expect(await gate().claim(once({ position: 'model:1:0', tool: 'other' }))).toMatchObject({ kind: 'run' });
  });

  it('T25 counts what was taken over, abandoned and tried again, and not what was released', async () => {
    const { gate } = openClaims();
    const keyed = (position: string) => request({ effect: 'keyed', budget: 3, position });
    await entered(await gate().claim(keyed('model:0:0'))).release();
    await entered(await gate().claim(keyed('model:0:0'))).abandon(false);
    const taken = entered(await gate().claim(keyed('model:0:0')));
    const tried = entered(await taken.again());
    expect(await tried.again()).toMatchObject({ kind: 'budget_exhausted', limit: 3 });
    expect(await gate().claim(keyed('model:0:1'))).toMatchObject({ kind: 'budget_exhausted', limit: 3 });
    expect(await tried.settle(booked('third'))).toEqual(booked('third'));
  });

  it('T25 holds between calls that race for it', async () => {
    const { gate } = openClaims();
    const places = ['model:0:0', 'model:0:1', 'model:0:2', 'model:0:3'];
    const decisions = await Promise.all(places.map((position) => gate().claim(once({ budget: 2, position }))));
    expect(decisions.map(({ kind }) => kind).sort()).toEqual(['budget_exhausted', 'budget_exhausted', 'run', 'run']);
  });
});

describe('one more try', () => {
  it.each(['none', 'keyed', 'unsafe'] as const)('T13 of a call of effect %s has the same key and the next number', async (effect) => {
    const { gate } = openClaims();
    const call = entered(await gate().claim(request({ effect })));
    const second = entered(await call.again());
    expect([second.key, second.attempt]).toEqual([call.key, 2]);
    expect(await gate().claim(request({ effect }))).toEqual({ kind: 'held', key: call.key });
    await second.settle(booked('second'));
    expect(await gate().claim(request({ effect }))).toEqual({ kind: 'ended', end: booked('second') });
  });

  it('is held when another owner took over meanwhile', async () => {
    const { gate, clock } = openClaims();
    const call = entered(await gate().claim(request({ effect: 'keyed' })));
    await clock.advance(request().timeoutMs + claimMarginMs + 1);
    entered(await gate().claim(request({ effect: 'keyed' })));
    expect(await call.again()).toEqual({ kind: 'held', key: call.key });
  });

  it('is not made when a person said meanwhile that it failed', async () => {
    const { gate, clock, access } = openClaims();
    const call = entered(await gate().claim(request()));
    await clock.advance(request().timeoutMs + claimMarginMs + 1);
    expect(await resolveOperation(access, call.key, { kind: 'failed' }, 'Ada')).toEqual({ kind: 'resolved' });
    expect(await call.again()).toMatchObject({ kind: 'ended', end: { status: 'error', type: 'execution_error' } });
  });
});

describe('a store that fails', () => {
  /** Fails the given appends, by number from 1: after or before they were applied. */
  function failing(fates: Readonly<Record<number, 'applied' | 'lost'>>): { readonly claims: ClaimStore; appends: number } {
    const memory = memoryClaims();
    const counted = {
      appends: 0,
      claims: {
        read: memory.read,
        async append(operation: string, record: Parameters<ClaimStore['append']>[1]) {
          counted.appends += 1;
          const fate = fates[counted.appends];
          if (fate !== 'lost') await memory.append(operation, record);
          if (fate !== undefined) throw new Error('no answer');
        },
      },
    };
    return counted;
  }

  it.each<[string, Parameters<typeof failing>[0], number]>([
    ['whose answer to a claim is lost', { 1: 'applied' }, 1],
    ['that loses a claim', { 1: 'lost' }, 2],
    ['that loses a claim, and then the answer', { 1: 'lost', 2: 'applied' }, 2],
  ])('T14 %s is looked at before anything is repeated', async (_, fates, appends) => {
    const store = failing(fates);
    const { gate } = openClaims(store.claims);
    const call = entered(await gate().claim(request()));
    expect([call.attempt, store.appends]).toEqual([1, appends]);
    expect(await gate().claim(request())).toEqual({ kind: 'held', key: call.key });
  });

  it('T14 an end whose answer is lost is recorded once', async () => {
    const store = failing({ 2: 'applied' });
    const { gate } = openClaims(store.claims);
    expect(await entered(await gate().claim(request())).settle(booked('table 1'))).toEqual(booked('table 1'));
    expect(store.appends).toBe(2);
    expect(await gate().claim(request())).toEqual({ kind: 'ended', end: booked('table 1') });
  });

  it('T14 an end that cannot be recorded leaves the call uncertain', async () => {
    const store = failing({ 2: 'lost', 3: 'lost' });
    const { gate, clock } = openClaims(store.claims);
    const call = entered(await gate().claim(request()));
    await expect(call.settle(booked('table 1'))).rejects.toThrow('no answer');
    await clock.advance(request().timeoutMs + claimMarginMs + 1);
    expect(await gate().claim(request())).toEqual({ kind: 'uncertain', key: call.key });
  });

  it('that forgets what it took is found out, and nothing is entered', async () => {
    const { gate } = openClaims({ read: async () => ({ records: [], next: 0 }), append: async () => {} });
    await expect(gate().claim(request())).rejects.toMatchObject({ code: 'store_corrupt' });
  });

  it('in which somebody is always first is asked a hundred times, not for ever', async () => {
    const memory = memoryClaims();
    const { access } = openClaims();
    const others: ClaimStore = {
      read: memory.read,
      async append(operation, record) {
        await memory.append(operation, { ...record, id: `${record['id']}-other` });
        await memory.append(operation, record);
        await memory.append(operation, {
          type: 'tool.released',
          v: 1,
          id: `${record['id']}-free`,
          by: '',
          at: 0,
          key: record['key'] ?? '',
          claim: `${record['id']}-other`,
        });
      },
    };
    await expect(claimGate({ ...access, claims: others }).claim(request())).rejects.toMatchObject({ code: 'conflict', retryable: true });
    expect((await memory.read('order 17', 0)).records).toHaveLength(300);
  });

  it('that takes longer than the margin lets nobody in, and leaves the call to others', async () => {
    const memory = memoryClaims();
    const { clock, gate, access } = openClaims(memory);
    const slow: ClaimStore = {
      read: memory.read,
      async append(operation, record) {
        await memory.append(operation, record);
        await clock.advance(claimMarginMs + 1);
      },
    };
    const late = claimGate({ ...access, claims: slow });
    await expect(late.claim(request())).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
    expect(await gate().claim(request())).toMatchObject({ kind: 'run', attempt: 2 });
  });
});
