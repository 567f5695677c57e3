import type { Fact } from '@intarsia/core';
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../support/journal.ts';
import { type OrderDesk, openOrderDesk, orderDeskIn, orderReply, type Stage } from '../support/order-desk.ts';
import { inStores } from '../support/store-kinds.ts';

/** Runs until a process waits at the stage, kills it there, and lets the stage pass from then on. */
async function killAt(desk: OrderDesk, stage: Stage): Promise<void> {
  await desk.hold(stage);
  const command = desk.run('--input', 'two lamps');
  await desk.reached(stage);
  command.signal('SIGKILL');
  expect((await command.ended).exitCode).toBe(null);
  await desk.release(stage);
}

const effects = ['booked 2 lamp', 'announced Two lamps are booked.'];

async function expectCompleted(desk: OrderDesk): Promise<void> {
  const recorded = await readRecorded(desk.store, desk.scope);
  expect(recorded).toMatchObject({ status: 'completed', context: { price: 20, booking: 'B1' } });
  expect(desk.log('effects')).toEqual(effects);
  const settled = recorded.facts.filter(({ type }) => type === 'intarsia.tool.settled').length;
  const accepted = recorded.facts.filter(({ type }) => type === 'intarsia.output.accepted').length;
  expect({ settled: settled + resolvedAsEnd(recorded.facts), accepted }).toEqual({ settled: 3, accepted: 2 });
}

const resolvedAsEnd = (facts: readonly Fact[]): number =>
  facts.filter((fact) => fact.type === 'intarsia.effect.resolved' && fact.data.resolution === 'happened').length;

test.for(inStores(['without a crash']))('$given every tool is called once, in $kind', async (kind, context) => {
  const desk = await orderDeskIn(kind, context);
  expect(await desk.run('--input', 'two lamps').ended).toMatchObject({ exitCode: 0 });
  await expectCompleted(desk);
  expect(desk.log('calls')).toEqual(['price', 'book', 'announce']);
  expect(desk.model.answered).toEqual(['Order', 'Announcement']);
});

describe.concurrent('kill -9, then resume', { timeout: 60_000 }, () => {
  const stages: readonly { readonly stage: Stage; readonly calls: readonly string[]; readonly asked: readonly string[] }[] = [
    // The reply had come, and no commit held it yet.
    { stage: 'price.load', calls: ['price', 'book', 'announce'], asked: ['Order', 'Order', 'Announcement'] },
    { stage: 'price.run', calls: ['price', 'price', 'book', 'announce'], asked: ['Order', 'Announcement'] },
    { stage: 'book.load', calls: ['price', 'price', 'book', 'announce'], asked: ['Order', 'Announcement'] },
    { stage: 'book.before', calls: ['price', 'book', 'book', 'announce'], asked: ['Order', 'Announcement'] },
    { stage: 'book.after', calls: ['price', 'book', 'book', 'announce'], asked: ['Order', 'Announcement'] },
    { stage: 'announce.load', calls: ['price', 'book', 'announce'], asked: ['Order', 'Announcement', 'Announcement'] },
  ];
  const title = 'at $given.stage, in $kind: no effect twice, no committed reply asked again';
  test.for(inStores(stages))(title, async ({ given: { stage, calls, asked }, ...kind }, context) => {
    const desk = await orderDeskIn(kind, context);
    await killAt(desk, stage);
    context.expect(await desk.run('--resume').ended).toMatchObject({ exitCode: 0 });
    await expectCompleted(desk);
    context.expect(desk.log('calls')).toEqual(calls);
    context.expect(desk.model.answered).toEqual(asked);
  });

  test.for(inStores(['during a model call']))('$given, in $kind: it is asked again', async (kind, context) => {
    const silent = { value: true };
    const answer: Parameters<typeof openOrderDesk>[0] = ({ output }) =>
      output === 'Announcement' && silent.value ? { kind: 'silence' } : orderReply(output);
    const desk = await orderDeskIn(kind, context, (store) => openOrderDesk(answer, undefined, store));
    const command = desk.run('--input', 'two lamps');
    await desk.model.asked(({ output }) => output === 'Announcement');
    command.signal('SIGKILL');
    await command.ended;
    silent.value = false;
    context.expect(await desk.run('--resume').ended).toMatchObject({ exitCode: 0 });
    await expectCompleted(desk);
    context.expect(desk.model.answered).toEqual(['Order', 'Announcement']);
  });
});
