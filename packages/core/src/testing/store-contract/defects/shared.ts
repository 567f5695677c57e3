import type { JournalStore } from '../../../ports/index.ts';
import type { SharedStoreHarness } from '../harness.ts';
import { leasesOf, methodsOf, namespacesOf } from './defect.ts';
import { looksFirst, readsAndWritesBack, tellsTheLast } from './ways.ts';

type Handles = Pick<SharedStoreHarness, 'store' | 'other'>;

/** One thing two handles do wrong together, the case that must catch it, and the handles that do it. */
export interface SharedDefect {
  readonly defect: string;
  readonly caughtBy: string;
  readonly make: (handles: Handles) => Partial<Handles>;
}

/** A handle of which some methods are replaced. */
export const changed = (store: JournalStore, change: Partial<JournalStore>): JournalStore => ({ ...methodsOf(store), ...change });
/** Both handles, with the same methods replaced. */
export const both = ({ store, other }: Handles, change: (handle: JournalStore) => Partial<JournalStore>): Handles => ({
  store: changed(store, change(store)),
  other: changed(other, change(other)),
});

/** A version that only counts what this handle wrote. */
function ownVersions(handle: JournalStore): Partial<JournalStore> {
  let writes = 0;
  return {
    write: async (path, content, options) => {
      writes += 1;
      await handle.write(path, content, options);
    },
    stat: async (path, options) => {
      const stat = await handle.stat(path, options);
      return stat === null ? null : { ...stat, version: String(writes) };
    },
  };
}

/** Defects between two handles on the same data. */
export const sharedDefects: readonly SharedDefect[] = [
  {
    defect: 'reads from what this handle wrote',
    caughtBy: 'shared: each handle reads what the other wrote',
    make: ({ other }) => ({ other: changed(other, { append: async () => 0 }) }),
  },
  {
    defect: 'counts versions for each handle',
    caughtBy: 'shared: versions of two handles never collide',
    make: (handles) => both(handles, ownVersions),
  },
  {
    defect: 'appends by reading and writing back',
    caughtBy: 'shared: concurrent appends of both overlap nowhere and lose nothing',
    make: (handles) => both(handles, readsAndWritesBack),
  },
  {
    defect: 'checks what a commit expects before the commit',
    caughtBy: 'shared: of concurrent commits that expect the same state exactly one passes',
    make: (handles) => both(handles, (handle) => looksFirst(handle)),
  },
  {
    defect: 'keeps leases for each handle',
    caughtBy: 'shared: a lease of one handle binds the other, and a stale epoch is refused',
    make: ({ other }) => ({
      other: changed(other, {
        lease: { ...methodsOf(other).lease, acquire: async (_lease, { ttlMs }) => ({ kind: 'acquired', epoch: 1, ttlMs }) },
      }),
    }),
  },
  {
    defect: 'hears of changes beside its path',
    caughtBy: 'shared: a subscription hears of writes and deletes of the other handle, and only beneath its path',
    make: ({ store }) => ({ store: changed(store, { onChange: (_path, listener) => store.onChange('/', listener) }) }),
  },
  {
    defect: 'closes what both use',
    caughtBy: 'shared: closing one handle leaves the other and the data',
    make: ({ store, other }) => ({
      store: changed(store, {
        close: async () => {
          await store.close();
          await other.close();
        },
      }),
      other: changed(other, {}),
    }),
  },
  {
    defect: 'refuses versions that it did not make itself',
    caughtBy: 'shared: a version that one handle knows is what the other one must expect',
    make: ({ other }) => ({
      other: changed(other, {
        async commit(operations, conditions, options) {
          const versioned = conditions?.expect?.find(({ version }) => version !== undefined);
          return versioned === undefined ? other.commit(operations, conditions, options) : { kind: 'conflict', path: versioned.path };
        },
      }),
    }),
  },
  {
    defect: 'reads 64 KB of what the other wrote',
    caughtBy: 'shared: a large text of one handle is whole for the other',
    make: ({ store }) => ({
      store: changed(store, { read: async (path, options) => (await store.read(path, options))?.slice(0, 65_536) ?? null }),
    }),
  },
  {
    defect: 'remembers the sizes of files that the other deleted',
    caughtBy: 'shared: what one handle deletes is gone for the other, and starts anew',
    make: ({ store }) => {
      const sizes = new Map<string, number>();
      return {
        store: changed(store, {
          async append(path, content, options) {
            const offset = Math.max(await store.append(path, content, options), sizes.get(path) ?? 0);
            sizes.set(path, offset + content.length);
            return offset;
          },
        }),
      };
    },
  },
  {
    defect: 'renews only leases that this handle took',
    caughtBy: 'shared: a lease is renewed and released by its epoch, through either handle',
    make: ({ other }) => ({ other: changed(other, leasesOf(other, { renew: async () => false })) }),
  },
  {
    defect: 'renews what it once held without looking',
    caughtBy: 'shared: a lease that ran out is taken by the other handle, and its late owner is fenced off',
    make: ({ store }) => ({ store: changed(store, leasesOf(store, { renew: async () => true })) }),
  },
  {
    defect: 'tells of one file each time it looks',
    caughtBy: 'shared: each file of many that the other handle changes is heard of',
    make: ({ store }) => ({ store: changed(store, tellsTheLast(store)) }),
  },
  {
    defect: 'keeps what it read first',
    caughtBy: 'shared: who looks when told finds what the other handle wrote last',
    make: ({ store }) => {
      const cache = new Map<string, string>();
      return {
        store: changed(store, {
          async read(path, options) {
            const text = cache.get(path) ?? (await store.read(path, options));
            if (text !== null) cache.set(path, text);
            return text;
          },
        }),
      };
    },
  },
  {
    defect: 'goes on telling a closed subscription of the other handle',
    caughtBy: 'shared: a closed subscription hears nothing of the other handle either',
    make: ({ store }) => ({
      store: changed(store, {
        onChange(path, listener) {
          store.onChange(path, listener);
          return { close: () => undefined };
        },
      }),
    }),
  },
  {
    defect: 'lists only namespaces that this handle made',
    caughtBy: 'shared: a namespace that one handle made is there for the other',
    make: ({ other }) => ({ other: changed(other, { ...namespacesOf(other, () => ({})), namespaces: async () => [] }) }),
  },
];
