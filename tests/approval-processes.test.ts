import type { FactType } from '@intarsia/core';
import { describe, type TestContext, test } from 'vitest';
import type { Command } from './support/command.ts';
import { committed, readRecorded } from './support/journal.ts';
import type { OrderDesk } from './support/order-desk.ts';
import { openPaymentDesk, type Payment, requestsOf } from './support/payment-desk.ts';

const bob = { to: 'Bob', euros: 500 };
const eve = { to: 'Eve', euros: 1 };
const paidBob = ['paid Bob 500'];

async function deskOf({ onTestFinished }: TestContext, ...payments: readonly Payment[]): Promise<OrderDesk> {
  const desk = await openPaymentDesk(...payments);
  onTestFinished(() => desk.close());
  return desk;
}

/** Runs until the desk waits for a decision; the keys of the calls that wait. */
async function waiting(desk: OrderDesk, { expect }: TestContext): Promise<readonly string[]> {
  const asked = await desk.run('--input', 'pay').ended;
  expect(asked).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Waiting for approval.') });
  return (await requestsOf(desk)).map(({ key }) => key);
}

const decide = (desk: OrderDesk, key: string | undefined, answer: string) => desk.run('--resume', '--call', key ?? '', '--answer', answer);

const happened = '--happened={"receipt":"R-1"}';
const resolve = (desk: OrderDesk, key: string, said: string) =>
  desk.intarsia('resolve', '--store', desk.store, '--conversation', 'order', '--call', key, said);

const factsOf = async (desk: OrderDesk, type: FactType) =>
  (await readRecorded(desk.store, desk.scope)).facts.filter((fact) => fact.type === type);

describe.concurrent('a call that one process asks about and another one decides', { timeout: 90_000 }, () => {
  test('T3 runs once when it is allowed; the same command again changes nothing', async (context) => {
    const { expect } = context;
    const desk = await deskOf(context, bob);
    const [key] = await waiting(desk, context);
    expect([desk.log('calls'), desk.log('effects')]).toEqual([[], []]);
    expect(await decide(desk, key, 'allow').ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 made.') });
    expect([desk.log('calls'), desk.log('effects')]).toEqual([[key], paidBob]);
    expect(await decide(desk, key, 'allow').ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('call_unknown') });
    expect([desk.log('calls'), desk.model.answered.length]).toEqual([[key], 2]);
  });

  test('T2 never runs when it is denied, and the model is told why', async (context) => {
    const { expect } = context;
    const desk = await deskOf(context, bob);
    const [key] = await waiting(desk, context);
    expect(await decide(desk, key, 'deny too much').ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('0 made.') });
    expect(await decide(desk, key, 'allow').ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('call_unknown') });
    expect(desk.log('calls')).toEqual([]);
    expect(await factsOf(desk, 'intarsia.approval.decided')).toMatchObject([
      { data: { decision: 'deny', reason: 'too much', by: 'terminal' } },
    ]);
  });

  test('T3 is decided by one of two processes at once, and neither decides about the call behind it', async (context) => {
    const { expect } = context;
    const desk = await deskOf(context, bob, eve);
    const [first, second] = await waiting(desk, context);
    const ended = await Promise.all([decide(desk, first, 'allow').ended, decide(desk, first, 'allow').ended]);
    const won = ended.filter(({ exitCode }) => exitCode === 3);
    const lost = ended.filter(({ exitCode }) => exitCode === 2);
    expect([won.length, lost.length]).toEqual([1, 1]);
    expect(lost[0]?.stderr).toMatch(/conversation_busy|call_unknown/);
    expect(won[0]?.stderr).toContain(`--call ${second} --answer 'allow|deny'`);
    expect(desk.log('effects')).toEqual(paidBob);
    expect(await decide(desk, second, 'deny').ended).toMatchObject({ exitCode: 0 });
    expect(desk.log('effects')).toEqual(paidBob);
  });

  test('may be decided before the one that was asked first', async (context) => {
    const { expect } = context;
    const desk = await deskOf(context, bob, eve);
    const [first, second] = await waiting(desk, context);
    expect(await decide(desk, second, 'allow').ended).toMatchObject({ exitCode: 3 });
    expect(desk.log('effects')).toEqual(['paid Eve 1']);
    expect(await decide(desk, first, 'allow').ended).toMatchObject({ exitCode: 0 });
    expect(desk.log('effects')).toEqual(['paid Eve 1', 'paid Bob 500']);
  });
});

