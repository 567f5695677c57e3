import { namespacePath, scopedStore, storeNamespaces } from '../../../journal/index.ts';
import { IntarsiaError, type JournalStore, type KnowledgeStore, type LeaseOperations, type StoreNamespace } from '../../../ports/index.ts';

/**
 * One thing a store does wrong, the case of the contract that must catch it, and the methods that do it. `life` is how often the data was
 * opened before.
 */
export interface Defect {
  readonly defect: string;
  readonly caughtBy: string;
  readonly make: (store: JournalStore, life: number) => Partial<JournalStore>;
}

/** What a store of files does, as plain properties; nothing more of the store. */
export const fileMethodsOf = (store: KnowledgeStore): KnowledgeStore => ({
  read: (path, options) => store.read(path, options),
  write: (path, content, options) => store.write(path, content, options),
  list: (path, options) => store.list(path, options),
  delete: (path, options) => store.delete(path, options),
  exists: (path, options) => store.exists(path, options),
  append: (path, content, options) => store.append(path, content, options),
  readRange: (path, start, end, options) => store.readRange(path, start, end, options),
  onChange: (path, listener) => store.onChange(path, listener),
  close: () => store.close(),
});

/** The store's own methods as plain properties, so that single ones can be replaced. */
export const methodsOf = (store: JournalStore): JournalStore => ({
  ...fileMethodsOf(store),
  capabilities: store.capabilities,
  lease: {
    acquire: (lease, request, options) => store.lease.acquire(lease, request, options),
    renew: (lease, request, options) => store.lease.renew(lease, request, options),
    release: (lease, request, options) => store.lease.release(lease, request, options),
    holder: (lease, options) => store.lease.holder(lease, options),
  },
  stat: (path, options) => store.stat(path, options),
  commit: (operations, conditions, options) => store.commit(operations, conditions, options),
});

/** The store's leases with some of their methods replaced. */
export const leasesOf = (store: JournalStore, change: Partial<LeaseOperations>): Pick<JournalStore, 'lease'> => ({
  lease: { ...methodsOf(store).lease, ...change },
});

/** Namespaces that the store keeps itself, as folders, with some methods of their views replaced. */
export const namespacesOf = (
  store: JournalStore,
  change: (view: JournalStore, namespace: StoreNamespace) => Partial<JournalStore>,
): Required<Pick<JournalStore, 'namespace' | 'namespaces'>> => ({
  namespace: (namespace) => {
    const view = scopedStore(store, namespacePath(namespace));
    return { ...methodsOf(view), ...change(view, namespace) };
  },
  namespaces: (tenant, options) => storeNamespaces(store, tenant, options),
});

/** The way to a store and back. */
export const onTheWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A failure of the store itself. */
export const failure = (message: string): IntarsiaError => new IntarsiaError('store_unavailable', message);
