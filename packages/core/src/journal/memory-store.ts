import type { Clock } from '../ports/clock.ts';
import { IntarsiaError } from '../ports/errors.ts';
import type {
  CallOptions,
  CommitConditions,
  CommitResult,
  FileStat,
  JournalStore,
  LeaseOperations,
  StoreOperation,
  Subscription,
} from '../ports/store.ts';
import { type ByteLog, byteLog } from './byte-log.ts';
import { filePath, folderPrefix, isAtOrBeneath, normalisePath } from './store-path.ts';
import { clipRange, decodeText, encodeText } from './store-text.ts';

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

/** A write whose path and bytes were checked, so that nothing can fail half way. */
type PreparedOperation =
  | { readonly kind: 'write' | 'append'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'delete'; readonly path: string };

const prepare = (operation: StoreOperation): PreparedOperation =>
  operation.kind === 'delete'
    ? { kind: 'delete', path: normalisePath(operation.path) }
    : { kind: operation.kind, path: filePath(operation.path), bytes: encodeText(operation.content) };

/** Files and their versions; every call is one step, so nothing ever sees half of it. */
class MemoryFiles {
  readonly #files = new Map<string, StoredFile>();
  #changes = 0;

  get(path: string): StoredFile | undefined {
    return this.#files.get(path);
  }

  beneath(folder: string): readonly string[] {
    const prefix = folderPrefix(folder);
    return [...this.#files.keys()].filter((path) => path.startsWith(prefix));
  }

  /** The paths that changed. */
  apply(operation: PreparedOperation): readonly string[] {
    if (operation.kind === 'delete') {
      const paths = [operation.path, ...this.beneath(operation.path)];
      return paths.filter((path) => this.#files.delete(path));
    }
    this.#changes += 1;
    const version = String(this.#changes);
    const file = this.#files.get(operation.path);
    if (operation.kind === 'append' && file !== undefined) {
      file.log.append(operation.bytes);
      file.version = version;
    } else {
      this.#files.set(operation.path, { log: byteLog(operation.bytes), version });
    }
    return [operation.path];
  }

  list(folder: string): readonly string[] {
    const start = folderPrefix(folder).length;
    const names = this.beneath(folder).map((path) => {
      const slash = path.indexOf('/', start);
      return path.slice(start, slash === -1 ? undefined : slash + 1);
    });
    return [...new Set(names)].sort();
  }
}

interface Watch {
  readonly path: string;
  readonly listener: (path: string) => void;
}

/** Tells the watches that cover a changed path, after the change and outside the writer's call. */
function notify(watches: ReadonlySet<Watch>, changed: Iterable<string>): void {
  for (const path of new Set(changed)) {
    for (const watch of watches) {
      if (!isAtOrBeneath(path, watch.path)) continue;
      queueMicrotask(() => {
        if (watches.has(watch)) watch.listener(path);
      });
    }
  }
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
  const staleAgainst = (fence: CommitConditions['fence']): number | null => {
    if (fence === undefined) return null;
    const name = filePath(fence.lease);
    return current(name, fence.epoch) === undefined ? (leases.get(name)?.epoch ?? 0) : null;
  };
  return { operations, staleAgainst };
}

/**
 * A JournalStore in the memory of this process, with leases on the monotonic side of `clock`. Nothing of it survives the process, and no
 * other process sees it, hence `fenced: false`. Appends copy only what they bring.
 */
export function memoryStore(clock: Clock): JournalStore {
  const files = new MemoryFiles();
  const watches = new Set<Watch>();
  let closed = false;

  const enter = (options?: CallOptions): void => {
    if (closed) throw new IntarsiaError('store_closed', 'The memory store was closed: open a new one.');
    options?.signal?.throwIfAborted();
  };
  const apply = (operations: readonly PreparedOperation[]): void => {
    notify(
      watches,
      operations.flatMap((operation) => files.apply(operation)),
    );
  };
  const leases = memoryLeases(clock, enter);

  const stat = (path: string): FileStat | null => {
    const file = files.get(path);
    return file === undefined ? null : { size: file.log.size(), version: file.version };
  };
  const broken = (expected: NonNullable<CommitConditions['expect']>[number]): boolean => {
    const found = stat(filePath(expected.path));
    if (expected.size !== undefined && expected.size !== (found?.size ?? -1)) return true;
    return expected.version !== undefined && expected.version !== found?.version;
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
      apply([prepare({ kind: 'write', path, content })]);
    },
    async list(path = '/', options) {
      enter(options);
      return files.list(normalisePath(path));
    },
    async delete(path, options) {
      enter(options);
      apply([prepare({ kind: 'delete', path })]);
    },
    async exists(path, options) {
      enter(options);
      const normal = normalisePath(path);
      return files.get(normal) !== undefined || files.beneath(normal).length > 0;
    },
    async append(path, content, options) {
      enter(options);
      const operation = prepare({ kind: 'append', path, content });
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
      const watch: Watch = { path: normalisePath(path), listener };
      watches.add(watch);
      return { close: () => void watches.delete(watch) };
    },
    async stat(path, options) {
      enter(options);
      return stat(normalisePath(path));
    },
    async commit(operations, conditions = {}, options): Promise<CommitResult> {
      enter(options);
      const prepared = operations.map(prepare);
      const conflict = conditions.expect?.find(broken);
      const currentEpoch = leases.staleAgainst(conditions.fence);
      if (currentEpoch !== null) return { kind: 'stale_epoch', currentEpoch };
      if (conflict !== undefined) return { kind: 'conflict', path: filePath(conflict.path) };
      apply(prepared);
      return { kind: 'committed' };
    },
    async close() {
      closed = true;
      watches.clear();
    },
  };
}
