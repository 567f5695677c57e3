import type { JournalStore } from '../../ports/index.ts';
import { methodsOf } from './defect.ts';
import type { SharedStoreHarness } from './shared-cases.ts';

/** One thing two handles do wrong together, the case that must catch it, and the handles that do it. */
export interface SharedDefect {
  readonly defect: string;
  readonly caughtBy: string;
  readonly make: (handles: Pick<SharedStoreHarness, 'store' | 'other'>) => Partial<Pick<SharedStoreHarness, 'store' | 'other'>>;
}

const changed = (store: JournalStore, change: Partial<JournalStore>): JournalStore => ({ ...methodsOf(store), ...change });
const both = ({ store, other }: Pick<SharedStoreHarness, 'store' | 'other'>, change: (handle: JournalStore) => Partial<JournalStore>) => ({
  store: changed(store, change(store)),
  other: changed(other, change(other)),
});
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

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
    make: (handles) =>
      both(handles, (handle) => ({
        append: async (path, content, options) => {
          const before = (await handle.read(path, options)) ?? '';
          await handle.write(path, before + content, options);
          return bytesOf(before);
        },
      })),
  },
  {
    defect: 'checks what a commit expects before the commit',
    caughtBy: 'shared: of concurrent commits that expect the same state exactly one passes',
    make: (handles) =>
      both(handles, (handle) => ({
        commit: async (operations, conditions, options) => {
          for (const { path, size } of conditions?.expect ?? []) {
            if (size !== undefined && ((await handle.stat(path, options))?.size ?? -1) !== size) return { kind: 'conflict', path };
          }
          return handle.commit(operations, {}, options);
        },
      })),
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
];
