import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { backends, casesOf, caseTables, contractRunIn, contractRunOf, everyCase } from './support/store-cases.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = join(root, 'docs/stores.md');
const page = await readFile(path, 'utf8');
const runs = new Map(
  await Promise.all(
    Object.entries(backends).map(
      async ([name, folder]) => [name, await contractRunIn(join(root, 'packages/knowledge-stores/src', folder))] as const,
    ),
  ),
);

const block = /<!-- cases -->[\s\S]*<!-- end -->/;

describe('the page about the stores', () => {
  it('says which case runs against which store', async () => {
    expect(page).toMatch(block);
    const told = page.replace(block, () => `<!-- cases -->\n\n${caseTables(runs)}\n\n<!-- end -->`);
    await expect(told).toMatchFileSnapshot(path); // `--update` writes the tables again
  });

  it('has a row for every case, and a store for every offer', () => {
    const run = new Set([...runs.values()].flatMap(casesOf));
    expect(everyCase().filter((name) => !run.has(name))).toEqual([]);
    expect(everyCase().length).toBeGreaterThan(150);
  });

  it('has a section for every store', () => {
    for (const name of Object.keys(backends)) expect(page).toMatch(new RegExp(`^\\| \`?${name}`, 'm'));
  });
});

describe('what a test file runs', () => {
  it('is read from its calls', () => {
    const text = `
      it.each(journalStoreContract(open))('$name', run);
      it.each(journalStoreContract(openOne(whole), { reopens: true, ownTime: false }))('$name', run);
      it.each(
        journalStoreContract(
          openLossy,
          { losesAnswers: true },
        ).filter(isNew),
      )('$name', run);
      const names = journalStoreContract(open, { advances: true });
      it.each(sharedStoreContract(openTwo))('$name', run);`;
    expect(contractRunOf([text])).toEqual({ journal: { reopens: true, losesAnswers: true }, shared: true });
  });

  it('is nothing without calls', () => {
    expect(contractRunOf(['const names = journalStoreContract(open);'])).toEqual({ journal: null, shared: false });
    expect(casesOf({ journal: null, shared: false })).toEqual([]);
  });
});
