import { strict as assert } from 'node:assert';
import { acquired, contents, expired, type StoreCase } from './case.ts';

const line = (path: string, content: string) => [{ kind: 'append', path, content }] as const;

/** Who may write, and until when. */
export const leaseCases: readonly StoreCase[] = [
  {
    name: 'lease: one owner holds it; another is told who and how long',
    async body({ store }) {
      assert.equal(await store.lease.holder('/run'), null);
      const granted = await store.lease.acquire('/run', { owner: 'a', ttlMs: 60_000 });
      assert.ok(granted.kind === 'acquired' && granted.epoch >= 1 && Number.isSafeInteger(granted.epoch) && granted.ttlMs === 60_000);
      const refused = await store.lease.acquire('/run', { owner: 'b', ttlMs: 60_000 });
      assert.ok(refused.kind === 'held' && refused.owner === 'a');
      assert.ok(refused.remainingMs > 0 && refused.remainingMs <= 60_000, `remaining ${refused.remainingMs} ms`);
      const holder = await store.lease.holder('/run');
      assert.deepEqual({ owner: holder?.owner, epoch: holder?.epoch }, { owner: 'a', epoch: granted.epoch });
      assert.ok(holder !== null && holder.remainingMs > 0 && holder.remainingMs <= 60_000);
    },
  },
  {
    name: 'lease: of concurrent takers exactly one gets it',
    async body({ store }) {
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, index) => store.lease.acquire('/run', { owner: `owner ${index}`, ttlMs: 60_000 })),
      );
      assert.equal(results.filter((result) => result.kind === 'acquired').length, 1);
    },
  },
  {
    name: 'lease: runs out on the clock of the store and can then be taken',
    async body(harness) {
      const first = await expired(harness, '/run', 'a');
      assert.ok((await acquired(harness.store, '/run', 'b')) > first);
      assert.equal((await harness.store.lease.holder('/run'))?.owner, 'b');
      assert.equal(await harness.store.lease.renew('/run', { epoch: first, ttlMs: 60_000 }), false);
      assert.equal((await harness.store.lease.holder('/run'))?.owner, 'b');
    },
  },
  {
    name: 'lease: a renewal extends it from now, also one that ran out and that nobody took',
    async body(harness) {
      const { store } = harness;
      const epoch = await expired(harness, '/run', 'a');
      assert.equal(await store.lease.renew('/run', { epoch, ttlMs: 60_000 }), true);
      assert.equal((await store.lease.acquire('/run', { owner: 'b', ttlMs: 60_000 })).kind, 'held');
      assert.equal(await store.lease.renew('/run', { epoch, ttlMs: 120_000 }), true);
      const holder = await store.lease.holder('/run');
      assert.ok(holder !== null && holder.epoch === epoch && holder.remainingMs > 60_000 && holder.remainingMs <= 120_000);
      assert.equal(await store.lease.renew('/run', { epoch: epoch + 1, ttlMs: 60_000 }), false);
      assert.equal(await store.lease.renew('/never', { epoch: 1, ttlMs: 60_000 }), false);
    },
  },
  {
    name: 'lease: a release frees it, but only under the epoch that holds it',
    async body({ store }) {
      const first = await acquired(store, '/run', 'a');
      const second = await acquired(store, '/run', 'a');
      await store.lease.release('/run', { epoch: first });
      await store.lease.release('/run', { epoch: second + 1 });
      await store.lease.release('/never', { epoch: 1 });
      assert.equal((await store.lease.holder('/run'))?.epoch, second);
      await store.lease.release('/run', { epoch: second });
      assert.equal(await store.lease.holder('/run'), null);
      assert.equal(await store.lease.renew('/run', { epoch: second, ttlMs: 60_000 }), false);
      assert.ok((await acquired(store, '/run', 'b')) > second);
    },
  },
  {
    name: 'lease: its epoch grows at every grant and never comes back',
    async body(harness) {
      const { store } = harness;
      const epochs = [await acquired(store, '/run', 'a'), await acquired(store, '/run', 'a')];
      await store.lease.release('/run', { epoch: epochs[1] ?? 0 });
      epochs.push(await expired(harness, '/run', 'b'));
      epochs.push(await acquired(store, '/run', 'b'));
      await store.write('/file', 'x');
      await store.delete('/');
      epochs.push(await acquired(store, '/run', 'b'));
      await store.lease.release('/run', { epoch: epochs[4] ?? 0 });
      await store.delete('/run');
      epochs.push(await acquired(store, '/run', 'c'));
      for (const [index, epoch] of epochs.entries()) assert.ok(epoch > (epochs[index - 1] ?? 0), `epochs ${epochs.join(', ')}`);
    },
  },
  {
    name: 'lease: is named like a path, and each name is a lease of its own',
    async body({ store }) {
      await acquired(store, 'runs//1/', 'a');
      assert.equal((await store.lease.acquire('/runs/1', { owner: 'b', ttlMs: 60_000 })).kind, 'held');
      for (const name of ['/runs/11', '/runs', '/Runs/1', '/runs/%', '/runs/1/2']) await acquired(store, name, `owner of ${name}`);
      assert.equal((await store.lease.holder('/runs/1'))?.owner, 'a');
      assert.deepEqual(await store.list(), [], 'a lease is no file');
    },
  },
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
    name: 'fence: an epoch that ran out commits until another owner takes over',
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
      for (let ticks = 0; ticks < 24; ticks += 1) {
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
];
