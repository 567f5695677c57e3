import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type JournalStore, namespaceStore } from '@intarsia/core';
import { openStore } from '../url/index.ts';
import type { Backend, Subject } from './backends.test-support.ts';
import { historyBreaches } from './check-history.test-support.ts';
import { type Found, type Operation, places, readRecords } from './history.test-support.ts';
import { type Random, seededRandom } from './random.test-support.ts';
import { namespace, type WorkerReport } from './worker-plan.test-support.ts';
import { startWatcher, startWorker, type Worker } from './workers.test-support.ts';

/** How much a run does, and which one. */
export interface RunSize {
  readonly seed: number;
  readonly workers: number;
  /** Of each worker. */
  readonly operations: number;
  /** After which no more is begun. */
  readonly forMs: number;
  /** Where there is no server its kills are workers', too. */
  readonly kills: { readonly workers: number; readonly server: number };
}

/** What a run came to. */
export interface RunReport {
  readonly breaches: readonly string[];
  /** How often each kind of attempt came to each kind of result. */
  readonly counts: Readonly<Record<string, number>>;
  readonly stops: number;
  readonly killedWorkers: number;
  readonly killedServers: number;
  /** The longest call that changes something. */
  readonly slowestMs: number;
  readonly tookMs: number;
}

const leaseTtlMs = 100;
const lastPath = '/last';

/** One run under way. */
interface Run {
  readonly size: RunSize;
  readonly subject: Subject;
  readonly random: Random;
  /** All that were started. */
  readonly workers: Worker[];
  start(onReport?: (worker: Worker, report: WorkerReport) => void): Worker;
  isOver(): boolean;
}

/** Stops whoever has just got the lease until another one took it or could have, then lets it go on. */
function stalls(random: Random) {
  let stopped: { readonly worker: Worker; resume(): void } | null = null;
  let stops = 0;
  const stall = async (worker: Worker): Promise<void> => {
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    stopped = { worker, resume: resolve };
    await wait(random.between(0, 5));
    worker.signal('SIGSTOP');
    stops += 1;
    await Promise.race([taken, wait(leaseTtlMs * 4)]); // it may hold a lock that keeps others from taking over
    worker.signal('SIGCONT');
    stopped = null;
  };
  return {
    count: () => stops,
    onReport(worker: Worker, { kind }: WorkerReport): void {
      if (kind !== 'acquired') return;
      if (stopped !== null && stopped.worker !== worker) stopped.resume();
      else if (stopped === null && random.chance(0.5)) void stall(worker);
    },
  };
}

async function allFiles(store: JournalStore): Promise<ReadonlyMap<string, string | null>> {
  const files = new Map<string, string | null>();
  for (const folder of [places.files, places.results]) {
    for (const name of await store.list(folder)) files.set(`${folder}/${name}`, await store.read(`${folder}/${name}`));
  }
  return files;
}

/** What a new handle finds. */
async function findAll(url: string, heard: string): Promise<Found> {
  const handle = await openStore(url);
  try {
    const store = namespaceStore(handle, namespace);
    return {
      log: (await store.read(places.log)) ?? '',
      versioned: await store.read(places.versioned),
      sized: (await store.read(places.sized)) ?? '',
      fenced: await store.read(places.fenced),
      marks: { versioned: await store.list(places.marks.versioned), sized: await store.list(places.marks.sized) },
      files: await allFiles(store),
      heard: new Set(heard.split('\n')),
    };
  } finally {
    await handle.close();
  }
}

async function writeLast(url: string): Promise<void> {
  const handle = await openStore(url);
  await namespaceStore(handle, namespace).write(lastPath, 'x');
  await handle.close();
}

const countKinds = (operations: readonly Operation[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { attempt, result } of operations) {
    const outcome = result?.kind === 'failed' && result.unknown ? 'unknown' : (result?.kind ?? 'killed');
    counts[`${attempt.kind} ${outcome}`] = (counts[`${attempt.kind} ${outcome}`] ?? 0) + 1;
  }
  return counts;
};

const slowest = (operations: readonly Operation[]): number =>
  operations.reduce((most, { attempt, begun, ended }) => Math.max(most, attempt.kind === 'look' || ended === null ? 0 : ended - begun), 0);

