import {
  asIntarsiaError,
  type CallOptions,
  filePath,
  IntarsiaError,
  type JournalStore,
  type KnowledgeStore,
  namespacePath,
  normalisePath,
} from '@intarsia/core';
import { type Deadline, deadlineIn } from '../deadline/index.ts';
import { filesBeneath } from '../listing/index.ts';

const ttlMs = 30_000;

/** A lock that several processes share, by name, as AG2's `LockedKnowledgeStore` takes one (ag2-network 9.7). */
export interface StoreLock {
  /** Takes the lock for at most `ttlMs`; false at once when another holds it. */
  acquire(name: string, ttlMs: number): Promise<boolean>;
  release(name: string): Promise<void>;
}

type Held = <Result>(
  paths: readonly string[],
  what: string,
  options: CallOptions | undefined,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * A store whose writes wait for nobody: each takes the lock `store:write:{path}` first, by the normalised path, so that no other spelling gets
 * around it, and is refused with `store_unavailable`, to be tried again, when another holds it. A commit takes the locks of all its paths; a
 * delete also those of every file that stands beneath. Reads, leases and subscriptions take none.
 *
 * The locks keep writers apart that all use them, those of AG2 included; what makes a commit atomic and fences it is the store itself. A file
 * that is created beneath a folder while the folder is deleted is not kept apart. A lock lasts 30 s: a write that has not begun by then is
 * refused, one that takes longer has lost it and leaves it to whoever has it now. Closing it closes the store.
 */
export function lockedStore(store: JournalStore, lock: StoreLock): JournalStore;
export function lockedStore(store: KnowledgeStore, lock: StoreLock): KnowledgeStore;
export function lockedStore(store: KnowledgeStore | JournalStore, lock: StoreLock): KnowledgeStore {
  return 'commit' in store ? lockedJournal(store, lock, '') : lockedFiles(store, holder(lock, ''));
}

const holder =
  (lock: StoreLock, prefix: string): Held =>
  async (paths, what, options, work) => {
    options?.signal?.throwIfAborted();
    const taken: { readonly name: string; readonly lasts: Deadline }[] = [];
    try {
      // In one order everywhere: of two that want the same locks, one gets all of them.
      for (const path of [...new Set(paths)].sort()) {
        const name = `store:write:${prefix}${path}`;
        const lasts = deadlineIn(ttlMs); // from the question on: the lock began after it
        if (!(await acquired(lock, name))) throw busy(what, path);
        taken.push({ name, lasts });
      }
      if (taken[0]?.lasts.passed() === true) throw late(what, paths[0] ?? '/');
      return await work();
    } finally {
      // What a lock that cannot be released leaves ends with its time; the write itself has happened. One that ended may be another's by now.
      await Promise.allSettled(taken.filter(({ lasts }) => !lasts.passed()).map(({ name }) => lock.release(name)));
    }
  };

async function acquired(lock: StoreLock, name: string): Promise<boolean> {
  try {
    return await lock.acquire(name, ttlMs);
  } catch (error) {
    throw asIntarsiaError(error, 'store_unavailable', `The lock ${name} cannot be taken: the cause says why. Nothing was written.`, true);
  }
}

const busy = (what: string, path: string): IntarsiaError =>
  new IntarsiaError('store_unavailable', `Another writer holds the lock for the ${what} of ${path}: try again. Nothing was written.`, {
    retryable: true,
    details: { path },
  });

const late = (what: string, path: string): IntarsiaError =>
  new IntarsiaError(
    'store_unavailable',
    `The locks for the ${what} of ${path} took longer than the ${ttlMs / 1_000} s for which they are kept. Nothing was written.`,
    { retryable: true, details: { path } },
  );

/** The path and every file beneath it. */
const pathsAt = async (store: KnowledgeStore, path: string): Promise<readonly string[]> => [path, ...(await filesBeneath(store, path))];

const lockedFiles = (store: KnowledgeStore, held: Held): KnowledgeStore => ({
  read: (path, options) => store.read(path, options),
  list: (path, options) => store.list(path, options),
  exists: (path, options) => store.exists(path, options),
  readRange: (path, start, end, options) => store.readRange(path, start, end, options),
  onChange: (path, listener) => store.onChange(path, listener),
  close: () => store.close(),
  write: async (path, content, options) => held([filePath(path)], 'write', options, () => store.write(path, content, options)),
  append: async (path, content, options) => held([filePath(path)], 'append', options, () => store.append(path, content, options)),
  async delete(path, options) {
    const paths = await pathsAt(store, normalisePath(path));
    return held(paths, 'delete', options, () => store.delete(path, options));
  },
});

function lockedJournal(store: JournalStore, lock: StoreLock, prefix: string): JournalStore {
  const held = holder(lock, prefix);
  const { namespace, namespaces } = store;
  return {
    ...lockedFiles(store, held),
    capabilities: store.capabilities,
    lease: store.lease,
    stat: (path, options) => store.stat(path, options),
    async commit(operations, conditions, options) {
      const own = operations.map((operation) => ({ ...operation })); // what the caller does to its own objects while the locks are taken is not meant
      const checks = structuredClone(conditions);
      const paths: string[] = [];
      for (const { kind, path } of own) {
        if (kind === 'delete') for (const gone of await pathsAt(store, normalisePath(path))) paths.push(gone);
        else paths.push(filePath(path));
      }
      return held(paths, 'commit', options, () => store.commit(own, checks, options));
    },
    ...(namespace === undefined
      ? {}
      : { namespace: (wanted) => lockedJournal(namespace.call(store, wanted), lock, `${prefix}${namespacePath(wanted)}`) }),
    ...(namespaces === undefined ? {} : { namespaces: (tenant, options) => namespaces.call(store, tenant, options) }),
  };
}
