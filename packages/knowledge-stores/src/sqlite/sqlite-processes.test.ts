import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChildRequest } from './child.test.process.ts';
import { sqliteStore } from './index.ts';

let folder = '';
let file = '';
const children = new Set<ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intarsia-sqlite-'));
  file = join(folder, 'store.db');
});

afterEach(async () => {
  await Promise.all([...children].map(end));
  await rm(folder, { recursive: true });
});

async function start(): Promise<ChildProcess> {
  const child = fork(new URL('child.test.process.ts', import.meta.url), [file], { execArgv: ['--conditions=@intarsia/source'] });
  children.add(child);
  const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The process ended with ${code} before it was ready.`)));
  gone.catch(() => undefined);
  expect(await Promise.race([once(child, 'message'), gone])).toEqual(['ready', undefined]);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function ask(child: ChildProcess, request: ChildRequest): Promise<unknown> {
  const answered = once(child, 'message');
  child.send(request);
  const [answer] = await answered;
  return answer;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

test('four processes append to one file: nothing is lost, nothing overlaps', { timeout: 60_000 }, async () => {
  const processes = await Promise.all(Array.from({ length: 4 }, start));
  const texts = processes.map((_, owner) => Array.from({ length: 150 }, (_, index) => `<${owner}.${index}:${'ü'.repeat(index % 9)}>`));
  const offsets = await Promise.all(
    processes.map((child, owner) => ask(child, { kind: 'append', path: '/log', texts: texts[owner] ?? [] })),
  );
  const store = sqliteStore({ file });
  const written = texts.flat();
  for (const [index, offset] of offsets.flat().entries()) {
    const text = written[index] ?? '';
    expect(await store.readRange('/log', Number(offset), Number(offset) + bytesOf(text))).toBe(text);
  }
  expect((await store.stat('/log'))?.size).toBe(bytesOf(written.join('')));
  await store.close();
});

test('K1: two processes compare and set 300 times each: every one is applied', { timeout: 60_000 }, async () => {
  const processes = await Promise.all([start(), start()]);
  const refusals = await Promise.all(processes.map((child) => ask(child, { kind: 'increment', path: '/count', times: 300 })));
  expect(refusals).toEqual([expect.any(Number), expect.any(Number)]);
  const store = sqliteStore({ file });
  expect(await store.read('/count')).toBe('600');
  await store.close();
});

test('two processes open the same new files at the same moments: both can use every one', { timeout: 60_000 }, async () => {
  const processes = await Promise.all([start(), start()]);
  const files = Array.from({ length: 60 }, (_, index) => join(folder, `new-${index}.db`));
  const request = { kind: 'open', files, at: Date.now() + 50, everyMs: 20 } as const;
  expect(await Promise.all(processes.map((child) => ask(child, request)))).toEqual([60, 60]);
  const store = sqliteStore({ file: files[0] ?? '' });
  expect(await store.read('/a')).toBe('xx');
  await store.close();
});

test('two processes race for a lease: exactly one wins each epoch', { timeout: 60_000 }, async () => {
  const processes = await Promise.all([start(), start()]);
  const store = sqliteStore({ file });
  let last = 0;
  for (let round = 0; round < 40; round += 1) {
    const results = await Promise.all(
      processes.map((child, index) => ask(child, { kind: 'acquire', lease: '/run', owner: `owner ${index}`, ttlMs: 60_000 })),
    );
    const holder = await store.lease.holder('/run');
    expect(results).toContainEqual({ kind: 'acquired', epoch: holder?.epoch, ttlMs: 60_000 });
    expect(results).toContainEqual({ kind: 'held', owner: holder?.owner, remainingMs: expect.any(Number) });
    expect(holder?.epoch).toBe(last + 1);
    last += 1;
    await store.lease.release('/run', { epoch: last });
  }
  await store.close();
});

test('K9: a process that lost its lease cannot commit any more', { timeout: 60_000 }, async () => {
  const [slow, fast] = await Promise.all([start(), start()]);
  const store = sqliteStore({ file });
  expect(await ask(slow, { kind: 'acquire', lease: '/run', owner: 'slow', ttlMs: 20 })).toMatchObject({ kind: 'acquired', epoch: 1 });
  await expect.poll(() => store.lease.holder('/run')).toBe(null);
  expect(await ask(fast, { kind: 'acquire', lease: '/run', owner: 'fast', ttlMs: 60_000 })).toMatchObject({ kind: 'acquired', epoch: 2 });
  const commit = (epoch: number, content: string): ChildRequest => ({
    kind: 'commit',
    operations: [{ kind: 'append', path: '/result', content }],
    conditions: { fence: { lease: '/run', epoch } },
  });
  expect(await ask(slow, commit(1, 'late'))).toEqual({ kind: 'stale_epoch', currentEpoch: 2 });
  expect(await ask(fast, commit(2, 'once'))).toEqual({ kind: 'committed' });
  expect(await store.read('/result')).toBe('once');
  await store.close();
});

/** Lets a child write until it acknowledged some commits, then kills it in the middle of the next; the last acknowledged number. */
async function writeAndKill(first: number, commits: number): Promise<number> {
  const child = await start();
  let acknowledged = first - 1;
  const enough = new Promise<void>((resolve) => {
    child.on('message', (number) => {
      acknowledged = Number(number);
      if (acknowledged >= first + commits) resolve();
    });
  });
  child.send({ kind: 'write_until_killed', first } satisfies ChildRequest);
  await enough;
  await end(child);
  return acknowledged;
}

test('a writer that is killed loses no acknowledged commit and leaves none half done', { timeout: 120_000 }, async () => {
  let last = 0;
  for (let kill = 0; kill < 20; kill += 1) {
    const acknowledged = await writeAndKill(last + 1, Math.floor(Math.random() * 12));
    const store = sqliteStore({ file });
    const numbers = ((await store.read('/log')) ?? '').split('\n').slice(0, -1).map(Number);
    last = numbers.length;
    expect(numbers).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    expect(last).toBeGreaterThanOrEqual(acknowledged);
    expect(await store.read('/state')).toBe(`${last}:${'x'.repeat(100_000)}`);
    expect(await store.list('/marks')).toEqual([String(last)]);
    await store.close();
  }
});
