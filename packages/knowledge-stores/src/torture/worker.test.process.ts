// A process that works on one namespace, mixed and at random, and writes down every attempt before it makes it and what came of it: to its own
// standard output, a file, synchronously, so that a kill takes nothing of that away.
import { writeSync } from 'node:fs';
import { setTimeout as wait, setImmediate as yieldToEvents } from 'node:timers/promises';
import { type CommitConditions, isIntarsiaError, namespaceStore, type StoreOperation } from '@intarsia/core';
import { openStore } from '../url/index.ts';
import { type Attempt, type LineAttempt, lineOf, places, type RecordLine, type Result, readLine } from './history.test-support.ts';
import { seededRandom } from './random.test-support.ts';
import { namespace, type WorkerOrder, type WorkerPlan, type WorkerReport } from './worker-plan.test-support.ts';

const plan: WorkerPlan = JSON.parse(process.argv[2] ?? '');
let stopped = false;
const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
process.on('message', (order: WorkerOrder) => {
  if (order === 'begin') begin();
  else stopped = true;
});
process.on('disconnect', () => process.exit());

const handle = await openStore(plan.url);
const store = namespaceStore(handle, namespace);
const random = seededRandom(plan.seed);
const now = (): number => Number(process.hrtime.bigint()) / 1e6; // the same clock in every process
const write = (record: RecordLine): void => void writeSync(1, `${JSON.stringify(record)}\n`);
const report = (message: WorkerReport): void => void process.send?.(message);

let count = 0;
const nextId = (): string => {
  count += 1;
  return `${plan.name}.${count}`;
};
const padding = (): number => (random.chance(0.005) ? random.between(2_000, 30_000) : random.between(0, 60));

function failure(error: unknown): Result {
  const unknown = isIntarsiaError(error) && error.details['outcome'] === 'unknown';
  const named = isIntarsiaError(error, 'store_unavailable') && error.retryable;
  return { kind: 'failed', unknown, named, message: String(error) };
}

/** Makes an attempt and writes down both ends of it. */
async function attempt(what: Attempt, call: () => Promise<Result>): Promise<Result> {
  write({ at: now(), attempt: what });
  const result = await call().catch(failure);
  write({ at: now(), id: what.id, result });
  if (result.kind === 'failed')
    await wait(20); // the server may be away
  else report({ kind: 'acknowledged' });
  return result;
}

const commit = (what: LineAttempt, operations: readonly StoreOperation[], conditions: CommitConditions): Promise<Result> =>
  attempt(what, () => store.commit([{ kind: 'append', path: places.log, content: lineOf(what) }, ...operations], conditions));

let own = { offset: 0, line: '' };

async function append(): Promise<void> {
  const what = { id: nextId(), kind: 'append', padding: padding() } as const;
  const line = lineOf(what);
  const result = await attempt(what, async () => ({ kind: 'appended', offset: await store.append(places.log, line) }));
  if (result.kind === 'appended') own = { offset: result.offset, line };
}

async function writeFile(): Promise<void> {
  const what = { id: nextId(), kind: 'file', padding: padding() } as const;
  await attempt(what, async () => {
    await store.write(`${places.files}/${what.id}`, lineOf(what));
    return { kind: 'done' };
  });
}

const readVersioned = async (): Promise<{ readonly number: number; readonly id: string }> => {
  const [number = '0', id = '-'] = ((await store.read(places.versioned)) ?? '').split(' ');
  return { number: Number(number), id };
};

async function commitOnVersion(): Promise<void> {
  const found = await store.stat(places.versioned);
  const last = await readVersioned();
  const what = { id: nextId(), kind: 'versioned', padding: padding(), number: last.number + 1, previous: last.id } as const;
  await commit(
    what,
    [
      { kind: 'delete', path: `${places.marks.versioned}/${last.id}` },
      { kind: 'write', path: places.versioned, content: `${what.number} ${what.id}` },
      { kind: 'write', path: `${places.marks.versioned}/${what.id}`, content: 'x' },
    ],
    { expect: [{ path: places.versioned, ...(found === null ? { size: -1 } : { version: found.version }) }] },
  );
}

async function commitOnSize(): Promise<void> {
  const at = (await store.stat(places.sized))?.size ?? 0;
  const what = { id: nextId(), kind: 'sized', padding: padding(), at } as const;
  await commit(
    what,
    [
      { kind: 'append', path: places.sized, content: `${what.id}\n` },
      { kind: 'delete', path: places.marks.sized },
      { kind: 'write', path: `${places.marks.sized}/${what.id}`, content: 'x' },
    ],
    { expect: [{ path: places.sized, size: at === 0 ? -1 : at }] },
  );
}

