import { createHash } from 'node:crypto';
import { isAtOrBeneath, type StoreOperation } from '@intarsia/core';

/** An append that says where it starts. */
export interface Append {
  readonly kind: 'append';
  readonly path: string;
  readonly content: string;
  readonly start: number;
}

/** What a commit comes to for one file. */
export type Put = { readonly kind: 'write'; readonly path: string; readonly content: string } | Append;

/** A commit in a form that can be carried out again from its start at any time and gives the same. */
export interface Plan {
  /** First these, in order. */
  readonly deletes: readonly string[];
  /** Then these, each on a path of its own. */
  readonly puts: readonly Put[];
}

/** The plan of operations with normalised paths; `sizes` has the size of every file that an append names and that is there. */
export function planOf(operations: readonly StoreOperation[], sizes: ReadonlyMap<string, number>): Plan {
  const deletes: string[] = [];
  const puts = new Map<string, Put>();
  for (const operation of operations) {
    const { kind, path } = operation;
    if (kind === 'delete') {
      deletes.push(path);
      for (const put of [...puts.keys()]) if (isAtOrBeneath(put, path)) puts.delete(put);
      continue;
    }
    const before = puts.get(path);
    if (kind === 'write') {
      puts.set(path, operation);
    } else if (before !== undefined) {
      puts.set(path, { ...before, content: before.content + operation.content });
    } else {
      const start = deletes.some((folder) => isAtOrBeneath(path, folder)) ? undefined : sizes.get(path);
      puts.set(path, start === undefined ? { ...operation, kind: 'write' } : { ...operation, kind: 'append', start });
    }
  }
  return { deletes, puts: [...puts.values()] };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The record of a plan: its digest, a line break, the plan. */
export function recordOf(plan: Plan): string {
  const text = JSON.stringify(plan);
  return `${digestOf(text)}\n${text}`;
}

/** The plan of a record; null for one that was not written to its end, so that nothing of its plan was begun. */
export function planOfRecord(record: string): Plan | null {
  const text = record.slice(record.indexOf('\n') + 1);
  return record === `${digestOf(text)}\n${text}` ? JSON.parse(text) : null;
}
