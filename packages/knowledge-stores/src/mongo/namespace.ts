import type { Database } from './connection.ts';
import { Follower } from './follower.ts';
import { Applier } from './materialise.ts';
import { SequenceReader } from './reader.ts';
import { Sequence } from './sequence.ts';
import type { Wakeups } from './wakeups.ts';
import { SequenceWriter } from './writer.ts';

const entriesTogether = 32;
const applyAfterMs = 50;

/** All that one handle does with one namespace; its views share it. */
export interface MongoNamespace {
  readonly key: string;
  readonly sequence: Sequence;
  readonly reader: SequenceReader;
  readonly writer: SequenceWriter;
  readonly follower: Follower;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** The namespace of a key, before anything is known of it. */
export function mongoNamespace(key: string, database: Database, wakeups: Wakeups): MongoNamespace {
  const follower = new Follower(wakeups);
  const sequence = new Sequence(key, database, follower);
  const applier = new Applier(sequence);
  const reader = new SequenceReader(sequence, applier);
  const caughtUp = (): Promise<void> => applier.caughtUp();
  follower.follow(sequence, reader, caughtUp);
  let timer: NodeJS.Timeout | undefined;
  /** Whoever comes next applies what this fails to. */
  const apply = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return applier.caughtUp().catch(() => undefined);
  };
  /** Reads do not need it, so several entries are applied together. */
  const applySoon = (): void => {
    if (sequence.state.entries().length >= entriesTogether) void apply();
    else timer ??= setTimeout(() => void apply(), applyAfterMs * (1 + Math.random())).unref(); // others may be quicker
  };
  const writer = new SequenceWriter(sequence, applySoon, caughtUp);
  return {
    key,
    sequence,
    reader,
    writer,
    follower,
    async idle() {
      await writer.idle();
      if (timer !== undefined) await apply();
      await applier.idle();
    },
  };
}
