import { type ChangeListeners, changeListeners, type Subscription } from '@intarsia/core';
import { deleteOrder, type Entry, fileOrder } from './documents.ts';
import type { SequenceReader } from './reader.ts';
import type { Sequence, SequenceFollower, Sighting } from './sequence.ts';
import type { Wakeups } from './wakeups.ts';

const lookMs = 100;
const lookWhileToldMs = 1_000;
const timestampMs = 2_000; // entries carry whole seconds

/** Since when there are subscriptions that need to hear of everything. */
interface Beginning {
  readonly at: number;
}

/** Tells the subscriptions of a handle of what changes in one namespace: every entry as it becomes known, looked for while anybody listens. */
export class Follower implements SequenceFollower {
  readonly #listeners: ChangeListeners;
  readonly #wakeups: Wakeups;
  #sequence: Sequence | null = null;
  #reader: SequenceReader | null = null;
  #caughtUp: () => Promise<void> = async () => undefined;
  #beginning: Beginning | null = null;
  #sleeping: Subscription | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #again = false;

  constructor(wakeups: Wakeups) {
    this.#wakeups = wakeups;
    this.#listeners = changeListeners(() => this.#stop());
  }

  /** Names the parts it works with; they need it too. */
  follow(sequence: Sequence, reader: SequenceReader, caughtUp: () => Promise<void>): void {
    this.#sequence = sequence;
    this.#reader = reader;
    this.#caughtUp = caughtUp;
  }

  add(path: string, listener: (path: string) => void): Subscription {
    const subscription = this.#listeners.add(path, listener);
    if (this.#sequence !== null && this.#sleeping === null) {
      this.#beginning = { at: performance.now() };
      this.#sleeping = this.#wakeups.add(this.#sequence.namespace, () => void this.#look());
      void this.#look();
    }
    return subscription;
  }

  close(): void {
    this.#listeners.close();
  }

  followed(entry: Entry, own: boolean): void {
    if (this.#listeners.size() === 0) return;
    if (!own && this.#isOld(entry.atSeconds)) return;
    this.#listeners.tell(entry.changes.files.map(({ path }) => path));
    void this.#tellOfDeletes(entry.number, entry.changes.deletes);
  }

  skipped(number: number, sighting: Sighting): void {
    if (this.#listeners.size() === 0) return;
    const beginning = this.#beginning;
    if (beginning === null) void this.#tellOfAll(fileOrder(number));
    else void this.#tellOfRecent(sighting, this.#since(beginning, sighting));
  }

  /** Whether an entry is older than every subscription, as far as whole seconds can tell. */
  #isOld(atSeconds: number): boolean {
    const sighting = this.#sequence?.sighting() ?? null;
    return this.#beginning !== null && sighting !== null && atSeconds < this.#since(this.#beginning, sighting);
  }

  /** The server's time at which the subscriptions began, and some seconds more. */
  #since({ at }: Beginning, { found, askedAt }: Sighting): number {
    return Math.floor((found.nowMs - (askedAt - at) - timestampMs) / 1_000);
  }

  /** Which files a delete took is known once it was applied. */
  async #tellOfDeletes(number: number, deletes: readonly string[]): Promise<void> {
    if (deletes.length === 0) return;
    try {
      await this.#caughtUp();
      for (const path of deletes) this.#listeners.tell((await this.#reader?.deletedBy(path, deleteOrder(number))) ?? []);
    } catch {
      this.#listeners.tellLost(deletes);
    }
  }

  async #tellOfAll(order: number): Promise<void> {
    try {
      this.#listeners.tellLost((await this.#reader?.changedSince(order)) ?? []);
    } catch {
      this.#listeners.tellLost([]);
    }
  }

  /** What changed since the subscriptions began, although nothing was known of the namespace then. */
  async #tellOfRecent({ found }: Sighting, since: number): Promise<void> {
    try {
      const recent = (await this.#sequence?.recent(found, since)) ?? [];
      for (const { number, changes, parts } of recent) {
        if (parts > 0) this.#listeners.tellLost([]);
        this.#listeners.tell(changes.files.map(({ path }) => path));
        await this.#tellOfDeletes(number, changes.deletes);
      }
    } catch {
      this.#listeners.tellLost([]);
    }
  }

  /** Reads on and looks again a little later, for as long as anybody listens. A failing server is looked at again too. */
  async #look(): Promise<void> {
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = true;
    clearTimeout(this.#timer);
    do {
      this.#again = false;
      const beginning = this.#beginning;
      try {
        await this.#sequence?.fresh();
        if (this.#beginning === beginning) this.#beginning = null;
      } catch {
        // The callers of the store learn of the failure.
      }
    } while (this.#again && this.#sleeping !== null);
    this.#looking = false;
    if (this.#sleeping === null) return;
    this.#timer = setTimeout(() => void this.#look(), this.#wakeups.live() ? lookWhileToldMs : lookMs).unref();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#sleeping?.close();
    this.#sleeping = null;
  }
}
