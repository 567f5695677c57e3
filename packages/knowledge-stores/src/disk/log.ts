import { type ChangeListeners, IntarsiaError, isIntarsiaError } from '@intarsia/core';
import { type Deadline, deadlineIn, within } from '../deadline/index.ts';
import { type DiskCalls, isMissing, mayStand, quietly, readWhole } from './calls.ts';
import { compact, type Snapshot, snapshotOf } from './compaction.ts';
import { decodeEntry, encodeEntry, type LogEntry, type NewOperation } from './entry.ts';
import { corruptFailure, lateFailure, unknownFailure } from './failures.ts';
import { beginLog, fileBytes, loadState, mustEndAt, newestSegment, placesOf, writeFlushed } from './layout.ts';
import { waitingLine } from './line.ts';
import { checkpointSchedule } from './schedule.ts';
import { emptyState, type Folded, foldEntry, type LogState } from './state.ts';
import { differences, type StoredFile } from './stored-file.ts';

const entriesBetweenCheckpoints = 128;
const filesPerEntry = 16; // a checkpoint names every file: with many of them it has to be worth it
const entriesWorthClosing = 16;
const mostAtOnce = 64; // each has a file open

/** Where a log stands and how long a call may take. */
export interface LogOptions {
  readonly calls: DiskCalls;
  readonly folder: string;
  readonly timeoutMs: number;
  /** Is told of every change, also of those of other processes, when this one comes to know of them. */
  readonly listeners: ChangeListeners;
  /** Makes the folder, before the first commit. */
  readonly makeFolder: () => Promise<void>;
  /** Marks the store as one of this version, before the first checkpoint that an older one would not keep. */
  readonly upgrade: () => Promise<void>;
}

interface Landed {
  readonly kind: 'landed';
  readonly folded: Folded;
  /** Where its entry stands. */
  readonly segment: string;
}

