import { type JournalStore, journalStoreOf } from '@intarsia/core';
import { isLater, noChange } from './changes.ts';
import type { Committer } from './commits.ts';
import type { ChangeFeed } from './feed.ts';
import { redisFiles } from './files.ts';
import type { NamespaceKeys } from './keys.ts';
import { redisLeases } from './leases.ts';
import type { RedisServer } from './server.ts';

/** What the views of one store handle share. */
export interface ViewParts {
  readonly server: RedisServer;
  readonly commit: Committer;
  readonly feed: ChangeFeed;
}

/** One namespace as a store. Closing it ends its own subscriptions. */
export function namespaceView({ server, commit, feed }: ViewParts, keys: NamespaceKeys, path: string): JournalStore {
  const files = redisFiles(server, keys);
  let lastChange = noChange;

  return journalStoreOf({
    name: `${path} of ${server.where}`,
    fenced: true,
    lease: redisLeases(server, keys),
    enter: server.enter,
    stat: files.stat,
    read: (file, start, end, options) => files.read(file, Math.trunc(start), end === undefined ? undefined : Math.trunc(end), options),
    list: files.list,
    exists: files.exists,
    async commit(operations, conditions, options) {
      const tell = feed.isWatched(keys);
      const reply = await commit({ keys, path, operations, conditions, tell }, options);
      if (reply.kind !== 'committed') return reply;
      const committed = { kind: 'committed', start: reply.offsets[0] ?? 0 } as const;
      if (reply.change === null) return committed;
      if (isLater(reply.change.id, lastChange.id)) lastChange = reply.change;
      const written = operations.filter(({ kind }) => kind !== 'delete').map((operation) => operation.path);
      if (tell) feed.made(keys, reply.change, [...written, ...reply.deleted]); // else the stream tells who subscribed meanwhile
      return committed;
    },
    watch: (watched, listener) => feed.add(keys, watched, listener, lastChange),
    close: () => undefined,
  });
}
