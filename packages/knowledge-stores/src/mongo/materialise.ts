import type { AnyBulkWriteOperation } from 'mongodb';
import { deadlineIn } from '../deadline/index.ts';
import type { Collections, Database, FileDocument } from './connection.ts';
import { type Chunk, chunkKey, chunksOf, type Entry, entriesUpTo, fileKey, type NamespaceState, partsUpTo } from './documents.ts';
import { isDuplicate, isPassing } from './failures.ts';
import { type Folded, foldEntries } from './fold.ts';
import { pathBatches } from './path-batches.ts';
import { repeated } from './repeated.ts';
import type { Sequence } from './sequence.ts';

const entriesAtOnce = 256;
const bytesAtOnce = 8 * 1024 * 1024;
const writesAtOnce = 1_000;
/** An applier that sleeps longer than this does nothing any more. Far less than deleted files are remembered. */
const defaultAwakeMs = 30_000;
/** How fresh the server's time must be for it. */
const freshMs = 5_000;
const sweptAfter = 64; // entries, for parts that were written and came to nothing

const batches = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/**
 * Brings entries into files, chunks and leases. Everything it writes is guarded by the number of its entry, so it does no harm when others
 * do the same at the same time or did it long ago. A new file has no number to be guarded by once a deleted one is forgotten: there the
 * server's time keeps out those who slept.
 */
export class Applier {
  readonly #sequence: Sequence;
  readonly #database: Database;
  readonly #awakeMs: number;
  #running: Promise<void> | null = null;

  constructor(sequence: Sequence, awakeMs = defaultAwakeMs) {
    this.#sequence = sequence;
    this.#awakeMs = awakeMs;
    this.#database = sequence.database;
  }

  /** Resolves when every entry known now is applied. Calls at the same time share the work. */
  async caughtUp(): Promise<void> {
    const { state } = this.#sequence;
    const target = state.number;
    while (state.applied < target) {
      const deadline = deadlineIn(this.#database.timeoutMs);
      this.#running ??= repeated(
        () => deadline,
        () => this.#applySome(),
      )
        .catch((error: unknown) => {
          throw isPassing(error) ? error : this.#database.failures.of(error, 'write'); // also when it was done to read
        })
        .finally(() => {
          this.#running = null;
        });
      await this.#running;
    }
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#running?.catch(() => undefined);
  }

