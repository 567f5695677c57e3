import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireService } from '../../../../tests/support/services.ts';
import { ownReplicaSet } from '../mongo/own-replica-set.test-support.ts';
import { ownServer } from '../mongo/own-server.test-support.ts';
import { sharedRedis, startRedis } from '../redis/redis-servers.test-support.ts';

/** A server that a test may kill. */
export interface KillableServer {
  kill(): Promise<void>;
  /** Starts it again on the same data; resolves when it answers. */
  restart(): Promise<void>;
}

/** A new store, with a server of its own where its backend has one. */
export interface Subject {
  readonly url: string;
  readonly server: KillableServer | null;
  remove(): Promise<void>;
}

/** A backend that can be tortured here. */
export interface Backend {
  readonly name: 'sqlite' | 'disk' | 'redis' | 'mongo' | 'mongo of three members';
  start(): Promise<Subject>;
}

// The short form does not wait for a disk: a killed process takes nothing with it that the disk would have kept.
const full = process.env['INTARSIA_TORTURE'] === 'full';
const inMemory = !full && existsSync('/dev/shm');
const parent = inMemory ? '/dev/shm' : tmpdir();

const inFolder = (urlOf: (folder: string) => string) => async (): Promise<Subject> => {
  const folder = await mkdtemp(join(parent, 'intarsia-torture-'));
  return { url: urlOf(folder), server: null, remove: () => rm(folder, { recursive: true }) };
};

async function redis(): Promise<Subject> {
  const server = await startRedis('--appendonly', 'yes', '--appendfsync', 'always');
  return {
    url: server.url,
    server: { kill: () => server.signal('SIGKILL'), restart: () => server.restart() },
    remove: () => server.stop(),
  };
}

const mongoBinary = requireService('INTARSIA_TEST_MONGOD');

async function mongo(): Promise<Subject> {
  const server = await ownServer(mongoBinary ?? '', { replicaSet: true, flags: ['--wiredTigerCacheSizeGB', '0.25'] });
  return {
    url: server.url.replace('/?', '/torture?'),
    server: { kill: () => server.kill(), restart: () => server.start() },
    remove: () => server.remove(),
  };
}

/** With a failover at each kill. What its URL asks for must not weaken anything. */
async function mongoOfThree(): Promise<Subject> {
  const set = await ownReplicaSet(mongoBinary ?? '');
  return {
    url: `${set.url.replace('/?', '/torture?')}&w=1&journal=false&readConcernLevel=local&readPreference=secondary`,
    server: { kill: () => set.killPrimary(), restart: () => set.restart() },
    remove: () => set.remove(),
  };
}

/** The backends whose servers are here; in CI all of them. A set of three takes too long for the short form. */
export const backends: readonly Backend[] = [
  { name: 'sqlite', start: inFolder((folder) => `sqlite:${join(folder, 'store.db')}`) },
  { name: 'disk', start: inFolder((folder) => `file:${join(folder, 'store')}`) },
  ...(sharedRedis === undefined ? [] : [{ name: 'redis' as const, start: redis }]),
  ...(mongoBinary === undefined ? [] : [{ name: 'mongo' as const, start: mongo }]),
  ...(mongoBinary === undefined || !full ? [] : [{ name: 'mongo of three members' as const, start: mongoOfThree }]),
];
