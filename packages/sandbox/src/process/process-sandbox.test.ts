import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isIntarsiaError } from '@intarsia/core';
import { expect, it, vi } from 'vitest';
import { processSandbox } from './index.ts';
import { logLimitBytes, logTailBytes } from './log.ts';
import { isSandboxName, parseRecord } from './record.ts';
import { floodProgram } from './test/programs.ts';
import { isAlive, notedNumber, setting, until, visibleNames } from './test/setting.ts';

const request = { purpose: 'validation', owner: { tenant: 'test', app: 'app' }, lifetimeMs: 60_000 } as const;

vi.setConfig({ testTimeout: 60_000 });

it('says that it does not isolate, and refuses the code of a real model unless the operator accepts that', async () => {
  await using here = await setting();
  expect(here.port.capabilities).toEqual({ isolation: 'none', label: 'process (no isolation)' });
  for (const port of [processSandbox({ root: here.root, model: 'real' }), processSandbox({ root: here.root })]) {
    await expect(port.create(request)).rejects.toMatchObject({
      code: 'sandbox_refused',
      message: expect.stringMatching(/this user's rights.*isolated sandbox provider.*INTARSIA_ALLOW_UNISOLATED=1/),
    });
  }
  expect(await visibleNames(here.root)).toEqual([]);
  const accepted = await processSandbox({ root: here.root, model: 'real', allowUnisolated: true }).create(request);
  expect(await accepted.terminate()).toBe(true);
});

it('makes a missing root, for this user alone', async () => {
  await using here = await setting();
  const root = join(here.root, 'a', 'b');
  const sandbox = await processSandbox({ root, model: 'offline' }).create(request);
  for (const folder of [root, join(root, sandbox.info.id), join(root, sandbox.info.id, 'files')]) {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  }
  expect(isSandboxName(sandbox.info.id)).toBe(true);
  expect(sandbox.previewUrl(80)).toBe(`http://${sandbox.info.id}.localhost:80/`);
  expect(await sandbox.terminate()).toBe(true);
});

it('names a root that it cannot use', async () => {
  await using here = await setting();
  const [file, open] = [join(here.root, 'file'), join(here.root, 'open')];
  await writeFile(file, '');
  await mkdir(open);
  await chmod(open, 0o777);
  for (const root of ['/proc/intarsia', join(file, 'below'), file, open]) {
    const port = processSandbox({ root, model: 'offline' });
    for (const call of [() => port.create(request), () => port.list()]) {
      await expect(call()).rejects.toMatchObject({ code: 'sandbox_unavailable', message: expect.stringContaining(`"${root}"`) });
    }
  }
});

it('X1: leaves nothing when the watchdog does not start', async () => {
  await using here = await setting();
  for (const node of ['/no/such/node', '/bin/true']) {
    const failure: unknown = await processSandbox({ root: here.root, node, model: 'offline' })
      .create(request)
      .catch((error: unknown) => error);
    expect(isIntarsiaError(failure, 'sandbox_unavailable')).toBe(true);
    expect(failure).toHaveProperty('cause', expect.any(Error));
  }
  expect(await visibleNames(here.root)).toEqual([]);
});

it('X2: bounds the life of a sandbox, from its creation', async () => {
  await using here = await setting(10_000);
  const sandbox = await here.create(3_600_000);
  const latest = new Date(Date.parse(sandbox.info.createdAt) + 10_000).toISOString();
  expect(sandbox.info.deadline).toBe(latest);
  expect(await sandbox.extend(3_600_000)).toBe(latest);
  await expect(sandbox.extend(-5)).rejects.toMatchObject({ code: 'sandbox_limit' });
  expect(Date.parse(await sandbox.extend(5_000))).toBeLessThan(Date.parse(latest));
});

it('gives programs exactly this environment', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  const print = 'process.stdout.write(JSON.stringify(process.env))';
  const environment = { GIVEN: 'yes', INTARSIA_SANDBOX: 'forged', PORT: '1', HOME: '/given' };
  const ran = JSON.parse((await sandbox.run({ command: ['node', '-e', print], environment })).stdout);
  const { port } = await sandbox.start({ command: ['node', '-e', print], environment });
  await until('the server wrote it', async () => (await sandbox.serviceLog()).endsWith('}'));
  const served = JSON.parse(await sandbox.serviceLog());
  const common = { GIVEN: 'yes', HOME: '/given', LANG: 'C.UTF-8', INTARSIA_SANDBOX: sandbox.info.id };
  expect(ran).toEqual({
    ...common,
    PORT: '1',
    PATH: expect.any(String),
    TMPDIR: join(here.root, sandbox.info.id, 'tmp'),
    INTARSIA_SANDBOX_WORK: expect.any(String),
  });
  expect(served).toEqual({ ...ran, PORT: String(port), HOST: '127.0.0.1', INTARSIA_SANDBOX_WORK: expect.any(String) });
  const home = await sandbox.run({ command: ['node', '-p', 'process.env.HOME'] });
  expect(home.stdout.trim()).toBe(join(here.root, sandbox.info.id, 'home'));
  expect((await sandbox.run({ command: ['node', '-p', 'process.execPath'] })).stdout.trim()).toBe(process.execPath);
});

