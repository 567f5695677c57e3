import { describe, test } from 'vitest';
import { readRecorded } from '../support/journal.ts';
import { type OrderDesk, openOrderDesk, orderDeskIn, type Stage } from '../support/order-desk.ts';
import { openPaymentDeskIn, requestsOf } from '../support/payment-desk.ts';
import { storeKinds } from '../support/store-kinds.ts';

/** Runs the command until a process waits at the stage, and kills it there. */
async function killAt(desk: OrderDesk, stage: Stage, ...options: readonly string[]): Promise<void> {
  await desk.hold(stage);
  const command = desk.run(...options);
  await desk.reached(stage);
  command.signal('SIGKILL');
  await command.ended;
  await desk.release(stage);
}

describe.concurrent.each(storeKinds)('kill -9 of the owners of a conversation in $kind', { timeout: 180_000 }, (kind) => {
  test('inside a keyed tool, then inside an unsafe one: every effect happens once, and no committed reply is asked for again', async (context) => {
    const { expect } = context;
    const desk = await orderDeskIn(kind, context);
    await killAt(desk, 'book.after', '--input', 'two lamps');
    await killAt(desk, 'announce.before', '--resume');
    const { exitCode, stderr } = await desk.run('--resume').ended;
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringContaining('call_uncertain') });
    const [, key = ''] = /--call (\S+) /.exec(stderr) ?? [];
    const resolve = ['resolve', '--store', desk.store, '--conversation', 'order', '--call', key, '--run-again'];
    expect(await desk.intarsia(...resolve).ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await desk.run('--resume').ended).toMatchObject({ exitCode: 0 });
    const recorded = await readRecorded(desk.store, desk.scope);
    expect(recorded).toMatchObject({ status: 'completed', context: { price: 20, booking: 'B1' } });
    expect(desk.log('effects')).toEqual(['booked 2 lamp', 'announced Two lamps are booked.']);
    expect(desk.log('calls')).toEqual(['price', 'book', 'book', 'announce', 'announce']);
    expect(desk.model.answered).toEqual(['Order', 'Announcement']);
  });
});

describe.concurrent.each(storeKinds)('two processes at once on a conversation in $kind', { timeout: 180_000 }, (kind) => {
  test('one of them decides about a call, which is made once', async (context) => {
    const { expect } = context;
    const desk = await orderDeskIn(kind, context, (url) => openPaymentDeskIn(url, { to: 'Bob', euros: 500 }));
    expect(await desk.run('--input', 'pay').ended).toMatchObject({ exitCode: 3 });
    const [request] = await requestsOf(desk);
    const decide = () => desk.run('--resume', '--call', request?.key ?? '', '--answer', 'allow').ended;
    const ended = await Promise.all([decide(), decide()]);
    expect(ended.map(({ exitCode }) => exitCode).sort()).toEqual([0, 2]);
    expect(ended.find(({ exitCode }) => exitCode === 2)?.stderr).toMatch(/conversation_busy|conversation_closed|call_unknown/);
    expect(desk.log('effects')).toEqual(['paid Bob 500']);
    expect((await readRecorded(desk.store, desk.scope)).status).toBe('completed');
  });
});

test('memory: runs to the end, and cannot be resumed', { timeout: 60_000 }, async (context) => {
  const desk = await openOrderDesk(undefined, undefined, 'memory:');
  context.onTestFinished(() => desk.close());
  context.expect(await desk.run('--input', 'two lamps').ended).toMatchObject({ exitCode: 0 });
  context.expect(desk.log('effects')).toHaveLength(2);
  const stderr = context.expect.stringContaining('store_unavailable: memory: keeps nothing');
  context.expect(await desk.run('--resume').ended).toMatchObject({ exitCode: 2, stderr });
});
