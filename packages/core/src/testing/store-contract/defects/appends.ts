import { bytesOf } from '../looking.ts';
import { type Defect, failure, onTheWay } from './defect.ts';
import { readsAndWritesBack } from './ways.ts';

/** Defects in appends and ranges. */
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
    defect: 'appends by reading and writing',
    caughtBy: 'append: concurrent ones overlap nowhere and lose nothing',
    make: readsAndWritesBack,
  },
  {
    defect: 'answers an append before it makes it',
    caughtBy: 'append: those that are sent one after the other stand in that order',
    make: (store) => ({
      async append(path, content, options) {
        const offset = (await store.stat(path, options))?.size ?? 0;
        void onTheWay().then(() => store.append(path, content).catch(() => undefined));
        return offset;
      },
    }),
  },
  {
    defect: 'counts the offsets of all files together',
    caughtBy: 'append: each file has its own offsets',
    make: (store) => {
      let total = 0;
      return {
        async append(path, content, options) {
          await store.append(path, content, options);
          total += bytesOf(content);
          return total - bytesOf(content);
        },
      };
    },
  },
  {
    defect: 'drops appends behind 1 MB',
    caughtBy: 'append: small ones and a large one make one file',
    make: (store) => ({
      async append(path, content, options) {
        const size = (await store.stat(path, options))?.size ?? 0;
        return size > 1_000_000 ? size : store.append(path, content, options);
      },
    }),
  },
  {
    defect: 'writes over the beginning of what was appended',
    caughtBy: 'append: a write between concurrent ones replaces those before it, whole',
    make: (store) => ({
      async write(path, content, options) {
        const old = (await store.read(path, options)) ?? '';
        await store.write(path, content + old.slice(content.length), options);
      },
    }),
  },
  {
    defect: 'makes the appends of a commit by reading and writing',
    caughtBy: 'append: concurrent ones and those of commits overlap nowhere and lose nothing',
    make: (store) => ({
      async commit(operations, conditions, options) {
        for (const { path, ...operation } of operations) {
          if (operation.kind === 'append') await readsAndWritesBack(store).append(path, operation.content, options);
        }
        return store.commit([], conditions, options);
      },
    }),
  },
  {
    defect: 'refuses a range that begins inside what is shown as one letter',
    caughtBy: 'readRange: a cut between characters is fine, also between those that are shown as one',
    make: (store) => ({
      async readRange(path, start, end, options) {
        const text = await store.readRange(path, start, end, options);
        if (/^[\p{M}\u200d]/u.test(text)) throw failure('The range begins inside a letter.');
        return text;
      },
    }),
  },
  {
    defect: 'reads 65,536 characters of a range at most',
    caughtBy: 'readRange: any two offsets that appends returned are a whole text, in a file of many sizes',
    make: (store) => ({
      readRange: async (path, start, end, options) => (await store.readRange(path, start, end, options)).slice(0, 65_536),
    }),
  },
  {
    defect: 'finds nothing in a file while somebody appends to it',
    caughtBy: 'readRange: what was read once reads the same while others append',
    make: (store) => {
      let appending = 0;
      return {
        async append(path, content, options) {
          appending += 1;
          await onTheWay();
          appending -= 1;
          return store.append(path, content, options);
        },
        readRange: async (path, start, end, options) => (appending > 0 ? '' : store.readRange(path, start, end, options)),
      };
    },
  },
  {
    defect: 'reads nothing up to an end that is no whole number',
    caughtBy: 'readRange: ends that are no whole numbers are cut to them',
    make: (store) => ({
      readRange: async (path, start, end, options) =>
        end === undefined || Number.isInteger(end) ? store.readRange(path, start, end, options) : '',
    }),
  },
];