  async #applySome(): Promise<void> {
    const { state } = this.#sequence;
    const found = (this.#sequence.seenWithin(freshMs) ? this.#sequence.sighting()?.found : null) ?? (await this.#sequence.look());
    if (found === null) throw this.#database.failures.corrupt('lost the document of a namespace', { namespace: this.#sequence.namespace });
    state.settle(Math.min(found.applied, state.number));
    const entries = firstOf(state.entries());
    const last = entries.at(-1);
    if (last === undefined) return;
    const folded = foldEntries(entries);
    const until = new Date(found.nowMs + this.#awakeMs);

    const [chunks] = await Promise.all([this.#insertChunks(entries, folded), this.#updateFiles(folded, until), this.#updateLeases(folded)]);
    await this.#deleteChunks([...folded.drops]);
    const empty = await this.#isEmpty(folded, found);
    const applied = await this.#database.ask(({ collections }) =>
      collections.namespaces.updateOne({ _id: this.#sequence.namespace, applied: { $lt: last.number }, $expr: { $lt: ['$$NOW', until] } }, [
        { $set: { applied: last.number, occupied: occupiedAfter(folded, empty, last.number) } },
      ]),
    );
    const after = applied.matchedCount === 1 ? { ...found, applied: last.number } : await this.#sequence.look();
    state.settle(Math.min(after?.applied ?? 0, state.number));
    if (state.applied < last.number) return; // it took too long: once more
    if (applied.matchedCount === 0) await this.#deleteOrphans(chunks, folded); // somebody else has done it, perhaps long ago
    const sweeps = Math.floor(last.number / sweptAfter) > Math.floor(found.applied / sweptAfter);
    if (sweeps || empty === true || entries.some(({ parts }) => parts > 0)) await this.#sweepParts(last.number);
    if (empty === true) await this.#clear(last.number - 1);
  }

  /** The generations that chunks were written for. */
  async #insertChunks(entries: readonly Entry[], { chunks, drops }: Folded): Promise<ReadonlySet<string>> {
    const generations = new Set(chunks.map(({ generation }) => generation));
    await this.#insert(chunks);
    for (const { number, commit, parts } of entries) {
      for (let part = 0; part < parts; part += 1) {
        const _id = { namespace: this.#sequence.namespace, number, commit, part };
        const document = await this.#database.ask(({ collections }) => collections.parts.findOne({ _id }));
        if (document === null) return generations; // swept, because it was applied
        const kept = this.#sequence.reader.changes(document.changes).chunks.filter(({ generation }) => !drops.has(generation));
        for (const { generation } of kept) generations.add(generation);
        await this.#insert(kept);
      }
    }
    return generations;
  }

  async #insert(chunks: readonly Chunk[]): Promise<void> {
    for (const batch of batches(chunks, writesAtOnce)) {
      const documents = batch.map(({ generation, start, bytes }) => ({ _id: chunkKey(generation, start), bytes }));
      await this.#database
        .ask(({ collections }) => collections.chunks.insertMany(documents, { ordered: false }))
        .catch((error: unknown) => {
          if (!onlyDuplicates(error)) throw error;
        });
    }
  }

  async #updateFiles({ deletes, files, dead }: Folded, until: Date): Promise<void> {
    for (const { path, order } of deletes) await this.#deleteFiles(path, order);
    const writes = [
      ...Array.from(files, ([path, { head, order }]) => this.#guarded(path, { ...head, alive: true, order }, until)),
      ...Array.from(dead, ([path, { generation, order }]) => this.#guarded(path, { generation, alive: false, order }, until)),
    ];
    for (const batch of batches(writes, writesAtOnce)) {
      await this.#database.ask(({ collections }) => collections.files.bulkWrite(batch, { ordered: false }));
    }
  }

  /** A file's document as an entry leaves it, if what is there is older, and nobody slept. A latecomer leaves a document that soon goes. */
  #guarded(path: string, file: Omit<FileDocument, '_id'>, until: Date): AnyBulkWriteOperation<FileDocument> {
    const older = { $lt: [{ $ifNull: ['$order', -1] }, file.order] };
    const fields = { $mergeObjects: [{ _id: '$_id' }, { $literal: file }, ...(file.alive ? [] : [{ deletedAt: '$$NOW' }])] };
    const stub = { $mergeObjects: ['$$ROOT', { order: 0, alive: false, generation: '', deletedAt: '$$NOW' }] };
    const late = { $cond: [{ $eq: [{ $type: '$order' }, 'missing'] }, stub, '$$ROOT'] };
    return {
      updateOne: {
        filter: { _id: fileKey(this.#sequence.namespace, path) },
        update: [{ $replaceWith: { $cond: [{ $lt: ['$$NOW', until] }, { $cond: [older, fields, '$$ROOT'] }, late] } }],
        upsert: true,
      },
    };
  }

  async #deleteFiles(path: string, order: number): Promise<void> {
    const { namespace } = this.#sequence;
    const prefix = path === '/' ? '/' : `${path}/`;
    const end = `${prefix.slice(0, -1)}0`; // '0' follows '/'
    const live = { alive: true, order: { $lt: order }, '_id.namespace': namespace };
    const update = { $set: { alive: false, order }, $currentDate: { deletedAt: true } } as const;
    await this.#database.ask(({ collections }) =>
      Promise.all([
        collections.files.updateOne({ ...live, _id: fileKey(namespace, path) }, update),
        collections.files.updateMany({ ...live, '_id.path': { $gt: prefix, $lt: end } }, update),
      ]),
    );
    const dead = { alive: false, order };
    const found = await this.#database.ask(({ collections }) =>
      collections.files
        .find(
          {
            ...dead,
            $or: [{ _id: fileKey(namespace, path) }, { _id: { $gt: fileKey(namespace, prefix), $lt: fileKey(namespace, end) } }],
          },
          { projection: { generation: 1 } },
        )
        .toArray(),
    );
    await this.#deleteChunks(found.map((document) => this.#sequence.reader.text(document, 'generation')));
  }

