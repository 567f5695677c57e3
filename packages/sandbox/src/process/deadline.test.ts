import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sandboxId } from '@intarsia/core';
import { expect, it, vi } from 'vitest';
import { watchdogOf } from './arm.ts';
import { noteLeader, sandboxFolder } from './folder.ts';
import { livingRecords } from './listing.ts';
import { processTable, startTimeOf } from './process-table.ts';
import {
  bareProgram,
  doubleForkProgram,
  runningAwayProgram,
  serverFile,
  stayingProgram,
  stoppedProgram,
  stubbornProgram,
} from './test/programs.ts';
import { answerOf, isAlive, notedNumber, setting, startHost, until, visibleNames } from './test/setting.ts';

vi.setConfig({ testTimeout: 60_000 });

it('X9: a server ends by its deadline when the host was killed with SIGKILL', async () => {
  await using here = await setting();
  const host = await startHost(here.root, 4_000, 'stay');
  const pid = Number(await answerOf(host.told.url));
  host.process.kill('SIGKILL');
  await host.exited;
  expect(await isAlive(pid)).toBe(true);
  await until('the server is dead', async () => !(await isAlive(pid)));
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(host.told.deadline));
  await until('its folder is gone', async () => (await visibleNames(here.root)).length === 0);
  expect(Date.now() - Date.parse(host.told.deadline)).toBeLessThan(5_000);
});

it('a host that is done exits while its sandbox lives, and another one takes it over', async () => {
  await using here = await setting();
  const host = await startHost(here.root, 60_000, 'leave');
  expect(await host.exited).toEqual([0, null]);
  const pid = Number(await answerOf(host.told.url));
  const sandbox = await here.port.connect(sandboxId(host.told.id));
  expect(await sandbox?.serviceLog()).toBe('ready\n');
  expect(await sandbox?.terminate()).toBe(true);
  expect(await isAlive(pid)).toBe(false);
});

it.each([
  ['that forked twice into a session of its own', doubleForkProgram, 'escaped'],
  ['in a session of its own, without any environment', bareProgram, 'escaped'],
  ['that is stopped', stoppedProgram, 'pid'],
  ['that ignores SIGTERM', stubbornProgram, 'pid'],
])('terminate and the deadline end a process %s', async (_, program, file) => {
  await using here = await setting();
  const [terminated, expiring] = [await here.create(), await here.create(60_000)];
  for (const sandbox of [terminated, expiring]) await sandbox.start({ command: ['node', '-e', program] });
  const [first, second] = [await notedNumber(terminated, file), await notedNumber(expiring, file)];
  expect(await terminated.terminate()).toBe(true);
  expect([await isAlive(first), await isAlive(second)]).toEqual([false, true]);
  await expiring.extend(1);
  await until('the second one is dead', async () => !(await isAlive(second)));
});

it('terminate catches processes that run away from it, each in a new session', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  await sandbox.writeFiles([{ path: 'run.sh', content: runningAwayProgram }]);
  await sandbox.start({ command: ['sh', 'run.sh', '0'] });
  await until('they run', async () => Number(await sandbox.readFile('generation')) > 3);
  expect(await sandbox.terminate()).toBe(true);
  const marked = `INTARSIA_SANDBOX=${sandbox.info.id}`;
  expect((await processTable()).filter(({ marks }) => marks.includes(marked))).toEqual([]);
  expect(await visibleNames(here.root)).toEqual([]);
});

it('a timeout ends a grandchild in a session of its own that holds the output open', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  const program = doubleForkProgram.replaceAll("'ignore'", "'inherit'");
  const result = await sandbox.run({ command: ['node', '-e', program], timeoutMs: 2_000 });
  expect(result).toMatchObject({ exitCode: null, timedOut: true });
  expect(await isAlive(await notedNumber(sandbox, 'escaped'))).toBe(false);
});

