import { type Defect, failure, leasesOf } from './defect.ts';

const cutSegments = (path: string, length: number): string =>
  path
    .split('/')
    .map((name) => name.slice(0, length))
    .join('/');

/** The name that an escaped one stands for, or the name itself. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Defects in paths and names. */
export const nameDefects: readonly Defect[] = [
  {
    defect: 'reads the path as it is spelled',
    caughtBy: 'paths: a leading slash is added, doubled slashes collapse, a trailing slash goes',
    make: (store) => ({ read: async (path, options) => (/\/\/|.\/$|^[^/]/.test(path) ? null : store.read(path, options)) }),
  },
  {
    defect: 'resolves ".." instead of refusing it',
    caughtBy: 'paths: an empty path, a "." or ".." segment, a control character and half a surrogate pair are refused everywhere',
    make: (store) => ({
      read: (path, options) => store.read(path.includes('..') ? new URL(path, 'file:///').pathname : path, options),
    }),
  },
  {
    defect: 'takes the root for a file',
    caughtBy: 'paths: the root is a folder and never a file',
    make: (store) => ({ write: async (path, content, options) => (path === '/' ? undefined : store.write(path, content, options)) }),
  },
  {
    defect: 'cuts paths behind 1,024 characters',
    caughtBy: 'paths: one of 4 KB in many folders is a path like any other',
    make: (store) => ({ write: (path, content, options) => store.write(path.slice(0, 1_024), content, options) }),
  },
  {
    defect: 'compares the path of an expectation as it is spelled',
    caughtBy: 'paths: commits, expectations, fences, leases and stat take them in any spelling',
    make: (store) => ({
      async commit(operations, conditions, options) {
        const odd = conditions?.expect?.find(({ path }) => /\/\/|^[^/]/.test(path));
        return odd === undefined ? store.commit(operations, conditions, options) : { kind: 'conflict', path: odd.path };
      },
    }),
  },
  {
    defect: 'grants a lease of any name',
    caughtBy: 'paths: commits, leases and stat refuse the same ones, and change nothing',
    make: (store) =>
      leasesOf(store, {
        acquire: async (lease, request, options) =>
          lease.includes('..') ? { kind: 'acquired', epoch: 1, ttlMs: request.ttlMs } : store.lease.acquire(lease, request, options),
      }),
  },
  {
    defect: 'takes the root for a missing file',
    caughtBy: 'paths: the root cannot be written by a commit, expected, or leased',
    make: (store) => ({
      commit: (operations, conditions, options) =>
        store.commit(operations, { ...conditions, expect: (conditions?.expect ?? []).filter(({ path }) => path !== '/') }, options),
    }),
  },
  {
    defect: 'composes decomposed letters in names',
    caughtBy: 'names: hostile ones are ordinary ones, each its own file and folder',
    make: (store) => ({ write: (path, content, options) => store.write(path.normalize('NFC'), content, options) }),
  },
  {
    defect: 'hides files that are named like its lock',
    caughtBy: 'names: those that a store may use for itself are free, at the root and beneath',
    make: (store) => ({ list: async (path, options) => (await store.list(path, options)).filter((name) => name !== '.lock') }),
  },
  {
    defect: 'takes a star for any name',
    caughtBy: 'names: patterns match nothing but themselves',
    make: (store) => ({ exists: (path, options) => store.exists(path.endsWith('*') ? '/' : path, options) }),
  },
  {
    defect: 'folds the case of the path of a delete',
    caughtBy: 'names: upper and lower case differ',
    make: (store) => ({ delete: (path, options) => store.delete(path.toLowerCase(), options) }),
  },
  {
    defect: 'folds letters that look alike',
    caughtBy: 'names: composed and decomposed letters differ',
    make: (store) => ({ append: (path, content, options) => store.append(path.normalize('NFKC'), content, options) }),
  },
  {
    defect: 'takes escapes in names for what they stand for',
    caughtBy: 'names: blanks, dots and escapes are kept',
    make: (store) => ({ write: (path, content, options) => store.write(unescaped(path), content, options) }),
  },
  {
    defect: 'has no room for names beyond 255 bytes',
    caughtBy: 'names: one of 4 KB is a name like any other',
    make: (store) => ({
      async write(path, content, options) {
        if (cutSegments(path, 255) !== path) throw failure('The name is too long.');
        await store.write(path, content, options);
      },
    }),
  },
  {
    defect: 'cuts names behind 255 characters',
    caughtBy: 'names: long ones that differ in their last letter are two',
    make: (store) => ({ write: (path, content, options) => store.write(cutSegments(path, 255), content, options) }),
  },
  {
    defect: 'keeps sizes as properties of an object',
    caughtBy: 'names: hostile ones name leases and expectations too',
    make: (store) => ({ stat: async (path, options) => (path.endsWith('/__proto__') ? null : store.stat(path, options)) }),
  },
  {
    defect: 'takes two spellings of a path in one commit for two files, and keeps the last',
    caughtBy: 'paths: two spellings of a path in one commit are one file',
    make: (store) => ({
      async commit(operations, conditions, options) {
        const last = new Map(operations.map(({ path }) => [path.replace(/^\/*/, '/').replace(/\/+$/, ''), path]));
        const kept = operations.filter(({ path }) => last.get(path.replace(/^\/*/, '/').replace(/\/+$/, '')) === path);
        return store.commit(kept, conditions, options);
      },
    }),
  },
];
