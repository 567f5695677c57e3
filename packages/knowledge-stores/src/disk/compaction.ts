import { join } from 'node:path';
import { checksumsOf, extendedChecksums, presentChecksums } from './blocks.ts';
import { type DiskCalls, isMissing, mayStand, quietly, writeAll } from './calls.ts';
import { type CheckpointFile, encodeCheckpoint } from './checkpoint.ts';
import { newestSegment, placesOf, segmentName, segmentOrder, segmentsOf, writeFlushed } from './layout.ts';
import type { LogState, StoredLease } from './state.ts';
import type { Base, StoredFile } from './stored-file.ts';

const smallFileBytes = 32 * 1024; // smaller ones share a data file: a flush for each would cost more than their bytes
const filesAtOnce = 256;
const forgottenMs = 3_600_000;

/** A file as it was when the segment was sealed. */
interface SnapshotFile {
  readonly path: string;
  readonly size: number;
  readonly version: string;
  readonly changed: boolean;
  readonly file: StoredFile;
}

/** A state at a seal. */
export interface Snapshot {
  readonly id: string;
  readonly number: number;
  readonly leases: ReadonlyMap<string, StoredLease>;
  readonly files: readonly SnapshotFile[];
}

/** A copy of a state that later entries do not change. */
export const snapshotOf = ({ id, number, leases, files }: LogState): Snapshot => ({
  id,
  number,
  leases: new Map(leases),
  files: Array.from(files.entries(), ([path, file]) => ({
    path,
    size: file.size,
    version: file.version,
    changed: file.tail.length > 0,
    file,
  })),
});

/** What a compaction needs of the log that runs it. */
export interface CompactableLog {
  readonly calls: DiskCalls;
  readonly folder: string;
  /** The segment whose checkpoint the state began with. */
  from(): string;
  /** Ends the current segment, in favour of `next`; null when another process did so first. */
  seal(next: string): Promise<Snapshot | null>;
  bytes(file: StoredFile, start: number, end: number): Uint8Array;
  /** Goes on with data files instead of what the retired segments held. */
  adopt(next: string, bases: ReadonlyMap<StoredFile, Base>): void;
}

/**
 * Writes the state down as a whole, so that the entries before it can go. The log stays open for everybody all the while: it is sealed and goes
 * on in a new segment, then the bytes go into data files, then the checkpoint appears in that segment, and only then older segments are
 * retired, by renaming them: a commit to one of them fails from then on. A process that dies on the way leaves a longer log, nothing else.
 * Several may be on the way at once, one behind the other, and then may share data files. Whoever begins makes its segment, then looks whether
 * its state still rests on the newest checkpoint; whoever ends shows its checkpoint, then looks whether there are later segments, and leaves all
 * data files to those. So one of the two notices the other, however long either stood still in between.
 */
export async function compact(log: CompactableLog): Promise<void> {
  const { calls, folder } = log;
  const places = placesOf(folder);
  const standing = calls.names(places.data); // before the seal: what is made after it may belong to a later checkpoint
  const next = segmentName(segmentOrder(segmentsOf(calls, folder)?.[0] ?? '0-') + 1);
  calls.makeFolder(places.segment(next));
  await calls.flushFolder(places.log);
  const snapshot = newestSegment(calls, folder) === log.from() ? await log.seal(next) : null;
  if (snapshot === null) return quietly(() => calls.removeFolder(places.segment(next)));

  const created: string[] = [];
  let shown = false;
  try {
    const bases = await writeBases(log, snapshot, next, created);
    shown = await linkCheckpoint(calls, folder, next, snapshot, bases);
    if (!shown) return; // another process has written a newer one
    await calls.flushFolder(places.segment(next));
    log.adopt(next, bases);
    retireBefore(calls, folder, next);
    if (isFollowed(calls, folder, next)) return;
    const used = new Set(Array.from(bases.values(), ({ name }) => name));
    for (const name of standing) if (!used.has(name)) quietly(() => calls.remove(places.base(name)));
  } finally {
    if (!shown && !mayStand(calls, places.checkpoint(next))) for (const name of created) quietly(() => calls.remove(places.base(name)));
  }
}

