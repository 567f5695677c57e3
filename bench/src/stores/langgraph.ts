import type { BaseCheckpointSaver, CheckpointMetadata } from '@langchain/langgraph-checkpoint';
import { emptyCheckpoint, uuid6 } from '@langchain/langgraph-checkpoint';
import { MongoDBSaver } from '@langchain/langgraph-checkpoint-mongodb';
import { RedisSaver } from '@langchain/langgraph-checkpoint-redis';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { MongoClient } from 'mongodb-6'; // the version that its saver is made for
import type { Saver } from './savers.ts';

/** A checkpointer of LangGraph.js on the same work: one channel that holds the state. The ids of its threads begin with `prefix`. */
export function langGraphSaver(name: string, saver: BaseCheckpointSaver, prefix = ''): Saver {
  return {
    name,
    async thread(id) {
      const thread = { configurable: { thread_id: `${prefix}${id}`, checkpoint_ns: '' } };
      let parent: Parameters<typeof saver.put>[0] = thread;
      return {
        async save(state) {
          const { turn } = state;
          const checkpoint = {
            ...emptyCheckpoint(),
            id: uuid6(turn),
            channel_values: { state },
            channel_versions: { state: turn },
          };
          const metadata: CheckpointMetadata = { source: 'loop', step: turn, parents: {} };
          parent = await saver.put(parent, checkpoint, metadata, { state: turn });
        },
        async latestTurn() {
          const tuple = await saver.getTuple(thread);
          const state: unknown = tuple?.checkpoint.channel_values['state'];
          return typeof state === 'object' && state !== null && 'turn' in state ? Number(state.turn) : Number.NaN;
        },
      };
    },
  };
}

/** Its checkpointer in an SQLite file, which leaves `synchronous` at the driver's NORMAL unless told otherwise. */
export function sqliteSaver(file: string, synchronous: 'NORMAL' | 'FULL'): BaseCheckpointSaver {
  const saver = SqliteSaver.fromConnString(file);
  saver.db.pragma(`synchronous = ${synchronous}`);
  return saver;
}

/** Its checkpointer in a MongoDB database, with its indexes. */
export async function mongoSaver(url: string, dbName: string): Promise<{ readonly saver: BaseCheckpointSaver; close(): Promise<void> }> {
  const client = new MongoClient(url);
  const saver = new MongoDBSaver({ client, dbName });
  const [failure] = await saver.setup();
  if (failure !== undefined) throw failure;
  return { saver, close: () => client.close() };
}

/** Its checkpointer in a Redis server that has RediSearch and RedisJSON. */
export async function redisSaver(url: string): Promise<{ readonly saver: BaseCheckpointSaver; close(): Promise<void> }> {
  const saver = await RedisSaver.fromUrl(url);
  return { saver, close: () => saver.end() };
}
