import { randomUUID } from 'node:crypto';
import { type Deadline, later } from '../deadline/index.ts';
import { EntryWriter } from './commit-entry.ts';
import { type Changes, type LeaseState, ringSize } from './documents.ts';
import { Draft, namesOf, type Wish, type WishResult } from './draft.ts';
import { pause } from './pause.ts';
import { repeated } from './repeated.ts';
import type { Sequence } from './sequence.ts';
import { Turn } from './turn.ts';

const wishesAtOnce = 500;
const bytesAtOnce = 128 * 1024;
const waitingEntries = ringSize / 2; // so many may wait to be applied before writers wait too
const waitingFiles = 4_096; // and so many files of theirs: applying takes about 0.1 ms for each, and what is known of them is kept until then
const yieldForMs = 200;
/** For so long what was read last is taken for the last entry, when it is another's. One's own is until a number is lost. */
const trustedMs = 250;
/** After so many entries it looks whether another asks for a turn. */
const looksAfter = 16;

interface Waiting {
  readonly wish: Wish;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
  /** Whether the sequence was read on since the call came in: only then may the wish be refused. */
  upToDate: boolean;
  state: 'waiting' | 'under_way' | 'settled';
  resolve(result: WishResult): void;
  reject(error: unknown): void;
}

interface Decided {
  readonly number: number;
  readonly forgotten: number;
  readonly results: ReadonlyMap<Waiting, WishResult>;
  readonly changes: Changes;
}

/** Whether it cannot be told from an entry that takes its number that the wish was decided on the last state. */
const needsLook = ({ wish }: Waiting, { granted }: WishResult): boolean =>
  !granted || (wish.kind === 'commit' && wish.operations.length === 0);

const bytesOf = (wish: Wish): number =>
  wish.kind === 'commit'
    ? wish.operations.reduce((sum, operation) => sum + (operation.kind === 'delete' ? 0 : operation.bytes.length), 0)
    : 0;

/**
 * Grants the wishes of this handle to one namespace, several at once in one entry. An entry is decided on what the handle knows and written
 * under the next number: when another writer has that number, the handle reads on and decides anew.
 */
export class SequenceWriter {
  readonly #sequence: Sequence;
  readonly #entries: EntryWriter;
  readonly #turn: Turn;
  readonly #wrote: () => void;
  readonly #caughtUp: () => Promise<void>;
  readonly #queue: Waiting[] = [];
  #working: Promise<void> | null = null;
  #contendedUntil = 0;
  /** The last entry that this handle wrote. */
  #wroteLast: number | null = null;

  /** `wrote` is called after each entry; `caughtUp` waits until all known entries are applied. */
  constructor(sequence: Sequence, wrote: () => void, caughtUp: () => Promise<void>) {
    this.#sequence = sequence;
    this.#entries = new EntryWriter(sequence);
    this.#turn = new Turn(sequence);
    this.#wrote = wrote;
    this.#caughtUp = caughtUp;
  }

  /** Resolves when the wish was granted for good or refused on the state at some moment of this call; rejects when the deadline passes. */
  want(wish: Wish, deadline: Deadline, signal: AbortSignal | undefined): Promise<WishResult> {
    const { promise, resolve, reject } = Promise.withResolvers<WishResult>();
    const waiting: Waiting = { wish, deadline, signal, upToDate: false, state: 'waiting', resolve, reject };
    this.#queue.push(waiting);
    const timer = setTimeout(() => this.#giveUp(waiting), deadline.remainingMs());
    const abort = (): void => this.#abort(waiting);
    signal?.addEventListener('abort', abort, { once: true });
    this.#working ??= this.#work();
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#working;
  }

  #giveUp(waiting: Waiting): void {
    const { failures } = this.#sequence.database;
    const failure = waiting.state === 'under_way' ? failures.unknownOutcome() : failures.silent();
    this.#fail(waiting, failure);
  }

