import { clipRange, type FileStat, folderPrefix } from '@intarsia/core';
import { type Deadline, deadlineIn } from '../deadline/index.ts';
import { type Connection, makeMissingIndexes } from './connection.ts';
import { type Chunk, chunksBetween, type FileHead } from './documents.ts';
import { lacksIndex } from './failures.ts';
import { childFolder, namesIn, pathsAfter, type StandsFor } from './folder-paths.ts';
import { type Applier, anyFile } from './materialise.ts';
import type { Sequence } from './sequence.ts';

const namesAtOnce = 100;
const chunksAtOnce = 1_000;
const looks = 3; // at one version of a file whose bytes are not there

/** Bytes of a file, and where they start. */
export interface FileRange {
  readonly bytes: Uint8Array;
  readonly start: number;
}

/**
 * Reads one namespace. Each answer is the state at one entry, none older than the last one a majority had when the call began, found through
 * the entries that may not be applied yet.
 */
export class SequenceReader {
  readonly #sequence: Sequence;
  readonly #applier: Applier;

  constructor(sequence: Sequence, applier: Applier) {
    this.#sequence = sequence;
    this.#applier = applier;
  }

  async stat(path: string): Promise<FileStat | null> {
    await this.#sequence.fresh();
    const head = await this.#sequence.head(path);
    return head === null ? null : { size: head.size, version: head.version };
  }

