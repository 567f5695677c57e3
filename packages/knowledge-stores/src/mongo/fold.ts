import { isAtOrBeneath } from '@intarsia/core';
import { type Chunk, deleteOrder, type Entry, type FileHead, fileOrder, type LeaseState } from './documents.ts';

/** What several entries in order come to. */
export interface Folded {
  /** To be done in order, each to files of a lower order only, before `files` and `dead`. */
  readonly deletes: readonly { readonly path: string; readonly order: number }[];
  readonly files: ReadonlyMap<string, { readonly head: FileHead; readonly order: number }>;
  /** Files that came and went within these entries: whoever applies only the first of them must find that they are gone. */
  readonly dead: ReadonlyMap<string, { readonly generation: string; readonly order: number }>;
  readonly chunks: readonly Chunk[];
  readonly drops: ReadonlySet<string>;
  readonly leases: ReadonlyMap<string, LeaseState & { readonly number: number }>;
}

/** Folds entries that follow each other. Chunks of entries in parts are not among them. */
export function foldEntries(entries: readonly Entry[]): Folded {
  const files = new Map<string, { head: FileHead; order: number }>();
  const dead = new Map<string, { generation: string; order: number }>();
  const leases = new Map<string, LeaseState & { number: number }>();
  const drops = new Set<string>();
  const deletes: { path: string; order: number }[] = [];
  for (const { number, changes } of entries) {
    for (const folder of changes.deletes) {
      const order = deleteOrder(number);
      deletes.push({ path: folder, order });
      for (const [path, { head }] of files) {
        if (!isAtOrBeneath(path, folder)) continue;
        files.delete(path);
        dead.set(path, { generation: head.generation, order });
        drops.add(head.generation);
      }
    }
    for (const { path, generation, size, version } of changes.files) {
      files.set(path, { head: { generation, size, version }, order: fileOrder(number) });
      dead.delete(path);
    }
    for (const generation of changes.drops) drops.add(generation);
    for (const { name, owner, epoch, untilMs } of changes.leases) leases.set(name, { owner, epoch, untilMs, number });
  }
  const chunks = entries.flatMap(({ changes }) => changes.chunks.filter(({ generation }) => !drops.has(generation)));
  return { deletes, files, dead, chunks, drops, leases };
}
