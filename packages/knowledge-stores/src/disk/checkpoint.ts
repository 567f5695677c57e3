import { framed, type JsonReader, jsonReader, unframed } from './frame.ts';
import { emptyState, type LogState, type StoredLease } from './state.ts';
import type { Base } from './stored-file.ts';

/** One file of a checkpoint; without a base it is empty. */
export interface CheckpointFile {
  readonly path: string;
  readonly size: number;
  readonly version: string;
  readonly base: Base | null;
}

/** The state of a log after the entry `number`, with all bytes in data files. */
export interface Checkpoint {
  readonly id: string;
  readonly number: number;
  readonly leases: ReadonlyMap<string, StoredLease>;
  readonly files: readonly CheckpointFile[];
}

/** The file of a checkpoint. */
export const encodeCheckpoint = ({ id, number, leases, files }: Checkpoint): Uint8Array =>
  framed({ id, number, leases: [...leases].map(([name, lease]) => ({ name, ...lease })), files }, []).file;

/** The state that the checkpoint of `segment` holds. Throws `store_corrupt`. */
export function decodeCheckpoint(file: string, bytes: Uint8Array, segment: string): LogState {
  const { json } = unframed(file, bytes);
  const reader = jsonReader(file);
  const { member, text, count, list } = reader;
  const state = emptyState(text(member(json, 'id')), segment);
  state.number = count(member(json, 'number'));
  for (const lease of list(member(json, 'leases'))) {
    const owner = member(lease, 'owner');
    state.leases.set(text(member(lease, 'name')), {
      owner: owner === null ? null : text(owner),
      epoch: count(member(lease, 'epoch')),
      until: count(member(lease, 'until')),
    });
  }
  for (const found of list(member(json, 'files'))) {
    const base = member(found, 'base');
    state.files.set(text(member(found, 'path')), {
      size: count(member(found, 'size')),
      version: text(member(found, 'version')),
      base: base === null ? null : baseOf(base, reader),
      tail: [],
    });
  }
  return state;
}

function baseOf(base: unknown, { member, text, count, list }: JsonReader): Base {
  const checksums = member(base, 'checksums'); // version 1 wrote none
  return {
    name: text(member(base, 'name')),
    offset: count(member(base, 'offset')),
    size: count(member(base, 'size')),
    alone: member(base, 'alone') === true,
    checksums: checksums === undefined || checksums === null ? null : list(checksums).map(count),
  };
}
