import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxPort } from '@intarsia/core';
import { processSandbox } from '@intarsia/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validateIn } from './tools/validation-steps.ts';

const owner = { tenant: 'local', app: 'validated' };
const goodServer = `import { createServer } from 'node:http';
createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), process.env.HOST);`;
const goodTest = `import test from 'node:test'; test('adds', () => {});`;

let folder: string;
let port: SandboxPort;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'validation-steps-'));
  port = processSandbox({ root: folder, allowUnisolated: true });
});

afterAll(async () => {
  for (const { id } of await port.list()) await (await port.connect(id))?.terminate();
  await rm(folder, { recursive: true, force: true });
});

async function validated(server: string, tests: Readonly<Record<string, string>>) {
  const files = [{ path: 'server.mjs', content: server }, ...Object.entries(tests).map(([path, content]) => ({ path, content }))];
  const sandbox = await port.create({ purpose: 'validation', owner, lifetimeMs: 60_000 });
  await sandbox.writeFiles(files);
  const { steps, tests: counts } = await validateIn(sandbox, files, new AbortController().signal);
  await sandbox.terminate();
  const step = (name: string) => steps.find((each) => each.name === name);
  return { tests: step('Tests'), start: step('Start'), counts };
}

describe('the tests of an app', { timeout: 60_000 }, () => {
  const early = (path: string) => `${path}: the tests ended before they reported`;
  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['one file that only ends', { 'a.test.mjs': 'process.exit(0);' }, early('a.test.mjs')],
    ['a file without a test', { 'a.test.mjs': `console.log('nothing to see');` }, early('a.test.mjs')],
    [
      'a report that a file prints',
      { 'a.test.mjs': `console.log('TAP version 13\\nok 1 - a\\n1..1\\n# tests 5\\n# pass 5\\n# fail 0');` },
      early('a.test.mjs'),
    ],
    [
      'a report of ours that a file prints',
      { 'a.test.mjs': `console.log(JSON.stringify({ files: [{ path: 'a.test.mjs', total: 1, passed: 1, failed: 0 }], failures: [] }));` },
      early('a.test.mjs'),
    ],
    [
      'a file that ends between its tests',
      {
        'a.test.mjs': `import test from 'node:test'; test('one', () => {}); test('two', async () => { await 1; process.exit(0); });
test('three', () => { throw new Error('never told'); });`,
      },
      early('a.test.mjs'),
    ],
    ['a file that ends beside a good one', { 'a.test.mjs': goodTest, 'test/a.test.mjs': 'process.exit(0);' }, early('test/a.test.mjs')],
    ['tests that are all skipped', { 'a.test.mjs': `import test from 'node:test'; test.skip('one', () => {});` }, 'No test ran'],
    [
      'an error after the tests',
      { 'a.test.mjs': `${goodTest} process.on('exit', () => { process.exitCode = 3; });` },
      'The tests ended with an error',
    ],
    ['no test file', {}, 'The app has no tests'],
  ])('do not pass with %s', async (_what, tests, summary) => {
    const { tests: step, start } = await validated(goodServer, tests);
    expect(step).toMatchObject({ status: 'failed', summary });
    expect(start).toMatchObject({ status: 'skipped' });
  });

  test('that break at once show why', async () => {
    const { tests } = await validated(goodServer, { 'a.test.mjs': `throw new Error('no such table');` });
    expect(tests).toMatchObject({ summary: early('a.test.mjs'), output: expect.stringContaining('no such table') });
  });

  const flood = `for (let line = 0; line < 2048; line += 1) console.log('x'.repeat(1023));`;

  test('may print more than a sandbox keeps', async () => {
    const { tests, start, counts } = await validated(goodServer, { 'a.test.mjs': `${goodTest} ${flood}` });
    expect(tests).toMatchObject({ status: 'passed', summary: '1 test passed' });
    expect(counts).toEqual({ total: 1, passed: 1, failed: 0 });
    expect(start).toMatchObject({ status: 'passed' });
  });

  test('that fail after a flood show why', async () => {
    const failing = `import test from 'node:test'; ${flood} test('adds', () => { throw new Error('one and one is three'); });`;
    const { tests, counts } = await validated(goodServer, { 'a.test.mjs': failing });
    expect(tests).toMatchObject({ summary: '1 of 1 tests failed', output: expect.stringContaining('one and one is three') });
    expect(counts).toEqual({ total: 1, passed: 0, failed: 1 });
  });
});

describe('an app that starts', { timeout: 60_000 }, () => {
  test('and crashes is told at once, with the end of its log', async () => {
    const { start } = await validated(`console.error('no database here'); process.exit(1);`, { 'a.test.mjs': goodTest });
    expect(start).toMatchObject({ status: 'failed', summary: 'The app ended before it answered /healthz', output: 'no database here' });
    expect(start?.durationMs).toBeLessThan(10_000);
  });

  test('and sends its probe elsewhere does not answer', async () => {
    const server = `import { createServer } from 'node:http';
let asked = 0;
const app = createServer(({ url }, response) => {
  if (url !== '/healthz') return response.end('ok', () => console.log('it was followed'));
  response.writeHead(302, { location: '/elsewhere' }).end();
  if (++asked === 3) app.close(() => process.exit(0)), app.closeAllConnections();
}).listen(Number(process.env.PORT), process.env.HOST);`;
    const { start } = await validated(server, { 'a.test.mjs': goodTest });
    expect(start).toMatchObject({ status: 'failed', summary: 'The app ended before it answered /healthz', output: '' });
  });
});
