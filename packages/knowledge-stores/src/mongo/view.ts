import {
  type CallOptions,
  decodeText,
  filePath,
  type JournalStore,
  normalisePath,
  ownSubscriptions,
  prepareConditions,
  prepareOperation,
  type StoreOperation,
} from '@intarsia/core';
import { deadlineIn, within } from '../deadline/index.ts';
import type { Database } from './connection.ts';
import type { Wish, WishResult } from './draft.ts';
import type { MongoNamespace } from './namespace.ts';

/** What a view must know of its store. */
export interface ViewHost {
  readonly database: Database;
  /** Throws when the store is closed or the signal aborted. */
  enter(options?: CallOptions): void;
}

/** A JournalStore of one namespace. Closing it ends its own subscriptions and leaves the store open. */
export function namespaceView(namespace: MongoNamespace, host: ViewHost): JournalStore {
  const { failures, timeoutMs } = host.database;
  const subscriptions = ownSubscriptions();
  let closed = false;

  const enter = (options?: CallOptions): void => {
    if (closed) throw failures.closed();
    host.enter(options);
  };
  const failed = (error: unknown, options: CallOptions | undefined, kind: 'read' | 'write'): unknown =>
    options?.signal?.aborted === true && error === options.signal.reason ? error : failures.of(error, kind);

  const read = async <Answer>(options: CallOptions | undefined, question: () => Promise<Answer>): Promise<Answer> => {
    enter(options);
    try {
      return await within(question(), deadlineIn(timeoutMs), () => failures.silent(), options?.signal);
    } catch (error) {
      throw failed(error, options, 'read');
    }
  };
  const want = async (options: CallOptions | undefined, wish: () => Wish): Promise<WishResult> => {
    enter(options);
    const wanted = wish();
    try {
      return await namespace.writer.want(wanted, deadlineIn(timeoutMs), options?.signal);
    } catch (error) {
      throw failed(error, options, 'write');
    }
  };
  const change = (operation: StoreOperation, options: CallOptions | undefined): Promise<WishResult> =>
    want(options, () => ({ kind: 'commit', operations: [prepareOperation(operation)], conditions: prepareConditions({}) }));

  const wholeText = (path: string, bytes: Uint8Array): string => {
    try {
      return decodeText(path, bytes);
    } catch {
      throw failures.corrupt(`has bytes at ${path} that are no UTF-8 text`, { namespace: namespace.key, path });
    }
  };

  return {
    capabilities: { fenced: true },
    lease: {
      async acquire(lease, { owner, ttlMs }, options) {
        const result = await want(options, () => ({ kind: 'acquire', lease: filePath(lease), owner, ttlMs }));
        if (result.lease === null) throw failures.corrupt('answered a lease with nothing');
        return result.lease;
      },
      renew: async (lease, { epoch, ttlMs }, options) =>
        (await want(options, () => ({ kind: 'renew', lease: filePath(lease), epoch, ttlMs }))).granted,
      async release(lease, { epoch }, options) {
        await want(options, () => ({ kind: 'release', lease: filePath(lease), epoch }));
      },
      async holder(lease, options) {
        enter(options);
        const name = filePath(lease);
        return read(options, async () => {
          await namespace.sequence.fresh();
          const found = await namespace.sequence.lease(name);
          const nowMs = namespace.sequence.sighting()?.found.nowMs ?? 0;
          if (found === null || found.owner === null || found.untilMs <= nowMs) return null;
          return { owner: found.owner, epoch: found.epoch, remainingMs: found.untilMs - nowMs };
        });
      },
    },
    async read(path, options) {
      enter(options);
      const normal = normalisePath(path);
      return read(options, async () => {
        const found = await namespace.reader.range(normal, 0, undefined);
        return found === null ? null : wholeText(normal, found.bytes);
      });
    },
    async write(path, content, options) {
      await change({ kind: 'write', path, content }, options);
    },
    async list(path = '/', options) {
      enter(options);
      const normal = normalisePath(path);
      return read(options, () => namespace.reader.list(normal));
    },
    async delete(path, options) {
      await change({ kind: 'delete', path }, options);
    },
    async exists(path, options) {
      enter(options);
      const normal = normalisePath(path);
      return read(options, () => namespace.reader.exists(normal));
    },
    append: async (path, content, options) => (await change({ kind: 'append', path, content }, options)).offset,
    async readRange(path, start, end, options) {
      enter(options);
      const normal = normalisePath(path);
      return read(options, async () => {
        const found = await namespace.reader.range(normal, start, end);
        return found === null ? '' : decodeText(normal, found.bytes, found.start);
      });
    },
    onChange(path, listener) {
      enter();
      return subscriptions.add(namespace.follower.add(normalisePath(path), listener));
    },
    async stat(path, options) {
      enter(options);
      const normal = normalisePath(path);
      return read(options, () => namespace.reader.stat(normal));
    },
    commit: async (operations, conditions = {}, options) =>
      (
        await want(options, () => ({
          kind: 'commit',
          operations: operations.map(prepareOperation),
          conditions: prepareConditions(conditions),
        }))
      ).commit,
    async close() {
      closed = true;
      subscriptions.close();
    },
  };
}
