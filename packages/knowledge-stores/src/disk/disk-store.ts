import { type CallOptions, IntarsiaError, type JournalStore, type StoreNamespace } from '@intarsia/core';
import type { DiskCalls } from './calls.ts';
import { diskFailure } from './failures.ts';
import { logView } from './log-view.ts';
import { flushAround, makeNamespaceFolder, namespaceFolder, namespacesIn, openRoot, upgradeRoot } from './root.ts';
import { type SharedLog, sharedLog } from './shared-log.ts';

const defaultTimeoutMs = 5_000;

/** Where a disk store lives. */
export interface DiskStoreOptions {
  /** The folder of the store; it is created. Several processes of one machine may open it. */
  readonly root: string;
  /** How long a call may wait for the disk, or for its turn among other writers. Default 5 000. */
  readonly timeoutMs?: number;
}

/** A disk store on the given file system. Throws what `openRoot` throws. */
export function diskStoreOn(calls: DiskCalls, { root, timeoutMs = defaultTimeoutMs }: DiskStoreOptions): JournalStore {
  const folder = openedRoot(calls, root);
  const upgrade = () => upgradeRoot(calls, folder);
  const rootLog = sharedLog({ calls, folder, timeoutMs, makeFolder: () => flushAround(calls, folder), upgrade });
  const logs = new Map<string, WeakRef<SharedLog>>(); // what was read of a namespace stays for as long as a view or a subscription of it does
  const unused = new FinalizationRegistry<string>((place) => {
    if (logs.get(place)?.deref() === undefined) logs.delete(place);
  });
  let closed = false;

  const enter = (options?: CallOptions): void => {
    if (closed) throw new IntarsiaError('store_closed', `The store ${folder} was closed: open it again.`, { details: { folder } });
    options?.signal?.throwIfAborted();
  };

  const logOf = (namespace: StoreNamespace): SharedLog => {
    const place = namespaceFolder(folder, namespace);
    const known = logs.get(place)?.deref();
    if (known !== undefined) return known;
    const opened = sharedLog({ calls, folder: place, timeoutMs, makeFolder: () => makeNamespaceFolder(calls, folder, namespace), upgrade });
    logs.set(place, new WeakRef(opened));
    unused.register(opened, place);
    return opened;
  };

  const namespaceView = (namespace: StoreNamespace): JournalStore => {
    const shared = logOf(namespace);
    let left = false;
    const enterView = (options?: CallOptions): void => {
      enter(options);
      if (!left) return;
      throw new IntarsiaError('store_closed', `The view of ${shared.folder} was closed: open a new one.`, {
        details: { folder: shared.folder },
      });
    };
    return logView(shared, enterView, async () => {
      left = true;
    });
  };

  const holdsFile = (namespace: StoreNamespace): boolean => logOf(namespace).log.state().files.count() > 0;

  return {
    ...logView(rootLog, enter, async () => {
      if (closed) return;
      closed = true;
      const open = [...logs.values()].flatMap((reference) => reference.deref() ?? []);
      await Promise.all([rootLog, ...open].map((shared) => shared.close()));
    }),
    namespace(namespace) {
      enter();
      return namespaceView(namespace);
    },
    async namespaces(tenant, options) {
      enter(options);
      const found: StoreNamespace[] = [];
      try {
        for (const namespace of namespacesIn(calls, folder, tenant)) {
          if (holdsFile(namespace)) found.push(namespace);
          await new Promise((resolve) => setImmediate(resolve)); // there may be many, and others want to go on
          enter(options);
        }
      } catch (error) {
        throw diskFailureUnlessAborted(folder, error, options);
      }
      return found;
    },
  };
}

function openedRoot(calls: DiskCalls, root: string): string {
  try {
    return openRoot(calls, root);
  } catch (error) {
    throw diskFailure(root, error, 'write');
  }
}

const diskFailureUnlessAborted = (folder: string, error: unknown, options: CallOptions | undefined): unknown =>
  options?.signal?.aborted === true ? options.signal.reason : diskFailure(folder, error, 'read');
