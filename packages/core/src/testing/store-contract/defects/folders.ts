import { contents } from '../looking.ts';
import { type Defect, failure, onTheWay } from './defect.ts';

const matching = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('_', '.')
      .replaceAll('%', '.*')}/`,
  );

/** Defects in folders, lists and deletes. */
export const folderDefects: readonly Defect[] = [
  {
    defect: 'lists folders behind files',
    caughtBy: 'folders: list names the direct children, sorted, folders with a slash',
    make: (store) => ({
      list: async (path, options) => {
        const names = await store.list(path, options);
        return [...names.filter((name) => !name.endsWith('/')), ...names.filter((name) => name.endsWith('/'))];
      },
    }),
  },
  {
    defect: 'deletes what merely begins with the path',
    caughtBy: 'folders: a folder is not the prefix of its neighbours',
    make: (store) => ({
      delete: async (path, options) => {
        await store.delete(path, options);
        const names = await store.list('/', options);
        for (const name of names) if (path !== '/' && `/${name}`.startsWith(path)) await store.delete(`/${name}`, options);
      },
    }),
  },
  {
    defect: 'matches names like SQL patterns when it deletes',
    caughtBy: 'folders: "%" and "_" match only themselves',
    make: (store) => ({
      delete: async (path, options) => {
        await store.delete(path, options);
        for (const name of await store.list('/', options)) if (matching(path).test(`/${name}`)) await store.delete(`/${name}`, options);
      },
    }),
  },
  {
    defect: 'knows files only, no folders',
    caughtBy: 'folders: they exist because files do',
    make: (store) => ({
      exists: async (path, options) => (await store.exists(path, options)) && (await store.stat(path, options)) !== null,
    }),
  },
  {
    defect: 'hides a file behind the folder of its name',
    caughtBy: 'folders: a path can be a file and a folder at once',
    make: (store) => ({
      read: async (path, options) => {
        const text = await store.read(path, options);
        return (await store.list(path, options)).length > 0 ? null : text;
      },
    }),
  },
  {
    defect: 'reports the delete of a missing path as an error',
    caughtBy: 'delete: a missing path is no error, and "/" empties the store',
    make: (store) => ({
      delete: async (path, options) => {
        if (!(await store.exists(path, options))) throw new Error('no such file');
        await store.delete(path, options);
      },
    }),
  },
  {
    defect: 'names a folder for each file in it',
    caughtBy: 'folders: list names a folder once, however much is in it',
    make: (store) => ({
      list: async (path, options) => (await store.list(path, options)).flatMap((name) => (name.endsWith('/') ? [name, name] : [name])),
    }),
  },
  {
    defect: 'looks ten folders deep',
    caughtBy: 'folders: each one on a long way down lists the next one',
    make: (store) => ({ list: async (path, options) => ((path?.split('/').length ?? 0) > 10 ? [] : store.list(path, options)) }),
  },
  {
    defect: 'refuses a file where a folder is',
    caughtBy: 'folders: a file can come to stand where a folder is, and the other way round',
    make: (store) => ({
      async append(path, content, options) {
        if ((await store.list(path, options)).length > 0) throw failure('There is a folder.');
        return store.append(path, content, options);
      },
    }),
  },
  {
    defect: 'keeps deleted files in its index',
    caughtBy: 'C5 delete: nothing of what was beneath is left, wherever one looks',
    make: (store) => {
      const index = new Set<string>();
      return {
        async append(path, content, options) {
          index.add(path);
          return store.append(path, content, options);
        },
        exists: async (path, options) => index.has(path) || store.exists(path, options),
      };
    },
  },
  {
    defect: 'fails a delete during another one',
    caughtBy: 'delete: concurrent ones of one folder all succeed, and take nothing else',
    make: (store) => {
      let busy = false;
      return {
        async delete(path, options) {
          if (busy) throw failure('Somebody else deletes it.');
          busy = true;
          await onTheWay();
          await store.delete(path, options);
          busy = false;
        },
      };
    },
  },
  {
    defect: 'writes the whole folder back with an append',
    caughtBy: 'delete: what is written while a folder is deleted stands whole or not at all',
    make: (store) => ({
      async append(path, content, options) {
        const before = await contents(store, path.slice(0, path.lastIndexOf('/')));
        await onTheWay();
        for (const [neighbour, text] of Object.entries(before)) await store.write(neighbour, text ?? '', options);
        return store.append(path, content, options);
      },
    }),
  },
];
