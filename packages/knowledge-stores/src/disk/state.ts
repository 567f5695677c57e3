import { type FileStat, type FileTable, fileTable, IntarsiaError, type LeaseResult } from '@intarsia/core';
import type { LeaseOperation, LogEntry } from './entry.ts';
import type { StoredFile } from './stored-file.ts';

/** A lease as last logged. */
export interface StoredLease {
  /** Null once released. */
  readonly owner: string | null;
  readonly epoch: number;
  readonly until: number;
}

/** What the entries of a log up to `number` come to. */
export interface LogState {
  /** Makes the versions of this log differ from those of one that stood in the same place before. */
  readonly id: string;
  readonly files: FileTable<StoredFile>;
  readonly leases: Map<string, StoredLease>;
  /** The segment that holds the entry after `number`. */
  segment: string;
  number: number;
}

/** The state of a log without an entry. */
export const emptyState = (id: string, segment: string): LogState => ({ id, files: fileTable(), leases: new Map(), segment, number: 0 });

/** What an entry did. */
export interface Folded {
  /** The files that changed. */
  readonly changed: readonly string[];
  /** Where the bytes of the last append start. */
  readonly start: number;
  /** Whether a folder with files went. */
  readonly emptied: boolean;
}

/** The state after the next entry: the same for every process, because nothing but the log goes into it. */
export function foldEntry(state: LogState, { operations }: LogEntry): Folded {
  const changed: string[] = [];
  const { segment } = state;
  let start = 0;
  let emptied = false;
  state.number += 1;
  for (const [index, operation] of operations.entries()) {
    switch (operation.kind) {
      case 'write':
      case 'append': {
        const { path, offset, length, checksums } = operation;
        const version = `${state.id}.${state.number}.${index}`;
        const known = operation.kind === 'append' ? state.files.get(path) : undefined;
        start = known?.size ?? 0;
        const extents = length === 0 ? [] : [{ segment, number: state.number, offset, start, length, checksums }];
        if (known === undefined) {
          state.files.set(path, { size: length, version, base: null, tail: extents });
        } else {
          known.size += length;
          known.version = version;
          known.tail.push(...extents);
        }
        changed.push(path);
        break;
      }
      case 'delete': {
        const gone = state.files.delete(operation.path);
        emptied ||= gone.some((path) => path !== operation.path);
        for (const path of gone) changed.push(path); // a call takes no more than some 100,000 arguments
        break;
      }
      case 'seal':
        state.segment = operation.next;
        break;
      default:
        foldLease(state.leases, operation);
    }
  }
  return { changed, start, emptied };
}

function foldLease(leases: Map<string, StoredLease>, operation: LeaseOperation): void {
  const known = leases.get(operation.lease);
  switch (operation.kind) {
    case 'acquire':
      leases.set(operation.lease, { owner: operation.owner, epoch: (known?.epoch ?? 0) + 1, until: operation.until });
      break;
    case 'renew':
      if (isCurrent(known, operation.epoch)) leases.set(operation.lease, { ...known, until: operation.until });
      break;
    case 'release':
      if (isCurrent(known, operation.epoch)) leases.set(operation.lease, { ...known, owner: null }); // stays, so that no epoch comes back
      break;
  }
}

const isCurrent = (lease: StoredLease | undefined, epoch: number): lease is StoredLease =>
  lease !== undefined && lease.owner !== null && lease.epoch === epoch;

/** Whether a lease is the one granted last and was not released. */
export const holds = (state: LogState, lease: string, epoch: number): boolean => isCurrent(state.leases.get(lease), epoch);

/** The epoch granted last when this one fences nothing any more, else null. */
export const staleAgainst = (state: LogState, fence: { readonly lease: string; readonly epoch: number }): number | null =>
  holds(state, fence.lease, fence.epoch) ? null : (state.leases.get(fence.lease)?.epoch ?? 0);

/** Who holds a lease at a moment, or null. */
export function holderOf(state: LogState, lease: string, now: number) {
  const { owner = null, epoch = 0, until = 0 } = state.leases.get(lease) ?? {};
  return owner === null || until <= now ? null : { owner, epoch, remainingMs: until - now };
}

/** Why a lease is not granted to an owner, or null. */
export function heldBy(state: LogState, lease: string, owner: string, now: number): LeaseResult | null {
  const holder = holderOf(state, lease, now);
  return holder === null || holder.owner === owner ? null : { kind: 'held', owner: holder.owner, remainingMs: holder.remainingMs };
}

/** The epoch of a lease that was just granted. */
export function grantedEpoch(state: LogState, lease: string): number {
  const granted = state.leases.get(lease);
  if (granted === undefined) throw new IntarsiaError('internal', `The lease ${lease} was granted and is not there.`);
  return granted.epoch;
}

/** Size and version of a file, or null. */
export function statOf(state: LogState, path: string): FileStat | null {
  const file = state.files.get(path);
  return file === undefined ? null : { size: file.size, version: file.version };
}
