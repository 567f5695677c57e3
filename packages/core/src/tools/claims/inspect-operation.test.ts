import { describe, expect, it } from 'vitest';
import type { ClaimRequest } from '../execution/tool-call.ts';
import { booked, entered, openClaims, request } from './claims.test-support.ts';
import { type CallStatus, claimGate, claimMarginMs, inspectOperation, memoryClaims, resolveOperation } from './index.ts';

const silentMs = request().timeoutMs + claimMarginMs + 1;
type Opened = ReturnType<typeof openClaims>;

/** Ways for a call to get where it stands. */
const ways: readonly (readonly [CallStatus, ClaimRequest['effect'], (opened: Opened, asked: ClaimRequest) => Promise<void>])[] = [
  ['running', 'unsafe', async ({ gate }, asked) => void (await gate().claim(asked))],
  ['ended', 'unsafe', async ({ gate }, asked) => void (await entered(await gate().claim(asked)).settle(booked('table 1')))],
  ['free', 'unsafe', async ({ gate }, asked) => entered(await gate().claim(asked)).release()],
  ['uncertain', 'unsafe', async ({ gate }, asked) => entered(await gate().claim(asked)).abandon(true)],
  ['interrupted', 'keyed', async ({ gate }, asked) => entered(await gate().claim(asked)).abandon(true)],
  [
    'uncertain',
    'unsafe',
    async ({ gate, clock }, asked) => {
      entered(await gate().claim(asked));
      await clock.advance(silentMs);
    },
  ],
];

describe('an operation', () => {
  it.each(ways)('is shown with a call that is %s (%s), without a record more', async (status, effect, reach) => {
    const opened = openClaims();
    await reach(opened, request({ effect }));
    const before = await opened.claims.read('order 17', 0);
    const view = await inspectOperation(opened.access);
    expect(view).toMatchObject({ operationId: 'order 17', calls: [{ tool: 'book', position: 'direct', effect, status }], approvals: [] });
    expect(await opened.claims.read('order 17', 0)).toEqual(before);
  });

  it('is known by its name and its claims alone, on the platform’s clock', async () => {
    const access = { claims: memoryClaims(), operationId: 'order 17' };
    const call = entered(await claimGate(access).claim(request()));
    expect((await inspectOperation(access)).calls).toMatchObject([{ key: call.key, status: 'running' }]);
    await call.abandon(false);
    expect(await resolveOperation(access, call.key, { kind: 'failed' }, 'Ada')).toEqual({ kind: 'resolved' });
  });

  it('that nobody named has nothing', async () => {
    expect(await inspectOperation(openClaims().access)).toEqual({ operationId: 'order 17', calls: [], approvals: [] });
  });
});

describe('what a person says became of a call', () => {
  const happened = { kind: 'happened', result: 'table 1' } as const;

  it.each(ways)('that is %s (%s)', async (status, effect, reach) => {
    const opened = openClaims();
    await reach(opened, request({ effect }));
    const [call] = (await inspectOperation(opened.access)).calls;
    const answer = await resolveOperation(opened.access, call?.key ?? '', happened, 'Ada');
    if (status === 'uncertain' || status === 'interrupted') {
      expect(answer).toEqual({ kind: 'resolved' });
      expect(await opened.gate().claim(request({ effect }))).toEqual({ kind: 'ended', end: booked('table 1') });
    } else {
      expect(answer).toEqual({ kind: 'refused', code: 'call_unknown', message: expect.any(String) });
    }
  });

  it('T14 of an earlier attempt is refused: sent again, it would let the effect happen twice', async () => {
    const opened = openClaims();
    const { access } = opened;
    const call = entered(await opened.gate().claim(request()));
    await call.abandon(false);
    const again = { kind: 'run_again', attempt: 1 } as const;
    expect(await resolveOperation(access, call.key, again, 'Ada')).toEqual({ kind: 'resolved' });
    await entered(await opened.gate().claim(request())).abandon(false);
    expect(await resolveOperation(access, call.key, again, 'Ben')).toMatchObject({
      code: 'call_unknown',
      message: expect.stringContaining('Attempt 1'),
    });
    expect((await inspectOperation(access)).calls).toMatchObject([{ status: 'uncertain' }]);
    expect(await resolveOperation(access, call.key, { ...again, attempt: 2 }, 'Ben')).toEqual({ kind: 'resolved' });
  });

  it('of which there is none is refused', async () => {
    const { access } = openClaims();
    expect(await resolveOperation(access, 'nothing', happened, 'Ada')).toEqual({
      kind: 'refused',
      code: 'call_unknown',
      message: 'The operation "order 17" has no call with this key: `inspectOperation` shows the keys of its calls.',
    });
  });

  it('counts when it was said first', async () => {
    const { access, gate } = openClaims();
    const { key, abandon } = entered(await gate().claim(request()));
    await abandon(true);
    const told = await Promise.all([
      resolveOperation(access, key, { kind: 'failed' }, 'Ada'),
      resolveOperation(access, key, happened, 'Ben'),
      resolveOperation(access, key, { kind: 'run_again' }, 'Cid'),
    ]);
    expect(told.map(({ kind }) => kind)).toEqual(['resolved', 'refused', 'refused']);
    expect(await gate().claim(request())).toMatchObject({ kind: 'ended', end: { status: 'error' } });
  });

  it('does not overrule its owner, who was slow and saw the end', async () => {
    const { access, gate, clock } = openClaims();
    const call = entered(await gate().claim(request()));
    await clock.advance(silentMs);
    const [told] = await Promise.all([call.settle(booked('late')), resolveOperation(access, call.key, { kind: 'run_again' }, 'Ada')]);
    expect(told).toEqual(booked('late'));
    expect(await gate().claim(request())).toEqual({ kind: 'ended', end: booked('late') });
  });
});
