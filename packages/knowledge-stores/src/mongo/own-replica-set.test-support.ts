import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Document, MongoClient } from 'mongodb';
import { freePort } from '../../../../tests/support/free-port.ts';

/** A replica set of three members, of which a test may kill one after the other. */
export interface OwnReplicaSet {
  readonly url: string;
  /** Ends the primary with SIGKILL. */
  killPrimary(): Promise<void>;
  /** Starts who was killed, then lets another member become the primary; resolves when there is one. */
  restart(): Promise<void>;
  /** Ends all members and removes their data. */
  remove(): Promise<void>;
}

const startMs = 60_000;
const name = 'rs3';

async function ask(port: number, command: Document): Promise<Document> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, { serverSelectionTimeoutMS: 500 });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}

/** Tries again until there is an answer that is not null. */
async function until<Answer>(question: () => Promise<Answer | null>): Promise<Answer> {
  for (const deadline = Date.now() + startMs; ; ) {
    const answer = await question().catch((error) => {
      if (Date.now() > deadline) throw error;
      return null;
    });
    if (answer !== null) return answer;
    await delay(50);
  }
}

/** Starts three members on free ports of the loopback. */
export async function ownReplicaSet(binary: string): Promise<OwnReplicaSet> {
  const folder = await mkdtemp(join(tmpdir(), 'intarsia-mongods-'));
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const children = new Map<number, ChildProcess>();
  const flags = ['--bind_ip', '127.0.0.1', '--nounixsocket', '--replSet', name, '--oplogSize', '64', '--wiredTigerCacheSizeGB', '0.25'];

  const start = async (port: number): Promise<void> => {
    const data = join(folder, String(port));
    await mkdir(data, { recursive: true });
    children.set(port, spawn(binary, ['--dbpath', data, '--port', String(port), ...flags], { stdio: 'ignore' }));
    await until(() => ask(port, { ping: 1 }));
  };
  const kill = async (port: number): Promise<void> => {
    const child = children.get(port);
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    children.delete(port);
  };
  const primary = (): Promise<number> =>
    until(async () => {
      const ready = await Promise.all(
        [...children.keys()].map(async (port) => ((await ask(port, { hello: 1 }))['isWritablePrimary'] ? port : null)),
      );
      return ready.find((port) => port !== null) ?? null;
    });

  await Promise.all(ports.map(start));
  const members = ports.map((port, _id) => ({ _id, host: `127.0.0.1:${port}` }));
  await ask(ports[0], {
    replSetInitiate: { _id: name, members, settings: { electionTimeoutMillis: 1_000, heartbeatIntervalMillis: 300 } },
  });
  await primary();
  return {
    url: `mongodb://${members.map(({ host }) => host).join(',')}/?replicaSet=${name}`,
    killPrimary: async () => kill(await primary()),
    async restart() {
      const killed = ports.find((port) => !children.has(port));
      if (killed !== undefined) await start(killed);
      const before = await primary();
      await ask(before, { replSetStepDown: 5, secondaryCatchUpPeriodSecs: 3, force: true }).catch(() => undefined); // it may hang up
      await until(async () => ((await primary()) === before ? null : true));
    },
    async remove() {
      await Promise.all(ports.map(kill));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
