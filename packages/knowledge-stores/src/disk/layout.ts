import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { checkedBytes } from './blocks.ts';
import { type DiskCalls, isMissing, quietly, readWhole, writeAll } from './calls.ts';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import { corruptFailure } from './failures.ts';
import { emptyState, type LogState } from './state.ts';
import type { StoredFile } from './stored-file.ts';

// A log stands in a folder:
//   log/<number>-<random>/checkpoint   the state after an entry, with the bytes of its files in data/
//   log/<number>-<random>/<number>     the entries behind that state, one commit each; the last one, a seal, names the next segment
//   data/                              bytes that checkpoints refer to
//   new/                               what is not part of the store yet, or no longer

/** The folders of the log in `folder`. */
export const placesOf = (folder: string) => ({
  log: join(folder, 'log'),
  data: join(folder, 'data'),
  fresh: join(folder, 'new'),
  segment: (segment: string) => join(folder, 'log', segment),
  entry: (segment: string, number: number) => join(folder, 'log', segment, String(number)),
  checkpoint: (segment: string) => join(folder, 'log', segment, 'checkpoint'),
  base: (name: string) => join(folder, 'data', name),
  temporary: () => join(folder, 'new', randomUUID()),
});

const segmentForm = /^\d+-[0-9a-f-]+$/;

/** A name for a new segment. It never was one and never will be again, so that nobody who comes late takes it for another. */
export const segmentName = (number: number): string => `${number}-${randomUUID()}`;

/** How many entries there were when a segment was made. */
export const segmentOrder = (segment: string): number => Number(segment.slice(0, segment.indexOf('-')));

/** Refuses a folder that is a symbolic link or a file: what is in it stands outside of the store. */
export function mustBeFolder(calls: DiskCalls, path: string): void {
  const kind = calls.look(path)?.kind;
  if (kind !== undefined && kind !== 'folder') {
    throw corruptFailure(path, 'is not a folder: the store follows no symbolic link, so remove what stands there');
  }
}

/** The segments in a folder, the newest first; null where no log was begun. */
export function segmentsOf(calls: DiskCalls, folder: string): readonly string[] | null {
  const places = placesOf(folder);
  const tenant = dirname(folder); // where the log is the one of a namespace; else they are the folders around the root, and real ones as well
  for (const path of [dirname(tenant), tenant, folder, places.log, places.data, places.fresh]) mustBeFolder(calls, path);
  if (calls.look(places.log) === null) return null;
  return calls
    .names(places.log)
    .filter((name) => segmentForm.test(name))
    .sort((left, right) => segmentOrder(right) - segmentOrder(left));
}

/** The newest segment that has a checkpoint; null where no log was begun. */
export function newestSegment(calls: DiskCalls, folder: string): string | null {
  const places = placesOf(folder);
  for (let before: string | null = null; ; ) {
    const segments = segmentsOf(calls, folder);
    if (segments === null) return null;
    for (const segment of segments) {
      mustBeFolder(calls, places.segment(segment));
      if (calls.look(places.checkpoint(segment)) !== null) return segment;
    }
    const seen = segments.join();
    if (seen === before) throw corruptFailure(places.log, 'has lost its checkpoint. Restore a backup of the whole folder');
    before = seen; // all that were listed may have been replaced before they were looked at; then the list is another now
  }
}

/** The newest state that is written down as a whole; null where no log was begun. Throws `store_corrupt`. */
export function loadState(calls: DiskCalls, folder: string): LogState | null {
  for (;;) {
    const segment = newestSegment(calls, folder);
    if (segment === null) return null;
    const file = placesOf(folder).checkpoint(segment);
    try {
      return decodeCheckpoint(file, readWhole(calls, file), segment);
    } catch (error) {
      if (!isMissing(error)) throw error; // else another process has just written a newer one
    }
  }
}

/** Throws `store_corrupt` when a segment has an entry behind the last one that can be reached: the one between was lost, and may not be skipped. */
export function mustEndAt(calls: DiskCalls, folder: string, segment: string, number: number): void {
  const places = placesOf(folder);
  const last = calls
    .names(places.segment(segment))
    .reduce((greatest, name) => (/^\d+$/.test(name) ? Math.max(greatest, Number(name)) : greatest), number);
  const next = places.entry(segment, number + 1);
  if (last === number || calls.look(next) !== null || calls.look(places.segment(segment)) === null) return; // else others have just gone on
  throw corruptFailure(next, 'is missing, and there are entries behind it. Restore a backup of the whole folder');
}

/** Makes what a log needs, at once and exactly once, whoever tries at the same time. */
export async function beginLog(calls: DiskCalls, folder: string): Promise<void> {
  const places = placesOf(folder);
  for (const path of [places.fresh, places.data]) calls.makeFolder(path);
  const skeleton = places.temporary();
  const segment = segmentName(0);
  calls.makeFolder(skeleton);
  calls.makeFolder(join(skeleton, segment));
  const checkpoint = encodeCheckpoint({ ...emptyState(randomUUID().slice(0, 8), segment), files: [] });
  await writeFlushed(calls, join(skeleton, segment, 'checkpoint'), checkpoint);
  await calls.flushFolder(join(skeleton, segment));
  await calls.flushFolder(skeleton);
  if (!calls.move(skeleton, places.log)) quietly(() => calls.removeFolder(skeleton));
  await calls.flushFolder(folder);
  await calls.flushFolder(dirname(folder));
}

/** A new file with its bytes on the disk. Removes it again when that fails. */
export async function writeFlushed(calls: DiskCalls, file: string, bytes: Uint8Array): Promise<void> {
  const descriptor = calls.open(file, 'create');
  try {
    writeAll(calls, descriptor, bytes);
    await calls.flush(descriptor);
  } catch (error) {
    quietly(() => calls.remove(file));
    throw error;
  } finally {
    quietly(() => calls.close(descriptor));
  }
}

/** The bytes [start, end) of a file, from its base and from the log. Takes 0 <= start <= end <= size. Throws `store_corrupt`. */
export function fileBytes(calls: DiskCalls, folder: string, { base, tail }: StoredFile, start: number, end: number): Uint8Array {
  const places = placesOf(folder);
  const pieces: Uint8Array[] = [];
  for (let index = tail.length - 1; index >= 0; index -= 1) {
    // From the end, because a journal is mostly read there.
    const extent = tail[index];
    if (extent === undefined || extent.start + extent.length <= start) break;
    if (extent.start >= end) continue;
    const [from, to] = [Math.max(start, extent.start) - extent.start, Math.min(end, extent.start + extent.length) - extent.start];
    pieces.push(checkedBytes(calls, places.entry(extent.segment, extent.number), extent, from, to));
  }
  if (base !== null && start < Math.min(end, base.size)) {
    pieces.push(checkedBytes(calls, places.base(base.name), { ...base, length: base.size }, start, Math.min(end, base.size)));
  }
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces.toReversed());
}
