import type { Database } from './connection.ts';
import {
  type DocumentReader,
  documentReader,
  type Entry,
  entriesBehind,
  entriesUpTo,
  type FileHead,
  fileKey,
  fileOrder,
  type LeaseState,
  type NamespaceState,
  partsOf,
} from './documents.ts';
import { pathBatches } from './path-batches.ts';
import { SequenceState } from './state.ts';

const fewEntries = 8; // what else is in their slots is looked at too
const entriesAtOnce = 64; // of at most some hundred kilobytes each

/** What the last look at the namespace's own document found, and when that was asked, on the monotonic clock of this process. */
export interface Sighting {
  readonly found: NamespaceState;
  readonly askedAt: number;
}

/** The answer to one question for the entries behind a known one. */
interface Answer {
  readonly entries: readonly Entry[];
  /** Whether one of them was written over or cleared, so that all up to it are applied. */
  readonly overtaken: boolean;
  readonly found: NamespaceState | null;
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
  async recent({ applied }: NamespaceState, sinceSeconds: number): Promise<readonly Entry[]> {
    const documents = await this.database.ask(({ collections }) =>
      collections.entries.find(entriesUpTo(this.namespace, applied), { projection: { 'changes.chunks': 0 } }).toArray(),
    );
    return this.#inOrder(documents).filter(({ atSeconds }) => atSeconds >= sinceSeconds);
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
    for (const asked of pathBatches(unknown)) {
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
    for (let count = fewEntries, gapBehind: number | null = null; ; ) {
      const from = this.state.number;
      const { entries, overtaken, found } = await this.#ask(from, count);
      if (found === null && this.#sighting !== null) throw this.#lost();
      if (overtaken) {
        if (this.state.number === from) this.#skipTo(found, from + 1);
        continue;
      }
      const settled = found?.applied ?? 0;
      const followed = await this.#follow(entries);
      this.state.settle(Math.min(settled, this.state.number));
      if (followed === 'all' && entries.length < count) return;
      if (followed === 'gap') {
        // A question that takes long sees a later entry and not yet the one before. The next question sees both.
        if (gapBehind === this.state.number) throw this.#lacks('a commit in the middle', gapBehind + 1);
        gapBehind = this.state.number;
      }
      count = entriesAtOnce;
    }
  }

  /** The entries behind one, and after them, in the same question, the namespace's document. */
  async #ask(from: number, count: number): Promise<Answer> {
    const askedAt = performance.now();
    const documents = await this.database.ask(({ collections }) =>
      collections.entries
        .aggregate([
          { $match: entriesBehind(this.namespace, from, count) },
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
    const inSlots = sighted === undefined ? documents : documents.slice(0, -1);
    const entries = this.#inOrder(inSlots);
    const overtaken = entries.length < inSlots.length || entries.some(({ number }) => number > from + count);
    return { entries, overtaken, found: this.#see(sighted, askedAt) };
  }

  /** Entries as they are stored, in any order, without those that were cleared. */
  #inOrder(documents: readonly unknown[]): readonly Entry[] {
    const entries = documents.flatMap((document) => this.reader.entry(document) ?? []);
    return entries.sort((one, other) => one.number - other.number);
  }

  /** Takes up entries, unless there is a gap before one of them, or one has lost its parts, so that it must have been applied since. */
  async #follow(entries: readonly Entry[]): Promise<'all' | 'gap' | 'some'> {
    for (const entry of entries) {
      if (entry.number <= this.state.number) continue; // this handle wrote it meanwhile
      if (entry.number !== this.state.number + 1) return 'gap';
      const { forgotten } = this.state;
      const whole = entry.parts === 0 ? entry : await this.#withParts(entry);
      if (this.state.forgotten !== forgotten || entry.number !== this.state.number + 1) return 'some';
      if (whole === null) {
        this.#skipTo(await this.look(), entry.number);
        return 'some';
      }
      this.state.advance(whole);
      this.#follower.followed(whole, false);
    }
    return 'all';
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

  /** Goes on behind what is applied, without the entries up to there: an entry of this number cannot be read any more. */
  #skipTo(found: NamespaceState | null, lost: number): void {
    if (found === null || found.applied < lost) throw this.#lacks('all of a commit', lost);
    const { number } = this.state;
    this.state.forget(found.applied);
    if (this.#sighting !== null) this.#follower.skipped(number, this.#sighting);
  }

  #lost(): Error {
    return this.database.failures.corrupt('lost the document of a namespace', { namespace: this.namespace });
  }

  #lacks(what: string, number: number): Error {
    return this.database.failures.corrupt(`lacks ${what}`, { namespace: this.namespace, number });
  }

  #see(document: unknown, askedAt: number): NamespaceState | null {
    if (document === undefined) return null;
    const found = this.reader.namespace(document);
    if (this.#sighting === null || this.#sighting.askedAt <= askedAt) this.#sighting = { found, askedAt };
    return found;
  }
}
