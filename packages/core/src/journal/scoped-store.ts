import { IntarsiaError } from '../ports/errors.ts';
import type { CallOptions, CommitConditions, CommitResult, JournalStore, LeaseOperations } from '../ports/store.ts';
import { ownSubscriptions } from './own-subscriptions.ts';
import { filePath, normalisePath } from './store-path.ts';

/**
 * The part of a store beneath `prefix`, seen as a store of its own: paths, commits, expectations, leases and changes are mapped.
 * `delete('/')` empties the part; it is refused with `conflict` when a file stands at the prefix itself, which is not part of it.
 * `close()` closes this view and its subscriptions, never the store. Two views of one prefix are the same part, however they are nested.
 */
export function scopedStore(store: JournalStore, prefix: string): JournalStore {
  const root = normalisePath(prefix);
  const base = root === '/' ? '' : root;
  const subscriptions = ownSubscriptions();
  let closed = false;

  const outer = (path: string): string => `${base}${filePath(path)}`;
  const outerFolder = (path: string): string => (normalisePath(path) === '/' ? root : outer(path));
  const isRoot = (path: string): boolean => normalisePath(path) === '/';
  const enter = (options?: CallOptions): void => {
    if (closed) throw new IntarsiaError('store_closed', `The view of ${root} was closed: open a new one.`, { details: { prefix: root } });
    options?.signal?.throwIfAborted();
  };

  const commit: JournalStore['commit'] = async (operations, conditions = {}, options): Promise<CommitResult> => {
    enter(options);
    const empties = operations.some((operation) => operation.kind === 'delete' && isRoot(operation.path));
    const result = await store.commit(
      operations.map((operation) => ({
        ...operation,
        path: operation.kind === 'delete' ? outerFolder(operation.path) : outer(operation.path),
      })),
      mapConditions(conditions, empties && base !== '' ? [{ path: root, size: -1 }] : [], outer),
      options,
    );
    if (result.kind !== 'conflict') return result;
    return { kind: 'conflict', path: result.path === root ? '/' : result.path.slice(base.length) };
  };

  return {
    capabilities: store.capabilities,
    lease: scopedLeases(store.lease, outer, enter),
    commit,
    async read(path, options) {
      enter(options);
      return isRoot(path) ? null : store.read(outer(path), options);
    },
    async write(path, content, options) {
      enter(options);
      return store.write(outer(path), content, options);
    },
    async list(path = '/', options) {
      enter(options);
      return store.list(outerFolder(path), options);
    },
    async delete(path, options) {
      enter(options);
      if (!isRoot(path)) return store.delete(outer(path), options);
      const result = await commit([{ kind: 'delete', path: '/' }], {}, options);
      if (result.kind === 'committed') return;
      throw new IntarsiaError('conflict', `A file stands at ${root} itself: delete or move it, then empty what is beneath.`, {
        details: { path: root },
      });
    },
    async exists(path, options) {
      enter(options);
      return isRoot(path) ? (await store.list(root, options)).length > 0 : store.exists(outer(path), options);
    },
    async append(path, content, options) {
      enter(options);
      return store.append(outer(path), content, options);
    },
    async readRange(path, start, end, options) {
      enter(options);
      return isRoot(path) ? '' : store.readRange(outer(path), start, end, options);
    },
    async stat(path, options) {
      enter(options);
      return isRoot(path) ? null : store.stat(outer(path), options);
    },
    onChange(path, listener) {
      enter();
      return subscriptions.add(
        store.onChange(outerFolder(path), (changed) => {
          if (changed.startsWith(`${base}/`)) listener(changed.slice(base.length));
        }),
      );
    },
    async close() {
      closed = true;
      subscriptions.close();
    },
  };
}

type Expectations = NonNullable<CommitConditions['expect']>;

const mapConditions = ({ fence, expect }: CommitConditions, added: Expectations, outer: (path: string) => string): CommitConditions => ({
  ...(fence === undefined ? {} : { fence: { ...fence, lease: outer(fence.lease) } }),
  expect: [...(expect ?? []).map((expected) => ({ ...expected, path: outer(expected.path) })), ...added],
});

const scopedLeases = (
  leases: LeaseOperations,
  outer: (lease: string) => string,
  enter: (options?: CallOptions) => void,
): LeaseOperations => ({
  async acquire(lease, request, options) {
    enter(options);
    return leases.acquire(outer(lease), request, options);
  },
  async renew(lease, request, options) {
    enter(options);
    return leases.renew(outer(lease), request, options);
  },
  async release(lease, request, options) {
    enter(options);
    return leases.release(outer(lease), request, options);
  },
  async holder(lease, options) {
    enter(options);
    return leases.holder(outer(lease), options);
  },
});
