import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Sandbox } from '../../ports/index.ts';
import { answerOf, type CaseBody, create, owner, rejectsWith, served, until } from './harness.ts';

/** How long after its deadline a sandbox may still be there. */
const slackMs = 5_000;

/** The ends of a sandbox. */
export const lifeCases: Readonly<Record<string, CaseBody>> = {
  'terminate ends the server and every later call': async ({ port, again }) => {
    const sandbox = await create(port);
    const url = sandbox.localUrl(await served(sandbox));
    const found = await again.connect(sandbox.info.id);
    equal(await sandbox.terminate(), true);
    equal(await answerOf(url), null);
    for (const handle of [sandbox, found]) await isGone(handle);
    for (const provider of [port, again]) {
      equal(await provider.connect(sandbox.info.id), null);
      deepEqual(await provider.list(), []);
    }
  },
  'terminate may be called again, and from elsewhere': async ({ port, again }) => {
    const sandbox = await create(port);
    const found = await again.connect(sandbox.info.id);
    deepEqual(await Promise.all([sandbox.terminate(), found?.terminate()]), [true, true]);
    equal(await sandbox.terminate(), true);
  },
  'terminate ends a command that runs': async ({ port }) => {
    const sandbox = await create(port);
    const running = rejectsWith('sandbox_gone', () =>
      sandbox.run({ command: ['node', '-e', `require('node:fs').writeFileSync('here', ''); setInterval(() => {}, 1000)`] }),
    );
    await until('the command runs', async () => (await sandbox.readFile('here')) !== null);
    equal(await sandbox.terminate(), true);
    ok(await running, 'X5: the command ended otherwise than with sandbox_gone');
  },
  'terminate leaves other sandboxes alone': async ({ port }) => {
    const [one, other] = [await create(port), await create(port)];
    const url = other.localUrl(await served(other));
    equal(await one.terminate(), true);
    ok((await answerOf(url)) !== null);
    deepEqual(
      (await port.list()).map(({ id }) => id),
      [other.info.id],
    );
  },
  'the deadline ends the sandbox': async ({ port, again }) => {
    const sandbox = await create(port, { lifetimeMs: 4_000 });
    const url = sandbox.localUrl(await served(sandbox));
    const deadline = Date.parse(sandbox.info.deadline);
    await until('the server is gone', async () => (await answerOf(url)) === null, 4_000 + slackMs);
    ok(Date.now() >= deadline - 500, `it ended ${deadline - Date.now()} ms before its deadline`);
    await until('nobody finds it', async () => (await again.list(owner)).length === 0, slackMs);
    await isGone(sandbox);
    equal(await again.connect(sandbox.info.id), null);
    equal(await sandbox.terminate(), true);
  },
  'extend moves the deadline, forth and back': async ({ port, again }) => {
    const sandbox = await create(port, { lifetimeMs: 4_000 });
    const url = sandbox.localUrl(await served(sandbox));
    const first = Date.parse(sandbox.info.deadline);
    const moved = await sandbox.extend(60_000);
    equal(sandbox.info.deadline, moved);
    ok(Math.abs(Date.parse(moved) - Date.now() - 60_000) <= 2_000, moved);
    equal((await again.list(owner))[0]?.deadline, moved);
    await until('its first deadline is over', () => Date.now() > first + 1_500);
    ok((await answerOf(url)) !== null, 'it ended at its first deadline');
    const found = await again.connect(sandbox.info.id);
    await found?.extend(500);
    await until('the server is gone', async () => (await answerOf(url)) === null, 500 + slackMs);
    await isGone(sandbox);
  },
};

async function isGone(sandbox: Sandbox | null): Promise<void> {
  ok(sandbox !== null);
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    writeFiles: () => sandbox.writeFiles([{ path: 'late.txt', content: 'x' }]),
    readFile: () => sandbox.readFile('late.txt'),
    run: () => sandbox.run({ command: ['node', '-e', ''] }),
    start: () => sandbox.start({ command: ['node', '-e', ''] }),
    services: () => sandbox.services(),
    serviceLog: () => sandbox.serviceLog(),
    extend: () => sandbox.extend(60_000),
  };
  for (const [name, call] of Object.entries(calls)) ok(await rejectsWith('sandbox_gone', call), `${name} did not reject with sandbox_gone`);
}
