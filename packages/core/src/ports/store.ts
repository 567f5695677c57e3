/** Stops a subscription; safe to call twice. */
export interface Subscription {
  close(): void;
}

/** Options that every asynchronous call of a port takes. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * A virtual tree of UTF-8 text files (ag2-network 9). Paths are absolute, `/` separated; folders exist because files do.
 * Every method rejects with `store_closed` after `close`, `path_invalid` for an empty path, a `.` or `..` segment, a control character or
 * half a surrogate pair, `content_invalid` for a content that is no text, and `store_unavailable` when the backend fails. A path is normalised first: a leading `/` added, `//` collapsed, a trailing `/` removed.
 */
export interface KnowledgeStore {
  /** The file's text, or null for a missing file or a folder. */
  read(path: string, options?: CallOptions): Promise<string | null>;
  /** Replaces the file. */
  write(path: string, content: string, options?: CallOptions): Promise<void>;
  /** Sorted names of the direct children, folders with a trailing `/`; a missing folder has none. */
  list(path?: string, options?: CallOptions): Promise<readonly string[]>;
  /** Deletes the file and everything beneath the path; a missing one is no error, `/` deletes all. */
  delete(path: string, options?: CallOptions): Promise<void>;
  /** True for a file and for a folder. */
  exists(path: string, options?: CallOptions): Promise<boolean>;
  /** Appends and returns the byte offset at which the content starts; atomic among all appends, also those of other processes. */
  append(path: string, content: string, options?: CallOptions): Promise<number>;
  /** The text of the bytes [start, end); a missing file or an empty range gives ''. A cut inside a character rejects with `path_invalid`. */
  readRange(path: string, start: number, end?: number, options?: CallOptions): Promise<string>;
  /** Calls back with the changed path for every change at or beneath `path`, also by other processes; several changes may coalesce. */
  onChange(path: string, listener: (path: string) => void): Subscription;
  close(): Promise<void>;
}

/** Size in bytes and an opaque version that changes with every write of the file. */
export interface FileStat {
  readonly size: number;
  readonly version: string;
}

/** One write of a commit. */
export type StoreOperation =
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  | { readonly kind: 'append'; readonly path: string; readonly content: string }
  | { readonly kind: 'delete'; readonly path: string };

/**
 * What must still hold at the moment of a commit; `size` -1 means that the file must not exist. A fence holds as long as its epoch is the one
 * granted last and was not released: a lease that ran out still fences until another owner takes it.
 */
export interface CommitConditions {
  readonly fence?: { readonly lease: string; readonly epoch: number };
  readonly expect?: readonly { readonly path: string; readonly size?: number; readonly version?: string }[];
}

/** A refused commit changed nothing. */
export type CommitResult =
  | { readonly kind: 'committed' }
  | { readonly kind: 'stale_epoch'; readonly currentEpoch: number }
  | { readonly kind: 'conflict'; readonly path: string };

/** A granted lease: `epoch` grows with each take-over and never repeats; times are the store's. */
export type LeaseResult =
  | { readonly kind: 'acquired'; readonly epoch: number; readonly ttlMs: number }
  | { readonly kind: 'held'; readonly owner: string; readonly remainingMs: number };

/** Leases on the store's own clock. A lease is named like a file and its name is normalised like a path; it is no file, and deletes leave it. */
export interface LeaseOperations {
  /** Takes a free or expired lease, with a new epoch; the same owner that still holds it gets a new epoch too. */
  acquire(lease: string, request: { readonly owner: string; readonly ttlMs: number }, options?: CallOptions): Promise<LeaseResult>;
  /** Extends a lease that is still held under this epoch; false when it was lost. An expired one nobody took may be renewed. */
  renew(lease: string, request: { readonly epoch: number; readonly ttlMs: number }, options?: CallOptions): Promise<boolean>;
  /** Frees the lease if it is held under this epoch; its epoch is never granted again. */
  release(lease: string, request: { readonly epoch: number }, options?: CallOptions): Promise<void>;
  /** Who holds it now, or null; observation only. */
  holder(
    lease: string,
    options?: CallOptions,
  ): Promise<{ readonly owner: string; readonly epoch: number; readonly remainingMs: number } | null>;
}

/**
 * A part of a store that no path, id or pattern of another part reaches: one conversation, or what outlives the conversations of an app.
 * Names are any well-formed texts of 1 to 128 characters.
 */
export type StoreNamespace = { readonly tenant: string; readonly chat: string } | { readonly tenant: string; readonly app: string };

/** A KnowledgeStore that can hold a journal: atomic conditional commits and leases. Behaviour is defined by its contract suite. */
export interface JournalStore extends KnowledgeStore {
  /** Whether fences hold between processes. */
  readonly capabilities: { readonly fenced: boolean };
  /** Null for a missing file or a folder. */
  stat(path: string, options?: CallOptions): Promise<FileStat | null>;
  /** All operations in order, or none. The fence and the expectations are checked in the same atomic step. Costs O(bytes given). */
  commit(operations: readonly StoreOperation[], conditions?: CommitConditions, options?: CallOptions): Promise<CommitResult>;
  readonly lease: LeaseOperations;
  /**
   * The namespace as a store of its own, where the backend keeps namespaces apart itself (another hash slot, sequence or folder); closing it
   * closes the view. A store without this keeps them as folders: `namespaceStore` of the root entry knows both.
   */
  namespace?(namespace: StoreNamespace): JournalStore;
  /** The namespaces of a tenant, or of all of them, that hold a file, in no order; there exactly where `namespace` is. Costs what it returns. */
  namespaces?(tenant?: string, options?: CallOptions): Promise<readonly StoreNamespace[]>;
}
