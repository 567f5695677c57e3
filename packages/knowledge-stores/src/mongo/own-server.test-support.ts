import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { freePort } from '../../../../tests/support/free-port.ts';

/** A MongoDB server that a test may kill. */
export interface OwnServer {
  readonly url: string;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same data; resolves when it takes writes. */
  start(): Promise<void>;
  /** Keeps it from answering, until `resume`. */
  stop(): Promise<void>;
  resume(): void;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

const startMs = 60_000;

async function untilWritable(port: number, child: ChildProcess, replicaSet: boolean): Promise<void> {
  const deadline = Date.now() + startMs;
  for (;;) {
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, { serverSelectionTimeoutMS: 500 });
    try {
      const admin = client.db('admin');
      const hello = await admin.command({ hello: 1 });
      if (hello['isWritablePrimary'] === true) return;
      if (replicaSet && hello['setName'] === undefined) {
        await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
      }
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error;
    } finally {
      await client.close();
    }
    await delay(30);
  }
}

/** Starts a server on a free port of the loopback; with `replicaSet` it is one of a single member. */
export async function ownServer(
  binary: string,
  options: { readonly replicaSet: boolean; readonly flags?: readonly string[] },
): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'intarsia-mongod-'));
  const port = await freePort();
  const set = options.replicaSet ? ['--replSet', 'rs0', '--oplogSize', '64'] : [];
  const flags = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket', ...set, ...(options.flags ?? [])];
  let child: ChildProcess | undefined;

  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const start = async (): Promise<void> => {
    child = spawn(binary, flags, { stdio: 'ignore' });
    await untilWritable(port, child, options.replicaSet);
  };
  await start();
  return {
    url: `mongodb://127.0.0.1:${port}/?${options.replicaSet ? 'replicaSet=rs0' : 'directConnection=true'}`,
    kill,
    start,
    async stop() {
      child?.kill('SIGSTOP');
      while (!/\) T /.test(await readFile(`/proc/${child?.pid}/stat`, 'utf8'))) await delay(5);
    },
    resume: () => void child?.kill('SIGCONT'),
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
