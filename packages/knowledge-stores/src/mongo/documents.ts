import type { Failures } from './failures.ts';

// Names of namespaces, files, leases and owners are values everywhere, never names of fields, so `$` and `.` in them mean nothing.

/** A live file as its head names it: the bytes are the chunks of its generation. A generation is never used for another content. */
export interface FileHead {
  readonly generation: string;
  readonly size: number;
  readonly version: string;
}

/** The bytes of a generation from `start` on. */
export interface Chunk {
  readonly generation: string;
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** A lease; `owner` is null once it was released, `untilMs` is the server's time. */
export interface LeaseState {
  readonly owner: string | null;
  readonly epoch: number;
  readonly untilMs: number;
}

/** What a commit changes, with nothing left to decide: its deletes come first, then its files. */
export interface Changes {
  readonly chunks: readonly Chunk[];
  readonly files: readonly (FileHead & { readonly path: string })[];
  /** Each deletes the path and everything beneath, as it was before this commit. */
  readonly deletes: readonly string[];
  /** Generations whose bytes nobody needs any more. */
  readonly drops: readonly string[];
  readonly leases: readonly (LeaseState & { readonly name: string })[];
}

/** One document of a namespace's sequence. */
export interface Entry {
  readonly number: number;
  /** Made by the writer, so that it recognises its own commit. */
  readonly commit: string;
  /** The server's time in seconds. */
  readonly atSeconds: number;
  /** Without chunks when `parts` is not 0. */
  readonly changes: Changes;
  /** How many documents of `parts` hold the changes; 0 when the entry itself holds them. */
  readonly parts: number;
}

/** How far a namespace is. */
export interface NamespaceState {
  /** Every entry up to this number is in files, chunks and leases. */
  readonly applied: number;
  /** The highest number with which somebody meant to bring the first file. */
  readonly claimed: number;
  /** Whether it holds a file as of `applied`, or may hold one by an entry up to `claimed`. */
  readonly occupied: boolean;
  /** The writer that asked others to wait, and until when. */
  readonly turn: { readonly by: string; readonly untilMs: number } | null;
  /** The server's time. */
  readonly nowMs: number;
}

/** A file as it is stored, with the place in the sequence of what was last done to it. */
export interface StoredFile {
  readonly order: number;
  /** Null for a deleted one. */
  readonly head: FileHead | null;
}

/** Deletes of a commit come before its files. */
export const deleteOrder = (number: number): number => 2 * number;
/** See `deleteOrder`. */
export const fileOrder = (number: number): number => 2 * number + 1;

/**
 * How many slots the entries of a namespace go round in: each is written over the one that many numbers before it, once that one is applied.
 * A slot that was used is never empty again, so it tells every late writer that his number was taken.
 */
export const ringSize = 256;
/** The key of the slot that an entry is in. */
export const entryKey = (namespace: string, number: number) => ({ namespace, slot: number % ringSize });
const slots = (namespace: string, first: number, last: number) => ({
  _id: { $gte: { namespace, slot: first }, $lte: { namespace, slot: last } },
});
/** Matches what is in the slots of the `count` entries behind `number`, unless it is older. */
export function entriesBehind(namespace: string, number: number, count: number) {
  const [first, last] = [(number + 1) % ringSize, (number + count) % ringSize];
  const newer = { number: { $gt: number } };
  if (first <= last) return { ...slots(namespace, first, last), ...newer };
  return { $or: [slots(namespace, first, ringSize - 1), slots(namespace, 0, last)], ...newer };
}
/** Matches the entries up to `number` that are still there. */
export const entriesUpTo = (namespace: string, number: number) => ({
  ...slots(namespace, 0, ringSize - 1),
  number: { $lte: number },
});
/** The key of one part of a large commit. */
export const partKey = (namespace: string, number: number, commit: string, part: number) => ({ namespace, number, commit, part });
/** Matches the parts of all entries up to `number`. */
export const partsUpTo = (namespace: string, number: number) => ({
  _id: { $gte: partKey(namespace, 0, '', 0), $lt: partKey(namespace, number + 1, '', 0) },
});
/** Matches the parts of a commit. */
export const partsOf = (namespace: string, number: number, commit: string) => ({
  _id: { $gte: partKey(namespace, number, commit, 0), $lt: partKey(namespace, number, commit, Number.POSITIVE_INFINITY) },
});
/** The key of a file. */
export const fileKey = (namespace: string, path: string) => ({ namespace, path });
/** The key of a chunk. */
export const chunkKey = (generation: string, start: number) => ({ generation, start });
/** Matches the chunks that begin in [from, to). */
export const chunksBetween = (generation: string, from: number, to: number) => ({
  _id: { $gte: chunkKey(generation, from), $lt: chunkKey(generation, to) },
});
/** Matches all chunks of a generation. */
export const chunksOf = (generation: string) => chunksBetween(generation, 0, Number.POSITIVE_INFINITY);

/** Reads documents that this store wrote; anything else in them rejects with `store_corrupt`. */
export interface DocumentReader {
  /** Null for one that was cleared. */
  entry(document: unknown): Entry | null;
  changes(value: unknown): Changes;
  namespace(document: unknown): NamespaceState;
  file(document: unknown): StoredFile;
  chunk(document: unknown): Chunk;
  lease(document: unknown): LeaseState & { readonly number: number };
  /** The member of a document's key. */
  keyText(document: unknown, name: string): string;
  text(document: unknown, name: string): string;
  integer(document: unknown, name: string): number;
}

/** A reader whose errors say which database they are about. */
export function documentReader(failures: Failures): DocumentReader {
  const refuse = (name: string) => failures.corrupt(`has an unreadable value in a field ${name}`, { field: name });
  const get = (value: unknown, name: string): unknown => {
    if (typeof value !== 'object' || value === null) throw refuse(name);
    return Reflect.get(value, name);
  };
  const text = (value: unknown, name: string): string => {
    const found = get(value, name);
    if (typeof found !== 'string') throw refuse(name);
    return found;
  };
  const integer = (value: unknown, name: string): number => {
    const found = get(value, name);
    if (!Number.isSafeInteger(found)) throw refuse(name);
    return Number(found);
  };
  const list = <Item>(value: unknown, name: string, item: (value: unknown) => Item): readonly Item[] => {
    const found = get(value, name);
    if (found === undefined) return []; // left out by a projection
    if (!Array.isArray(found)) throw refuse(name);
    return found.map(item);
  };
  const bytes = (value: unknown, name: string): Uint8Array => {
    const found = get(value, name);
    if (!(found instanceof Uint8Array)) throw refuse(name);
    return found;
  };
  const time = (value: unknown, name: string): number => {
    const found = get(value, name);
    if (!(found instanceof Date)) throw refuse(name);
    return found.getTime();
  };
  const plainText = (value: unknown): string => {
    if (typeof value !== 'string') throw refuse('an array of texts');
    return value;
  };
  const head = (value: unknown): FileHead => ({
    generation: text(value, 'generation'),
    size: integer(value, 'size'),
    version: text(value, 'version'),
  });
  const leaseState = (value: unknown): LeaseState => ({
    owner: get(value, 'owner') === null ? null : text(value, 'owner'),
    epoch: integer(value, 'epoch'),
    untilMs: integer(value, 'untilMs'),
  });
  const changes = (value: unknown): Changes => ({
    chunks: list(value, 'chunks', (item) => ({
      generation: text(item, 'generation'),
      start: integer(item, 'start'),
      bytes: bytes(item, 'bytes'),
    })),
    files: list(value, 'files', (item) => ({ ...head(item), path: text(item, 'path') })),
    deletes: list(value, 'deletes', plainText),
    drops: list(value, 'drops', plainText),
    leases: list(value, 'leases', (item) => ({ ...leaseState(item), name: text(item, 'name') })),
  });

  return {
    changes,
    text,
    integer,
    keyText: (document, name) => text(get(document, '_id'), name),
    entry(document) {
      if (get(document, 'cleared') === true) return null;
      return {
        number: integer(document, 'number'),
        commit: text(document, 'commit'),
        atSeconds: Number(get(get(document, 'at'), 'high')),
        changes: changes(get(document, 'changes')),
        parts: integer(document, 'parts'),
      };
    },
    namespace(document) {
      const turn = get(document, 'turn') ?? null;
      return {
        applied: integer(document, 'applied'),
        claimed: integer(document, 'claimed'),
        occupied: get(document, 'occupied') === true,
        turn: turn === null ? null : { by: text(turn, 'by'), untilMs: time(turn, 'until') },
        nowMs: time(document, 'now'),
      };
    },
    file: (document) => ({ order: integer(document, 'order'), head: get(document, 'alive') === true ? head(document) : null }),
    chunk(document) {
      const key = get(document, '_id');
      return { generation: text(key, 'generation'), start: integer(key, 'start'), bytes: bytes(document, 'bytes') };
    },
    lease: (document) => ({ ...leaseState(document), number: integer(document, 'number') }),
  };
}
