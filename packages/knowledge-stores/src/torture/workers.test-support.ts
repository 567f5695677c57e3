import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkerOrder, WorkerPlan, WorkerReport } from './worker-plan.test-support.ts';

/** A process at work. */
export interface Worker {
  readonly name: string;
  /** How many of its calls were acknowledged so far, as far as this process has heard. */
  acknowledged(): number;
  /** Resolves at its next acknowledged call. Rejects when it ended, or when `withinMs` are over. */
  next(withinMs?: number): Promise<void>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Resolves when it has opened the store and can begin. Rejects when it ended before. */
  readonly ready: Promise<void>;
  /** Lets it begin. */
  begin(): void;
  /** Asks it to end after the call that it is at. */
  stop(): void;
  /** Resolves when it ended by itself. Rejects with what it wrote to its standard error when it failed. */
  readonly done: Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** What it wrote down. */
  records(): Promise<string>;
}

function startProcess(
  file: string,
  args: readonly string[],
  folder: string,
  name: string,
): { child: ChildProcess; output: string; errors: string } {
  const output = join(folder, `${name}.out`);
  const errors = join(folder, `${name}.err`);
  const [out, err] = [openSync(output, 'w'), openSync(errors, 'w')];
  const stdio = ['ignore' as const, out, err, 'ipc' as const];
  const child = fork(new URL(file, import.meta.url), args, { execArgv: ['--conditions=@intarsia/source', '--no-warnings'], stdio });
  closeSync(out);
  closeSync(err);
  return { child, output, errors };
}

function workerOf(
  name: string,
  { child, output, errors }: ReturnType<typeof startProcess>,
  onReport: (report: WorkerReport) => void,
): Worker {
  let acknowledged = 0;
  let killed = false;
  const ended = once(child, 'exit');
  const done = ended.then(async ([code, signal]) => {
    if (code === 0 || killed) return;
    throw new Error(`${name} ended with ${code ?? signal}: ${(await readFile(errors, 'utf8')).slice(-2_000)}`);
  });
  done.catch(() => undefined); // who waits for it is told
  const ready = Promise.race([once(child, 'ready'), done.then(() => Promise.reject(new Error(`${name} ended`)))]).then(() => undefined);
  ready.catch(() => undefined);
  const order = (what: WorkerOrder): void => void (child.connected && child.send(what, () => undefined)); // it may end at this moment
  child.on('message', (report: WorkerReport) => {
    if (report.kind === 'acknowledged') acknowledged += 1;
    child.emit(report.kind);
    onReport(report);
  });
  return {
    name,
    done,
    acknowledged: () => acknowledged,
    async next(withinMs = 60_000) {
      const over = new AbortController();
      const silent = wait(withinMs, undefined, { signal: over.signal }).then(async () => {
        const last = (await readFile(output, 'utf8')).slice(-1_000);
        throw new Error(`${name} had no call acknowledged for ${withinMs} ms; it wrote down last: ${last}`);
      });
      const gone = done.then(() => Promise.reject(new Error(`${name} ended`)));
      for (const failure of [silent, gone]) failure.catch(() => undefined); // the one that comes second
      try {
        await Promise.race([once(child, 'acknowledged', { signal: over.signal }), silent, gone]);
      } finally {
        over.abort();
      }
    },
    signal: (name) => void child.kill(name),
    ready,
    begin: () => order('begin'),
    stop: () => order('stop'),
    async kill() {
      killed = true;
      child.kill('SIGKILL');
      await ended;
    },
    records: () => readFile(output, 'utf8'),
  };
}

/** Starts a process that works as planned and writes to files in `folder`. */
export const startWorker = (plan: WorkerPlan, folder: string, onReport: (report: WorkerReport) => void = () => undefined): Worker =>
  workerOf(plan.name, startProcess('worker.test.process.ts', [JSON.stringify(plan)], folder, plan.name), onReport);

/** Starts a process that hears of changes until it hears of `last`; it acknowledges once, when it hears of all that come from then on. */
export const startWatcher = (url: string, last: string, folder: string): Worker =>
  workerOf('watcher', startProcess('watcher.test.process.ts', [url, last], folder, 'watcher'), () => undefined);
