import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { freePort } from '../../../../tests/support/free-port.ts';
import { requireService } from '../../../../tests/support/services.ts';

/** The server that all suites share; undefined where there is none. Who uses it takes a key prefix of its own. */
export const sharedRedis = requireService('INTARSIA_TEST_REDIS_URL');

/** A key prefix that nobody else has, on a server, and a way to remove what is under it. */
export function ownPrefix(url: string): { readonly keyPrefix: string; remove(): Promise<void> } {
  const keyPrefix = `test:${randomUUID()}`;
  return {
    keyPrefix,
    async remove() {
      const client = new Redis(url);
      for await (const keys of client.scanStream({ match: `${keyPrefix}:*`, count: 1_000 })) {
        if (Array.isArray(keys) && keys.length > 0) await client.unlink(keys);
      }
      client.disconnect();
    },
  };
}

/** A server of the test's own. */
export interface OwnRedis {
  readonly port: number;
  readonly url: string;
  /** Sends a signal; SIGKILL waits for the end. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same folder and port. */
  restart(): Promise<void>;
  /** Runs one command of its admin. */
  command(...args: readonly string[]): Promise<string>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a server in a folder of its own, and waits until it answers. */
export async function startRedis(...options: readonly string[]): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'intarsia-redis-'));
  const port = await freePort();
  const password = options[options.indexOf('--requirepass') + 1];
  const login = options.includes('--requirepass') ? ['--no-auth-warning', '-a', password ?? ''] : [];
  const command = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)('redis-cli', ['-p', String(port), ...login, ...args])).stdout.trim();
  const start = async (): Promise<ChildProcess> => {
    const base = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '', '--daemonize', 'no'];
    const child = spawn('redis-server', [...base, ...options], { stdio: 'ignore' });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('redis-server ended before it answered')));
    const answers = async (): Promise<void> => {
      while ((await command('ping').catch(() => '')) !== 'PONG');
    };
    await Promise.race([answers(), ended]);
    ended.catch(() => undefined);
    return child;
  };
  let child = await start();
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const ended = name === 'SIGKILL' && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill(name);
    await ended;
  };
  return {
    port,
    url: `redis://127.0.0.1:${port}/0`,
    signal,
    command,
    async restart() {
      child = await start();
    },
    async stop() {
      await signal('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}

/** A cluster of the test's own: three masters without replicas. */
export interface OwnCluster {
  readonly urls: readonly string[];
  readonly nodes: readonly OwnRedis[];
  stop(): Promise<void>;
}

/** Starts a cluster, and waits until all nodes say that it is whole. */
export async function startCluster(): Promise<OwnCluster> {
  const nodes = await Promise.all(
    Array.from({ length: 3 }, async () => startRedis('--cluster-enabled', 'yes', '--cluster-port', String(await freePort()))),
  );
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await promisify(execFile)('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
  for (const node of nodes) while (!(await node.command('cluster', 'info')).includes('cluster_state:ok'));
  return {
    urls: nodes.map(({ port }) => `redis://127.0.0.1:${port}`),
    nodes,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}
