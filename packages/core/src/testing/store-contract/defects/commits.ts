import type { JournalStore, StoreOperation } from '../../../ports/index.ts';
import { type Defect, failure, onTheWay } from './defect.ts';
import { oneByOne } from './ways.ts';

const apply = async (store: JournalStore, operation: StoreOperation): Promise<void> => {
  await store.commit([operation]);
};

/** Defects in commits. */
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
    defect: 'deletes folders before anything else',
    caughtBy: 'commit: a folder that it deletes takes what it wrote there before, and nothing that it writes after',
    make: (store) => ({
      commit: (operations, conditions, options) =>
        store.commit(
          operations.toSorted((left, right) => Number(right.kind === 'delete') - Number(left.kind === 'delete')),
          conditions,
          options,
        ),
    }),
  },
  {
    defect: 'takes an empty commit for a mistake',
    caughtBy: 'C2 commit: one of no operations is no error and changes nothing; its conditions are checked',
    make: (store) => ({
      async commit(operations, conditions, options) {
        if (operations.length === 0) throw failure('Batch cannot be empty.');
        return store.commit(operations, conditions, options);
      },
    }),
  },
  {
    defect: 'drops a file for the folder of its name',
    caughtBy: 'commit: a file that is a folder too is written and deleted like any other',
    make: (store) => ({
      commit: (operations, conditions, options) =>
        store.commit(
          operations.filter(({ path }) => !operations.some((other) => other.path.startsWith(`${path}/`))),
          conditions,
          options,
        ),
    }),
  },
  {
    defect: 'keeps the text of a commit as one line',
    caughtBy: 'commit: text is kept byte for byte',
    make: (store) => ({
      commit: (operations, conditions, options) =>
        store.commit(
          operations.map((operation) =>
            operation.kind === 'delete' ? operation : { ...operation, content: operation.content.replace(/[\r\n\u2028\u2029]+/g, '\n') },
          ),
          conditions,
          options,
        ),
    }),
  },
  {
    defect: 'drops what a commit brings beyond 1 MB',
    caughtBy: 'commit: 5 MB in one, as one file and as many',
    make: (store) => ({
      commit(operations, conditions, options) {
        let room = 1_000_000;
        const kept = operations.filter((operation) => {
          room -= operation.kind === 'delete' ? 0 : operation.content.length;
          return room > 0;
        });
        return store.commit(kept, conditions, options);
      },
    }),
  },
  {
    defect: 'makes 100 operations of a commit',
    caughtBy: 'commit: 300 operations and 300 expectations in one',
    make: (store) => ({ commit: (operations, conditions, options) => store.commit(operations.slice(0, 100), conditions, options) }),
  },
  {
    defect: 'looks at the lists of a commit later',
    caughtBy: 'commit: what the caller does to its own lists afterwards is its own affair',
    make: (store) => ({
      async commit(operations, conditions, options) {
        await onTheWay();
        return store.commit(operations, conditions, options);
      },
    }),
  },
  {
    defect: 'makes a commit bit by bit',
    caughtBy: 'commit: a reader never sees a part of it',
    make: oneByOne,
  },
  {
    defect: 'lists a page of 1,000 names',
    caughtBy: 'commit: 600 files and as many folders in one are all listed, and one delete takes them all',
    make: (store) => ({ list: async (path, options) => (await store.list(path, options)).slice(0, 1_000) }),
  },
  {
    defect: 'deletes a page of 1,000 files',
    caughtBy: 'commit: 600 files and as many folders in one are all listed, and one delete takes them all',
    make: (store) => ({
      async delete(path, options) {
        const names = await store.list(path, options);
        if (names.length <= 1_000) return store.delete(path, options);
        await store.commit(names.slice(0, 1_000).map((name) => ({ kind: 'delete', path: `${path}/${name}` })));
      },
    }),
  },
];