it('what a command left running ends with it, and the service does not', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  await sandbox.writeFiles([serverFile]);
  const { port } = await sandbox.start({ command: ['node', serverFile.path] });
  await sandbox.run({ command: ['sh', '-c', 'sleep 1000 & echo $! > left'] });
  expect(await isAlive(await notedNumber(sandbox, 'left'))).toBe(false);
  expect(await isAlive(Number(await answerOf(sandbox.localUrl(port))))).toBe(true);
});

it('a process that was given the pid of an ended one is left alone', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  const foreign = spawn(process.execPath, ['-e', stayingProgram], { detached: true, stdio: 'ignore' });
  await once(foreign, 'spawn');
  const pid = foreign.pid ?? 0;
  await noteLeader(sandboxFolder(here.root, sandbox.info.id), { pid, started: '1' });
  expect(await sandbox.terminate()).toBe(true);
  expect(await isAlive(pid)).toBe(true);
  const exited = once(foreign, 'exit');
  foreign.kill('SIGKILL');
  await exited;
});

it('a torn record ends the sandbox', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  await sandbox.start({ command: ['node', '-e', stayingProgram] });
  const pid = await notedNumber(sandbox, 'pid');
  await writeFile(sandboxFolder(here.root, sandbox.info.id).record, '{"id":"s');
  await until('it is dead', async () => !(await isAlive(pid)));
  await until('its folder is gone', async () => (await visibleNames(here.root)).length === 0);
  await expect(sandbox.readFile('pid')).rejects.toMatchObject({
    code: 'sandbox_gone',
    details: { id: sandbox.info.id, purpose: 'validation' },
  });
});

it('a killed watchdog is replaced by the next call', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  const place = sandboxFolder(here.root, sandbox.info.id);
  const before = await killWatchdog(place);
  expect(await sandbox.readFile('nothing')).toBeNull();
  const after = (await watchdogOf(place))?.pid ?? 0;
  expect([after === before, await isAlive(after)]).toEqual([false, true]);
  expect(await sandbox.terminate()).toBe(true);
  await until('the watchdog is gone too', async () => !(await isAlive(after)));
});

it('a sandbox whose watchdog was killed and whose deadline passed is ended by whoever looks', async () => {
  await using here = await setting();
  const sandbox = await here.create(60_000);
  await sandbox.start({ command: ['node', '-e', stayingProgram] });
  const pid = await notedNumber(sandbox, 'pid');
  const place = sandboxFolder(here.root, sandbox.info.id);
  await killWatchdog(place);
  const record = JSON.parse(await readFile(place.record, 'utf8'));
  await writeFile(place.record, JSON.stringify({ ...record, deadline: new Date(Date.now() - 1).toISOString() }));
  expect(await isAlive(pid)).toBe(true);
  expect(await here.port.list()).toEqual([]);
  expect([await isAlive(pid), await visibleNames(here.root)]).toEqual([false, []]);
});

it('what dead hosts left half made or half deleted is ended; what is not ours stays', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  await sandbox.start({ command: ['node', '-e', stubbornProgram] });
  const pid = await notedNumber(sandbox, 'pid');
  const left = `s${'0'.repeat(20)}`;
  for (const name of [`.new-${left}`, `.removed-${left}`, 'notes', '.removed-notes', 'sandbox']) await mkdir(join(here.root, name));
  await livingRecords(here.root);
  expect(await visibleNames(here.root)).toHaveLength(6);
  await until('a moment has passed', async () => Date.now() > (await stat(join(here.root, `.removed-${left}`))).ctimeMs + 1);
  expect((await livingRecords(here.root, 0)).map(({ id }) => id)).toEqual([sandbox.info.id]);
  expect([...(await visibleNames(here.root))].sort()).toEqual(['.removed-notes', 'notes', 'sandbox', sandbox.info.id].sort());
  expect(await isAlive(pid)).toBe(true);
});

async function killWatchdog(place: ReturnType<typeof sandboxFolder>): Promise<number> {
  const watchdog = await watchdogOf(place);
  if (watchdog === null) throw new Error('there is no watchdog');
  process.kill(watchdog.pid, 'SIGKILL');
  await until('the watchdog is dead', async () => (await startTimeOf(watchdog.pid)) === null);
  return watchdog.pid;
}