  /** A wish that is under way is seen through: its caller learns what became of it. */
  #abort(waiting: Waiting): void {
    if (waiting.state === 'waiting') this.#fail(waiting, waiting.signal?.reason);
  }

  #fail(waiting: Waiting, error: unknown): void {
    if (waiting.state === 'settled') return;
    waiting.state = 'settled';
    waiting.reject(error);
  }

  #settle(waiting: Waiting, result: WishResult): void {
    if (waiting.state === 'settled') return;
    waiting.state = 'settled';
    waiting.resolve(result);
  }

  async #work(): Promise<void> {
    await Promise.resolve(); // calls of the same moment go together
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      try {
        if (performance.now() < this.#contendedUntil) await pause(2); // another process waits for its turn
        await this.#grant(batch);
      } catch (error) {
        for (const waiting of batch) this.#fail(waiting, error);
      }
    }
    this.#working = null;
  }

  #take(): readonly Waiting[] {
    const batch: Waiting[] = [];
    let bytes = 0;
    while (batch.length < wishesAtOnce) {
      const [first] = this.#queue;
      if (first === undefined) break;
      bytes += bytesOf(first.wish);
      if (batch.length > 0 && bytes > bytesAtOnce) break;
      this.#queue.shift();
      if (first.state === 'waiting') batch.push(first);
    }
    return batch;
  }

  async #grant(batch: readonly Waiting[]): Promise<void> {
    const { state } = this.#sequence;
    const open = (): readonly Waiting[] => batch.filter((waiting) => waiting.state !== 'settled');
    const deadline = (): Deadline => latest(open());
    if (batch.some(({ wish }) => wish.kind !== 'commit')) {
      await this.#readOn(batch); // leases need the server's time of this call
      if (this.#sequence.sighting() === null) await repeated(deadline, () => this.#prepareNamespace(state.number + 1, false));
    } else if (!this.#mayTrust()) await repeated(deadline, () => this.#sequence.fresh());

    for (let lost = 0; open().length > 0; ) {
      if (state.entries().length >= waitingEntries || state.waitingFiles() > waitingFiles) await repeated(deadline, this.#caughtUp);
      const wishes = open();
      const decided = await repeated(deadline, () => this.#decide(wishes));
      const looking = [...decided.results].filter(([waiting, result]) => needsLook(waiting, result));
      if (looking.some(([{ upToDate }]) => !upToDate)) {
        await this.#readOn(batch);
        continue;
      }
      for (const [waiting, result] of looking) this.#settle(waiting, result);
      if (looking.length === wishes.length) return;
      if (this.#turn.isAnothers()) {
        await repeated(deadline, () => this.#turn.letOthers());
        continue;
      }
      const outcome = await this.#write(decided, deadline);
      if (outcome === 'written') return this.#turn.done();
      if (outcome === 'outdated') continue;
      lost += 1;
      if (lost > 2) this.#turn.ask();
      this.#contendedUntil = performance.now() + yieldForMs;
      for (const waiting of batch) waiting.upToDate = true; // the entry that has the number was read after the call came in
      await pause(lost);
    }
  }

  /** Whether there is probably no entry behind the last known one. A write finds out for certain, but only after it sent all it has. */
  #mayTrust(): boolean {
    const { number } = this.#sequence.state;
    if (this.#sequence.seenWithin(trustedMs)) return true;
    return this.#wroteLast === number && number % looksAfter !== 0;
  }

  async #readOn(batch: readonly Waiting[]): Promise<void> {
    await repeated(
      () => latest(batch),
      () => this.#sequence.fresh(),
    );
    for (const waiting of batch) waiting.upToDate = true;
  }

  /** Decides the wishes on the last known entry. */
  async #decide(wishes: readonly Waiting[]): Promise<Decided> {
    const { state } = this.#sequence;
    const names = wishes.map(({ wish }) => namesOf(wish));
    for (;;) {
      const { number, forgotten } = state;
      const heads = await this.#sequence.heads(new Set(names.flatMap(({ paths }) => paths)));
      const leases = new Map<string, LeaseState | null>();
      for (const name of new Set(names.flatMap((of) => of.leases))) leases.set(name, await this.#sequence.lease(name));
      if (state.number !== number || state.forgotten !== forgotten) continue; // they are of different entries
      const draft = new Draft({ number: number + 1, nowMs: this.#sequence.sighting()?.found.nowMs ?? 0, heads, leases });
      const results = new Map(wishes.map((waiting) => [waiting, draft.decide(waiting.wish)]));
      return { number: number + 1, forgotten, results, changes: draft.changes() };
    }
  }

  /** Writes what was decided as the next entry and settles the wishes. `outdated`: it must be decided again. */
  async #write(
    { number, forgotten, results, changes }: Decided,
    deadline: () => Deadline,
  ): Promise<'written' | 'number_taken' | 'outdated'> {
    await repeated(deadline, () => this.#prepareNamespace(number, changes.files.length > 0));
    const { state } = this.#sequence;
    if (number !== state.number + 1 || forgotten !== state.forgotten) return 'outdated';
    if (number - ringSize > state.applied) return 'outdated'; // so many came meanwhile that it would be written over one that is needed
    const granted = [...results].filter(([waiting, result]) => !needsLook(waiting, result));
    if (granted.some(([waiting]) => waiting.state !== 'waiting')) return 'outdated'; // a caller gave up, so his wish must not be written
    for (const [waiting] of granted) waiting.state = 'under_way';
    const commit = randomUUID();
    const { outcome, parts } = await this.#entries.write({ number, commit, changes }, deadline);
    if (outcome === 'number_taken') {
      for (const [waiting] of granted) if (waiting.state === 'under_way') waiting.state = 'waiting';
      return outcome;
    }
    this.#wroteLast = number;
    this.#sequence.wrote({ number, commit, atSeconds: 0, changes: parts === 0 ? changes : { ...changes, chunks: [] }, parts });
    this.#wrote();
    for (const [waiting, result] of granted) this.#settle(waiting, result);
    return outcome;
  }

  /** The namespace's document must be there, and say before the first file comes that the namespace may hold one. */
  async #prepareNamespace(number: number, writes: boolean): Promise<void> {
    const { namespace, state, database } = this.#sequence;
    const found = this.#sequence.sighting()?.found;
    const first = writes && state.living() === null;
    if (found !== undefined && (!first || (found.occupied && found.claimed >= number))) return;
    await database.ask(({ collections }) =>
      collections.namespaces.updateOne(
        { _id: namespace },
        first
          ? { $setOnInsert: { applied: 0 }, $set: { occupied: true }, $max: { claimed: number } }
          : { $setOnInsert: { applied: 0, claimed: 0, occupied: false } },
        { upsert: true },
      ),
    );
    if (found === undefined) await this.#sequence.look();
  }
}

const gone: Deadline = { remainingMs: () => 0, passed: () => true };
const latest = (waiting: readonly Waiting[]): Deadline => waiting.reduce((deadline, one) => later(deadline, one.deadline), gone);
