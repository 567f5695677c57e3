import { strict as assert } from 'node:assert';
import type { StoreCase } from '../case.ts';
import { acquired, contents, expired } from '../looking.ts';

const line = (path: string, content: string) => [{ kind: 'append', path, content }] as const;

/** What an owner that was replaced cannot do any more. */
export const fenceCases: readonly StoreCase[] = [
  {
    name: 'fence: the current epoch commits; an older, unknown or released one is refused and changes nothing',
    async body({ store }) {
      const first = await acquired(store, '/run', 'a');
      assert.deepEqual(await store.commit(line('/log', '1'), { fence: { lease: '/run', epoch: first } }), { kind: 'committed' });
      const second = await acquired(store, '/run', 'a');
      const refusals = [
        [{ lease: '/run', epoch: first }, second],
        [{ lease: '/run', epoch: second + 1 }, second],
        [{ lease: '/never', epoch: 1 }, 0],
        [{ lease: '/never', epoch: 0 }, 0],
      ] as const;
      for (const [fence, currentEpoch] of refusals) {
        assert.deepEqual(await store.commit(line('/log', 'bad'), { fence }), { kind: 'stale_epoch', currentEpoch }, JSON.stringify(fence));
      }
      assert.deepEqual(await store.commit(line('/log', '2'), { fence: { lease: 'run/', epoch: second } }), { kind: 'committed' });
      await store.lease.release('/run', { epoch: second });
      assert.equal((await store.commit(line('/log', 'bad'), { fence: { lease: '/run', epoch: second } })).kind, 'stale_epoch');
      assert.deepEqual(await contents(store), { '/log': '12' });
    },
  },
  {
    name: 'K9 fence: an epoch that ran out commits until another owner takes over, and never after',
    async body(harness) {
      const { store } = harness;
      const first = await expired(harness, '/run', 'a');
      assert.deepEqual(await store.commit(line('/log', '1'), { fence: { lease: '/run', epoch: first } }), { kind: 'committed' });
      const second = await acquired(store, '/run', 'b');
      const late = await store.commit(line('/log', 'late'), { fence: { lease: '/run', epoch: first } });
      assert.deepEqual(late, { kind: 'stale_epoch', currentEpoch: second });
      assert.deepEqual(await contents(store), { '/log': '1' });
    },
  },
  {
    name: 'fence: is checked with the expectations, and both must hold',
    async body({ store }) {
      const epoch = await acquired(store, '/run', 'a');
      const fence = { lease: '/run', epoch };
      await store.write('/log', '1');
      const conflict = await store.commit(line('/log', 'bad'), { fence, expect: [{ path: '/log', size: 0 }] });
      assert.deepEqual(conflict, { kind: 'conflict', path: '/log' });
      const stale = await store.commit(line('/log', 'bad'), { fence: { ...fence, epoch: epoch + 1 }, expect: [{ path: '/log', size: 1 }] });
      assert.deepEqual(stale, { kind: 'stale_epoch', currentEpoch: epoch });
      assert.deepEqual(await store.commit(line('/log', '2'), { fence, expect: [{ path: '/log', size: 1 }] }), { kind: 'committed' });
      assert.equal(await store.read('/log'), '12');
    },
  },
  {
    name: 'fence: once a new epoch was granted, nothing of an older one is written',
    async body({ store }) {
      // The take-over starts a little later each round, so that it meets every moment between the check and the write.
      for (let ticks = 0; ticks < 16; ticks += 1) {
        const path = `/log/${ticks}`;
        const epoch = await acquired(store, '/run', 'a');
        const takeOver = async () => {
          for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
          await acquired(store, '/run', 'a');
          return (await store.stat(path))?.size ?? 0;
        };
        const writes = Array.from({ length: 4 }, () => store.commit(line(path, 'x'), { fence: { lease: '/run', epoch } }));
        const sizeAtTakeOver = await takeOver();
        await Promise.all(writes);
        assert.equal((await store.stat(path))?.size ?? 0, sizeAtTakeOver, `the size of ${path} when the new epoch was known`);
      }
    },
  },
  {
    name: 'fence: an epoch is good for its own lease only',
    async body({ store }) {
      const one = await acquired(store, '/one', 'a');
      for (const lease of ['/two', '/One', '/one/x']) {
        assert.equal((await store.commit(line('/log', 'bad'), { fence: { lease, epoch: one } })).kind, 'stale_epoch', lease);
      }
      let two = 0;
      while (two <= one) two = await acquired(store, '/two', 'a');
      assert.deepEqual(await store.commit(line('/log', 'bad'), { fence: { lease: '/one', epoch: two } }), {
        kind: 'stale_epoch',
        currentEpoch: one,
      });
      assert.deepEqual(await contents(store), {});
    },
  },
  {
    name: 'fence: a stale epoch is told before an expectation that does not hold',
    async body({ store }) {
      const epoch = await acquired(store, '/run', 'a');
      const conditions = { fence: { lease: '/run', epoch: epoch + 1 }, expect: [{ path: '/log', size: 9 }] };
      assert.deepEqual(await store.commit(line('/log', 'bad'), conditions), { kind: 'stale_epoch', currentEpoch: epoch });
    },
  },
  {
    name: 'fence: after a release the next epoch is the only one that commits',
    async body({ store }) {
      const first = await acquired(store, '/run', 'a');
      await store.lease.release('/run', { epoch: first });
      assert.deepEqual(await store.commit(line('/log', 'bad'), { fence: { lease: '/run', epoch: first } }), {
        kind: 'stale_epoch',
        currentEpoch: first,
      });
      const second = await acquired(store, '/run', 'b');
      assert.deepEqual(await store.commit(line('/log', 'bad'), { fence: { lease: '/run', epoch: first } }), {
        kind: 'stale_epoch',
        currentEpoch: second,
      });
      assert.deepEqual(await store.commit(line('/log', 'b'), { fence: { lease: '/run', epoch: second } }), { kind: 'committed' });
      assert.deepEqual(await contents(store), { '/log': 'b' });
    },
  },
  {
    name: 'fence: concurrent commits of one owner all pass while the lease is renewed',
    async body({ store }) {
      const epoch = await acquired(store, '/run', 'a');
      const fence = { lease: '/run', epoch };
      const commits = Array.from({ length: 15 }, (_, index) => store.commit(line('/log', `${index};`), { fence }));
      const renewals = Array.from({ length: 5 }, () => store.lease.renew('/run', { epoch, ttlMs: 60_000 }));
      assert.deepEqual(await Promise.all(renewals), [true, true, true, true, true]);
      assert.ok((await Promise.all(commits)).every(({ kind }) => kind === 'committed'));
      assert.deepEqual(
        [await store.lease.renew('/run', { epoch, ttlMs: 60_000 }), (await store.commit(line('/log', 'last'), { fence })).kind],
        [true, 'committed'],
      );
      assert.equal((await store.read('/log'))?.split(';').length, 16);
    },
  },
];