  async #updateLeases({ leases }: Folded): Promise<void> {
    for (const [name, state] of leases) {
      const _id = { namespace: this.#sequence.namespace, name };
      await this.#database
        .ask(({ collections }) =>
          collections.leases.updateOne({ _id, number: { $lt: state.number } }, { $set: { ...state } }, { upsert: true }),
        )
        .catch((error: unknown) => {
          if (!isDuplicate(error)) throw error; // a newer one is there
        });
    }
  }

  async #deleteChunks(generations: readonly string[]): Promise<void> {
    for (const batch of batches(generations, writesAtOnce)) {
      const deletes = batch.map((generation) => ({ deleteMany: { filter: chunksOf(generation) } }));
      await this.#database.ask(({ collections }) => collections.chunks.bulkWrite(deletes, { ordered: false }));
    }
  }

  /** Deletes what was written for files that have gone since. */
  async #deleteOrphans(generations: ReadonlySet<string>, { files, drops }: Folded): Promise<void> {
    const orphans = new Set([...generations, ...drops]);
    for (const batch of pathBatches(files.keys())) {
      const keys = batch.map((path) => fileKey(this.#sequence.namespace, path));
      const found = await this.#database.ask(({ collections }) =>
        collections.files.find({ _id: { $in: keys }, alive: true }, { projection: { generation: 1 } }).toArray(),
      );
      for (const document of found) orphans.delete(this.#sequence.reader.text(document, 'generation'));
    }
    await this.#deleteChunks([...orphans]);
  }

  /** Whether no file is left; null when that need not be asked. */
  async #isEmpty({ files, deletes }: Folded, { claimed, applied }: NamespaceState): Promise<boolean | null> {
    if (files.size > 0) return false;
    if (deletes.length === 0 && claimed <= applied) return null;
    const file = await this.#database.ask(({ collections }) => anyFile(collections, this.#sequence.namespace));
    return file === null;
  }

  /** Parts are of no use once a number is applied, whoever wrote them for it. */
  async #sweepParts(applied: number): Promise<void> {
    await this.#database.ask(({ collections }) => collections.parts.deleteMany(partsUpTo(this.#sequence.namespace, applied)));
  }

  /** Leaves nothing of entries but their numbers: the namespace holds nothing any more. */
  async #clear(last: number): Promise<void> {
    const written = { ...entriesUpTo(this.#sequence.namespace, last), cleared: { $exists: false } };
    const bare = { $replaceWith: { _id: '$_id', number: '$number', cleared: true } };
    await this.#database.ask(({ collections }) => collections.entries.updateMany(written, [bare]));
  }
}

/** A live file of a namespace, or null. */
export const anyFile = ({ files }: Collections, namespace: string) =>
  files.findOne({ '_id.namespace': namespace, alive: true }, { projection: { _id: 1 } });

/** So many entries from the first on that they can be kept in memory more than once. */
function firstOf(entries: readonly Entry[]): readonly Entry[] {
  let bytes = 0;
  const end = entries.slice(0, entriesAtOnce).findIndex(({ changes }) => {
    bytes += changes.chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
    return bytes > bytesAtOnce;
  });
  return entries.slice(0, end === -1 ? entriesAtOnce : Math.max(1, end));
}

/** Whether the namespace holds a file after entries up to `number`; an announced entry behind them may bring the first one. */
const occupiedAfter = ({ files }: Folded, empty: boolean | null, number: number) => {
  if (files.size > 0) return true;
  return empty === true ? { $gt: ['$claimed', number] } : '$occupied';
};

function onlyDuplicates(error: unknown): boolean {
  const errors: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'writeErrors') : undefined;
  const list: readonly unknown[] = Array.isArray(errors) ? errors : errors === undefined ? [] : [errors];
  return list.length > 0 && list.every(isDuplicate);
}
