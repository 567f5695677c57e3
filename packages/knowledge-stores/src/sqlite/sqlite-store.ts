import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import {
  brokenExpectation,
  type CallOptions,
  type CommitResult,
  clipRange,
  decodeText,
  filePath,
  IntarsiaError,
  type JournalStore,
  normalisePath,
  type PreparedConditions,
  type PreparedOperation,
  prepareConditions,
  prepareOperation,
  type StoreOperation,
} from '@intarsia/core';
import { openStoreDatabase } from './database.ts';
import { type OpenSqlite, openDatabase } from './driver.ts';
import { corruptFailure, storeFailure } from './failures.ts';
import type { SqliteFiles } from './files.ts';
import type { SqliteLeases } from './leases.ts';
import { patience } from './patience.ts';
import { transact } from './transaction.ts';
import { watchesOf } from './watches.ts';

/** Where an SQLite store lives. */
export interface SqliteStoreOptions {
  /** The database file; it and its folders are created. Several processes of one machine may open it. */
  readonly file: string;
  /** How long a call, and the opening, wait for the locks of other processes before `store_unavailable`. Default 5,000. */
  readonly timeoutMs?: number;
  /** The SQLite library. Default: `node:sqlite`. */
  readonly open?: OpenSqlite;
}

/** Why a commit is refused now, or null. */
function refusal({ fence, expect }: PreparedConditions, files: SqliteFiles, leases: SqliteLeases): CommitResult | null {
  const currentEpoch = fence === null ? null : leases.staleAgainst(fence.lease, fence.epoch);
  if (currentEpoch !== null) return { kind: 'stale_epoch', currentEpoch };
  const path = brokenExpectation(expect, (wanted) => files.stat(wanted));
  return path === null ? null : { kind: 'conflict', path };
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
 * it; leases run on the machine's clock. A call blocks the process for as long as SQLite works, and waits without blocking for the locks of
 * others; the opening blocks for them too. Schemas of older versions are brought up to date.
 * Throws, and its methods reject with, `store_read_only`, `store_corrupt`, `store_version` and `store_unavailable`.
 */
export function sqliteStore(options: SqliteStoreOptions): JournalStore {
  if (options.file === ':memory:')
    throw new IntarsiaError('wiring_invalid', 'An SQLite store needs a file: for one in memory use memoryStore().');
  const file = resolve(options.file);
  const timeoutMs = options.timeoutMs ?? 5_000;
  const { driver, files, leases, changes } = openStoreDatabase(file, options.open ?? openDatabase, timeoutMs);
  const watches = watchesOf(changes, () => files.paths('/'));
  const whenUnlocked = patience(timeoutMs);
  const handle = randomUUID(); // with a counter it makes versions that no other handle makes, without a row to count in
  let writes = 0;
  let closed = false;

  /** Runs the synchronous body of a call: refused after close or abort, failures named. */
  const call = async <Result>(options: CallOptions | undefined, body: () => Result): Promise<Result> => {
    enter(options);
    try {
      return await whenUnlocked(() => {
        enter(options); // again: it may have waited
        return body();
      });
    } catch (error) {
      if (options?.signal?.aborted === true && error === options.signal.reason) throw error;
      throw storeFailure(file, error);
    }
  };
  const enter = (options?: CallOptions): void => {
    if (closed) throw new IntarsiaError('store_closed', `The store ${file} was closed: open it again.`, { details: { file } });
    options?.signal?.throwIfAborted();
  };

  const apply = (operation: PreparedOperation, changed: Set<string>): number => {
    if (operation.kind === 'delete') {
      for (const path of files.delete(operation.path)) changed.add(path);
      return 0;
    }
    writes += 1;
    const version = `${handle}.${writes}`;
    changed.add(operation.path);
    if (operation.kind === 'append') return files.append(operation.path, operation.bytes, version);
    files.write(operation.path, operation.bytes, version);
    return 0;
  };
  /** One transaction that notes what it changed, and tells of it. */
  const change = <Result>(work: (changed: Set<string>) => Result): Result => {
    const changed = new Set<string>();
    let last = 0;
    const result = transact(driver, () => {
      const worked = work(changed);
      last = changes.note(changed);
      return worked;
    });
    watches.tell(changed, last);
    return result;
  };
  /** One operation by itself; the offset of an append. */
  const changeOne = (operation: StoreOperation): number => {
    const prepared = prepareOperation(operation);
    return change((changed) => apply(prepared, changed));
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
    write: (path, content, options) => call(options, () => void changeOne({ kind: 'write', path, content })),
    list: (path = '/', options) => call(options, () => files.list(normalisePath(path))),
    delete: (path, options) => call(options, () => void changeOne({ kind: 'delete', path })),
    exists: (path, options) => call(options, () => files.exists(normalisePath(path))),
    append: (path, content, options) => call(options, () => changeOne({ kind: 'append', path, content })),
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
        return change((changed): CommitResult => {
          const refused = refusal(checks, files, leases);
          if (refused !== null) return refused;
          for (const operation of prepared) apply(operation, changed);
          return { kind: 'committed' };
        });
      }),
    async close() {
      if (closed) return;
      closed = true;
      watches.close();
      driver.close();
    },
  };
}