describe.concurrent('kill -9 of the process that decides', { timeout: 90_000 }, () => {
  const killAt = async (desk: OrderDesk, stage: 'pay.load' | 'pay.before' | 'pay.after', context: TestContext) => {
    const [key = ''] = await waiting(desk, context);
    await desk.hold(stage);
    const command = decide(desk, key, 'allow');
    await desk.reached(stage);
    command.signal('SIGKILL');
    await command.ended;
    await desk.release(stage);
    return key;
  };

  test('between the decision and the call: a resume makes the call, without asking again', async (context) => {
    const { expect } = context;
    const desk = await deskOf(context, bob);
    const key = await killAt(desk, 'pay.load', context);
    expect([desk.log('calls'), (await factsOf(desk, 'intarsia.tool.claimed')).length]).toEqual([[], 0]);
    expect(await decide(desk, key, 'deny').ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('call_unknown') });
    expect(await desk.run('--resume').ended).toMatchObject({ exitCode: 0 });
    expect([desk.log('calls'), desk.log('effects')]).toEqual([[key], paidBob]);
    expect(await factsOf(desk, 'intarsia.approval.requested')).toHaveLength(1);
  });

  test.for([
    { stage: 'pay.before', said: '--run-again', calls: 2 },
    { stage: 'pay.after', said: happened, calls: 1 },
  ] as const)(
    'T14 at $stage: the call is uncertain, and happens once by what a person says of it',
    async ({ stage, said, calls }, context) => {
      const { expect } = context;
      const desk = await deskOf(context, bob);
      const key = await killAt(desk, stage, context);
      expect(await desk.run('--resume').ended).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('call_uncertain') });
      expect(await decide(desk, key, 'allow').ended).toMatchObject({ exitCode: 2 });
      const resolve = ['resolve', '--store', desk.store, '--conversation', 'order', '--call', key, said];
      expect(await desk.intarsia(...resolve).ended).toMatchObject({ exitCode: 0 });
      expect(await desk.run('--resume').ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 made.') });
      expect([desk.log('calls').length, desk.log('effects')]).toEqual([calls, paidBob]);
      expect(await factsOf(desk, 'intarsia.approval.decided')).toHaveLength(1);
    },
  );
});

describe.concurrent('kill -9 as soon as a commit is seen', { timeout: 120_000 }, () => {
  test.for(['intarsia.approval.requested', 'intarsia.approval.decided', 'intarsia.tool.claimed', 'intarsia.tool.settled'] as const)(
    '%s: the person is asked once, and the payment is made once',
    async (type, context) => {
      const { expect } = context;
      const desk = await deskOf(context, bob);
      let running: Command | null = null;
      const killed = committed(desk.store, desk.scope, (fact) => fact.type === type).then(() => running?.signal('SIGKILL'));
      let rounds = 0;
      for (running = await nextOf(desk); running !== null; running = await nextOf(desk)) {
        await running.ended;
        expect(++rounds).toBeLessThan(8);
      }
      await killed;
      expect(desk.log('effects')).toEqual(paidBob);
      for (const once of ['intarsia.approval.requested', 'intarsia.approval.decided'] as const)
        expect(await factsOf(desk, once)).toHaveLength(1);
    },
  );

  /** What a person would do next; null once the conversation is over. */
  async function nextOf(desk: OrderDesk): Promise<Command | null> {
    const recorded = await readRecorded(desk.store, desk.scope).catch(() => null);
    if (recorded === null) return desk.run('--input', 'pay');
    if (recorded.status === 'completed') return null;
    const last = recorded.facts.at(-1);
    if (last?.type !== 'intarsia.run.paused') return desk.run('--resume');
    const [key = ''] = last.data.calls;
    if (last.data.reason === 'approval_required') return decide(desk, key, 'allow');
    await resolve(desk, key, desk.log('effects').length > 0 ? happened : '--run-again').ended;
    return desk.run('--resume');
  }
});