/** Starts a store with a subscription in a process of its own, lets `work` be done on it, and checks what is left. */
async function runOn(backend: Backend, size: RunSize, work: (run: Run) => Promise<Partial<RunReport>>): Promise<RunReport> {
  const since = performance.now();
  const subject = await backend.start();
  const folder = await mkdtemp(join(tmpdir(), 'intarsia-torture-'));
  const workers: Worker[] = [];
  const start: Run['start'] = (onReport = () => undefined) => {
    const plan = {
      url: subject.url,
      name: `w${workers.length}`,
      seed: size.seed + workers.length,
      operations: size.operations,
      leaseTtlMs,
    };
    const worker: Worker = startWorker(plan, folder, (report) => onReport(worker, report));
    workers.push(worker);
    return worker;
  };
  const watcher = startWatcher(subject.url, lastPath, folder);
  try {
    await watcher.next();
    const until = performance.now() + size.forMs;
    const isOver = (): boolean => performance.now() >= until;
    const did = await work({ size, subject, random: seededRandom(size.seed), workers, start, isOver });
    await writeLast(subject.url);
    await watcher.done;
    const operations = readRecords(await Promise.all(workers.map((worker) => worker.records())));
    const found = await findAll(subject.url, await watcher.records());
    return {
      breaches: historyBreaches({ operations, found }),
      counts: countKinds(operations),
      stops: 0,
      killedWorkers: 0,
      killedServers: 0,
      slowestMs: Math.round(slowest(operations)),
      tookMs: Math.round(performance.now() - since),
      ...did,
    };
  } finally {
    await Promise.all([...workers, watcher].map((worker) => worker.kill()));
    await subject.remove();
    await rm(folder, { recursive: true });
  }
}

/** Workers on one namespace, of which now and then one that has the lease is stopped for longer than the lease. */
export const runMixedLoad = (backend: Backend, size: RunSize): Promise<RunReport> =>
  runOn(backend, size, async ({ start, random, isOver, workers }) => {
    const { onReport, count } = stalls(random);
    for (let index = 0; index < size.workers; index += 1) start(onReport);
    await Promise.all(workers.map((worker) => worker.ready));
    for (const worker of workers) worker.begin();
    const finished = Promise.all(workers.map((worker) => worker.done));
    const bound = wait(size.forMs, undefined, { ref: false });
    await Promise.race([finished, bound]);
    if (isOver()) for (const worker of workers) worker.stop();
    await finished;
    return { stops: count() };
  });

/** Workers on one namespace, of which one after the other is killed and replaced, and the server with them. */
export const runKills = (backend: Backend, size: RunSize): Promise<RunReport> =>
  runOn(backend, size, async ({ start, random, isOver, subject: { server } }) => {
    let killedWorkers = 0;
    let killedServers = 0;
    const startAtOnce = (): Worker => {
      const worker = start();
      worker.begin();
      return worker;
    };
    const alive = Array.from({ length: size.workers }, startAtOnce);
    const kills = {
      workers: size.kills.workers + (server === null ? size.kills.server : 0),
      server: server === null ? 0 : size.kills.server,
    };
    await Promise.all(alive.map((worker) => worker.next()));
    while (!isOver() && killedWorkers + killedServers < kills.workers + kills.server) {
      const index = random.between(0, alive.length - 1);
      const victim = alive[index];
      if (victim === undefined) break;
      for (let calls = random.between(1, 20); calls > 0; calls -= 1) await victim.next();
      await wait(random.between(0, 4));
      const left = kills.workers - killedWorkers;
      if (server === null || random.between(1, left + kills.server - killedServers) <= left) {
        await victim.kill();
        alive[index] = startAtOnce();
        killedWorkers += 1;
      } else {
        await server.kill();
        await server.restart();
        killedServers += 1;
        await Promise.all(alive.map(goesOn));
      }
    }
    for (const worker of alive) worker.stop();
    await Promise.all(alive.map((worker) => worker.done));
    return { killedWorkers, killedServers };
  });

/** Two calls, as the first may have been made before the server was away. */
async function goesOn(worker: Worker): Promise<void> {
  await worker.next(20_000);
  await worker.next(20_000);
}
