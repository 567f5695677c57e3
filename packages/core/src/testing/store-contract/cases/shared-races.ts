import { strict as assert } from 'node:assert';
import type { StoreOperation } from '../../../ports/index.ts';
import type { StoreCase } from '../case.ts';
import type { SharedStoreHarness } from '../harness.ts';
import { acquired } from '../looking.ts';
import { readsWhole } from './commits.ts';
import { increment } from './expectations.ts';

const write = (path: string, content: string): StoreOperation => ({ kind: 'write', path, content });
const append = (path: string, content: string): StoreOperation => ({ kind: 'append', path, content });

/** What two handles do at the same moment. */
export const sharedRaceCases: readonly StoreCase<SharedStoreHarness>[] = [
  {
    name: 'shared race: of takers of both handles exactly one gets a lease',
    async body({ store, other }) {
      for (let round = 0; round < 5; round += 1) {
        const results = await Promise.all(
          [store, other, store, other, other, store].map((handle, index) =>
            handle.lease.acquire(`/run/${round}`, { owner: `owner ${index}`, ttlMs: 60_000 }),
          ),
        );
        assert.equal(results.filter(({ kind }) => kind === 'acquired').length, 1);
      }
    },
  },
  {
    name: 'shared race: no epoch is granted twice',
    async body({ store, other }) {
      const results = await Promise.all(
        Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? store : other).lease.acquire('/run', { owner: 'a', ttlMs: 60_000 })),
      );
      const epochs = results.map((result) => (result.kind === 'acquired' ? result.epoch : 0));
      assert.equal(new Set(epochs).size, 16, `epochs ${epochs.join(', ')}`);
      assert.equal((await other.lease.holder('/run'))?.epoch, Math.max(...epochs));
    },
  },
  {
    name: 'C11 shared race: concurrent updates that try again are all made',
    async body({ store, other }) {
      await Promise.all([store, other, store, other, store].map((handle) => increment(handle, '/counter')));
      assert.equal(await store.read('/counter'), '5');
    },
  },
  {
    name: 'shared race: commits of both are in one order for all files',
    async body({ store, other }) {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const [first, second] = index % 4 < 2 ? ['/a', '/b'] : ['/b', '/a'];
          return (index % 2 === 0 ? store : other).commit([append(first, `${index};`), append(second, `${index};`)]);
        }),
      );
      assert.ok(results.every(({ kind }) => kind === 'committed'));
      const left = await store.read('/a');
      assert.deepEqual([await other.read('/b'), left?.split(';').length], [left, 21]);
    },
  },
  {
    name: 'shared race: of two commits that each expect what the other changes exactly one passes',
    async body({ store, other }) {
      for (let round = 0; round < 10; round += 1) {
        const [left, right] = [`/left/${round}`, `/right/${round}`];
        const results = await Promise.all([
          store.commit([write(left, 'x')], { expect: [{ path: right, size: -1 }] }),
          other.commit([write(right, 'x')], { expect: [{ path: left, size: -1 }] }),
        ]);
        assert.deepEqual(results.map(({ kind }) => kind).sort(), ['committed', 'conflict']);
      }
    },
  },
  {
    name: 'shared race: commits of both about different files all pass',
    async body({ store, other }) {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? store : other).commit([append(`/a/${index}`, 'x')], { expect: [{ path: `/a/${index}`, size: -1 }] }),
        ),
      );
      assert.ok(results.every(({ kind }) => kind === 'committed'));
      assert.equal((await store.list('/a')).length, 20);
    },
  },
  {
    name: 'shared race: once the other handle took over, nothing of an older epoch is written',
    async body({ store, other }) {
      // The take-over starts a little later each round, so that it meets every moment between the check and the write.
      for (let ticks = 0; ticks < 10; ticks += 1) {
        const path = `/log/${ticks}`;
        const epoch = await acquired(store, '/run', 'a');
        const takeOver = async () => {
          for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
          await acquired(other, '/run', 'a');
          return (await other.stat(path))?.size ?? 0;
        };
        const writes = Array.from({ length: 4 }, () => store.commit([append(path, 'x')], { fence: { lease: '/run', epoch } }));
        const sizeAtTakeOver = await takeOver();
        await Promise.all(writes);
        assert.equal((await store.stat(path))?.size ?? 0, sizeAtTakeOver, `the size of ${path} when the new epoch was known`);
      }
    },
  },
  {
    name: 'shared race: a reader of one handle never sees a part of a commit of the other',
    body: ({ store, other }) => readsWhole(store, other),
  },
  {
    name: 'shared race: writes and deletes of both leave whole files',
    async body({ store, other }) {
      const texts = ['a', 'b'].map((letter) => `${letter}ü`.repeat(20_000));
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([
          store.write('/t/a', texts[0] ?? ''),
          other.write('/t/a', texts[1] ?? ''),
          store.append('/t/b', 'x'),
          other.delete('/t'),
        ]);
        for (const handle of [store, other]) {
          const text = await handle.read('/t/a');
          assert.ok(text === null || texts.some((written) => written === text), `a text of ${text?.length} characters that nobody wrote`);
          assert.ok([null, 'x'].includes(await handle.read('/t/b')));
        }
        await store.delete('/t');
      }
    },
  },
];
