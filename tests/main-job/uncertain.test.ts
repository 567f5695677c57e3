import { describe, expect, test } from 'vitest';
import { quoted } from '../../packages/cli/src/terminal/quoted.ts';
import { readRecorded } from '../support/journal.ts';
import { type OrderDesk, openOrderDesk, orderDeskIn, type Stage } from '../support/order-desk.ts';
import { inStores } from '../support/store-kinds.ts';

/** Kills the command inside its unsafe tool and gives the key of the call that the resume asks about. */
async function leaveUncertain(desk: OrderDesk, stage: Stage): Promise<string> {
  await desk.hold(stage);
  const command = desk.run('--input', 'two lamps');
  await desk.reached(stage);
  command.signal('SIGKILL');
  await command.ended;
  await desk.release(stage);
  const { exitCode, stderr } = await desk.run('--resume').ended;
  expect(exitCode).toBe(3);
  expect(stderr).toContain('call_uncertain: a tool may or may not have had its effect.');
  const [line = '', key = ''] = /intarsia resolve --store (?:\S+) --conversation order --call (\S+) .*/.exec(stderr) ?? [];
  expect(line).toContain(`--store ${quoted(desk.store)}`);
  expect(line).toContain('--happened | --failed | --run-again');
  return key;
}

const resolve = (desk: OrderDesk, key: string, ...how: readonly string[]) =>
  desk.intarsia('resolve', '--store', desk.store, '--conversation', 'order', '--call', key, ...how).ended;

const announced = 'announced Two lamps are booked.';

describe.concurrent('kill -9 inside an unsafe tool: the resume waits for a person', { timeout: 60_000 }, () => {
  const cases = [
    {
      stage: 'announce.after',
      how: ['--attempt', '1', '--happened', '{"status":"ok"}'],
      effects: [announced],
      calls: 1,
      result: { status: 'ok' },
    },
    { stage: 'announce.before', how: ['--failed'], effects: [], calls: 1, result: null },
    { stage: 'announce.before', how: ['--run-again'], effects: [announced], calls: 2, result: { status: 'ok' } },
  ] as const;
  test.for(inStores(cases))('$given.stage, $given.how, in $kind', async ({ given: { stage, how, effects, calls }, ...kind }, context) => {
    const desk = await orderDeskIn(kind, context);
    const key = await leaveUncertain(desk, stage);

    const again = await desk.run('--resume').ended;
    context.expect(again.stderr).toContain('call_uncertain');
    context.expect(again.exitCode).not.toBe(0);
    const resolved = await resolve(desk, key, ...how);
    context.expect(resolved).toMatchObject({ exitCode: 0, stderr: '' });
    context.expect(resolved.stdout).toContain(`--resume --store ${quoted(desk.store)} --conversation order`);
    context.expect(await resolve(desk, key, ...how)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('call_unknown: ') });

    context.expect(await desk.run('--resume').ended).toMatchObject({ exitCode: 0 });
    context.expect((await readRecorded(desk.store, desk.scope)).status).toBe('completed');
    context.expect(desk.log('effects').filter((effect) => effect.startsWith('announced'))).toEqual(effects);
    context.expect(desk.log('calls').filter((call) => call === 'announce')).toHaveLength(calls);
    context.expect(desk.model.answered).toEqual(['Order', 'Announcement']);
  });

  test('resolving takes exactly one answer, a result that is JSON, and no decision about another attempt', async (context) => {
    const desk = await openOrderDesk();
    context.onTestFinished(() => desk.close());
    const key = await leaveUncertain(desk, 'announce.before');
    for (const how of [[], ['--failed', '--run-again'], ['--happened', 'yes!']]) {
      context.expect(await resolve(desk, key, ...how)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^bad_request: /) });
    }
    const stderr = expect.stringMatching(/^call_unknown: Attempt 2 of the call was resolved; attempt 1 waits now/);
    context.expect(await resolve(desk, key, '--failed', '--attempt', '2')).toMatchObject({ exitCode: 2, stderr });
    context.expect((await readRecorded(desk.store, desk.scope)).status).toBe('paused');
  });
});
