import { IntarsiaError } from '../ports/errors.ts';
import type { CallOptions, JournalStore, StoreNamespace } from '../ports/store.ts';
import { scopedStore } from './scoped-store.ts';
import { pathSegment } from './store-path.ts';

const conversations = '/conversations';
const apps = '/apps';

/** The one lease of a conversation's namespace: who holds it may write its journal. */
export const conversationLease = '/intarsia/conversation';

/** The folder of a namespace in a store that keeps namespaces as folders. Throws `path_invalid` for a name that is empty, too long or malformed. */
export function namespacePath(namespace: StoreNamespace): string {
  const tenant = pathSegment(namespace.tenant);
  return 'chat' in namespace
    ? `${conversations}/${tenant}/${pathSegment(namespace.chat)}`
    : `${apps}/${tenant}/${pathSegment(namespace.app)}`;
}

/** The namespace that `namespacePath` gave this path for; throws `store_corrupt` for another path. */
export function namespaceOfPath(path: string): StoreNamespace {
  const [, kind, tenant = '', name = '', ...rest] = path.split('/').map(segmentName);
  if (rest.length === 0 && tenant !== '' && name !== '') {
    if (kind === 'conversations') return { tenant, chat: name };
    if (kind === 'apps') return { tenant, app: name };
  }
  throw new IntarsiaError('store_corrupt', `${path} is not the folder of a namespace: it was not written by this program.`, {
    details: { path },
  });
}

/** The name that `pathSegment` made this segment of; '' for text that it never makes. */
function segmentName(segment: string): string {
  try {
    const name = decodeURIComponent(segment);
    return name === '' || pathSegment(name) !== segment ? '' : name;
  } catch {
    return '';
  }
}

/** The namespace as a store of its own: kept apart by the backend where it can, else as a folder. Closing it leaves the store open. */
export function namespaceStore(store: JournalStore, namespace: StoreNamespace): JournalStore {
  const path = namespacePath(namespace); // also checks the names
  return store.namespace === undefined ? scopedStore(store, path) : store.namespace(namespace);
}

/** The namespaces of a tenant, or of all of them, that hold a file. */
export async function storeNamespaces(store: JournalStore, tenant?: string, options?: CallOptions): Promise<readonly StoreNamespace[]> {
  if (store.namespaces !== undefined) return store.namespaces(tenant, options);
  const found: StoreNamespace[] = [];
  for (const kind of [conversations, apps]) {
    const tenants = tenant === undefined ? await foldersOf(store, kind, options) : [`${kind}/${pathSegment(tenant)}`];
    for (const tenantFolder of tenants) {
      for (const folder of await foldersOf(store, tenantFolder, options)) found.push(namespaceOfPath(folder));
    }
  }
  return found;
}

async function foldersOf(store: JournalStore, path: string, options?: CallOptions): Promise<readonly string[]> {
  const names = await store.list(path, options);
  return names.filter((name) => name.endsWith('/')).map((name) => `${path}/${name.slice(0, -1)}`);
}