/** How a commit ended. */
export type Submitted<Refusal> = Landed | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A log of commits that several processes share. Its state is a fold of what stands in the folder, brought up to date by every call. */
export interface DiskLog {
  /** The state now: up to date with every commit that was there when the call began. Not to be kept. */
  state(): LogState;
  /** Works on bytes of a file, which it may read more than once; null for a missing file. */
  read<Result>(path: string, use: (file: StoredFile, bytes: (start: number, end: number) => Uint8Array) => Result): Result | null;
  /** Logs operations as one entry, unless `refuse` finds a reason in the state that they would be applied to; `onLanded` sees the state behind it. */
  submit<Refusal>(
    operations: readonly NewOperation[],
    refuse: (state: LogState) => Refusal | null,
    onLanded?: (state: LogState) => void,
  ): Promise<Submitted<Refusal>>;
  /** The segment to watch: a name appears in it with every commit. Null before the first one. */
  watched(): string | null;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** Opens the log in a folder; nothing is written before the first commit. */
export function openLog({ calls, folder, timeoutMs, listeners, makeFolder, upgrade }: LogOptions): DiskLog {
  const places = placesOf(folder);
  const nothing = emptyState('', '');
  let current: LogState | null = null;
  /** The segment whose checkpoint the state began with, and what was folded since. */
  let from = '';
  let schedule = checkpointSchedule();
  /** Whether the log was looked through for entries that are missing. */
  let checked = false;
  let wrote = false;
  let compacting: Promise<void> | null = null;
  let beginning: Promise<void> | null = null;
  let closing = false;
  const line = waitingLine(mostAtOnce);

  const reload = (changed: string[]): boolean => {
    const before = current;
    current = loadState(calls, folder);
    from = current?.segment ?? '';
    schedule = checkpointSchedule();
    checked = false;
    if (listeners.size() > 0) for (const path of differences((before ?? nothing).files, (current ?? nothing).files)) changed.push(path);
    return current !== null;
  };

  const fold = (state: LogState, entry: LogEntry): Folded => {
    const folded = foldEntry(state, entry);
    schedule.count(state.number, entry.size, folded.emptied);
    return folded;
  };

  /** Folds one more entry, or starts over where the segment was replaced; false when there is nothing more. */
  const step = (changed: string[], gone: Set<string>): boolean => {
    if (current === null) return reload(changed);
    const { segment, number } = current;
    const file = places.entry(segment, number + 1);
    try {
      if (calls.look(file) !== null) {
        for (const path of fold(current, decodeEntry(file, readWhole(calls, file))).changed) changed.push(path); // too many for arguments of one call
        return true;
      }
      if (!checked) mustEndAt(calls, folder, segment, number);
      checked = true;
    } catch (error) {
      if (!isMissing(error)) throw error; // else the whole segment has just been replaced
    }
    // A segment that is gone never comes back: as long as it is here, nothing was missing from it a moment before.
    if (calls.look(places.segment(segment)) !== null) return false;
    if (gone.has(segment)) throw corruptFailure(places.segment(segment), 'is missing. Restore a backup of the whole folder');
    gone.add(segment);
    return reload(changed);
  };

  const refresh = (): LogState => {
    const changed: string[] = [];
    const gone = new Set<string>();
    try {
      while (step(changed, gone));
    } finally {
      listeners.tell(changed);
    }
    return current ?? nothing;
  };

  const startOver = (): void => {
    const changed: string[] = [];
    reload(changed);
    listeners.tell(changed);
  };

  const late = (): IntarsiaError => lateFailure(folder, timeoutMs);

  const begun = async (): Promise<void> => {
    if (current !== null) return;
    beginning ??= makeFolder()
      .then(() => beginLog(calls, folder))
      .finally(() => {
        beginning = null;
      });
    await beginning;
  };

  /**
   * Gives the file the name of the next entry. That one step is the commit: the name is taken by exactly one, everybody has to have seen the
   * entry before it, and whoever comes late, however late, finds the name taken or the segment gone, and looks again.
   */
  const land = <Refusal>(
    temporary: string,
    entry: LogEntry,
    refuse: (state: LogState) => Refusal | null,
    deadline: Deadline,
  ): Submitted<Refusal> => {
    for (;;) {
      const state = refresh();
      const refusal = refuse(state);
      if (refusal !== null) return { kind: 'refused', refusal };
      if (current === null)
        throw new IntarsiaError('store_unavailable', `${folder} was removed.`, { retryable: true, details: { folder } });
      const { segment } = state;
      try {
        if (calls.link(temporary, places.entry(segment, state.number + 1))) {
          return { kind: 'landed', folded: fold(state, entry), segment };
        }
      } catch (error) {
        if (mayStand(calls, places.entry(segment, state.number + 1))) throw unknownFailure(folder, error);
        if (!isMissing(error) || calls.look(temporary) === null) throw error;
      }
      if (deadline.passed()) throw late();
    }
  };

  const submit = async <Refusal>(
    operations: readonly NewOperation[],
    refuse: (state: LogState) => Refusal | null,
    onLanded: (state: LogState) => void = () => undefined,
  ): Promise<Submitted<Refusal>> => {
    const deadline = deadlineIn(timeoutMs);
    const place = line.enter();
    const temporary = places.temporary();
    let landed: Submitted<Refusal>;
    try {
      if (place.first) {
        const refusal = refuse(refresh());
        if (refusal !== null) return { kind: 'refused', refusal }; // without a write
      }
      await within(Promise.all([begun(), place.room]), deadline, late, undefined);
      const { file, entry } = encodeEntry(operations);
      await within(Promise.all([writeFlushed(calls, temporary, file), place.turn]), deadline, late, undefined);
      landed = land(temporary, entry, refuse, deadline);
      if (landed.kind === 'refused') return landed;
      wrote = true;
      onLanded(current ?? nothing);
    } finally {
      place.leave();
      quietly(() => calls.remove(temporary));
    }
    try {
      await within(flushed(landed.segment), deadline, () => unknownFailure(folder), undefined);
    } catch (error) {
      throw isIntarsiaError(error) ? error : unknownFailure(folder, error);
    } finally {
      listeners.tell(landed.folded.changed);
    }
    if (!closing) void compactWhen(enoughWhileOpen());
    return landed;
  };

  const flushed = async (segment: string): Promise<void> => {
    try {
      await calls.flushFolder(places.segment(segment));
    } catch (error) {
      if (!isMissing(error)) throw error; // else its entries went into a checkpoint, which is on the disk
    }
  };

  const compactOnce = async (enough: number): Promise<void> => {
    await upgrade();
    if (newestSegment(calls, folder) !== from) startOver(); // so that the state refers to the data files of the newest checkpoint
    const state = refresh();
    const { segment } = state;
    if (!schedule.isDue(enough)) return;
    let sealed = schedule.mark(state.number);
    await compact({
      calls,
      folder,
      from: () => from,
      bytes: (file, start, end) => fileBytes(calls, folder, file, start, end),
      async seal(next) {
        let snapshot: Snapshot | null = null;
        const moved = (now: LogState) => (now.segment === segment ? null : 'moved');
        await submit([{ kind: 'seal', next }], moved, (now) => {
          snapshot = snapshotOf(now);
          sealed = schedule.mark(now.number);
        });
        return snapshot;
      },
      adopt(next, bases) {
        if (current !== state) return;
        for (const [file, base] of bases) {
          file.base = base;
          file.tail = file.tail.filter(({ start }) => start >= base.size);
        }
        from = next;
        schedule.written(sealed);
      },
    });
  };

  const compactWhen = async (enough: number): Promise<void> => {
    if (current === null || !schedule.isDue(enough)) return;
    compacting ??= compactOnce(enough)
      .catch(() => schedule.failed()) // nothing else depends on it
      .finally(() => {
        compacting = null;
      });
    await compacting;
  };

  const enoughWhileOpen = (): number => Math.max(entriesBetweenCheckpoints, (current?.files.count() ?? 0) / filesPerEntry);

  return {
    state: refresh,
    submit,
    read(path, use) {
      for (let failed = ''; ; ) {
        const file = refresh().files.get(path);
        if (file === undefined) return null;
        try {
          return use(file, (start, end) => fileBytes(calls, folder, file, start, end));
        } catch (error) {
          if (!isMissing(error)) throw error;
          const mark = `${from} ${current?.number}`;
          if (mark === failed) throw corruptFailure(folder, `has lost the bytes of ${path}. Restore a backup of the whole folder`, error);
          failed = mark; // another process has moved them: the newest checkpoint says where to
          startOver();
        }
      }
    },
    watched: () => (current === null ? null : places.segment(current.segment)),
    async close() {
      closing = true;
      await line.ended();
      await compacting;
      if (wrote) await compactWhen(entriesWorthClosing);
    },
  };
}
