import { memoryStore, namespacePath, scopedStore } from '../../../journal/index.ts';
import type { JournalStore, StoreNamespace } from '../../../ports/index.ts';
import { virtualClock } from '../../virtual-clock.ts';
import { type Defect, leasesOf, namespacesOf } from './defect.ts';

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** Namespaces whose views are made another way. */
const viewsOf = (store: JournalStore, view: (namespace: StoreNamespace) => JournalStore) => ({
  ...namespacesOf(store, () => ({})),
  namespace: view,
});

/** Namespaces of which the store keeps a list of its own. */
function withListOf(store: JournalStore, when: 'looked at' | 'written'): Partial<JournalStore> {
  const list = new Map<string, StoreNamespace>();
  const { namespace } = namespacesOf(store, (view, named) => ({
    async write(path, content, options) {
      list.set(namespacePath(named), named);
      await view.write(path, content, options);
    },
  }));
  return {
    namespace(named) {
      if (when === 'looked at') list.set(namespacePath(named), named);
      return namespace(named);
    },
    namespaces: async (tenant) => [...list.values()].filter((named) => tenant === undefined || named.tenant === tenant),
  };
}

/** Defects in what keeps namespaces apart. */
export const namespaceDefects: readonly Defect[] = [
  {
    defect: 'folds the case of tenants',
    caughtBy: 'namespaces: none sees the files of another, however alike their names are',
    make: (store) =>
      viewsOf(store, (namespace) => scopedStore(store, namespacePath({ ...namespace, tenant: namespace.tenant.toLowerCase() }))),
  },
  {
    defect: 'lists namespaces that were only looked at',
    caughtBy: 'namespaces: exactly those that hold a file are listed',
    make: (store) => withListOf(store, 'looked at'),
  },
  {
    defect: 'lists the namespaces of all tenants that begin alike',
    caughtBy: 'C4 namespaces: those of one tenant are listed, and never those of another',
    make: (store) => {
      const all = namespacesOf(store, () => ({}));
      return {
        ...all,
        namespaces: async (tenant = '', options) =>
          (await all.namespaces(undefined, options)).filter((found) => found.tenant.startsWith(tenant)),
      };
    },
  },
  {
    defect: 'goes on listing a namespace that was emptied',
    caughtBy: 'C5 namespaces: one that is emptied leaves nothing behind and takes nothing else',
    make: (store) => withListOf(store, 'written'),
  },
  {
    defect: 'empties all namespaces of a tenant with one',
    caughtBy: 'namespaces: a commit that empties one leaves the others',
    make: (store) =>
      namespacesOf(store, (view, namespace) => ({
        async commit(operations, conditions, options) {
          const result = await view.commit([], conditions, options);
          if (operations.some(({ path }) => path === '/')) await store.delete(folderOf(namespacePath(namespace)), options);
          return result.kind === 'committed' ? view.commit(operations, {}, options) : result;
        },
      })),
  },
  {
    defect: 'shares leases between namespaces',
    caughtBy: 'namespaces: a lease name is another lease in each',
    make: (store) => namespacesOf(store, () => leasesOf(store, {})),
  },
  {
    defect: 'forgets the leases of a namespace that is emptied',
    caughtBy: 'namespaces: an epoch of an emptied one never comes back',
    make: (store) => {
      let [last, forgotten] = [0, 0];
      return namespacesOf(store, (view) => ({
        async delete(path, options) {
          await view.delete(path, options);
          if (path === '/') forgotten = last;
        },
        ...leasesOf(view, {
          async acquire(lease, request, options) {
            const result = await view.lease.acquire(lease, request, options);
            if (result.kind === 'held') return result;
            last = result.epoch;
            return { ...result, epoch: result.epoch - forgotten };
          },
        }),
      }));
    },
  },
  {
    defect: 'names the folder of the namespace in a conflict',
    caughtBy: 'namespaces: a conflict names the path as the namespace spells it',
    make: (store) =>
      namespacesOf(store, (view, namespace) => ({
        async commit(operations, conditions, options) {
          const result = await view.commit(operations, conditions, options);
          return result.kind === 'conflict' ? { kind: 'conflict', path: namespacePath(namespace) + result.path } : result;
        },
      })),
  },
  {
    defect: 'tells a namespace of changes in its neighbours',
    caughtBy: 'namespaces: a subscription hears of its own, by their paths in it',
    make: (store) =>
      namespacesOf(store, (_view, namespace) => ({
        onChange(_path, listener) {
          const tenant = folderOf(namespacePath(namespace));
          return store.onChange(tenant, (changed) => listener(changed.slice(changed.indexOf('/', tenant.length + 1))));
        },
      })),
  },
  {
    defect: 'gives each view of a namespace files of its own',
    caughtBy: 'namespaces: two views of one are the same part',
    make: (store) => {
      let views = 0;
      return viewsOf(store, (namespace) => {
        views += 1;
        return scopedStore(store, `${namespacePath(namespace)}/${views}`);
      });
    },
  },
  {
    defect: 'is closed by one of its views',
    caughtBy: 'namespaces: closing a view ends its subscriptions and nothing else',
    make: (store) =>
      namespacesOf(store, (view) => ({
        async close() {
          await view.close();
          await store.close();
        },
      })),
  },
  {
    defect: 'leaves its views open when it is closed',
    caughtBy: 'namespaces: closing the store closes its views',
    make: (store) => {
      const connection = memoryStore(virtualClock());
      return viewsOf(store, (namespace) => scopedStore(connection, namespacePath(namespace)));
    },
  },
  {
    defect: 'lists a namespace that nobody named',
    caughtBy: 'namespaces: names are 1 to 128 characters of well-formed text, and others are refused',
    make: (store) => ({ ...namespacesOf(store, () => ({})), namespaces: async () => [{ tenant: 'default', chat: 'default' }] }),
  },
];
