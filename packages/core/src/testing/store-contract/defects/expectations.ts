import type { Defect } from './defect.ts';
import { looksFirst, oneAtATime, oneByOne, without } from './ways.ts';

/** Defects in what commits expect. */
export const expectationDefects: readonly Defect[] = [
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
    defect: 'checks expectations when it has made the commit',
    caughtBy: 'commit: expectations are about the state before it, and all of them must hold',
    make: (store) => ({
      async commit(operations, conditions, options) {
        const result = await store.commit(operations, without(conditions, 'expect'), options);
        return result.kind === 'committed' ? store.commit([], conditions, options) : result;
      },
    }),
  },
  {
    defect: 'names any of the paths that are in conflict',
    caughtBy: 'commit: of several expectations that do not hold the first one is named',
    make: (store) => ({
      commit: (operations, conditions, options) =>
        store.commit(operations, { ...conditions, expect: (conditions?.expect ?? []).toReversed() }, options),
    }),
  },
  {
    defect: 'takes an append of nothing for no change',
    caughtBy: 'commit: an append of nothing and the delete of a folder break an expected version',
    make: (store) => ({
      append: async (path, content, options) =>
        content === '' ? ((await store.stat(path, options))?.size ?? 0) : store.append(path, content, options),
    }),
  },
  {
    defect: 'checks expectations before it writes, not with the write',
    caughtBy: 'commit: of concurrent ones that expect the same state exactly one passes',
    make: (store) => looksFirst(store),
  },
  {
    defect: 'lets several commits make the same file',
    caughtBy: 'commit: of concurrent ones that make the same new file exactly one passes',
    make: (store) => looksFirst(store),
  },
  {
    defect: 'makes one commit at a time and refuses the others',
    caughtBy: 'commit: concurrent ones about different files all pass',
    make: (store) => oneAtATime(store),
  },
  {
    defect: 'mixes the operations of commits',
    caughtBy: 'commit: concurrent ones without expectations all pass, in one order for all files',
    make: oneByOne,
  },
  {
    defect: 'lets two commits pass each other',
    caughtBy: 'commit: of two that each expect what the other changes exactly one passes',
    make: (store) => looksFirst(store),
  },
  {
    defect: 'loses updates',
    caughtBy: 'C11 commit: five concurrent updates that try again are five',
    make: (store) => looksFirst(store),
  },
];