const ttlMs = plan.leaseTtlMs;
let epoch: number | null = null;

async function acquire(): Promise<void> {
  const result = await attempt({ id: nextId(), kind: 'acquire', ttlMs }, async () => {
    const lease = await store.lease.acquire(places.lease, { owner: plan.name, ttlMs });
    return lease.kind === 'acquired' ? { kind: 'acquired', epoch: lease.epoch } : { kind: 'held' };
  });
  if (result.kind !== 'acquired') return;
  epoch = result.epoch;
  report({ kind: 'acquired' });
}

async function commitUnder(epoch: number): Promise<boolean> {
  const what = { id: nextId(), kind: 'fenced', padding: padding(), epoch } as const;
  const operations: readonly StoreOperation[] = [
    { kind: 'write', path: places.fenced, content: what.id },
    { kind: 'write', path: `${places.results}/${what.id}`, content: lineOf(what) },
  ];
  return (await commit(what, operations, { fence: { lease: places.lease, epoch } })).kind !== 'stale_epoch';
}

/** One step of an owner: most commit, some renew, some release, some only forget that they hold it. A lost renewal does not keep it from committing. */
async function workUnderLease(): Promise<void> {
  if (epoch === null) return acquire();
  const held = epoch;
  const choice = random.between(1, 100);
  if (choice <= 75) {
    if (!(await commitUnder(held))) epoch = null;
  } else if (choice <= 86) {
    await attempt({ id: nextId(), kind: 'renew', epoch: held, ttlMs }, async () => {
      return { kind: 'renewed', held: await store.lease.renew(places.lease, { epoch: held, ttlMs }) };
    });
  } else if (choice <= 93) {
    epoch = null;
    await attempt({ id: nextId(), kind: 'release', epoch: held }, async () => {
      await store.lease.release(places.lease, { epoch: held });
      return { kind: 'done' };
    });
  } else {
    epoch = null;
  }
}

/** How far this worker read the log, and the last commit on a version that it saw there. */
let read: { end: number; number: number | null } | null = null;

/** What is wrong with new lines of the log, which end where a line ends. */
function wrongIn(text: string, lines: readonly (ReturnType<typeof readLine> | string)[]): string | null {
  if (text !== '' && !text.endsWith('\n')) return `the log ended in ${JSON.stringify(text.slice(-80))}`;
  const torn = lines.find((line) => typeof line === 'string');
  return torn === undefined ? null : `the log held ${JSON.stringify(String(torn).slice(0, 80))}`;
}

async function look(): Promise<void> {
  await attempt({ id: nextId(), kind: 'look' }, async () => {
    read ??= { end: (await store.stat(places.log))?.size ?? 0, number: null };
    const before = (await readVersioned()).number;
    const text = await store.readRange(places.log, read.end);
    const after = (await readVersioned()).number;
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => readLine(line) ?? line);
    const commits = lines.filter((line) => typeof line !== 'string').filter(({ kind }) => kind === 'versioned');
    const last = commits.at(-1)?.detail.split(',')[0];
    read = { end: read.end + Buffer.byteLength(text), number: last === undefined ? read.number : Number(last) };
    const mine = await store.readRange(places.log, own.offset, own.offset + Buffer.byteLength(own.line));
    const wrong = mine === own.line ? wrongIn(text, lines) : `its own append at ${own.offset} read ${JSON.stringify(mine.slice(0, 80))}`;
    return { kind: 'seen', before, logged: read.number, after, wrong };
  });
}

async function step(): Promise<void> {
  const choice = random.between(1, 100);
  if (choice <= 40) return append();
  if (choice <= 46) return writeFile();
  if (choice <= 60) return commitOnVersion();
  if (choice <= 72) return commitOnSize();
  if (choice <= 92) return workUnderLease();
  return look();
}

report({ kind: 'ready' });
await begun;
while (!stopped && count < plan.operations) {
  await yieldToEvents(); // a store that works synchronously would never let a message in
  try {
    await step();
  } catch (error) {
    // A read ahead of a commit: written down as a look that failed.
    await attempt({ id: nextId(), kind: 'look' }, () => Promise.reject(error));
  }
}
await handle.close();
process.disconnect();
