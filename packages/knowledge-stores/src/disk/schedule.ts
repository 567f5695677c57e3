const bytesBetweenCheckpoints = 32 * 1024 * 1024;
const entriesUntilNextTry = 64;

/** What was logged since a checkpoint, up to a moment. */
export interface LoggedSince {
  readonly number: number;
  readonly entries: number;
  readonly bytes: number;
}

/** Says when the next checkpoint is worth its cost. */
export interface CheckpointSchedule {
  /** Counts an entry; `emptied` when a folder went with it: what was deleted shall leave the disk soon. */
  count(number: number, bytes: number, emptied: boolean): void;
  /** Whether there are enough entries, bytes or deletes. */
  isDue(enoughEntries: number): boolean;
  /** Everything counted so far. */
  mark(number: number): LoggedSince;
  /** A checkpoint holds what was counted up to a mark. */
  written(upTo: LoggedSince): void;
  /** A checkpoint could not be written: the log stays longer for a while. */
  failed(): void;
}

/** Nothing counted yet. */
export function checkpointSchedule(): CheckpointSchedule {
  let entries = 0;
  let bytes = 0;
  let emptiedAt = 0;
  let nextTry = 0;
  return {
    count(number, size, emptied) {
      entries += 1;
      bytes += size;
      if (emptied) emptiedAt = number;
    },
    isDue: (enough) => entries >= nextTry && (entries >= enough || bytes >= bytesBetweenCheckpoints || emptiedAt > 0),
    mark: (number) => ({ number, entries, bytes }),
    written(upTo) {
      entries -= upTo.entries;
      bytes -= upTo.bytes;
      nextTry = 0;
      if (emptiedAt <= upTo.number) emptiedAt = 0;
    },
    failed() {
      nextTry = entries + entriesUntilNextTry;
    },
  };
}
