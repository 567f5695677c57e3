import { strict as assert } from 'node:assert';
import type { StoreCase } from '../case.ts';
import { acquired, contents, expired } from '../looking.ts';

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
    name: 'lease: an owner that takes its own lease again has the new epoch only',
    async body({ store }) {
      const results = await Promise.all(Array.from({ length: 6 }, () => store.lease.acquire('/run', { owner: 'a', ttlMs: 60_000 })));
      const epochs = results.map((result) => (result.kind === 'acquired' ? result.epoch : 0)).sort((left, right) => left - right);
      const last = await acquired(store, '/run', 'a');
      assert.equal(new Set([...epochs, last]).size, 7, `epochs ${epochs.join(', ')}, ${last}`);
      for (const old of epochs) {
        assert.equal(await store.lease.renew('/run', { epoch: old, ttlMs: 60_000 }), false);
        await store.lease.release('/run', { epoch: old });
      }
      assert.equal((await store.lease.holder('/run'))?.epoch, last);
      assert.equal(await store.lease.renew('/run', { epoch: last, ttlMs: 60_000 }), true);
    },
  },
  {
    name: 'lease: an owner that takes its own lease again has it for the new time',
    async body({ store }) {
      const remainingMs = async () => (await store.lease.holder('/run'))?.remainingMs ?? 0;
      await acquired(store, '/run', 'a', 60_000);
      await acquired(store, '/run', 'a', 600_000);
      const longer = await remainingMs();
      assert.ok(longer > 60_000 && longer <= 600_000, `remaining ${longer} ms of 600,000`);
      await acquired(store, '/run', 'a', 60_000);
      const shorter = await remainingMs();
      assert.ok(shorter > 0 && shorter <= 60_000, `remaining ${shorter} ms of 60,000`);
    },
  },
  {
    name: 'C16 lease: of many that find it run out exactly one takes it over',
    async body(harness) {
      const { store } = harness;
      const before = await expired(harness, '/run', 'a');
      const owners = Array.from({ length: 8 }, (_, index) => `owner ${index}`);
      const results = await Promise.all(owners.map((owner) => store.lease.acquire('/run', { owner, ttlMs: 60_000 })));
      const winners = results.flatMap((result, index) =>
        result.kind === 'acquired' ? [{ owner: owners[index], epoch: result.epoch }] : [],
      );
      assert.equal(winners.length, 1);
      assert.ok((winners[0]?.epoch ?? 0) > before);
      for (const result of results) if (result.kind === 'held') assert.equal(result.owner, winners[0]?.owner);
      assert.equal((await store.lease.holder('/run'))?.owner, winners[0]?.owner);
    },
  },
  {
    name: 'lease: of a renewal and a take-over of one that ran out exactly one succeeds',
    async body(harness) {
      const { store } = harness;
      for (let round = 0; round < 2; round += 1) {
        const lease = `/run/${round}`;
        const epoch = await expired(harness, lease, 'a');
        const renew = () => store.lease.renew(lease, { epoch, ttlMs: 60_000 });
        const take = async () => (await store.lease.acquire(lease, { owner: 'b', ttlMs: 60_000 })).kind === 'acquired';
        const [first, second] = await Promise.all(round % 2 === 0 ? [renew(), take()] : [take(), renew()]);
        assert.notEqual(first, second, `${lease}: ${first ? 'both' : 'none'} succeeded`);
      }
    },
  },
  {
    name: 'lease: two leases have nothing to do with each other',
    async body(harness) {
      const { store } = harness;
      const first = await acquired(store, '/one', 'a');
      await acquired(store, '/two', 'b');
      await store.lease.release('/two', { epoch: first });
      await expired(harness, '/three', 'c');
      assert.equal(await store.lease.renew('/three/x', { epoch: 1, ttlMs: 60_000 }), false);
      assert.equal((await store.lease.holder('/one'))?.owner, 'a');
      assert.equal(await store.lease.renew('/one', { epoch: first, ttlMs: 60_000 }), true);
    },
  },
  {
    name: 'lease: a file and a lease of one name are two things',
    async body({ store }) {
      const epoch = await acquired(store, '/run', 'a');
      assert.deepEqual([await store.exists('/run'), await store.read('/run'), await store.stat('/run')], [false, null, null]);
      await store.write('/run', 'text');
      await store.commit([{ kind: 'append', path: '/run', content: '!' }]);
      assert.deepEqual([await store.lease.holder('/run').then((holder) => holder?.owner), await store.read('/run')], ['a', 'text!']);
      await store.delete('/run');
      await store.commit([{ kind: 'delete', path: '/' }]);
      assert.equal((await store.lease.holder('/run'))?.epoch, epoch, 'deletes leave leases');
      await store.write('/run', 'kept');
      await store.lease.release('/run', { epoch });
      assert.deepEqual(await contents(store), { '/run': 'kept' });
    },
  },
  {
    name: 'lease: its owner is any text, and comes back as it was given',
    async body({ store }) {
      const owners = ['__proto__', 'null', '0', '{"a":1}', 'a b\n', '\u{1f600}', 'é', 'e\u0301', '*', "'--", 'o'.repeat(2_000)];
      for (const [index, owner] of owners.entries()) await acquired(store, `/run/${index}`, owner);
      for (const [index, owner] of owners.entries()) {
        const refused = await store.lease.acquire(`/run/${index}`, { owner: 'another', ttlMs: 60_000 });
        assert.deepEqual([refused.kind === 'held' && refused.owner, (await store.lease.holder(`/run/${index}`))?.owner], [owner, owner]);
        await acquired(store, `/run/${index}`, owner);
      }
    },
  },
  {
    name: 'lease: may be taken for a month',
    async body({ store }) {
      const monthMs = 30 * 24 * 60 * 60_000;
      await acquired(store, '/run', 'a', monthMs);
      const remainingMs = (await store.lease.holder('/run'))?.remainingMs ?? 0;
      assert.ok(remainingMs > monthMs - 60_000 && remainingMs <= monthMs, `remaining ${remainingMs} ms`);
    },
  },
  {
    name: 'lease: who holds one does not hinder commits without its fence',
    async body({ store }) {
      await acquired(store, '/run', 'a');
      assert.deepEqual(await store.commit([{ kind: 'append', path: '/log', content: '1' }]), { kind: 'committed' });
      await store.append('/run', '2');
      await store.delete('/run');
      assert.deepEqual(await contents(store), { '/log': '1' });
    },
  },
];
