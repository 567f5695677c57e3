import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallResult, claimMarginMs, defaultToolTimeoutMs, inspectOperation, resolveOperation, storeClaims } from '@intarsia/core';
import { randomIds, systemClock } from '@intarsia/core/node';
import { openStore } from '@intarsia/knowledge-stores/url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from './support/operation.process.ts';
import { type OwnStore, type StoreKind, storeKinds } from './support/store-kinds.ts';

let folder = '';
let shared: OwnStore;
const children = new Set<ChildProcess>();

afterEach(async () => {
  await Promise.all([...children].map(end));
  await shared.remove();
  await rm(folder, { recursive: true });
});

async function open(): Promise<ChildProcess> {
  const child = fork(new URL('support/operation.process.ts', import.meta.url), [shared.url, join(folder, 'world')], {
    execArgv: ['--conditions=@intarsia/source'],
  });
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

async function ask(child: ChildProcess, delivery: Delivery): Promise<CallResult> {
  const answered = once(child, 'message');
  child.send(delivery);
  const [answer] = await answered;
  return answer;
}

const world = async (): Promise<readonly string[]> => (await readFile(join(folder, 'world'), 'utf8')).trim().split('\n');

/** What a process is told of the operation, in a word. */
const wordOf = (result: CallResult): string => (result.type === 'error' ? result.error.code : result.type);

/** Past the limit of a call and the margin. */
const laterMs = defaultToolTimeoutMs + claimMarginMs + 1_000;

/** Lets a process enter the tool, and kills it there. */
async function killInside(delivery: Delivery): Promise<void> {
  const child = await open();
  const entered = once(child, 'message');
  child.send({ ...delivery, hangs: true });
  expect(await entered).toEqual(['entered', undefined]);
  await end(child);
}

/** Delivers one approval to some processes at once, twice: it books once. */
async function bookWith(count: number): Promise<void> {
  const processes = await Promise.all(Array.from({ length: count }, open));
  const [first] = processes;
  if (first === undefined) throw new Error('There is no process.');
  const waits = await ask(first, { effect: 'unsafe' });
  expect(waits).toMatchObject({ type: 'approval_required', pending: [{ name: 'book' }] });
  const deliver = () => Promise.all(processes.map((child) => ask(child, { effect: 'unsafe', earlier: waits, decision: 'allow' })));
  const told = (await deliver()).map(wordOf);
  expect(told).toContain('final_answer');
  for (const word of told) expect(['final_answer', 'conflict']).toContain(word);
  expect((await deliver()).map(wordOf)).toEqual(processes.map(() => 'final_answer'));
  const lines = await world();
  expect(lines).toEqual([expect.stringMatching(/^start /), lines[0]?.replace('start', 'end')]);
}

/** Each test has a store of its own of this kind; in the first one so many processes book at once. */
function openAndBook(openOwn: StoreKind['open'], processes: number): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'intarsia-operation-'));
    shared = await openOwn();
  });

  it.each([processes])(
    'T3 one approval that is delivered to %i processes at once books once, and is told to all of them later',
    { timeout: 120_000 },
    bookWith,
  );
}

describe.each(storeKinds)('in $kind', ({ open: openOwn }) => {
  openAndBook(openOwn, 2);

  it('T14 an unsafe call whose process is killed inside of it is not made again, until a person says so', { timeout: 60_000 }, async () => {
    const child = await open();
    const earlier = await ask(child, { effect: 'unsafe' });
    const approved = { effect: 'unsafe', earlier, decision: 'allow' } as const;
    await killInside(approved);
    expect(await ask(child, approved)).toMatchObject({ type: 'error', error: { type: 'claim_error', code: 'conflict' } });
    expect(wordOf(await ask(child, { ...approved, laterMs }))).toBe('uncertain');
    expect(await world()).toHaveLength(1);

    const store = await openStore(shared.url);
    const access = {
      claims: storeClaims(store),
      operationId: 'order 17',
      clock: { ...systemClock, now: () => systemClock.now() + laterMs },
      ids: randomIds,
    };
    const { calls } = await inspectOperation(access);
    expect(calls).toMatchObject([{ tool: 'book', status: 'uncertain' }]);
    expect(await resolveOperation(access, calls[0]?.key ?? '', { kind: 'run_again' }, 'Ada')).toEqual({ kind: 'resolved' });
    await store.close();
    expect(wordOf(await ask(child, { ...approved, laterMs }))).toBe('final_answer');
    expect(await world()).toEqual([`start ${calls[0]?.key}`, `start ${calls[0]?.key}`, `end ${calls[0]?.key}`]);
  });
});

// What depends on the store no more than the above.
describe.each(storeKinds.slice(0, 1))('in $kind', ({ open: openOwn }) => {
  openAndBook(openOwn, 6);

  it('T2 of opposite decisions that two processes deliver at once the first stands, for both and for good', {
    timeout: 60_000,
  }, async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const earlier = await ask(one, { effect: 'unsafe' });
    const deliver = async () => {
      const both = [
        ask(one, { effect: 'unsafe', earlier, decision: 'allow' }),
        ask(other, { effect: 'unsafe', earlier, decision: 'deny' }),
      ];
      return Promise.all(both);
    };
    await deliver();
    const results = (await deliver()).map(({ toolResults }) =>
      toolResults.map((result) => (result.status === 'success' ? 'booked' : result.error.type)),
    );
    expect([
      [['booked'], ['booked']],
      [['approval_denied'], ['approval_denied']],
    ]).toContainEqual(results);
    const booked = await world().catch(() => []);
    expect(booked.length).toBe(results[0]?.[0] === 'booked' ? 2 : 0);
  });

  it('T13 a keyed call whose process is killed inside of it is made again, with the key that it had', { timeout: 60_000 }, async () => {
    await killInside({ effect: 'keyed' });
    const child = await open();
    expect(wordOf(await ask(child, { effect: 'keyed' }))).toBe('conflict');
    expect(wordOf(await ask(child, { effect: 'keyed', laterMs }))).toBe('final_answer');
    const [first, ...rest] = await world();
    expect(rest).toEqual([first, first?.replace('start', 'end')]);
  });
});
