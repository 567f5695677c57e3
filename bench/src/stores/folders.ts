import { type JournalStore, namespaceStore } from '@intarsia/core';
import { type Contestant, measured } from '../turn/rounds.ts';
import type { Backend } from './backends.ts';
import { repeated } from './repeated.ts';
import { micros, print, ratio, row } from './tables.ts';

const rounds = { warmUp: 3, counted: 31 };
const filesOfCommit = 1000;
const commitsAtOnce = 4;
const conversation = { tenant: 'bench', chat: 'folders' };

/**
 * Prints what a list of 100 names takes where there are no other files and where there are `files`; the most of them lie in one of the
 * folders that are listed. No backend is given more than `budgetMs` to write them.
 */
export async function compareFolders(backends: readonly Backend[], files: number, budgetMs: number): Promise<void> {
  const contestants: Contestant[] = [];
  const written: { readonly files: number; readonly seconds: number }[] = [];
  for (const backend of backends) {
    const few = namespaceStore(await backend.open('few'), conversation);
    const many = namespaceStore(await backend.open('many'), conversation);
    await fillFolder(few);
    await fillFolder(many);
    const start = performance.now();
    written.push({ files: await fillDeep(many, files - 100, start + budgetMs), seconds: (performance.now() - start) / 1000 });
    contestants.push(listing('few', few), listing('many', many));
  }
  const figures = await measured(contestants, rounds);
  print(`List of 100 names among so many files of the store: µs, median of ${rounds.counted} rounds`);
  row('', 'of 100', 'of many', 'many / few', 'of the least', 'files', 'written in');
  for (const [index, { name }] of backends.entries()) {
    const [few, many] = figures.slice(index * 2, index * 2 + 2);
    const { files: count = 0, seconds = 0 } = written[index] ?? {};
    const ratios = [ratio(many?.median, few?.median), ratio(many?.least, few?.least)];
    row(name, micros(few?.median), micros(many?.median), ...ratios, (count + 100).toLocaleString('en'), `${seconds.toFixed(1)} s`);
  }
  print('');
}

const listing = (name: string, store: JournalStore): Contestant =>
  repeated(name, async () => {
    const { length } = await store.list('/listed');
    if (length !== 100) throw new Error(`Listed ${length} names.`);
  });

/** 99 files and a folder of one file: 100 names. */
async function fillFolder(store: JournalStore): Promise<void> {
  const paths = ['/listed/deep/first', ...Array.from({ length: 99 }, (_, count) => `/listed/file-${count}`)];
  await store.commit(paths.map((path) => ({ kind: 'write', path, content: 'A short note.' })));
}

/** Writes files in folders of 1000 beneath the listed one, some commits at a time, until the time is over; how many there are. */
async function fillDeep(store: JournalStore, files: number, until: number): Promise<number> {
  let count = 0;
  const next = async (): Promise<void> => {
    while (count < files && performance.now() < until) {
      const folder = `/listed/deep/${String(count / filesOfCommit).padStart(4, '0')}`;
      const more = Math.min(filesOfCommit, files - count);
      count += more;
      await store.commit(
        Array.from({ length: more }, (_, file) => ({ kind: 'write', path: `${folder}/file-${file}`, content: 'A short note.' })),
      );
    }
  };
  await Promise.all(Array.from({ length: commitsAtOnce }, next));
  return count;
}
