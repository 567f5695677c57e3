import { join } from 'node:path';
import type { JournalStore } from '@intarsia/core';
import { openStore } from '@intarsia/knowledge-stores/url';
import { deleteKeys, dropDatabases, redisDurability, servers, withDatabase, withKeyPrefix } from './servers.ts';

/** One backend of ours that can be measured here. */
export interface Backend {
  readonly name: string;
  /** What it has done with a write before it answers. */
  readonly durability: string;
  /** A new, empty store of its own; closed by `close` of the backends. */
  open(name: string): Promise<JournalStore>;
}

/** The backends that can be measured here, and why the others cannot. */
export interface Backends {
  readonly all: readonly Backend[];
  readonly skipped: readonly string[];
  /** Closes what was opened and deletes what was written to servers. */
  close(): Promise<void>;
}

/** Where this run writes: a folder, and a name that begins the name of everything on a server. */
export interface Place {
  readonly folder: string;
  readonly run: string;
}

/** Every backend whose server is there. */
export async function openBackends({ folder, run }: Place): Promise<Backends> {
  const open: JournalStore[] = [];
  const databases: string[] = [];
  const opened = async (url: string): Promise<JournalStore> => {
    const store = await openStore(url);
    open.push(store);
    return store;
  };
  const all: Backend[] = [
    { name: 'memory', durability: 'nothing', open: () => opened('memory:') },
    { name: 'disk', durability: 'its log is flushed', open: (name) => opened(`file:${join(folder, name)}`) },
    { name: 'sqlite', durability: 'WAL, synchronous FULL', open: (name) => opened(`sqlite:${join(folder, `${name}.db`)}`) },
  ];
  const skipped: string[] = [];
  const { redis, mongo } = servers;
  if (redis === undefined) skipped.push('redis: INTARSIA_TEST_REDIS_URL is not set');
  else
    all.push({ name: 'redis', durability: await redisDurability(redis), open: (name) => opened(withKeyPrefix(redis, `${run}-${name}`)) });
  if (mongo === undefined) skipped.push('mongo: INTARSIA_TEST_MONGO_URL is not set');
  else {
    const openDatabase = (name: string) => {
      databases.push(`${run}-${name}`);
      return opened(withDatabase(mongo, `${run}-${name}`));
    };
    all.push({ name: 'mongo', durability: 'w: majority, j: true', open: openDatabase });
  }
  return {
    all,
    skipped,
    async close() {
      await Promise.all(open.map((store) => store.close()));
      if (redis !== undefined) await deleteKeys(redis, `${run}*`);
      if (mongo !== undefined) await dropDatabases(mongo, databases);
    },
  };
}
