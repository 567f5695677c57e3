import { randomUUID } from 'node:crypto';
import { pause } from './pause.ts';
import type { Sequence } from './sequence.ts';

const turnMs = 300;

/**
 * Politeness among writers of one namespace: who lost several numbers in a row asks the others to wait for a moment. Nothing rests on it but
 * that nobody loses for ever; so it is not waited for, and runs out by itself.
 */
export class Turn {
  readonly #sequence: Sequence;
  readonly #writer = randomUUID();
  #asked = false;

  constructor(sequence: Sequence) {
    this.#sequence = sequence;
  }

  /** Whether another writer asked for a moment that is not over, as of the last look. */
  isAnothers(): boolean {
    const sighting = this.#sequence.sighting();
    if (sighting === null || sighting.found.turn === null) return false;
    const { by, untilMs } = sighting.found.turn;
    return by !== this.#writer && untilMs > sighting.found.nowMs + (performance.now() - sighting.askedAt);
  }

  /** Waits a little and looks again. */
  async letOthers(): Promise<void> {
    await pause(4);
    await this.#sequence.fresh();
  }

  /** Asks for the next numbers. */
  ask(): void {
    this.#asked = true;
    const mayAsk = { $or: [{ $lte: [{ $ifNull: ['$turn.until', null] }, '$$NOW'] }, { $eq: ['$turn.by', this.#writer] }] };
    const turn = { by: this.#writer, until: { $add: ['$$NOW', turnMs] } };
    this.#update([{ $set: { turn: { $cond: [mayAsk, turn, '$turn'] } } }]);
  }

  /** Lets the others go on. */
  done(): void {
    if (!this.#asked) return;
    this.#asked = false;
    this.#update([{ $set: { turn: { $cond: [{ $eq: ['$turn.by', this.#writer] }, '$$REMOVE', '$turn'] } } }]);
  }

  #update(update: object[]): void {
    this.#sequence.database
      .ask(({ collections }) => collections.namespaces.updateOne({ _id: this.#sequence.namespace }, update))
      .catch(() => undefined);
  }
}