/** Brings the bytes of every file into data files and flushes them; the base of each file that has bytes. */
async function writeBases(log: CompactableLog, { files }: Snapshot, next: string, created: string[]): Promise<Map<StoredFile, Base>> {
  const { calls, folder } = log;
  const places = placesOf(folder);
  const bases = new Map<StoredFile, Base>();
  const together: Uint8Array[] = [];
  const shared = `${next}.shared`;
  const sparse = sparseBases(calls, folder, files);
  let sharedSize = 0;
  const make = async (name: string, bytes: Uint8Array): Promise<void> => {
    created.push(name);
    await writeFlushed(calls, places.base(name), bytes);
  };

  for (const [index, { file, size, changed }] of files.entries()) {
    if (index % filesAtOnce === 0) await new Promise((resolve) => setImmediate(resolve)); // there may be many, and others want to go on
    const { base } = file;
    if (base !== null && !changed && !sparse.has(base.name)) {
      bases.set(file, await checkable(calls, folder, base));
    } else if (base?.alone === true) {
      // The bytes of a place in a file never differ, so a compaction that was overtaken and wakes up late writes what is there already.
      const { checksums } = await checkable(calls, folder, base);
      const more = log.bytes(file, base.size, size);
      await extend(calls, places.base(base.name), more, base.size);
      bases.set(file, { ...base, size, checksums: extendedChecksums(checksums, base.size, more) });
    } else if (size >= smallFileBytes) {
      const name = `${next}.${created.length}`;
      const content = log.bytes(file, 0, size);
      await make(name, content);
      bases.set(file, { name, offset: 0, size, alone: true, checksums: checksumsOf(content) });
    } else if (size > 0) {
      const content = log.bytes(file, 0, size);
      together.push(content);
      bases.set(file, { name: shared, offset: sharedSize, size, alone: false, checksums: checksumsOf(content) });
      sharedSize += size;
    }
  }
  if (sharedSize > 0) await make(shared, Buffer.concat(together));
  if (created.length > 0) await calls.flushFolder(places.data);
  return bases;
}

type CheckableBase = Base & { readonly checksums: readonly number[] };

/** A base with checksums, whichever version wrote it. */
async function checkable(calls: DiskCalls, folder: string, base: Base): Promise<CheckableBase> {
  const run = { ...base, length: base.size };
  return { ...base, checksums: base.checksums ?? (await presentChecksums(calls, placesOf(folder).base(base.name), run)) };
}

/** The shared data files of which more than half is not needed any more. */
function sparseBases(calls: DiskCalls, folder: string, files: readonly SnapshotFile[]): ReadonlySet<string> {
  const needed = new Map<string, number>();
  for (const { file, changed } of files) {
    if (file.base?.alone === false) needed.set(file.base.name, (needed.get(file.base.name) ?? 0) + (changed ? 0 : file.base.size));
  }
  const size = (name: string) => calls.look(placesOf(folder).base(name))?.size ?? 0;
  return new Set([...needed].filter(([name, bytes]) => bytes * 2 < size(name)).map(([name]) => name));
}

async function extend(calls: DiskCalls, path: string, bytes: Uint8Array, position: number): Promise<void> {
  const descriptor = calls.open(path, 'extend');
  try {
    writeAll(calls, descriptor, bytes, position);
    await calls.flush(descriptor);
  } finally {
    quietly(() => calls.close(descriptor));
  }
}

/** Shows the checkpoint to everybody; false when the segment is gone, because another process has written a newer one. */
async function linkCheckpoint(
  calls: DiskCalls,
  folder: string,
  next: string,
  { id, number, leases, files }: Snapshot,
  bases: ReadonlyMap<StoredFile, Base>,
): Promise<boolean> {
  const places = placesOf(folder);
  const temporary = places.temporary();
  const records = files.map(({ path, size, version, file }): CheckpointFile => ({ path, size, version, base: bases.get(file) ?? null }));
  await writeFlushed(calls, temporary, encodeCheckpoint({ id, number, leases, files: records }));
  try {
    return calls.link(temporary, places.checkpoint(next));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  } finally {
    quietly(() => calls.remove(temporary));
  }
}

const isFollowed = (calls: DiskCalls, folder: string, next: string): boolean =>
  segmentsOf(calls, folder)?.some((segment) => segment !== next && segmentOrder(segment) >= segmentOrder(next)) ?? true;

function retireBefore(calls: DiskCalls, folder: string, next: string): void {
  const places = placesOf(folder);
  const retired: string[] = [];
  for (const segment of segmentsOf(calls, folder) ?? []) {
    if (segment === next || segmentOrder(segment) > segmentOrder(next)) continue;
    const away = places.temporary();
    quietly(() => {
      calls.move(places.segment(segment), away);
      retired.push(away);
    });
  }
  for (const away of retired) quietly(() => calls.removeFolder(away));
  removeForgotten(calls, places.fresh);
}

/** What processes left that died. One that is only slow and comes back finds its file missing, and nothing worse. */
function removeForgotten(calls: DiskCalls, fresh: string): void {
  for (const name of calls.names(fresh)) {
    const path = join(fresh, name);
    const modifiedMs = calls.look(path)?.modifiedMs ?? Number.POSITIVE_INFINITY;
    if (modifiedMs < Date.now() - forgottenMs) quietly(() => calls.removeFolder(path));
  }
}
