import type { Database } from './connection.ts';
import {
  type DocumentReader,
  documentReader,
  type Entry,
  entriesBehind,
  entryKey,
  type FileHead,
  fileKey,
  fileOrder,
  type LeaseState,
  type NamespaceState,
  partsOf,
} from './documents.ts';
import { SequenceState } from './state.ts';

const entriesAtOnce = 64; // of at most some hundred kilobytes each
const pathsAtOnce = 1_000;

/** What the last look at the namespace's own document found, and when that was asked, on the monotonic clock of this process. */
export interface Sighting {
  readonly found: NamespaceState;
  readonly askedAt: number;
}

/** Who hears of entries. */
export interface SequenceFollower {
  /** The next entry became known. `own`: this handle wrote it. */
  followed(entry: Entry, own: boolean): void;
  /** The entries behind `number` were not followed, because some of them are gone; all is known again from `sighting.applied` on. */
  skipped(number: number, sighting: Sighting): void;
}

/** The sequence of one namespace as a handle reads it. */
export class Sequence {
  readonly namespace: string;
  readonly database: Database;
  readonly reader: DocumentReader;
  readonly state = new SequenceState();
  #sighting: Sighting | null = null;
  #known = false;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  readonly #follower: SequenceFollower;

  constructor(namespace: string, database: Database, follower: SequenceFollower) {
    this.namespace = namespace;
    this.database = database;
    this.reader = documentReader(database.failures);
    this.#follower = follower;
  }

  /** What was last seen of the namespace's document; null while it has none. */
  sighting(): Sighting | null {
    return this.#sighting;
  }

