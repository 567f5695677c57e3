import type { JournalStore, StoreOperation } from '../../ports/index.ts';
import { type Defect, without } from './defect.ts';

const apply = async (store: JournalStore, operation: StoreOperation): Promise<void> => {
  await store.commit([operation]);
};

/** Defects in commits, closing and signals. */
export const commitDefects: readonly Defect[] = [
  {
    defect: 'applies deletes last',
    caughtBy: 'commit: applies its operations in the order given',
    make: (store) => ({
      commit: (operations, conditions, options) => {
        const deletes = operations.filter(({ kind }) => kind === 'delete');
        return store.commit([...operations.filter(({ kind }) => kind !== 'delete'), ...deletes], conditions, options);
      },
    }),
  },
  {
    defect: 'applies operations one by one',
    caughtBy: 'commit: a path that is refused refuses all of it',
    make: (store) => ({
      commit: async (operations, conditions, options) => {
        const result = await store.commit([], conditions, options);
        if (result.kind === 'committed') for (const operation of operations) await apply(store, operation);
        return result;
      },
    }),
  },
  {
    defect: 'checks the first expectation only',
    caughtBy: 'commit: an expectation that does not hold refuses all of it and names the path',
    make: (store) => ({
      commit: (operations, conditions, options) =>
        store.commit(operations, { ...conditions, expect: (conditions?.expect ?? []).slice(0, 1) }, options),
    }),
  },
  {
    defect: 'takes the size -1 for the size 0',
    caughtBy: 'commit: expectations that hold let it pass; size -1 means that there is no file',
    make: (store) => ({
      commit: (operations, conditions, options) =>
        store.commit(
          operations,
          {
            ...conditions,
            expect: (conditions?.expect ?? []).map((expected) => (expected.size === -1 ? { ...expected, size: 0 } : expected)),
          },
          options,
        ),
    }),
  },
  {
    defect: 'ignores the version where the size fits',
    caughtBy: 'commit: a file that was deleted and written again is another version',
    make: (store) => ({
      commit: async (operations, conditions, options) => {
        const expect = [];
        for (const { path, size, version } of conditions?.expect ?? []) {
          const fits = size !== undefined && size > 2 && size === (await store.stat(path))?.size;
          expect.push({ path, ...(size === undefined ? {} : { size }), ...(version === undefined || fits ? {} : { version }) });
        }
        return store.commit(operations, { ...conditions, expect }, options);
      },
    }),
  },
  {
    defect: 'checks expectations before it writes, not with the write',
    caughtBy: 'commit: of concurrent ones that expect the same state exactly one passes',
    make: (store) => ({
      commit: async (operations, conditions, options) => {
        const checked = await store.commit([], conditions, options);
        return checked.kind === 'committed' ? store.commit(operations, without(conditions, 'expect'), options) : checked;
      },
    }),
  },
  {
    defect: 'answers reads after it was closed',
    caughtBy: 'close: every call after it is refused, and closing again is fine',
    make: (store) => ({
      exists: (path, options) =>
        store.exists(path, options).catch((error) => (String(error).includes('closed') ? false : Promise.reject(error))),
    }),
  },
  {
    defect: 'does not look at the signal',
    caughtBy: 'signal: a call whose signal was aborted rejects with its reason and changes nothing',
    make: (store) => ({ append: (path, content) => store.append(path, content) }),
  },
];
