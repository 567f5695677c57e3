import { namespaceStore } from '@intarsia/core';
import { type Contestant, measured } from '../turn/rounds.ts';
import { ag2Version, openAg2Stores } from './ag2.ts';
import type { Backend, Place } from './backends.ts';
import { growJournal, journalSize } from './journals.ts';
import { repeated } from './repeated.ts';
import { micros, print, ratio, row } from './tables.ts';

const rounds = { warmUp: 1, counted: 9 };
const megabytes = [0, 1, 10] as const;
const hundredBytes = 'a'.repeat(100);
const budgetMs = 60;
const conversation = { tenant: 'bench', chat: 'appends' };

/** Prints what an append takes beside the stores of AG2. */
export async function compareAppends(backends: readonly Backend[], place: Place): Promise<void> {
  const python = process.env['INTARSIA_TEST_AG2_PYTHON'];
  if (python === undefined) {
    print('The stores of AG2 are left out: INTARSIA_TEST_AG2_PYTHON is not set\n');
    return;
  }
  const theirs = openAg2Stores(python, place);
  try {
    const contestants: Contestant[] = [];
    for (const backend of backends) contestants.push(...(await oursOf(backend)));
    for (const store of theirs) {
      for (const length of megabytes) {
        const path = `/journal-${length}`;
        await store.write(path, journalSize(length));
        contestants.push({ name: path, measure: () => store.append(path, hundredBytes.length, budgetMs) });
      }
    }
    const figures = await measured(contestants, rounds);
    print(`Append of 100 B to a journal of so many MB, beside AG2 ${ag2Version(python)}: µs, and the empty one = 1`);
    row('', ...megabytes.map((length) => `${length} MB`), ...megabytes.slice(1).map((length) => `${length} / 0 MB`));
    const names = [...backends.map(({ name }) => `Intarsia, ${name}`), ...theirs.map(({ name }) => `AG2, ${name}`)];
    for (const [index, name] of names.entries()) {
      const own = figures.slice(index * megabytes.length, (index + 1) * megabytes.length).map(({ median }) => median);
      row(name, ...own.map(micros), ...own.slice(1).map((median) => ratio(median, own[0])));
    }
    print('');
  } finally {
    for (const store of theirs) await store.close();
  }
}

async function oursOf(backend: Backend): Promise<readonly Contestant[]> {
  const store = namespaceStore(await backend.open('appends'), conversation);
  const contestants: Contestant[] = [];
  for (const length of megabytes) {
    const path = `/journal-${length}`;
    await growJournal(store, path, length);
    contestants.push(repeated(path, () => store.append(path, hundredBytes)));
  }
  return contestants;
}
