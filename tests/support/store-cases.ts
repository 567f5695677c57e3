import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { journalStoreContract, type StoreOffers, sharedStoreContract } from '@intarsia/core/testing';

/** The stores of ours, by what they are called and the folder they are made in. */
export const backends = { memory: 'memory', file: 'disk', sqlite: 'sqlite', redis: 'redis', mongo: 'mongo' } as const;

/** What the test files of a backend run: the journal contract with these offers, and the shared one or not. */
export interface ContractRun {
  readonly journal: StoreOffers | null;
  readonly shared: boolean;
}

const journalCall = /it\.each\(\s*journalStoreContract\(\s*\w+(?:\([^()]*\))?\s*(?:,\s*\{([^}]*)\}\s*)?,?\s*\)/g;
const sharedCall = /it\.each\(\s*sharedStoreContract\(/;

/** Reads from the texts of test files what they run. */
export function contractRunOf(texts: readonly string[]): ContractRun {
  const calls = texts.flatMap((text) => [...text.matchAll(journalCall)].map(([, offers = '']) => offers));
  const offers = calls.flatMap((written) => [...written.matchAll(/(\w+): true/g)].map(([, name = '']) => [name, true] as const));
  return { journal: calls.length === 0 ? null : Object.fromEntries(offers), shared: texts.some((text) => sharedCall.test(text)) };
}

/** What the test files in a folder run. */
export async function contractRunIn(folder: string): Promise<ContractRun> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.test.ts'));
  return contractRunOf(await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))));
}

/** For lists of cases that are only looked at. */
export const neverOpened = (): never => {
  throw new Error('The cases are listed here, not run.');
};

/** All that a harness can offer. */
export const everyOffer: Required<StoreOffers> = { advances: true, reopens: true, losesAnswers: true, ownTime: true };

/** Every case, in the order of the contract. */
export const everyCase = (): readonly string[] => casesOf({ journal: everyOffer, shared: true });

/** The cases of a run by name. */
export function casesOf({ journal, shared }: ContractRun): readonly string[] {
  return [...(journal === null ? [] : journalStoreContract(neverOpened, journal)), ...(shared ? sharedStoreContract(neverOpened) : [])].map(
    ({ name }) => name,
  );
}

/** What a case is about: the words before its colon, without its id. */
const subjectOf = (name: string): string => name.replace(/^[A-Z]\d+ /, '').replace(/:.*$/s, '');
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');

/** A table for each subject: a line for each case, a column for each backend. */
export function caseTables(runs: ReadonlyMap<string, ContractRun>): string {
  const columns = [...runs].map(([backend, run]) => ({ backend, cases: new Set(casesOf(run)) }));
  const names = everyCase();
  const head = `| case | ${columns.map(({ backend }) => backend).join(' | ')} |\n| --- |${' --- |'.repeat(columns.length)}`;
  const totals = columns.map(({ cases }) => ` ${cases.size} |`).join('');
  const tables = [...new Set(names.map(subjectOf))].map((subject) => {
    const rows = names
      .filter((name) => subjectOf(name) === subject)
      .map((name) => `| ${cell(name)} |${columns.map(({ cases }) => (cases.has(name) ? ' ✓ |' : ' – |')).join('')}`);
    return `**${subject}**\n\n${head}\n${rows.join('\n')}`;
  });
  return [`${head}\n| all ${names.length} |${totals}`, ...tables].join('\n\n');
}