  /** The bytes [start, end), clipped to the file; null for a missing one. */
  async range(path: string, start: number, end: number | undefined): Promise<FileRange | null> {
    const { state } = this.#sequence;
    const deadline = this.#deadline();
    for (let incomplete: readonly string[] = []; ; ) {
      const guess = state.head(path) ?? null;
      const before = guess === null ? [] : state.pendingChunks(guess.generation);
      const [guessed] = await Promise.all([guess === null ? [] : this.#chunks(guess, start, end), this.#sequence.fresh()]);
      if (state.entries().some(({ parts }) => parts > 0)) await this.#applier.caughtUp(); // their bytes are not known here
      const head = await this.#sequence.head(path);
      if (head === null) return null;
      const pending = state.pendingChunks(head.generation);
      const stored = head.version === guess?.version ? [...before, ...guessed] : await this.#chunks(head, start, end);
      const range = clipRange(head.size, start, end);
      const bytes = joined([...stored, ...pending], range.start, range.end);
      if (bytes !== null) return { bytes, start: range.start };
      // The file was replaced meanwhile and its bytes deleted: the next look finds the new one.
      incomplete = incomplete.includes(head.version) ? [...incomplete, head.version] : [head.version];
      if (incomplete.length > looks) {
        throw this.#sequence.database.failures.corrupt(`lacks bytes of ${path}`, { namespace: this.#sequence.namespace, path });
      }
      this.#goOn(deadline);
    }
  }

  async exists(path: string): Promise<boolean> {
    await this.#sequence.fresh();
    if ((await this.#sequence.head(path)) !== null) return true;
    const one = () => this.#livePaths(path, { $gt: folderPrefix(path) }, 1);
    return (await this.#folder(path, one, () => path)).length > 0;
  }

  /** The names of the direct children, folders with a trailing `/`. */
  async list(path: string): Promise<readonly string[]> {
    if (!this.#sequence.isKnown()) await this.#sequence.fresh();
    return namesIn(path, await this.#folder(path, () => this.#pathsOfNames(path), childFolder(path)));
  }

  /** The files at or beneath a path that a delete of this order took. */
  async deletedBy(path: string, order: number): Promise<readonly string[]> {
    const { namespace } = this.#sequence;
    const end = endOf(path);
    const found = await this.#sequence.database.ask(({ collections }) =>
      collections.files
        .find(
          {
            alive: false,
            order,
            $or: [{ _id: { namespace, path } }, { _id: { $gt: { namespace, path: folderPrefix(path) }, $lt: { namespace, path: end } } }],
          },
          { projection: { _id: 1 } },
        )
        .toArray(),
    );
    return found.map((document) => this.#sequence.reader.keyText(document, 'path'));
  }

  /** Every file, also a deleted one that is still remembered, that was changed by something of a higher order. */
  async changedSince(order: number): Promise<readonly string[]> {
    const { namespace } = this.#sequence;
    const found = await this.#sequence.database.ask(({ collections }) =>
      collections.files
        .find({ _id: { $gte: { namespace, path: '/' }, $lt: { namespace, path: '0' } }, order: { $gt: order } }, { projection: { _id: 1 } })
        .toArray(),
    );
    return found.map((document) => this.#sequence.reader.keyText(document, 'path'));
  }

  async isEmpty(): Promise<boolean> {
    await this.#sequence.fresh();
    await this.#applier.caughtUp();
    return (await this.#sequence.database.ask(({ collections }) => anyFile(collections, this.#sequence.namespace))) === null;
  }

  /**
   * Paths beneath a folder at one entry. While it looks, others apply entries, so it takes what these say of a path before what it found;
   * entries up to `applied` nobody applies any more.
   */
  async #folder(path: string, look: () => Promise<readonly string[]>, standsFor: StandsFor): Promise<readonly string[]> {
    const { state } = this.#sequence;
    const deadline = this.#deadline();
    for (;;) {
      const { applied, forgotten } = state;
      const found = await look();
      await this.#sequence.fresh();
      const changes = state.forgotten === forgotten ? state.changesSince(applied) : null;
      const paths = changes === null ? null : pathsAfter(path, found, changes, standsFor);
      if (paths !== null) return paths;
      await this.#applier.caughtUp();
      this.#goOn(deadline);
    }
  }

  #deadline(): Deadline {
    return deadlineIn(this.#sequence.database.timeoutMs);
  }

  /** Lets a read that always comes in between two writes end. */
  #goOn(deadline: Deadline): void {
    if (deadline.passed()) throw this.#sequence.database.failures.silent();
  }

  /** Live paths beneath a folder that tell all names in it. */
  async #pathsOfNames(path: string): Promise<readonly string[]> {
    const prefix = folderPrefix(path);
    const found: string[] = [];
    for (let from: Bound | null = { $gt: prefix }; from !== null; ) {
      const paths: readonly string[] = await this.#livePaths(path, from, namesAtOnce);
      found.push(...paths);
      from = paths.length < namesAtOnce ? null : behind(prefix, paths.at(-1) ?? prefix);
    }
    return found;
  }

  /** Some live files beneath a folder, in the order of the index. */
  async #livePaths(folder: string, from: Bound, limit: number): Promise<readonly string[]> {
    const { namespace, database, reader } = this.#sequence;
    const found = await database.ask(async ({ collections }) => {
      const live = () =>
        collections.files
          .find({ alive: true, '_id.namespace': namespace, '_id.path': { ...from, $lt: endOf(folder) } })
          .sort({ '_id.namespace': 1, '_id.path': 1 })
          .project({ _id: 1 })
          .limit(limit);
      try {
        return await live().hint('live').toArray();
      } catch (error) {
        if (!lacksIndex(error)) throw error;
        await makeMissingIndexes(collections);
        return await live().toArray();
      }
    });
    return found.map((document) => reader.keyText(document, 'path'));
  }

  /** The stored chunks that overlap [start, end). */
  async #chunks({ generation, size }: FileHead, start: number, end: number | undefined): Promise<readonly Chunk[]> {
    const range = clipRange(size, start, end);
    if (range.start === range.end) return [];
    const found = await this.#sequence.database.ask((connection) => overlapping(connection, generation, range.start, range.end));
    return found.map(this.#sequence.reader.chunk);
  }
}

function overlapping({ collections: { chunks } }: Connection, generation: string, start: number, end: number): Promise<readonly unknown[]> {
  if (start === 0)
    return chunks
      .find(chunksBetween(generation, 0, end))
      .sort({ _id: 1 })
      .batchSize(chunksAtOnce)
      .toArray();
  const rest = [{ $match: chunksBetween(generation, start + 1, end) }, { $sort: { _id: 1 } }];
  return chunks
    .aggregate(
      [
        { $match: chunksBetween(generation, 0, start + 1) },
        { $sort: { _id: -1 } },
        { $limit: 1 },
        { $unionWith: { coll: chunks.collectionName, pipeline: rest } },
      ],
      { batchSize: chunksAtOnce },
    )
    .toArray();
}

/** What every path beneath a folder is less than. */
const endOf = (path: string): string => `${folderPrefix(path).slice(0, -1)}0`; // '0' follows '/'

type Bound = { readonly $gt: string } | { readonly $gte: string };

/** Where the search for more names goes on: past the folder that the last path is in, or behind the path itself. */
function behind(prefix: string, last: string): Bound {
  const slash = last.indexOf('/', prefix.length);
  return slash === -1 ? { $gt: last } : { $gte: endOf(last.slice(0, slash)) };
}

/** The bytes [start, end) out of chunks in any order, or null when some are not among them. */
export function joined(chunks: readonly Chunk[], start: number, end: number): Uint8Array | null {
  const bytes = new Uint8Array(end - start);
  let at = start;
  for (const chunk of [...chunks].sort((one, other) => one.start - other.start)) {
    const chunkEnd = chunk.start + chunk.bytes.length;
    if (chunkEnd <= at || at >= end) continue;
    if (chunk.start > at) return null;
    bytes.set(chunk.bytes.subarray(at - chunk.start, end - chunk.start), at - start);
    at = Math.min(chunkEnd, end);
  }
  return at >= end ? bytes : null;
}
