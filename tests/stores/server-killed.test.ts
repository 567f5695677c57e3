import { describe, type TestContext, test } from 'vitest';
import { backends, type KillableServer } from '../../packages/knowledge-stores/src/torture/backends.test-support.ts';
import { readRecorded } from '../support/journal.ts';
import { type OrderDesk, openOrderDesk } from '../support/order-desk.ts';

const served = backends.filter(({ name }) => name === 'redis' || name === 'mongo');

/** An order desk whose store is on a server of its own. */
async function deskOn({ start }: (typeof backends)[number], context: TestContext): Promise<{ desk: OrderDesk; server: KillableServer }> {
  const { url, server, remove } = await start();
  context.onTestFinished(() => remove());
  if (server === null) throw new Error(`${url} has no server.`);
  const desk = await openOrderDesk(undefined, undefined, url);
  context.onTestFinished(() => desk.close());
  return { desk, server };
}

async function expectWhole({ expect }: TestContext, desk: OrderDesk): Promise<void> {
  const recorded = await readRecorded(desk.store, desk.scope);
  expect(recorded).toMatchObject({ status: 'completed', context: { price: 20, booking: 'B1' } });
  expect(desk.log('effects')).toEqual(['booked 2 lamp', 'announced Two lamps are booked.']);
  expect(desk.model.answered).toEqual(['Order', 'Announcement']);
}

describe.concurrent.each(served)('kill -9 of the $name server while a tool runs', { timeout: 240_000 }, (backend) => {
  test('it stays away: the command ends and says how to go on, and the resume does', async (context) => {
    const { desk, server } = await deskOn(backend, context);
    await desk.hold('book.before');
    const command = desk.run('--input', 'two lamps');
    await desk.reached('book.before');
    await server.kill();
    await desk.release('book.before');
    const { exitCode, stderr } = await command.ended;
    context.expect({ exitCode, stderr }).toEqual({
      exitCode: 130,
      stderr: context.expect.stringMatching(/Interrupted: store_unavailable: .+ Go on with: intarsia run .+ --resume --store/),
    });
    await server.restart();
    context.expect(await desk.run('--resume').ended).toMatchObject({ exitCode: 0 });
    await expectWhole(context, desk);
    context.expect(desk.log('calls')).toEqual(['price', 'book', 'book', 'announce']);
  });

  test('it comes back: nothing is lost and nothing is done twice', async (context) => {
    const { desk, server } = await deskOn(backend, context);
    await desk.hold('price.run');
    const command = desk.run('--input', 'two lamps');
    await desk.reached('price.run');
    await server.kill();
    await server.restart();
    await desk.release('price.run');
    context.expect(await command.ended).toMatchObject({ exitCode: 0 });
    await expectWhole(context, desk);
    context.expect(desk.log('calls')).toEqual(['price', 'book', 'announce']);
  });
});
