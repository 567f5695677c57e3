import { type CallOptions, IntarsiaError, type JournalStore, namespacePath, type StoreNamespace } from '@intarsia/core';
import { givenClient, namedServers, type RedisClient } from './client.ts';
import { committer } from './commits.ts';
import { changeFeed } from './feed.ts';
import { rootPath, storeKeys } from './keys.ts';
import { namespaceView } from './namespace-view.ts';
import { registeredNamespaces } from './registry.ts';
import { redisServer } from './server.ts';

interface RedisStoreSettings {
  /** What every key begins with; stores with different prefixes do not see each other. Default: that of the URL, `?keyPrefix=…`, or `intarsia`. */
  readonly keyPrefix?: string;
  /** How long one call may take, in milliseconds, also while the server is away. Default 5,000. */
  readonly timeoutMs?: number;
}

/** Where a Redis store lives. */
export type RedisStoreOptions = RedisStoreSettings &
  (
    | {
        /** `redis://USER:PASSWORD@HOST:PORT/DB` or `rediss://…`; a list of such URLs, without a DB, names nodes of a cluster. */
        readonly url: string | readonly string[];
        readonly client?: never;
      }
    | {
        /** A client of ioredis whose settings are used. The store has connections of its own: it neither uses nor closes this one. */
        readonly client: RedisClient;
        readonly url?: never;
      }
  );

/**
 * A JournalStore in Redis 7 or later, one server or a cluster. Every commit is one Lua function; each namespace has a hash tag of its own.
 * Leases run on the server's clock. What survives a crash of the server is the server's affair: `appendonly yes`, and `appendfsync always`
 * for every acknowledged commit.
 * It connects at the first call. Throws `wiring_invalid`, with which its methods reject too when the server has no such database, and those
 * that change something when it drops keys once its memory is full. They reject with `client_missing`, `store_denied`, `store_read_only`,
 * `store_version`, `store_corrupt` and `store_unavailable`. The detail `outcome` is `unknown` for a change that was sent and not answered.
 */
export function redisStore(options: RedisStoreOptions): JournalStore {
  const { keyPrefix, timeoutMs = 5_000 } = options;
  if (!(timeoutMs > 0)) throw new IntarsiaError('wiring_invalid', `timeoutMs is ${timeoutMs}: give a number of milliseconds above 0.`);
  const source = options.client === undefined ? namedServers(options.url, timeoutMs) : givenClient(options.client, timeoutMs);
  const keys = storeKeys(source.keyPrefix(keyPrefix));
  const server = redisServer(source, timeoutMs);
  const feed = changeFeed(server);
  const parts = { server, feed, commit: committer(server, keys, timeoutMs) };
  const view = (path: string): JournalStore => namespaceView(parts, keys.of(path), path);

  return {
    ...view(rootPath),
    namespace: (namespace: StoreNamespace) => view(namespacePath(namespace)),
    async namespaces(tenant?: string, callOptions?: CallOptions) {
      server.enter(callOptions);
      return server.whole(() => registeredNamespaces(server, keys, tenant, callOptions));
    },
    async close() {
      feed.close();
      await server.close();
    },
  };
}
