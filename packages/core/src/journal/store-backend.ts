import { IntarsiaError } from '../ports/errors.ts';
import type { CallOptions, CommitResult, FileStat, JournalStore, LeaseOperations, StoreOperation, Subscription } from '../ports/store.ts';
import { ownSubscriptions } from './own-subscriptions.ts';
import { type PreparedConditions, type PreparedOperation, prepareConditions, prepareOperation } from './prepared-commit.ts';
import { filePath, normalisePath } from './store-path.ts';
import { decodeText } from './store-text.ts';

/** An answer now or later. */
export type Answer<Value> = Value | Promise<Value>;

/** Bytes of a file, and where they begin in it. */
export interface FileBytes {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** What a commit did; `start` is the byte at which an append begins that was its only operation, and means nothing otherwise. */
export type BackendCommit = Exclude<CommitResult, { readonly kind: 'committed' }> | { readonly kind: 'committed'; readonly start: number };

/**
 * What is left to a place where a store is kept, once every path and name is normalised and every text is bytes. What it does not know it
 * cannot get wrong: the rules of paths and texts, calls after the end, calls that were aborted before.
 */
export interface StoreBackend {
  /** What messages call it. */
  readonly name: string;
  /** Whether fences hold between processes. */
  readonly fenced: boolean;
  readonly lease: LeaseOperations;
  /** Refuses more calls than those of a closed store and of an aborted signal. */
  enter?(options?: CallOptions): void;
  stat(path: string, options?: CallOptions): Answer<FileStat | null>;
  /** The bytes [start, end) of one state of a file, clipped to it, as `clipRange` says; null for a missing one. */
  read(path: string, start: number, end: number | undefined, options?: CallOptions): Answer<FileBytes | null>;
  /** Sorted names of the direct children, folders with a trailing `/`. */
  list(folder: string, options?: CallOptions): Answer<readonly string[]>;
  exists(path: string, options?: CallOptions): Answer<boolean>;
  /** Checks the fence, then the expectations, and makes all operations in order, in one atomic step. */
  commit(operations: readonly PreparedOperation[], conditions: PreparedConditions, options?: CallOptions): Answer<BackendCommit>;
  watch(path: string, listener: (path: string) => void): Subscription;
  /** Called once, when no call begins any more; those under way may not have ended. */
  close(): Answer<void>;
}

const noConditions = prepareConditions({});

/** The store that a backend is when the common rules are put before it. */
export function journalStoreOf(backend: StoreBackend): JournalStore {
  const subscriptions = ownSubscriptions();
  let closing: Promise<void> | undefined;

  const enter = (options?: CallOptions): void => {
    if (closing !== undefined) throw new IntarsiaError('store_closed', `${backend.name} was closed: open it again.`);
    options?.signal?.throwIfAborted();
    backend.enter?.(options);
  };
  const end = async (): Promise<void> => {
    subscriptions.close();
    await backend.close();
  };
  /** One operation by itself; where an append begins. */
  const change = async (operation: StoreOperation, options: CallOptions | undefined): Promise<number> => {
    enter(options);
    const made = await backend.commit([prepareOperation(operation)], noConditions, options);
    return made.kind === 'committed' ? made.start : 0;
  };

  return {
    capabilities: { fenced: backend.fenced },
    lease: {
      async acquire(lease, request, options) {
        enter(options);
        return backend.lease.acquire(filePath(lease), request, options);
      },
      async renew(lease, request, options) {
        enter(options);
        return backend.lease.renew(filePath(lease), request, options);
      },
      async release(lease, request, options) {
        enter(options);
        return backend.lease.release(filePath(lease), request, options);
      },
      async holder(lease, options) {
        enter(options);
        return backend.lease.holder(filePath(lease), options);
      },
    },
    async read(path, options) {
      enter(options);
      const normal = normalisePath(path);
      const found = await backend.read(normal, 0, undefined, options);
      return found === null ? null : wholeText(backend.name, normal, found.bytes);
    },
    async write(path, content, options) {
      await change({ kind: 'write', path, content }, options);
    },
    async list(path = '/', options) {
      enter(options);
      return backend.list(normalisePath(path), options);
    },
    async delete(path, options) {
      await change({ kind: 'delete', path }, options);
    },
    async exists(path, options) {
      enter(options);
      return backend.exists(normalisePath(path), options);
    },
    append: (path, content, options) => change({ kind: 'append', path, content }, options),
    async readRange(path, start, end, options) {
      enter(options);
      const normal = normalisePath(path);
      const found = await backend.read(normal, start, end, options);
      return found === null ? '' : decodeText(normal, found.bytes, found.start);
    },
    onChange(path, listener) {
      enter();
      return subscriptions.add(backend.watch(normalisePath(path), listener));
    },
    async stat(path, options) {
      enter(options);
      return backend.stat(normalisePath(path), options);
    },
    async commit(operations, conditions = {}, options) {
      enter(options);
      const made = await backend.commit(operations.map(prepareOperation), prepareConditions(conditions), options);
      return made.kind === 'committed' ? { kind: 'committed' } : made;
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/** The text of a whole file, which no cut can have spoiled. */
function wholeText(name: string, path: string, bytes: Uint8Array): string {
  try {
    return decodeText(path, bytes);
  } catch (cause) {
    const message = `${name} has bytes at ${path} that are no UTF-8 text: restore a backup.`;
    throw new IntarsiaError('store_corrupt', message, { cause, details: { path } });
  }
}
