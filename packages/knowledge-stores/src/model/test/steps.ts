import type { JournalStore, LeaseResult, StoreOperation } from '@intarsia/core';
import fc from 'fast-check';

/** A store whose epochs are named by their place in the order in which they were granted. Places beside those are epochs that nobody was granted. */
export interface Track {
  readonly store: JournalStore;
  epoch(lease: string, place: number): number;
  place(lease: string, epoch: number): number;
  granted(lease: string, epoch: number): void;
}

/** A track of a store that counts the epochs of a lease from 1, as memory does: the place is the epoch. */
export const countedTrack = (store: JournalStore): Track => ({
  store,
  epoch: (_, place) => place,
  place: (_, epoch) => epoch,
  granted: () => undefined,
});

/** A track of a store whose epochs only grow. */
export function growingTrack(store: JournalStore): Track {
  const epochs = new Map<string, number[]>();
  return {
    store,
    epoch: (lease, place) => epochs.get(lease)?.[place - 1] ?? place,
    place: (lease, epoch) => (epochs.get(lease) ?? []).indexOf(epoch) + 1,
    granted: (lease, epoch) => void epochs.set(lease, [...(epochs.get(lease) ?? []), epoch]),
  };
}

/** One call of a store, with what of its answer must be the same everywhere. */
export type Step = (track: Track) => Promise<unknown>;

/** What a backend adds to what every one is asked: texts, names and places at which it could go wrong. */
export interface Hazards {
  readonly contents?: readonly string[];
  readonly segments?: readonly string[];
  readonly leases?: readonly string[];
  /** Sizes that a commit expects, and ends of ranges. */
  readonly sizes?: readonly number[];
}

const ttlMs = 3_600_000;

function answerOf(track: Track, lease: string, result: LeaseResult): unknown {
  if (result.kind === 'held') return { kind: result.kind, owner: result.owner };
  track.granted(lease, result.epoch);
  return { kind: result.kind, place: track.place(lease, result.epoch), ttlMs: result.ttlMs };
}

/** Any call of a store. */
export function anyStep({ contents = [], segments = [], leases = [], sizes = [] }: Hazards = {}): fc.Arbitrary<Step> {
  const content = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('é', '\u{1f600}', '', '\u0000', '\ufeff', '\n', 'x'.repeat(70_000), ...contents),
  );
  const segment = fc.constantFrom('a', 'b', 'ab', '%', 'é', 'A', '0', '.x', ...segments);
  const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`);
  const anyPath = fc.oneof(
    { weight: 12, arbitrary: path },
    { weight: 1, arbitrary: fc.constantFrom('/', '', 'a//b/', '/a/../b', '/a\u0000') },
  );
  const operation: fc.Arbitrary<StoreOperation> = fc.oneof(
    fc.record({ kind: fc.constantFrom('write', 'append'), path: anyPath, content }),
    fc.record({ kind: fc.constant('delete'), path: anyPath }),
  );
  const lease = fc.constantFrom('/run', '/other', ...leases);
  const place = fc.integer({ min: 0, max: 6 });
  const near = sizes.map((middle) => fc.integer({ min: middle - 5, max: middle + 5 }));
  const size = fc.oneof(fc.integer({ min: -1, max: 12 }), ...sizes.map((exact) => fc.constant(exact)));
  const start = fc.oneof(fc.integer({ min: -2, max: 30 }), ...near);
  const end = fc.option(fc.oneof(fc.integer({ min: -2, max: 70_010 }), ...near), { nil: undefined });

  return fc.oneof(
    fc.tuple(anyPath, content).map<Step>(
      ([at, text]) =>
        ({ store }) =>
          store.write(at, text),
    ),
    fc.tuple(anyPath, content).map<Step>(
      ([at, text]) =>
        ({ store }) =>
          store.append(at, text),
    ),
    anyPath.map<Step>(
      (at) =>
        ({ store }) =>
          store.delete(at),
    ),
    anyPath.map<Step>(
      (at) =>
        ({ store }) =>
          store.read(at),
    ),
    anyPath.map<Step>(
      (at) =>
        ({ store }) =>
          store.list(at),
    ),
    anyPath.map<Step>(
      (at) =>
        ({ store }) =>
          store.exists(at),
    ),
    anyPath.map<Step>(
      (at) =>
        async ({ store }) =>
          (await store.stat(at))?.size,
    ),
    fc.tuple(path, start, end).map<Step>(
      ([at, from, to]) =>
        ({ store }) =>
          store.readRange(at, from, to),
    ),
    fc
      .tuple(
        fc.array(operation, { maxLength: 5 }),
        fc.option(fc.tuple(lease, place)),
        fc.array(fc.record({ path, size }), { maxLength: 2 }),
      )
      .map<Step>(([operations, fence, expect]) => async (track) => {
        const fenced = fence === null ? {} : { fence: { lease: fence[0], epoch: track.epoch(...fence) } };
        const result = await track.store.commit(operations, { ...fenced, expect });
        if (result.kind !== 'stale_epoch' || fence === null) return result;
        return { kind: result.kind, place: track.place(fence[0], result.currentEpoch) };
      }),
    fc.tuple(lease, fc.constantFrom('a', 'b')).map<Step>(([name, owner]) => async (track) => {
      return answerOf(track, name, await track.store.lease.acquire(name, { owner, ttlMs }));
    }),
    fc.tuple(lease, place).map<Step>(
      ([name, held]) =>
        (track) =>
          track.store.lease.renew(name, { epoch: track.epoch(name, held), ttlMs }),
    ),
    fc.tuple(lease, place).map<Step>(
      ([name, held]) =>
        (track) =>
          track.store.lease.release(name, { epoch: track.epoch(name, held) }),
    ),
  );
}
