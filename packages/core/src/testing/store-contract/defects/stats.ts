import type { Defect } from './defect.ts';

/** Defects in sizes and versions. */
export const statDefects: readonly Defect[] = [
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
  {
    defect: 'says of a folder that it is an empty file',
    caughtBy: 'stat: of a path that is a file and a folder it is about the file',
    make: (store) => ({
      stat: async (path, options) =>
        (await store.stat(path, options)) ?? ((await store.exists(path, options)) ? { size: 0, version: 'folder' } : null),
    }),
  },
  {
    defect: 'takes the version from the size',
    caughtBy: 'stat: no version of a path comes back, however often it is deleted and written again',
    make: (store) => ({
      async stat(path, options) {
        const found = await store.stat(path, options);
        return found === null ? null : { ...found, version: String(found.size) };
      },
    }),
  },
  {
    defect: 'makes a new version with every try',
    caughtBy: 'stat: a commit that writes a file twice, or deletes and writes it, makes a new version; a refused one makes none',
    make: (store) => {
      let tries = 0;
      return {
        async commit(operations, conditions, options) {
          tries += 1;
          return store.commit(operations, conditions, options);
        },
        async stat(path, options) {
          const found = await store.stat(path, options);
          return found === null ? null : { ...found, version: `${found.version}.${tries}` };
        },
      };
    },
  },
];
