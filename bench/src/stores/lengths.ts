import { type JournalStore, namespaceStore } from '@intarsia/core';
import { type Contestant, measured } from '../turn/rounds.ts';
import type { Backend } from './backends.ts';
import { growJournal, journalSize } from './journals.ts';
import { repeated } from './repeated.ts';
import { micros, print, ratio, row } from './tables.ts';

const rounds = { warmUp: 3, counted: 31 };
const megabytes = [0, 1, 10, 100] as const;
const hundredBytes = 'a'.repeat(100);
const conversation = { tenant: 'bench', chat: 'lengths' };

/** Prints what an append to journals of several lengths takes, and a range at their end. */
export async function compareLengths(backends: readonly Backend[]): Promise<void> {
  const appends: Contestant[] = [];
  const ranges: Contestant[] = [];
  for (const backend of backends) {
    const store = namespaceStore(await backend.open('lengths'), conversation);
    for (const length of megabytes) {
      const { append, range } = await journal(store, length);
      appends.push(append);
      ranges.push(range);
    }
  }
  const [appended, read] = [await measured(appends, rounds), await measured(ranges, rounds)];
  for (const [title, figures] of [
    ['Append of 100 B to a journal of so many MB', appended],
    ['Range of 1 KB at its end', read],
  ] as const) {
    print(`${title}: µs, median of ${rounds.counted} rounds`);
    row('', ...megabytes.map((length) => `${length} MB`), '100 / 0 MB', 'of the least');
    for (const [index, { name }] of backends.entries()) {
      const own = figures.slice(index * megabytes.length, (index + 1) * megabytes.length);
      const [empty, longest] = [own.at(0), own.at(-1)];
      const ratios = [ratio(longest?.median, empty?.median), ratio(longest?.least, empty?.least)];
      row(name, ...own.map(({ median }) => micros(median)), ...ratios);
    }
    print('');
  }
}

async function journal(store: JournalStore, length: number): Promise<{ readonly append: Contestant; readonly range: Contestant }> {
  const path = `/journal-${length}`;
  await growJournal(store, path, length);
  let size = journalSize(length);
  return {
    append: repeated(path, async () => {
      size = (await store.append(path, hundredBytes)) + hundredBytes.length;
    }),
    range: repeated(path, async () => {
      const text = await store.readRange(path, size - 1024, size);
      if (text.length !== 1024) throw new Error(`Read ${text.length} of 1024 bytes.`);
    }),
  };
}
