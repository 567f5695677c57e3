import type { JournalStore } from '@intarsia/core';

const line = `${'j'.repeat(1023)}\n`;
const linesOfCommit = 1000;

/** The size of a journal that has so many megabytes, of lines of 1 KB. */
export const journalSize = (megabytes: number): number => megabytes * linesOfCommit * line.length;

/**
 * Appends lines of 1 KB until the journal has so many megabytes, 1000 lines a commit: as many pieces as a conversation leaves, without a
 * flush for each.
 */
export async function growJournal(store: JournalStore, path: string, megabytes: number): Promise<void> {
  const operations = Array.from({ length: linesOfCommit }, () => ({ kind: 'append' as const, path, content: line }));
  for (let count = 0; count < megabytes; count += 1) await store.commit(operations);
}
