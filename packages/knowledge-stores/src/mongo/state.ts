import { folderPrefix, isAtOrBeneath } from '@intarsia/core';
import {
  type Changes,
  type Chunk,
  deleteOrder,
  type Entry,
  type FileHead,
  fileOrder,
  type LeaseState,
  type StoredFile,
} from './documents.ts';

const keptNames = 4_096;
const keptChanges = 127;

/** Keeps a value as the newest, and forgets the oldest when there are too many. */
function keep<Value>(map: Map<string, Value>, name: string, value: Value): void {
  map.delete(name);
  map.set(name, value);
  const [oldest] = map.keys();
  if (map.size > keptNames && oldest !== undefined) map.delete(oldest);
}

const writtenBy = new WeakMap<Changes, ReadonlyMap<string, FileHead>>();

/** What an entry wrote, by path: a large commit is asked about each path of the next one. */
function headsIn(changes: Changes): ReadonlyMap<string, FileHead> {
  let heads = writtenBy.get(changes);
  if (heads === undefined) {
    heads = new Map(changes.files.map(({ path, generation, size, version }) => [path, { generation, size, version }]));
    writtenBy.set(changes, heads);
  }
  return heads;
}

/** What became of a path in one entry: undefined when the entry says nothing about it. */
function headAfter(changes: Changes, path: string): FileHead | null | undefined {
  const written = headsIn(changes).get(path);
  if (written !== undefined) return written;
  return changes.deletes.some((deleted) => isAtOrBeneath(path, deleted)) ? null : undefined;
}

/**
 * What a handle knows of a namespace: how far its sequence goes, the entries that may not have been applied yet, and the heads and leases
 * that were looked up, each as of the last known entry. Holds only what a majority has; all of it can be forgotten at any time.
 */
export class SequenceState {
  /** The last known entry. */
  number = 0;
  /** Entries up to here are in files, chunks and leases, for good. */
  applied = 0;
  /** Counts the times that all was forgotten. */
  forgotten = 0;
  #entries: readonly Entry[] = [];
  readonly #heads = new Map<string, FileHead | null>();
  #recent: readonly Omit<Entry, 'atSeconds' | 'parts'>[] = [];
  readonly #leases = new Map<string, LeaseState | null>();
  #living: string | null = null;

  /** The entries behind `applied`, in order. Never changed in place. */
  entries(): readonly Entry[] {
    return this.#entries;
  }

  /** How many files the entries behind `applied` write. */
  waitingFiles(): number {
    return this.#entries.reduce((count, { changes }) => count + changes.files.length, 0);
  }

  /** Goes on from an entry that everything up to is applied. */
  forget(applied: number): void {
    this.number = applied;
    this.applied = applied;
    this.forgotten += 1;
    this.#entries = [];
    this.#recent = [];
    this.#heads.clear();
    this.#leases.clear();
    this.#living = null;
  }

  /** Takes up the next entry. */
  advance(entry: Entry): void {
    this.number = entry.number;
    this.#entries = [...this.#entries, entry];
    this.#recent = [...this.#recent.slice(-keptChanges), { ...entry, changes: { ...entry.changes, chunks: [] } }];
    for (const path of entry.changes.deletes) this.#forgetBeneath(path);
    for (const { path, generation, size, version } of entry.changes.files) this.#keep(path, { generation, size, version });
    for (const { name, owner, epoch, untilMs } of entry.changes.leases) keep(this.#leases, name, { owner, epoch, untilMs });
  }

  /** What the entries behind one changed, without their bytes; null when that is not known any more. */
  changesSince(number: number): readonly Changes[] | null {
    const found = this.#recent.filter((entry) => entry.number > number);
    return found.length === this.number - number ? found.map(({ changes }) => changes) : null;
  }

  /** Which commit has a number, or null when that is not known any more. */
  commitOf(number: number): string | null {
    return this.#recent.find((entry) => entry.number === number)?.commit ?? null;
  }

  /** Lets go of the entries that were applied. */
  settle(applied: number): void {
    if (applied <= this.applied) return;
    this.applied = applied;
    this.#entries = this.#entries.filter((entry) => entry.number > applied);
  }

  /** The head of a path, null for none, undefined when it was not looked up. */
  head(path: string): FileHead | null | undefined {
    return this.#heads.get(path);
  }

  /** The state of a lease, null for one never taken, undefined when it was not looked up. */
  lease(name: string): LeaseState | null | undefined {
    return this.#leases.get(name);
  }

  /** A file that is there, if any is known. */
  living(): string | null {
    return this.#living;
  }

  /** Takes up what was stored of a file; `before` are the entries that were known when it was asked for. */
  learnFile(path: string, stored: StoredFile | null, before: readonly Entry[]): FileHead | null {
    let head = stored?.head ?? null;
    const order = stored?.order ?? -1;
    for (const { number, changes } of union(before, this.#entries)) {
      const after = headAfter(changes, path);
      if (after !== undefined && (after === null ? deleteOrder(number) : fileOrder(number)) > order) head = after;
    }
    this.#keep(path, head);
    return head;
  }

  /** Takes up what was stored of a lease; see `learnFile`. */
  learnLease(name: string, stored: (LeaseState & { readonly number: number }) | null, before: readonly Entry[]): LeaseState | null {
    let lease: LeaseState | null = stored;
    for (const { number, changes } of union(before, this.#entries)) {
      const changed = changes.leases.find((candidate) => candidate.name === name);
      if (changed !== undefined && number > (stored?.number ?? 0)) lease = changed;
    }
    keep(this.#leases, name, lease);
    return lease;
  }

  /** The chunks of a generation among the entries that may not have been applied. */
  pendingChunks(generation: string): readonly Chunk[] {
    return this.#entries.flatMap(({ changes }) => changes.chunks.filter((chunk) => chunk.generation === generation));
  }

  #keep(path: string, head: FileHead | null): void {
    keep(this.#heads, path, head);
    if (head !== null) this.#living = path;
  }

  #forgetBeneath(folder: string): void {
    const prefix = folderPrefix(folder);
    for (const path of this.#heads.keys()) if (path === folder || path.startsWith(prefix)) this.#heads.set(path, null);
    if (this.#living === null || !isAtOrBeneath(this.#living, folder)) return;
    const other = Array.from(this.#heads).find(([, head]) => head !== null);
    this.#living = other?.[0] ?? null;
  }
}

/** Two runs of the same sequence as one; either may have lost its beginning. */
function union(before: readonly Entry[], now: readonly Entry[]): readonly Entry[] {
  const first = now[0]?.number ?? Number.POSITIVE_INFINITY;
  return [...before.filter((entry) => entry.number < first), ...now];
}
