import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import {
  type CallOptions,
  type CommitConditions,
  type CommitResult,
  clipRange,
  decodeText,
  encodeText,
  filePath,
  IntarsiaError,
  type JournalStore,
  normalisePath,
  type StoreOperation,
} from '@intarsia/core';
import { openStoreDatabase, transact } from './database.ts';
import { columnReader, corruptFailure, storeFailure } from './failures.ts';
import { type SqliteFiles, sqliteFiles } from './files.ts';
import { type SqliteLeases, sqliteLeases } from './leases.ts';
import { watchesOf } from './watches.ts';

/** Where an SQLite store lives. */
export interface SqliteStoreOptions {
  /** The database file; it and its folders are created. Several processes of one machine may open it. */
  readonly file: string;
}

type PreparedOperation =
  | { readonly kind: 'write' | 'append'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'delete'; readonly path: string };

interface PreparedConditions {
  readonly fence?: { readonly lease: string; readonly epoch: number };
  readonly expect: NonNullable<CommitConditions['expect']>;
}

const prepareOperation = (operation: StoreOperation): PreparedOperation =>
  operation.kind === 'delete'
    ? { kind: 'delete', path: normalisePath(operation.path) }
    : { kind: operation.kind, path: filePath(operation.path), bytes: encodeText(operation.content) };

const prepareConditions = ({ fence, expect = [] }: CommitConditions): PreparedConditions => ({
  ...(fence === undefined ? {} : { fence: { lease: filePath(fence.lease), epoch: fence.epoch } }),
  expect: expect.map((expected) => ({ ...expected, path: filePath(expected.path) })),
});

/** Why a commit is refused now, or null. */
function refusal({ fence, expect }: PreparedConditions, files: SqliteFiles, leases: SqliteLeases): CommitResult | null {
  const currentEpoch = fence === undefined ? null : leases.staleAgainst(fence.lease, fence.epoch);
  if (currentEpoch !== null) return { kind: 'stale_epoch', currentEpoch };
  for (const { path, size, version } of expect) {
    const found = files.stat(path);
    const holds = (size === undefined || size === (found?.size ?? -1)) && (version === undefined || version === found?.version);
    if (!holds) return { kind: 'conflict', path };
  }
  return null;
}

function wholeText(file: string, path: string, bytes: Uint8Array): string {
  try {
    return decodeText(path, bytes);
  } catch (cause) {
    throw corruptFailure(file, `has bytes at ${path} that are no UTF-8 text: restore a backup`, cause);
  }
}

/**
 * A JournalStore in one SQLite file: write-ahead log, every commit flushed to disk before it is acknowledged. Processes of one machine share
 * it; leases run on the machine's clock. Calls block for as long as SQLite works, at most 5 s for the locks of others.
 * Throws, and its methods reject with, `store_read_only`, `store_corrupt` and `store_unavailable`.
 */
export function sqliteStore(options: SqliteStoreOptions): JournalStore {
  if (options.file === ':memory:')
    throw new IntarsiaError('wiring_invalid', 'An SQLite store needs a file: for one in memory use memoryStore().');
  const file = resolve(options.file);
  const columns = columnReader(file);
  const driver = openStoreDatabase(file);
  const files = sqliteFiles(driver, columns);
  const leases = sqliteLeases(driver, columns);
  const dataVersion = driver.prepare('PRAGMA data_version');
  const watches = watchesOf({
    dataVersion: () => columns.integer(dataVersion.get() ?? {}, 'data_version'),
    versions: (path) => files.versions(path),
  });
  const handle = randomUUID(); // with a counter it makes versions that no other handle makes, without a row to count in
  let changes = 0;
  let closed = false;

  /** Runs the synchronous body of a call: refused after close or abort, failures named. */
  const call = async <Result>(options: CallOptions | undefined, body: () => Result): Promise<Result> => {
    enter(options);
    try {
      return body();
    } catch (error) {
      throw storeFailure(file, error);
    }
  };
  const enter = (options?: CallOptions): void => {
    if (closed) throw new IntarsiaError('store_closed', `The store ${file} was closed: open it again.`, { details: { file } });
    options?.signal?.throwIfAborted();
  };

  const apply = (operation: PreparedOperation, changed: Map<string, string | null>): number => {
    if (operation.kind === 'delete') {
      for (const path of files.delete(operation.path)) changed.set(path, null);
      return 0;
    }
    changes += 1;
    const version = `${handle}.${changes}`;
    changed.set(operation.path, version);
    if (operation.kind === 'append') return files.append(operation.path, operation.bytes, version);
    files.write(operation.path, operation.bytes, version);
    return 0;
  };
  /** One operation by itself; the offset of an append. */
  const change = (operation: StoreOperation): number => {
    const prepared = prepareOperation(operation);
    const changed = new Map<string, string | null>();
    const offset = transact(driver, () => apply(prepared, changed));
    watches.tell(changed);
    return offset;
  };

  return {
    capabilities: { fenced: true },
    lease: {
      acquire: (lease, { owner, ttlMs }, options) =>
        call(options, () => {
          const name = filePath(lease);
          return transact(driver, () => leases.acquire(name, owner, ttlMs));
        }),
      renew: (lease, { epoch, ttlMs }, options) => call(options, () => leases.renew(filePath(lease), epoch, ttlMs)),
      release: (lease, { epoch }, options) => call(options, () => leases.release(filePath(lease), epoch)),
      holder: (lease, options) => call(options, () => leases.holder(filePath(lease))),
    },
    read: (path, options) =>
      call(options, () => {
        const normal = normalisePath(path);
        const chunks = files.read(normal);
        return chunks === null ? null : wholeText(file, normal, Buffer.concat(chunks));
      }),
    write: (path, content, options) => call(options, () => void change({ kind: 'write', path, content })),
    list: (path = '/', options) => call(options, () => files.list(normalisePath(path))),
    delete: (path, options) => call(options, () => void change({ kind: 'delete', path })),
    exists: (path, options) => call(options, () => files.exists(normalisePath(path))),
    append: (path, content, options) => call(options, () => change({ kind: 'append', path, content })),
    readRange: (path, start, end, options) =>
      call(options, () => {
        const normal = normalisePath(path);
        const found = files.readRange(normal, start, end);
        if (found === null) return '';
        const range = clipRange(found.size, start, end);
        const bytes = Buffer.concat(found.chunks).subarray(range.start - found.start, range.end - found.start);
        return decodeText(normal, bytes, range.start);
      }),
    onChange(path, listener) {
      enter();
      const normal = normalisePath(path);
      try {
        return watches.add(normal, listener);
      } catch (error) {
        throw storeFailure(file, error);
      }
    },
    stat: (path, options) => call(options, () => files.stat(normalisePath(path))),
    commit: (operations, conditions = {}, options) =>
      call(options, () => {
        const prepared = operations.map(prepareOperation);
        const checks = prepareConditions(conditions);
        const changed = new Map<string, string | null>();
        const result = transact(driver, (): CommitResult => {
          const refused = refusal(checks, files, leases);
          if (refused !== null) return refused;
          for (const operation of prepared) apply(operation, changed);
          return { kind: 'committed' };
        });
        watches.tell(changed);
        return result;
      }),
    async close() {
      if (closed) return;
      closed = true;
      watches.close();
      driver.close();
    },
  };
}