it('a symbolic link leads nowhere outside', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  await sandbox.writeFiles([{ path: 'inner/file', content: 'inside' }]);
  const code = `const fs = require('node:fs'); fs.symlinkSync('..', 'up'); fs.symlinkSync('../sandbox.json', 'file');
fs.symlinkSync('inner', 'link'); fs.symlinkSync('loop', 'loop'); require('node:child_process').execFileSync('mkfifo', ['pipe']);`;
  expect(await sandbox.run({ command: ['node', '-e', code] })).toMatchObject({ exitCode: 0 });
  for (const path of ['up/sandbox.json', 'file']) {
    await expect(sandbox.readFile(path)).rejects.toMatchObject({ code: 'path_invalid' });
    await expect(sandbox.writeFiles([{ path, content: 'x' }])).rejects.toMatchObject({ code: 'path_invalid' });
  }
  for (const path of ['up/new.txt', 'loop/new.txt', 'pipe']) {
    await expect(sandbox.writeFiles([{ path, content: 'x' }])).rejects.toMatchObject({ code: 'path_invalid' });
  }
  for (const path of ['pipe', 'loop']) expect(await sandbox.readFile(path)).toBeNull();
  await sandbox.writeFiles([{ path: 'link/new.txt', content: 'also inside' }]);
  expect([await sandbox.readFile('inner/new.txt'), await sandbox.readFile('link/file')]).toEqual(['also inside', 'inside']);
});

it('a file that is too large is not read', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  await sandbox.run({ command: ['node', '-e', `require('node:fs').writeFileSync('large', Buffer.alloc(17 * 1024 * 1024))`] });
  await expect(sandbox.readFile('large')).rejects.toMatchObject({ code: 'sandbox_limit' });
});

it('many servers of two hosts get ports of their own, and a free wish is granted', async () => {
  await using here = await setting();
  const second = processSandbox({ root: here.root, model: 'offline' });
  const sandboxes = [await here.create(), await second.create(request)];
  const starts = sandboxes.flatMap((sandbox) => Array.from({ length: 6 }, () => sandbox.start({ command: ['node', '-e', ''] })));
  const ports = (await Promise.all(starts)).map(({ port }) => port);
  expect(new Set(ports).size).toBe(12);
  const [one, other] = sandboxes;
  const wished = (await one?.start({ command: ['node', '-e', ''] }))?.port ?? 0;
  expect((await other?.start({ command: ['node', '-e', ''], port: wished }))?.port).not.toBe(wished);
  expect(await one?.terminate()).toBe(true);
  expect((await other?.start({ command: ['node', '-e', ''], port: wished }))?.port).toBe(wished);
});

it('the log of a server that floods stays bounded and keeps its end', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  await sandbox.start({ command: ['node', '-e', floodProgram] });
  const log = join(here.root, sandbox.info.id, 'service.log');
  await until('a part was written', async () => Number(await sandbox.readFile('megabytes')) >= 400, 60_000);
  await until('the log was cut', async () => (await stat(log)).size <= logLimitBytes);
  await sandbox.writeFiles([{ path: 'finish', content: '' }]);
  let text = '';
  await until('its last words are there', async () => {
    text = await sandbox.serviceLog();
    return text.endsWith('the end ☃');
  });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(logTailBytes);
});

it('output that a command was cut in, or left a character incomplete in, is whole characters', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  const flood = await sandbox.run({ command: ['node', '-e', `process.stdout.write('☃'.repeat(400_000))`] });
  expect([flood.truncated, flood.stdout]).toEqual([true, '☃'.repeat(Math.floor((1024 * 1024) / 3))]);
  const half = await sandbox.run({ command: ['node', '-e', `process.stdout.write(Buffer.from('☃').subarray(0, 2))`] });
  expect([half.truncated, half.stdout]).toEqual([false, '\ufffd']);
});

it('a listener that throws ends the command, and its error is the answer', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  const reason = new Error('the listener is full');
  let calls = 0;
  const running = sandbox.run({
    command: ['node', '-e', `require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => console.log('more'), 5)`],
    onOutput: () => {
      calls += 1;
      throw reason;
    },
  });
  await expect(running).rejects.toBe(reason);
  expect(calls).toBe(1);
  expect(await isAlive(await notedNumber(sandbox, 'pid'))).toBe(false);
});

it('a command that the system does not take is refused with its own code', async () => {
  await using here = await setting();
  const sandbox = await here.create();
  for (const command of [['node\0'], ['node', '-e', 'a\0b'], [''], ['node', 'x'.repeat(3 * 1024 * 1024)]] as [string, ...string[]][]) {
    await expect(sandbox.run({ command })).rejects.toMatchObject({ code: 'sandbox_command_failed' });
    await expect(sandbox.start({ command })).rejects.toMatchObject({ code: 'sandbox_command_failed' });
  }
  await expect(sandbox.start({ command: ['no-such-program-here'] })).rejects.toMatchObject({ code: 'sandbox_command_failed' });
  await sandbox.writeFiles([{ path: 'script.sh', content: '#!/bin/sh\n' }]);
  expect((await sandbox.run({ command: ['./script.sh'] })).exitCode).toBe(126);
});

it.each(['', 'null', '[]', '{}', '{"id":"s1"}', '{"id":"s1","purpose":"other"}'])('the record %j is none', (text) => {
  expect(parseRecord(text)).toBeNull();
});
