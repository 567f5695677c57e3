import type { Deadline } from '../deadline/index.ts';
import type { Connection, Database } from './connection.ts';
import { type Changes, entryKey, partKey, partsOf, ringSize } from './documents.ts';
import { isDuplicate, isPassing, wasNotSent } from './failures.ts';
import { pause } from './pause.ts';
import { repeated } from './repeated.ts';
import type { Sequence } from './sequence.ts';

const inlineBytes = 256 * 1024; // entries stay for a while after they were applied, so they are kept small
const partBytes = 4 * 1024 * 1024; // a document of MongoDB ends at 16 MB

/** What became of an entry that was to be the next of its sequence. */
export type EntryOutcome = 'written' | 'number_taken';

/** An entry before it is written. */
export interface NewEntry {
  readonly number: number;
  readonly commit: string;
  readonly changes: Changes;
}

const nothing: Changes = { chunks: [], files: [], deletes: [], drops: [], leases: [] };

type Item =
  | { readonly kind: 'chunks'; readonly value: Changes['chunks'][number] }
  | { readonly kind: 'files'; readonly value: Changes['files'][number] }
  | { readonly kind: 'deletes'; readonly value: string }
  | { readonly kind: 'drops'; readonly value: string }
  | { readonly kind: 'leases'; readonly value: Changes['leases'][number] };

const itemsOf = (changes: Changes): readonly Item[] => [
  ...changes.chunks.map((value) => ({ kind: 'chunks', value }) as const),
  ...changes.files.map((value) => ({ kind: 'files', value }) as const),
  ...changes.deletes.map((value) => ({ kind: 'deletes', value }) as const),
  ...changes.drops.map((value) => ({ kind: 'drops', value }) as const),
  ...changes.leases.map((value) => ({ kind: 'leases', value }) as const),
];

const overheadBytes = 200; // names of fields, numbers, a generation and a version

function bytesOf({ kind, value }: Item): number {
  switch (kind) {
    case 'chunks':
      return value.bytes.length + overheadBytes;
    case 'files':
      return 3 * value.path.length + overheadBytes;
    case 'leases':
      return 3 * (value.name.length + (value.owner?.length ?? 0)) + overheadBytes;
    case 'deletes':
    case 'drops':
      return 3 * value.length + overheadBytes;
  }
}

const changesOf = (items: readonly Item[]): Changes => ({
  chunks: items.flatMap((item) => (item.kind === 'chunks' ? [item.value] : [])),
  files: items.flatMap((item) => (item.kind === 'files' ? [item.value] : [])),
  deletes: items.flatMap((item) => (item.kind === 'deletes' ? [item.value] : [])),
  drops: items.flatMap((item) => (item.kind === 'drops' ? [item.value] : [])),
  leases: items.flatMap((item) => (item.kind === 'leases' ? [item.value] : [])),
});

/** The changes in pieces that each fit into one document; none when the entry itself can hold them. */
export function partsFor(changes: Changes): readonly Changes[] {
  const items = itemsOf(changes);
  if (items.reduce((sum, item) => sum + bytesOf(item), 0) <= inlineBytes) return [];
  const parts: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const bytes = bytesOf(item);
    if (bytes > room) {
      parts.push([]);
      room = partBytes;
    }
    parts.at(-1)?.push(item);
    room -= bytes;
  }
  return parts.map(changesOf);
}

/** Writes one entry and finds out what became of it, however the answer gets lost. */
export class EntryWriter {
  readonly #sequence: Sequence;
  readonly #database: Database;

  constructor(sequence: Sequence) {
    this.#sequence = sequence;
    this.#database = sequence.database;
  }

