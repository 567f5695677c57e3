import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

/** The servers of this run. The first two are those of `scripts/services env`; the third has RediSearch and RedisJSON. */
export const servers = {
  redis: process.env['INTARSIA_TEST_REDIS_URL'],
  mongo: process.env['INTARSIA_TEST_MONGO_URL'],
  redisWithModules: process.env['INTARSIA_TEST_REDIS_STACK_URL'],
};

/** The URL of a Redis store whose keys begin with a prefix. */
export function withKeyPrefix(url: string, keyPrefix: string): string {
  const parsed = new URL(url);
  parsed.searchParams.set('keyPrefix', keyPrefix);
  return parsed.href;
}

/** The URL of a MongoDB store in a database. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}

/** What the server says of its log. */
export async function redisDurability(url: string): Promise<string> {
  const client = new Redis(url);
  try {
    const setting = async (name: string): Promise<string> => {
      const answer: unknown = await client.config('GET', name);
      return Array.isArray(answer) ? String(answer[1]) : 'unknown';
    };
    return (await setting('appendonly')) === 'yes' ? `appendfsync ${await setting('appendfsync')}` : 'no log';
  } finally {
    client.disconnect();
  }
}

/** Deletes the keys that a pattern matches, and no others. */
export async function deleteKeys(url: string, pattern: string): Promise<void> {
  const client = new Redis(url);
  try {
    for await (const keys of client.scanStream({ match: pattern, count: 1000 })) {
      if (Array.isArray(keys) && keys.length > 0) await client.unlink(keys.map(String));
    }
  } finally {
    client.disconnect();
  }
}

/** Drops databases by name. */
export async function dropDatabases(url: string, names: readonly string[]): Promise<void> {
  const client = new MongoClient(url);
  try {
    for (const name of names) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
