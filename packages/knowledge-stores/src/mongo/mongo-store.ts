import { type CallOptions, type JournalStore, namespacePath, type StoreNamespace } from '@intarsia/core';
import { deadlineIn, within } from '../deadline/index.ts';
import { type MongoStoreOptions, mongoDatabase } from './connection.ts';
import { type MongoNamespace, mongoNamespace } from './namespace.ts';
import { findNamespaces } from './namespace-list.ts';
import { namespaceView, type ViewHost } from './view.ts';
import { wakeupsOf } from './wakeups.ts';

const rootKey = '/';
const lookedAtOnce = 16;

/**
 * A JournalStore in a MongoDB database (4.4 or newer), shared by any number of processes and machines. Commits are documents of one sequence for each
 * namespace, and need no transactions; leases run on the server's clock. Connects at the first call. `namespace` gives the namespaces, the
 * handle itself is a place of its own beside them.
 * Throws `wiring_invalid`; its methods reject with `client_missing`, `store_unavailable`, `store_denied`, `store_read_only`,
 * `store_version` and `store_corrupt`. A commit may be of any size that fits into memory.
 */
export function mongoStore(options: MongoStoreOptions): JournalStore {
  const database = mongoDatabase(options);
  const wakeups = wakeupsOf(database);
  const namespaces = new Map<string, WeakRef<MongoNamespace>>();
  const unused = new FinalizationRegistry<string>((key) => {
    if (namespaces.get(key)?.deref() === undefined) namespaces.delete(key);
  });
  let closing: Promise<void> | undefined;

  const host: ViewHost = {
    database,
    enter(options) {
      if (closing !== undefined) throw database.failures.closed();
      options?.signal?.throwIfAborted();
    },
  };
  /** Views of one namespace share it, and it is forgotten with the last of them. */
  const namespaceOf = (key: string): MongoNamespace => {
    const known = namespaces.get(key)?.deref();
    if (known !== undefined) return known;
    const namespace = mongoNamespace(key, database, wakeups);
    namespaces.set(key, new WeakRef(namespace));
    unused.register(namespace, key);
    return namespace;
  };

  const listed = async (tenant: string | undefined): Promise<readonly StoreNamespace[]> => {
    const found = await findNamespaces(database, root.sequence.reader, tenant);
    const held: StoreNamespace[] = [];
    for (let from = 0; from < found.length; from += lookedAtOnce) {
      const some = found.slice(from, from + lookedAtOnce);
      const empty = await Promise.all(some.map(async ({ key, certain }) => !certain && (await namespaceOf(key).reader.isEmpty())));
      held.push(...some.filter((_, index) => empty[index] !== true).map(({ namespace }) => namespace));
    }
    return held;
  };

  const close = async (): Promise<void> => {
    const open = [...namespaces.values()].flatMap((reference) => reference.deref() ?? []);
    for (const { follower } of open) follower.close();
    wakeups.close();
    const idle = Promise.all(open.map((namespace) => namespace.idle()));
    await within(idle, deadlineIn(database.timeoutMs), () => database.failures.silent(), undefined).catch(() => undefined);
    await database.close();
  };
  const root = namespaceOf(rootKey);
  const view = namespaceView(root, host);

  return {
    ...view,
    namespace(namespace) {
      host.enter();
      return namespaceView(namespaceOf(namespacePath(namespace)), host);
    },
    async namespaces(tenant, options?: CallOptions) {
      host.enter(options);
      try {
        return await within(listed(tenant), deadlineIn(database.timeoutMs), () => database.failures.silent(), options?.signal);
      } catch (error) {
        if (options?.signal?.aborted === true && error === options.signal.reason) throw error;
        throw database.failures.of(error, 'read');
      }
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
