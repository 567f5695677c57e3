import { type JournalStore, type LeaseResult, type StoreOperation, scopedStore } from '@intarsia/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryStore } from '../index.ts';
import { redisStore } from './index.ts';
import { type OwnRedis, sharedRedis, startRedis } from './redis-servers.test-support.ts';

/** Epochs differ from store to store, so a step names them by how many were granted before; 0 and those not granted yet are unknown ones. */
class Track {
  readonly #epochs = new Map<string, number[]>();
  readonly store: JournalStore;

  constructor(store: JournalStore) {
    this.store = store;
  }
  epoch(lease: string, place: number): number {
    return this.#epochs.get(lease)?.[place - 1] ?? place;
  }
  place(lease: string, epoch: number): number {
    return (this.#epochs.get(lease) ?? []).indexOf(epoch) + 1;
  }
  granted(lease: string, result: LeaseResult): unknown {
    if (result.kind === 'held') return { kind: result.kind, owner: result.owner };
    this.#epochs.set(lease, [...(this.#epochs.get(lease) ?? []), result.epoch]);
    return { kind: result.kind, place: this.place(lease, result.epoch) };
  }
}

type Step = (track: Track) => Promise<unknown>;

const outcome = (call: Promise<unknown>): Promise<unknown> => call.catch((error) => ({ code: Reflect.get(Object(error), 'code') }));
const content = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 6, arbitrary: fc.constantFrom('é', '\u{1f600}', '', '\u0000', '\ufeff', '\n') },
  { weight: 1, arbitrary: fc.constant('x'.repeat(700_000)) }, // two of them reach into a second chunk
);
const segment = fc.constantFrom('a', 'b', 'ab', '%', 'é', 'A', '0', '.x', '{b}');
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => `/${segments.join('/')}`);
const anyPath = fc.oneof(
  { weight: 12, arbitrary: path },
  { weight: 1, arbitrary: fc.constantFrom('/', '', 'a//b/', '/a/../b', '/a\u0000') },
);
const operation: fc.Arbitrary<StoreOperation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('write', 'append'), path: anyPath, content }),
  fc.record({ kind: fc.constant('delete'), path: anyPath }),
);
const lease = fc.constantFrom('/run', '/other');
const place = fc.integer({ min: 0, max: 6 });
const size = fc.oneof(fc.integer({ min: -1, max: 12 }), fc.constantFrom(700_000, 1_400_000));
const edge = fc.oneof(fc.integer({ min: -2, max: 30 }), fc.integer({ min: 1_048_570, max: 1_048_580 }));
const hourMs = 3_600_000;

const step: fc.Arbitrary<Step> = fc.oneof(
  operation.map<Step>((operation) => async ({ store }) => {
    switch (operation.kind) {
      case 'write':
        return store.write(operation.path, operation.content);
      case 'append':
        return store.append(operation.path, operation.content);
      case 'delete':
        return store.delete(operation.path);
    }
  }),
  anyPath.map<Step>(
    (path) =>
      ({ store }) =>
        store.read(path),
  ),
  anyPath.map<Step>(
    (path) =>
      ({ store }) =>
        store.list(path),
  ),
  anyPath.map<Step>(
    (path) =>
      ({ store }) =>
        store.exists(path),
  ),
  anyPath.map<Step>(
    (path) =>
      async ({ store }) =>
        (await store.stat(path))?.size,
  ),
  fc.tuple(path, edge, fc.option(edge, { nil: undefined })).map<Step>(
    ([path, start, end]) =>
      ({ store }) =>
        store.readRange(path, start, end),
  ),
  fc
    .tuple(fc.array(operation, { maxLength: 5 }), fc.option(fc.tuple(lease, place)), fc.array(fc.record({ path, size }), { maxLength: 2 }))
    .map<Step>(([operations, fence, expect]) => async (track) => {
      const fenced = fence === null ? {} : { fence: { lease: fence[0], epoch: track.epoch(...fence) } };
      const result = await track.store.commit(operations, { ...fenced, expect });
      if (result.kind !== 'stale_epoch' || fence === null) return result;
      return { kind: result.kind, place: track.place(fence[0], result.currentEpoch) };
    }),
  fc.tuple(lease, fc.constantFrom('a', 'b')).map<Step>(
    ([lease, owner]) =>
      async (track) =>
        track.granted(lease, await track.store.lease.acquire(lease, { owner, ttlMs: hourMs })),
  ),
  fc.tuple(lease, place).map<Step>(
    ([lease, place]) =>
      (track) =>
        track.store.lease.renew(lease, { epoch: track.epoch(lease, place), ttlMs: hourMs }),
  ),
  fc.tuple(lease, place).map<Step>(
    ([lease, place]) =>
      (track) =>
        track.store.lease.release(lease, { epoch: track.epoch(lease, place) }),
  ),
);

async function everything(store: JournalStore, folder = '/'): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const name of await store.list(folder)) {
    const path = `${folder === '/' ? '' : folder}/${name}`;
    if (name.endsWith('/')) found.push(...(await everything(store, path.slice(0, -1))));
    else found.push([path, await store.read(path), (await store.stat(path))?.size]);
  }
  return found;
}

describe.skipIf(sharedRedis === undefined)('the redis store beside the memory store', () => {
  let server: OwnRedis;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.stop());

  test('any sequence of calls does the same on redis as in memory', { timeout: 60_000 }, async () => {
    const memory = memoryStore();
    const redis = redisStore({ url: server.url });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
        run += 1;
        const left = new Track(scopedStore(memory, `/run ${run}`));
        const right = new Track(redis.namespace?.({ tenant: 't', chat: `run ${run}` }) ?? redis);
        for (const [index, call] of steps.entries()) {
          const [inMemory, onRedis] = [await outcome(call(left)), await outcome(call(right))];
          expect(onRedis, `step ${index}`).toEqual(inMemory);
        }
        expect(await everything(right.store)).toEqual(await everything(left.store));
      }),
      { numRuns: 150 },
    );
    await redis.close();
  });
});
