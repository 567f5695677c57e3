import { CallOptions, Clock, FileStat, JournalStore, StoreNamespace } from "@intarsia/core";
/** A namespace of a store, or the files at its root that are in none: the records of operations outside of a run, for one. */
type StorePart = StoreNamespace | 'root';
/** A file of a part, by its path in it. */
interface StoredFile extends FileStat {
  readonly path: string;
}
/** Whether a file says that the part that holds it is half copied. */
export declare const isMarker: (path: string) => boolean;
/** The parts of a tenant, or of the whole store with its root, that hold a file, sorted by name. */
export declare function storeParts(store: JournalStore, tenant?: string, options?: CallOptions): Promise<readonly StorePart[]>;
/** Whether a part holds a file. */
export declare function holdsFile(store: JournalStore, part: StorePart, options?: CallOptions): Promise<boolean>;
/** Uses a part as a store of its own. */
export declare function inPart<Result>(store: JournalStore, part: StorePart, use: (space: JournalStore) => Promise<Result>): Promise<Result>;
/** Every file of a part, in the order of `list`, folder by folder. A file that is deleted meanwhile is left out. */
export declare function filesOf(space: JournalStore, part: StorePart, options?: CallOptions): AsyncGenerator<StoredFile>;
/** All that a generator gives. */
export declare function listed<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]>;
/** What became of the copy of a part. `refused`: what stands in the way; what the other store held before is as it was. */
type CopyResult = {
  readonly kind: 'copied';
  readonly files: number;
  readonly bytes: number;
} |
/** The other store held the very same files already. */
{
  readonly kind: 'present';
  readonly files: number;
  readonly bytes: number;
} | {
  readonly kind: 'refused';
  readonly code: 'conversation_busy' | 'conflict';
  readonly message: string;
};
/** How a copy is watched and stopped. */
interface CopyOptions {
  /** Told before the first byte and after each piece. */
  readonly onProgress?: (progress: {
    readonly bytes: number;
    readonly totalBytes: number;
  }) => void;
  readonly signal?: AbortSignal;
}
/**
 * Copies all files of one part into another store and compares their digests. A conversation is taken over in both stores while it is copied, so nobody runs it; any
 * other part must rest meanwhile, else the copy is refused. A part of the other store that holds anything else is left alone. An interrupted copy is gone on with
 * when it is asked for again; until its end nobody can open the conversation there. Leases are not copied: the epochs of the other store are its own.
 * Rejects with what the stores reject with, and with the reason of the signal.
 */
export declare function copyPart(from: JournalStore, to: JournalStore, part: StorePart, options?: CopyOptions): Promise<CopyResult>;
/** The content of a file, by its SHA-256 in lower-case hex. */
interface FileDigest {
  readonly path: string;
  readonly size: number;
  readonly digest: string;
}
/** What a long read is watched with. */
interface PieceOptions extends CallOptions {
  /** Called after each piece. */
  readonly step?: () => Promise<void>;
}
/** Two files of one path that are not the same. */
interface FileDifference {
  readonly path: string;
  readonly kind: 'missing' | 'extra' | 'different';
}
/** SHA-256 of the first `size` bytes of a file; `store_corrupt` when it has fewer than that. */
export declare function digestOfFile(space: JournalStore, path: string, size: number, options?: PieceOptions): Promise<string>;
/**
 * The digests of all files of a part, in the order of `filesOf`. A file that changes while it is read is read again; one that never rests is an error
 * (`conflict`, retryable). Rejects with `store_corrupt` for a file that is not as long as the store says.
 */
export declare function digestsOf(space: JournalStore, part: StorePart, options?: PieceOptions): AsyncGenerator<FileDigest>;
/** One digest of all files of a part, whatever the order in which they were listed: equal parts have equal ones. */
export declare function digestOfPart(files: readonly FileDigest[]): string;
/** What differs, sorted by path. `missing`: not in the other one; `extra`: only there. */
export declare function compareFiles(files: readonly FileDigest[], others: readonly FileDigest[]): readonly FileDifference[];
/**
 * Whether two handles are on one store, however each was named: over a link, by another name of its server, in another spelling. A lease tells, as it leaves no file: its
 * owner is a random one, so who sees it in `from` looks at the store in which it was taken. Only `to` is changed.
 */
export declare function isSameStore(from: JournalStore, to: JournalStore): Promise<boolean>;
/** What a part holds. */
interface PartStat {
  readonly part: StorePart;
  readonly files: number;
  readonly bytes: number;
  /** What the last line of its journal says, ISO; null where it has none that can be read quickly. */
  readonly changedAt: string | null;
  /** A copy into it was begun and never ended. */
  readonly isHalfCopied: boolean;
}
/** Counts a part. Reads no file but the end of its journal. */
export declare function statPart(store: JournalStore, part: StorePart, options?: CallOptions): Promise<PartStat>;
/** What a memory store can be given. */
interface MemoryStoreOptions {
  /** The clock of its leases. Default: the one of this process. */
  readonly clock?: Clock;
}
/** A store in the memory of this process: for tests, trials and conversations that need not survive. Other processes do not see it. */
export declare const memoryStore: ({ clock }?: MemoryStoreOptions) => JournalStore;
export type { CopyOptions, CopyResult, FileDifference, FileDigest, MemoryStoreOptions, PartStat, PieceOptions, StorePart, StoredFile };
