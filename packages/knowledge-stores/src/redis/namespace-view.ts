import {
  type CallOptions,
  type CommitResult,
  decodeText,
  IntarsiaError,
  type JournalStore,
  normalisePath,
  ownSubscriptions,
  type PreparedOperation,
  prepareConditions,
  prepareOperation,
  type StoreOperation,
} from '@intarsia/core';
import { isLater, noChange } from './changes.ts';
import type { CommitReply, Committer } from './commits.ts';
import type { ChangeFeed } from './feed.ts';
import { redisFiles, wholeText } from './files.ts';
import type { NamespaceKeys } from './keys.ts';
import { redisLeases } from './leases.ts';
import type { RedisServer } from './server.ts';

/** What the views of one store handle share. */
export interface ViewParts {
  readonly server: RedisServer;
  readonly commit: Committer;
  readonly feed: ChangeFeed;
}

const noConditions = prepareConditions({});

/** One namespace as a store. Closing it ends its own subscriptions. */
export function namespaceView({ server, commit, feed }: ViewParts, keys: NamespaceKeys, path: string): JournalStore {
  const files = redisFiles(server, keys);
  const subscriptions = ownSubscriptions();
  let closed = false;
  let lastChange = noChange;

  const enter = (options?: CallOptions): void => {
    if (closed) throw new IntarsiaError('store_closed', `The view of ${path} was closed: open a new one.`, { details: { path } });
    server.enter(options);
  };
  const make = async (
    operations: readonly PreparedOperation[],
    conditions: typeof noConditions,
    options: CallOptions | undefined,
  ): Promise<CommitReply> => {
    const tell = feed.isWatched(keys);
    const reply = await commit({ keys, path, operations, conditions, tell }, options);
    if (reply.kind !== 'committed' || reply.change === null) return reply;
    if (isLater(reply.change.id, lastChange.id)) lastChange = reply.change;
    const written = operations.filter(({ kind }) => kind !== 'delete').map((operation) => operation.path);
    if (tell) feed.made(keys, reply.change, [...written, ...reply.deleted]); // else the stream tells who subscribed meanwhile
    return reply;
  };
  /** One operation by itself; where its append begins. */
  const change = async (operation: StoreOperation, options: CallOptions | undefined): Promise<number> => {
    enter(options);
    const reply = await make([prepareOperation(operation)], noConditions, options);
    return reply.kind === 'committed' ? (reply.offsets[0] ?? 0) : 0;
  };

  return {
    capabilities: { fenced: true },
    lease: redisLeases(server, keys, enter),
    async read(path, options) {
      enter(options);
      const normal = normalisePath(path);
      const found = await files.read(normal, 0, undefined, options);
      return found === null ? null : wholeText(server.where, keys.files, normal, found.bytes);
    },
    async write(path, content, options) {
      await change({ kind: 'write', path, content }, options);
    },
    async list(path = '/', options) {
      enter(options);
      return files.list(normalisePath(path), options);
    },
    async delete(path, options) {
      await change({ kind: 'delete', path }, options);
    },
    async exists(path, options) {
      enter(options);
      return files.exists(normalisePath(path), options);
    },
    append: (path, content, options) => change({ kind: 'append', path, content }, options),
    async readRange(path, start, end, options) {
      enter(options);
      const normal = normalisePath(path);
      const found = await files.read(normal, Math.trunc(start), end === undefined ? undefined : Math.trunc(end), options);
      return found === null ? '' : decodeText(normal, found.bytes, found.start);
    },
    onChange(path, listener) {
      enter();
      return subscriptions.add(feed.add(keys, normalisePath(path), listener, lastChange));
    },
    async stat(path, options) {
      enter(options);
      return files.stat(normalisePath(path), options);
    },
    async commit(operations, conditions = {}, options): Promise<CommitResult> {
      enter(options);
      const reply = await make(operations.map(prepareOperation), prepareConditions(conditions), options);
      return reply.kind === 'committed' ? { kind: 'committed' } : reply;
    },
    async close() {
      closed = true;
      subscriptions.close();
    },
  };
}
