import { normalisePath } from '../../journal/index.ts';
import type { Defect } from './defect.ts';

/** Defects in appends, ranges and changes. */
export const appendDefects: readonly Defect[] = [
  {
    defect: 'returns the offset behind the appended text',
    caughtBy: 'append: creates the file and returns the byte offset at which its text starts',
    make: (store) => ({
      append: async (path, content, options) => (await store.append(path, content, options)) + new TextEncoder().encode(content).length,
    }),
  },
  {
    defect: 'keeps the offset counter of a file that was written anew',
    caughtBy: 'append: goes behind what was written, and a write replaces what was appended',
    make: (store) => {
      const lengths = new Map<string, number>();
      return {
        append: async (path, content, options) => {
          const offset = await store.append(path, content, options);
          const counted = lengths.get(path) ?? offset;
          lengths.set(path, counted + new TextEncoder().encode(content).length);
          return counted;
        },
      };
    },
  },
  {
    defect: 'appends by reading and writing',
    caughtBy: 'append: concurrent ones overlap nowhere and lose nothing',
    make: (store) => ({
      append: async (path, content, options) => {
        const old = (await store.read(path, options)) ?? '';
        await store.write(path, old + content, options);
        return new TextEncoder().encode(old).length;
      },
    }),
  },
  {
    defect: 'includes the end of a range',
    caughtBy: 'readRange: the bytes [start, end), clipped to the file',
    make: (store) => ({
      readRange: (path, start, end, options) => store.readRange(path, start, end === undefined ? undefined : end + 1, options),
    }),
  },
  {
    defect: 'reads a range from its first append only',
    caughtBy: 'readRange: crosses the borders of appends',
    make: (store) => ({
      readRange: async (path, start, end, options) => (await store.readRange(path, start, end, options)).replace(/;.+$/s, ';'),
    }),
  },
  {
    defect: 'widens a cut inside a character',
    caughtBy: 'readRange: a cut inside a character is refused',
    make: (store) => ({
      readRange: (path, start, end, options) =>
        store.readRange(path, start, end, options).catch((error) => (start > 1 && end === undefined ? '' : Promise.reject(error))),
    }),
  },
  {
    defect: 'does not report appends',
    caughtBy: 'onChange: hears of a write, an append, a commit and a delete of the path',
    make: (store) => {
      const silent = new Set<string>();
      return {
        append: async (path, content, options) => {
          silent.add(path);
          return store.append(path, content, options);
        },
        onChange: (path, listener) => store.onChange(path, (changed) => silent.delete(changed) || listener(changed)),
      };
    },
  },
  {
    defect: 'reports changes beside the path',
    caughtBy: 'onChange: hears of what is beneath the path, not of what is beside it',
    make: (store) => ({
      onChange(path, listener) {
        const beginning = normalisePath(path);
        return store.onChange('/', (changed) => {
          if (changed.startsWith(beginning)) listener(changed);
        });
      },
    }),
  },
  {
    defect: 'reports the delete of a folder as one change of the folder',
    caughtBy: 'onChange: hears of each file that the delete of a folder takes',
    make: (store) => {
      let deleted: string | null = null;
      return {
        delete: async (path, options) => {
          deleted = path === '/' ? null : path;
          await store.delete(path, options);
        },
        onChange: (path, listener) =>
          store.onChange(path, (changed) => listener(deleted !== null && changed.startsWith(`${deleted}/`) ? deleted : changed)),
      };
    },
  },
  {
    defect: 'goes on reporting to a closed subscription',
    caughtBy: 'onChange: a closed subscription hears nothing more',
    make: (store) => ({
      onChange: (path, listener) => {
        store.onChange(path, listener);
        return { close: () => undefined };
      },
    }),
  },
  {
    defect: 'reports what a refused commit wanted to change',
    caughtBy: 'onChange: a refused commit is no change',
    make: (store) => {
      const listeners = new Set<(path: string) => void>();
      return {
        commit: async (operations, conditions, options) => {
          const result = await store.commit(operations, conditions, options);
          if (result.kind === 'conflict') for (const { path } of operations) for (const listener of listeners) listener(path);
          return result;
        },
        onChange: (path, listener) => {
          listeners.add(listener);
          const subscription = store.onChange(path, listener);
          return {
            close() {
              listeners.delete(listener);
              subscription.close();
            },
          };
        },
      };
    },
  },
];
