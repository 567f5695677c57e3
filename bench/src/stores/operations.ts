import { join } from 'node:path';
import { type JournalStore, namespaceStore } from '@intarsia/core';
import { type Contestant, measured } from '../turn/rounds.ts';
import type { Backend, Place } from './backends.ts';
import { bareFlush } from './flush.ts';
import { repeated } from './repeated.ts';
import { perSecond, print, row } from './tables.ts';

const rounds = { warmUp: 3, counted: 31 };
const kilobyte = 'k'.repeat(1024);
const hundredBytes = 'a'.repeat(100);
const conversation = { tenant: 'bench', chat: 'operations' };
const names = ['write 1 KB', 'read 1 KB', 'append 100 B', 'commit of 2', 'list of 100'] as const;

/** Prints how many of each operation a backend does a second, one after the other. */
export async function compareOperations(backends: readonly Backend[], { folder }: Place): Promise<void> {
  const flush = bareFlush(join(folder, 'flushed'));
  const contestants: Contestant[] = [];
  for (const backend of backends) contestants.push(...(await operations(namespaceStore(await backend.open('operations'), conversation))));
  const [flushed, ...figures] = await measured([flush, ...contestants], rounds);
  flush.close();
  print(`Operations a second, one after the other, median of ${rounds.counted} rounds`);
  row('', ...names);
  for (const [index, { name, durability }] of backends.entries()) {
    const own = figures.slice(index * names.length, (index + 1) * names.length);
    row(`${name} (${durability})`, ...own.map(({ median }) => perSecond(median)));
  }
  row('100 B appended to a bare file and flushed', '', '', perSecond(flushed?.median));
  print('');
}

/** The operations in a conversation with a folder of 100 files of 1 KB, in the order of their names. */
async function operations(store: JournalStore): Promise<readonly Contestant[]> {
  const path = (count: number): string => `/folder/file-${String(count % 100).padStart(2, '0')}`;
  await store.commit(Array.from({ length: 100 }, (_, count) => ({ kind: 'write', path: path(count), content: kilobyte })));
  const lease = '/owner';
  const acquired = await store.lease.acquire(lease, { owner: 'bench', ttlMs: 3_600_000 });
  if (acquired.kind !== 'acquired') throw new Error('The lease of a new conversation is held.');
  const fence = { lease, epoch: acquired.epoch };
  let [written, read, size] = [0, 0, 0];

  const commit = async (): Promise<void> => {
    const result = await store.commit(
      [
        { kind: 'append', path: '/journal', content: kilobyte },
        { kind: 'write', path: '/checkpoint', content: kilobyte },
      ],
      { fence, expect: [{ path: '/journal', size: size === 0 ? -1 : size }] },
    );
    if (result.kind !== 'committed') throw new Error(`Refused: ${JSON.stringify(result)}`);
    size += kilobyte.length;
  };
  const list = async (): Promise<void> => {
    const { length } = await store.list('/folder');
    if (length !== 100) throw new Error(`Listed ${length} names.`);
  };
  const work: Readonly<Record<(typeof names)[number], () => Promise<unknown>>> = {
    'write 1 KB': () => store.write(path(written++), kilobyte),
    'read 1 KB': () => store.read(path(read++)),
    'append 100 B': () => store.append('/log', hundredBytes),
    'commit of 2': commit,
    'list of 100': list,
  };
  return names.map((name) => repeated(name, work[name]));
}