  /** Reads on to the last entry that a majority has at some moment after this call. Calls at the same time share one question. */
  fresh(): Promise<void> {
    if (this.#next !== null) return this.#next;
    if (this.#running === null) return this.#run();
    this.#next = this.#running.catch(() => undefined).then(() => this.#run());
    return this.#next;
  }

  /** Whether anything was read of it yet. */
  isKnown(): boolean {
    return this.#known;
  }

  /** Whether the namespace's document was looked at no longer ago than this. */
  seenWithin(ms: number): boolean {
    return this.#known && this.#sighting !== null && performance.now() - this.#sighting.askedAt <= ms;
  }

  /** Takes up an entry that this handle wrote. */
  wrote(entry: Entry): void {
    if (entry.number <= this.state.number) return; // was read already
    this.state.advance(entry);
    this.#follower.followed(entry, true);
  }

  /** Looks at the namespace's document. */
  async look(): Promise<NamespaceState | null> {
    const askedAt = performance.now();
    const [document] = await this.database.ask(({ collections }) =>
      collections.namespaces.aggregate([{ $match: { _id: this.namespace } }, { $set: { now: '$$NOW' } }]).toArray(),
    );
    return this.#see(document, askedAt);
  }

  /** The entries up to `found.applied` that are still there and not older than a second of the server's time, without their bytes. */
  async recent({ trimmed, applied }: NamespaceState, sinceSeconds: number): Promise<readonly Entry[]> {
    const documents = await this.database.ask(({ collections }) =>
      collections.entries
        .find(
          { _id: { $gt: entryKey(this.namespace, trimmed), $lte: entryKey(this.namespace, applied) } },
          { projection: { 'changes.chunks': 0 }, sort: { _id: 1 } },
        )
        .toArray(),
    );
    return documents.map(this.reader.entry).filter(({ atSeconds }) => atSeconds >= sinceSeconds);
  }

  /** The head of a file at the last known entry, or null. Look at `state.number` again after it: entries may have been read meanwhile. */
  async head(path: string): Promise<FileHead | null> {
    for (;;) {
      const known = this.state.head(path);
      if (known !== undefined) return known;
      const { forgotten } = this.state;
      const before = this.state.entries();
      const document = await this.database.ask(({ collections }) => collections.files.findOne({ _id: fileKey(this.namespace, path) }));
      const stored = document === null ? null : this.reader.file(document);
      if (this.state.forgotten !== forgotten) continue;
      if (stored === null || stored.order <= fileOrder(this.state.number)) return this.state.learnFile(path, stored, before);
      await this.fresh(); // somebody has applied entries that are not known here
    }
  }

  /** The heads of many files, each as `head` finds it, but looked up together. */
  async heads(paths: Iterable<string>): Promise<ReadonlyMap<string, FileHead | null>> {
    const heads = new Map(Array.from(paths, (path) => [path, this.state.head(path)] as const));
    const unknown = [...heads].filter(([, head]) => head === undefined).map(([path]) => path);
    for (let from = 0; from < unknown.length; from += pathsAtOnce) {
      const asked = unknown.slice(from, from + pathsAtOnce);
      const { forgotten } = this.state;
      const before = this.state.entries();
      const documents = await this.database.ask(({ collections }) =>
        collections.files.find({ _id: { $in: asked.map((path) => fileKey(this.namespace, path)) } }).toArray(),
      );
      const found = new Map(documents.map((document) => [this.reader.keyText(document, 'path'), this.reader.file(document)]));
      for (const path of asked) {
        const stored = found.get(path) ?? null;
        const usable = this.state.forgotten === forgotten && (stored === null || stored.order <= fileOrder(this.state.number));
        heads.set(path, usable ? this.state.learnFile(path, stored, before) : await this.head(path));
      }
    }
    return new Map(Array.from(heads, ([path, head]) => [path, head ?? null]));
  }

  /** The state of a lease at the last known entry, or null. */
  async lease(name: string): Promise<LeaseState | null> {
    for (;;) {
      const known = this.state.lease(name);
      if (known !== undefined) return known;
      const { forgotten } = this.state;
      const before = this.state.entries();
      const key = { namespace: this.namespace, name };
      const document = await this.database.ask(({ collections }) => collections.leases.findOne({ _id: key }));
      const stored = document === null ? null : this.reader.lease(document);
      if (this.state.forgotten !== forgotten) continue;
      if (stored === null || stored.number <= this.state.number) return this.state.learnLease(name, stored, before);
      await this.fresh();
    }
  }

  #run(): Promise<void> {
    this.#next = null;
    const running = this.#readOn().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #readOn(): Promise<void> {
    if (!this.#known) {
      const found = await this.look();
      const { number } = this.state;
      this.state.forget(found?.applied ?? 0);
      this.#known = true;
      if (this.#sighting !== null) this.#follower.skipped(number, this.#sighting);
    }
    for (;;) {
      const from = this.state.number;
      const { entries, found } = await this.#ask(from);
      if (found !== null && found.trimmed > this.state.number && this.#sighting !== null) {
        // Entries behind the known ones may be gone, and one of that number may have been written by somebody who slept meanwhile.
        const { number } = this.state;
        this.state.forget(found.applied);
        this.#follower.skipped(number, this.#sighting);
        continue;
      }
      const settled = found?.applied ?? 0;
      const unread = await this.#follow(entries);
      this.state.settle(Math.min(settled, this.state.number));
      if (!unread && entries.length < entriesAtOnce) return;
    }
  }

  /** The entries behind one, and after them, in the same question, the namespace's document: it says whether they were all there. */
  async #ask(from: number): Promise<{ readonly entries: readonly Entry[]; readonly found: NamespaceState | null }> {
    const askedAt = performance.now();
    const documents = await this.database.ask(({ collections }) =>
      collections.entries
        .aggregate([
          { $match: entriesBehind(this.namespace, from) },
          { $sort: { _id: 1 } },
          { $limit: entriesAtOnce },
          {
            $unionWith: {
              coll: collections.namespaces.collectionName,
              pipeline: [{ $match: { _id: this.namespace } }, { $set: { now: '$$NOW' } }],
            },
          },
        ])
        .toArray(),
    );
    const last = documents.at(-1);
    const sighted = last?.['_id'] === this.namespace ? last : undefined;
    const entries = (sighted === undefined ? documents : documents.slice(0, -1)).map(this.reader.entry);
    return { entries, found: this.#see(sighted, askedAt) };
  }

  /** Takes up entries; true when one of them has lost its parts, so that it must have been applied since. */
  async #follow(entries: readonly Entry[]): Promise<boolean> {
    for (const entry of entries) {
      if (entry.number <= this.state.number) continue; // this handle wrote it meanwhile
      if (entry.number !== this.state.number + 1) {
        throw this.database.failures.corrupt('lacks a commit in the middle', { namespace: this.namespace, number: this.state.number + 1 });
      }
      const { forgotten } = this.state;
      const whole = entry.parts === 0 ? entry : await this.#withParts(entry);
      if (this.state.forgotten !== forgotten || entry.number !== this.state.number + 1) return true;
      if (whole === null) {
        await this.#passOver(entry);
        return true;
      }
      this.state.advance(whole);
      this.#follower.followed(whole, false);
    }
    return false;
  }

  /** An entry with what its parts say, but for the chunks; null when they are gone. */
  async #withParts(entry: Entry): Promise<Entry | null> {
    const documents = await this.database.ask(({ collections }) =>
      collections.parts
        .find(partsOf(this.namespace, entry.number, entry.commit), { projection: { 'changes.chunks': 0 }, sort: { _id: 1 } })
        .toArray(),
    );
    if (documents.length !== entry.parts) return null;
    const parts = documents.map(({ changes }) => this.reader.changes(changes));
    return {
      ...entry,
      changes: {
        chunks: [],
        files: parts.flatMap(({ files }) => files),
        deletes: parts.flatMap(({ deletes }) => deletes),
        drops: parts.flatMap(({ drops }) => drops),
        leases: parts.flatMap(({ leases }) => leases),
      },
    };
  }

  async #passOver(entry: Entry): Promise<void> {
    const found = await this.look();
    if (found === null || found.applied < entry.number) {
      throw this.database.failures.corrupt('lacks a part of a large commit', { namespace: this.namespace, number: entry.number });
    }
    const { number } = this.state;
    this.state.forget(found.applied);
    if (this.#sighting !== null) this.#follower.skipped(number, this.#sighting);
  }

  #see(document: unknown, askedAt: number): NamespaceState | null {
    if (document === undefined) return null;
    const found = this.reader.namespace(document);
    if (this.#sighting === null || this.#sighting.askedAt <= askedAt) this.#sighting = { found, askedAt };
    return found;
  }
}
