import type { Clock } from '../ports/clock.ts';
import { IntarsiaError } from '../ports/errors.ts';
import type { CallOptions, CommitResult, FileStat, JournalStore, LeaseOperations, Subscription } from '../ports/store.ts';
import { type ByteLog, byteLog } from './byte-log.ts';
import { changeListeners } from './change-listeners.ts';
import { fileTable } from './file-table.ts';
import {
  brokenExpectation,
  type PreparedConditions,
  type PreparedOperation,
  prepareConditions,
  prepareOperation,
} from './prepared-commit.ts';
import { filePath, normalisePath } from './store-path.ts';
import { clipRange, decodeText } from './store-text.ts';

interface StoredFile {
  readonly log: ByteLog;
  version: string;
}

interface StoredLease {
  /** Null once released. */
  readonly owner: string | null;
  readonly epoch: number;
  readonly until: number;
}

/** Files and their versions; every call is one step, so nothing ever sees half of it. */
function memoryFiles() {
  const files = fileTable<StoredFile>();
  let changes = 0;
  return {
    files,
    /** The paths that changed. */
    apply(operation: PreparedOperation): readonly string[] {
      if (operation.kind === 'delete') return files.delete(operation.path);
      changes += 1;
      const version = String(changes);
      const file = files.get(operation.path);
      if (operation.kind === 'append' && file !== undefined) {
        file.log.append(operation.bytes);
        file.version = version;
      } else {
        files.set(operation.path, { log: byteLog(operation.bytes), version });
      }
      return [operation.path];
    },
  };
}

function memoryLeases(clock: Clock, enter: (options?: CallOptions) => void) {
  const leases = new Map<string, StoredLease>();
  const current = (lease: string, epoch: number): StoredLease | undefined => {
    const stored = leases.get(lease);
    return stored !== undefined && stored.owner !== null && stored.epoch === epoch ? stored : undefined;
  };
  const held = (lease: string) => {
    const stored = leases.get(lease);
    const remainingMs = (stored?.until ?? 0) - clock.monotonic();
    return stored === undefined || stored.owner === null || remainingMs <= 0
      ? null
      : { owner: stored.owner, epoch: stored.epoch, remainingMs };
  };

  const operations: LeaseOperations = {
    async acquire(lease, { owner, ttlMs }, options) {
      enter(options);
      const name = filePath(lease);
      const holder = held(name);
      if (holder !== null && holder.owner !== owner) return { kind: 'held', owner: holder.owner, remainingMs: holder.remainingMs };
      const epoch = (leases.get(name)?.epoch ?? 0) + 1;
      leases.set(name, { owner, epoch, until: clock.monotonic() + ttlMs });
      return { kind: 'acquired', epoch, ttlMs };
    },
    async renew(lease, { epoch, ttlMs }, options) {
      enter(options);
      const name = filePath(lease);
      const stored = current(name, epoch);
      if (stored === undefined) return false;
      leases.set(name, { ...stored, until: clock.monotonic() + ttlMs });
      return true;
    },
    async release(lease, { epoch }, options) {
      enter(options);
      const name = filePath(lease);
      const stored = current(name, epoch);
      if (stored !== undefined) leases.set(name, { ...stored, owner: null });
    },
    async holder(lease, options) {
      enter(options);
      return held(filePath(lease));
    },
  };

  /** The last granted epoch when the fence does not hold, else null. An expired lease that nobody took still fences. */
  const staleAgainst = (fence: PreparedConditions['fence']): number | null => {
    if (fence === null) return null;
    return current(fence.lease, fence.epoch) === undefined ? (leases.get(fence.lease)?.epoch ?? 0) : null;
  };
  return { operations, staleAgainst };
}

/**
 * A JournalStore in the memory of this process, with leases on the monotonic side of `clock`. Nothing of it survives the process, and no
 * other process sees it, hence `fenced: false`. Appends copy only what they bring.
 */
export function memoryStore(clock: Clock): JournalStore {
  const { files, apply: applyOne } = memoryFiles();
  const listeners = changeListeners();
  let closed = false;

  const enter = (options?: CallOptions): void => {
    if (closed) throw new IntarsiaError('store_closed', 'The memory store was closed: open a new one.');
    options?.signal?.throwIfAborted();
  };
  const apply = (operations: readonly PreparedOperation[]): void => {
    listeners.tell(operations.flatMap(applyOne));
  };
  const leases = memoryLeases(clock, enter);

  const stat = (path: string): FileStat | null => {
    const file = files.get(path);
    return file === undefined ? null : { size: file.log.size(), version: file.version };
  };

  return {
    capabilities: { fenced: false },
    lease: leases.operations,
    async read(path, options) {
      enter(options);
      const normal = normalisePath(path);
      const file = files.get(normal);
      return file === undefined ? null : decodeText(normal, file.log.slice(0, file.log.size()));
    },
    async write(path, content, options) {
      enter(options);
      apply([prepareOperation({ kind: 'write', path, content })]);
    },
    async list(path = '/', options) {
      enter(options);
      return files.list(normalisePath(path));
    },
    async delete(path, options) {
      enter(options);
      apply([prepareOperation({ kind: 'delete', path })]);
    },
    async exists(path, options) {
      enter(options);
      return files.exists(normalisePath(path));
    },
    async append(path, content, options) {
      enter(options);
      const operation = prepareOperation({ kind: 'append', path, content });
      const offset = stat(operation.path)?.size ?? 0;
      apply([operation]);
      return offset;
    },
    async readRange(path, start, end, options) {
      enter(options);
      const normal = normalisePath(path);
      const file = files.get(normal);
      if (file === undefined) return '';
      const range = clipRange(file.log.size(), start, end);
      return decodeText(normal, file.log.slice(range.start, range.end), range.start);
    },
    onChange(path, listener): Subscription {
      enter();
      return listeners.add(normalisePath(path), listener);
    },
    async stat(path, options) {
      enter(options);
      return stat(normalisePath(path));
    },
    async commit(operations, conditions = {}, options): Promise<CommitResult> {
      enter(options);
      const prepared = operations.map(prepareOperation);
      const { fence, expect } = prepareConditions(conditions);
      const currentEpoch = leases.staleAgainst(fence);
      if (currentEpoch !== null) return { kind: 'stale_epoch', currentEpoch };
      const path = brokenExpectation(expect, stat);
      if (path !== null) return { kind: 'conflict', path };
      apply(prepared);
      return { kind: 'committed' };
    },
    async close() {
      closed = true;
      listeners.close();
    },
  };
}
