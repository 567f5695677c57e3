import { type Defect, onTheWay } from './defect.ts';
import { inTwoHalves } from './ways.ts';

/** Defects in files and their text. */
export const fileDefects: readonly Defect[] = [
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
    defect: 'takes no text for an empty one',
    caughtBy: 'C3 files: what is no text is refused, so that nothing unreadable is ever stored; an absent member stays absent',
    make: (store) => ({ write: (path, content, options) => store.write(path, content ?? '', options) }),
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
    defect: 'takes the text "null" for no text',
    caughtBy: 'files: text that looks like something else is text',
    make: (store) => ({
      async read(path, options) {
        const text = await store.read(path, options);
        return text?.startsWith('null') ? null : text;
      },
    }),
  },
  {
    defect: 'joins the halves of a pair that meet',
    caughtBy: 'files: the halves of a pair that come one after the other stay halves',
    make: (store) => {
      let before = '';
      return {
        async append(path, content, options) {
          const joined = before + content;
          before = content;
          if (!/^[\ud800-\udbff][\udc00-\udfff]$/.test(joined) || joined.length !== 2) return store.append(path, content, options);
          await store.write(path, joined, options);
          return 3;
        },
      };
    },
  },
  {
    defect: 'reads every line end as a line feed',
    caughtBy: 'files: line ends and byte order marks are kept at the borders of appends',
    make: (store) => ({ read: async (path, options) => (await store.read(path, options))?.replace(/\r\n?/g, '\n') ?? null }),
  },
  {
    defect: 'reads on in what a shorter text replaced',
    caughtBy: 'files: a short text that replaces a large one leaves nothing of it',
    make: (store) => {
      let longest = '';
      return {
        async write(path, content, options) {
          if (content.length > longest.length) longest = content;
          await store.write(path, content, options);
        },
        readRange: async (path, start, end, options) => (await store.readRange(path, start, end, options)) || longest.slice(start, end),
      };
    },
  },
  {
    defect: 'writes a text in two halves',
    caughtBy: 'files: a reader sees the old text or the new one, never a part of both',
    make: inTwoHalves,
  },
  {
    defect: 'loses one of two files that are written at once',
    caughtBy: 'files: concurrent writes of many files are all there',
    make: (store) => {
      let last = '';
      return {
        async write(path, content, options) {
          last = path;
          await onTheWay();
          await store.write(last, content, options);
        },
      };
    },
  },
];
