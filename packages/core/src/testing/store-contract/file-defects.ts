import type { Defect } from './defect.ts';

const matching = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('_', '.')
      .replaceAll('%', '.*')}/`,
  );

/** Defects in paths, files and folders. */
export const fileDefects: readonly Defect[] = [
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
    defect: 'composes decomposed letters in names',
    caughtBy: 'paths: hostile names are ordinary names, each its own file and folder',
    make: (store) => ({ write: (path, content, options) => store.write(path.normalize('NFC'), content, options) }),
  },
  {
    defect: 'folds the case of the path of a delete',
    caughtBy: 'paths: upper and lower case differ',
    make: (store) => ({ delete: (path, options) => store.delete(path.toLowerCase(), options) }),
  },
  {
    defect: 'keeps the end of a longer text that a write replaces',
    caughtBy: 'files: what was written is read back, and a write replaces all of it',
    make: (store) => ({
      write: async (path, content, options) => {
        const old = path === '/' || path.includes('..') ? null : await store.read(path, options).catch(() => null);
        await store.write(path, content + (old ?? '').slice(content.length), options);
      },
    }),
  },
  {
    defect: 'drops a byte order mark',
    caughtBy: 'files: text is kept byte for byte',
    make: (store) => ({ read: async (path, options) => (await store.read(path, options))?.replace(/^\ufeff/, '') ?? null }),
  },
  {
    defect: 'takes an empty file for a missing one',
    caughtBy: 'files: an empty file is a file',
    make: (store) => ({ read: async (path, options) => (await store.read(path, options)) || null }),
  },
  {
    defect: 'cuts a text at 500,000 characters',
    caughtBy: 'files: a large text comes back whole, and ranges of it too',
    make: (store) => ({ read: async (path, options) => (await store.read(path, options))?.slice(0, 500_000) ?? null }),
  },
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
    defect: 'counts characters instead of bytes',
    caughtBy: 'stat: the size in bytes, and null for a missing file and a folder',
    make: (store) => ({
      stat: async (path, options) => {
        const found = await store.stat(path, options);
        return found === null ? null : { ...found, size: ((await store.read(path, options)) ?? '').length };
      },
    }),
  },
  {
    defect: 'takes the version from the content',
    caughtBy: 'stat: the version is new after every write of the file, and only then',
    make: (store) => ({
      stat: async (path, options) => {
        const found = await store.stat(path, options);
        return found === null ? null : { ...found, version: `v${await store.read(path, options)}` };
      },
    }),
  },
];
