import { strict as assert } from 'node:assert';
import type { StoreCase } from '../case.ts';
import type { StoreHarness } from '../harness.ts';
import { acquired } from '../looking.ts';

/** Moves the store's clock, which the harness said it can do. */
async function later({ advance }: StoreHarness, ms: number): Promise<void> {
  assert.ok(advance !== undefined, 'the harness offers `advances` and has no `advance`');
  await advance(ms);
}

/** Runs `work` while this process takes the time for another one. */
async function withClockOff(offMs: number, work: () => Promise<void>): Promise<void> {
  const { now } = Date;
  Date.now = () => now() + offMs;
  try {
    await work();
  } finally {
    Date.now = now;
  }
}

/** Leases and the time. */
export const clockCases: readonly StoreCase[] = [
  {
    name: 'clock: a lease is held until the last moment of its time and no longer',
    needs: 'advances',
    async body(harness) {
      const { store } = harness;
      await acquired(store, '/run', 'a', 1_000);
      await later(harness, 400);
      assert.equal((await store.lease.holder('/run'))?.remainingMs, 600);
      await later(harness, 599);
      const refused = await store.lease.acquire('/run', { owner: 'b', ttlMs: 1_000 });
      assert.deepEqual(refused, { kind: 'held', owner: 'a', remainingMs: 1 });
      await later(harness, 1);
      assert.equal(await store.lease.holder('/run'), null);
      await acquired(store, '/run', 'b');
    },
  },
  {
    name: 'clock: a renewal counts from now, and may shorten',
    needs: 'advances',
    async body(harness) {
      const { store } = harness;
      const epoch = await acquired(store, '/run', 'a', 1_000);
      await later(harness, 900);
      assert.equal(await store.lease.renew('/run', { epoch, ttlMs: 1_000 }), true);
      assert.equal((await store.lease.holder('/run'))?.remainingMs, 1_000);
      assert.equal(await store.lease.renew('/run', { epoch, ttlMs: 50 }), true);
      await later(harness, 50);
      assert.equal(await store.lease.holder('/run'), null);
    },
  },
  {
    name: 'clock: after a jump of a year leases are free, their epochs go on, and a fence holds until somebody takes over',
    needs: 'advances',
    async body(harness) {
      const { store } = harness;
      const epochs = [await acquired(store, '/run', 'a'), await acquired(store, '/other', 'a')];
      await later(harness, 365 * 24 * 60 * 60_000);
      const fence = { lease: '/run', epoch: epochs[0] ?? 0 };
      assert.deepEqual(await store.commit([{ kind: 'append', path: '/log', content: '1' }], { fence }), { kind: 'committed' });
      assert.deepEqual([await store.lease.holder('/run'), await store.lease.holder('/other')], [null, null]);
      const next = await acquired(store, '/run', 'b');
      assert.ok(next > fence.epoch);
      assert.deepEqual(await store.commit([], { fence }), { kind: 'stale_epoch', currentEpoch: next });
    },
  },
  {
    name: 'clock: leases are judged by the time of the store, whatever this process takes the time for',
    needs: 'ownTime',
    async body({ store }) {
      const hourMs = 60 * 60_000;
      await acquired(store, '/early', 'a', 60_000);
      for (const offMs of [hourMs, -hourMs]) {
        await withClockOff(offMs, async () => {
          const remainingMs = (await store.lease.holder('/early'))?.remainingMs ?? 0;
          assert.ok(remainingMs > 0 && remainingMs <= 60_000, `a clock that is off by ${offMs} ms: remaining ${remainingMs} ms`);
          assert.equal((await store.lease.acquire('/early', { owner: 'b', ttlMs: 1_000 })).kind, 'held');
          await acquired(store, `/late/${offMs}`, 'a', 60_000);
        });
        const remainingMs = (await store.lease.holder(`/late/${offMs}`))?.remainingMs ?? 0;
        assert.ok(remainingMs > 0 && remainingMs <= 60_000, `taken by a clock that is off by ${offMs} ms: remaining ${remainingMs} ms`);
      }
    },
  },
];