  /**
   * Writes the entry, if its number is free, and whatever parts it needs before it. The entry that it is written over must be applied.
   * Rejects with `outcome: 'unknown'` when the deadline passes after the entry was sent. `deadline` is asked again at each attempt.
   */
  async write(entry: NewEntry, deadline: () => Deadline): Promise<{ readonly outcome: EntryOutcome; readonly parts: number }> {
    const parts = partsFor(entry.changes);
    if (parts.length > 0) await repeated(deadline, () => this.#writeParts(entry, parts));
    const outcome = await this.#writeSelf(entry, parts.length, deadline);
    if (outcome === 'number_taken' && parts.length > 0) {
      // Whoever applies the entry that took the number sweeps them otherwise.
      const key = partsOf(this.#sequence.namespace, entry.number, entry.commit);
      await this.#database.ask(({ collections }) => collections.parts.deleteMany(key)).catch(() => undefined);
    }
    return { outcome, parts: parts.length };
  }

  async #writeParts({ number, commit }: NewEntry, parts: readonly Changes[]): Promise<void> {
    for (const [part, changes] of parts.entries()) {
      const _id = partKey(this.#sequence.namespace, number, commit, part);
      try {
        await this.#database.ask(({ collections }) => collections.parts.insertOne({ _id, changes }));
      } catch (error) {
        if (!isDuplicate(error)) throw error; // written by an attempt whose answer was lost
      }
    }
  }

  // The same document may be sent again and again: its slot takes it once, however late. So a lost answer and a write that the server gave up
  // are no different from each other, and neither needs a transaction.
  async #writeSelf(entry: NewEntry, parts: number, deadline: () => Deadline): Promise<EntryOutcome> {
    const { failures } = this.#database;
    for (let attempt = 0, unanswered = false; ; attempt += 1) {
      let sent = false;
      let failure: unknown;
      try {
        const free = await this.#database.ask((connection) => {
          sent = true;
          return this.#send(connection, entry, parts);
        });
        if (free) return 'written';
      } catch (error) {
        if (!isPassing(error)) throw unanswered ? failures.unknownOutcome(error) : error;
        unanswered ||= sent && !wasNotSent(error);
        failure = error;
      }
      const taken = failure === undefined ? await this.#whoHas(entry, deadline) : null;
      if (taken === 'forgotten' && unanswered) throw failures.unknownOutcome();
      if (taken !== null) return taken === 'written' ? 'written' : 'number_taken';
      const { remainingMs } = deadline();
      if (unanswered && remainingMs() === 0) throw failures.unknownOutcome(failure);
      if (!unanswered && remainingMs() < this.#database.attemptMs) throw failure ?? failures.silent(); // while it is sure that nothing was sent
      await pause(attempt);
    }
  }

  /** Puts the entry into its slot, which is empty in the first round and later holds the entry one round before; false when it does not. */
  async #send({ collections: { entries }, serverTime }: Connection, entry: NewEntry, parts: number): Promise<boolean> {
    const { number, commit, changes } = entry;
    const _id = entryKey(this.#sequence.namespace, number);
    const document = { number, commit, at: serverTime(), changes: parts === 0 ? changes : nothing, parts };
    if (number > ringSize) return (await entries.replaceOne({ _id, number: number - ringSize }, document)).matchedCount === 1;
    return entries.insertOne({ _id, ...document }).then(
      () => true,
      (error: unknown) => {
        if (isDuplicate(error)) return false;
        throw error;
      },
    );
  }

  /** Whose entry has the number, once a majority has it; null when nobody's has for now, `forgotten` when it was written over since. */
  async #whoHas({ number, commit }: NewEntry, deadline: () => Deadline): Promise<EntryOutcome | 'forgotten' | null> {
    const { state } = this.#sequence;
    for (let attempt = 0; attempt < 10 && !deadline().passed(); attempt += 1) {
      await this.#sequence.fresh().catch(() => undefined);
      if (state.number >= number) {
        const found = state.commitOf(number);
        if (found === null) return 'forgotten';
        return found === commit ? 'written' : 'number_taken';
      }
      await pause(attempt);
    }
    return null;
  }
}
