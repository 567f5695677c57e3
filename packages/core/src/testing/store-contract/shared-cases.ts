import { strict as assert } from 'node:assert';
import type { JournalStore } from '../../ports/index.ts';
import { acquired, contents, recordChanges, type StoreCase } from './case.ts';

/** Two handles on the same data, as two processes have them. */
export interface SharedStoreHarness {
  readonly store: JournalStore;
  readonly other: JournalStore;
  /** Closes both and removes what they left behind. */
  close(): Promise<void>;
}

const line = (path: string, content: string) => [{ kind: 'append', path, content }] as const;

/** What must hold between two handles. */
export const sharedCases: readonly StoreCase<SharedStoreHarness>[] = [
  {
    name: 'shared: each handle reads what the other wrote',
    async body({ store, other }) {
      await store.write('/a/b', 'é');
      assert.equal(await other.append('/a/b', '1'), 2);
      assert.equal(await store.append('/a/b', '2'), 3);
      assert.deepEqual(await contents(other), { '/a/b': 'é12' });
      assert.deepEqual(await store.stat('/a/b'), await other.stat('/a/b'));
      await other.delete('/a');
      assert.deepEqual([await store.read('/a/b'), await store.exists('/a'), await store.stat('/a/b')], [null, false, null]);
    },
  },
  {
    name: 'shared: versions of two handles never collide',
    async body({ store, other }) {
      const versions: (string | undefined)[] = [];
      for (let round = 0; round < 10; round += 1) {
        for (const handle of [store, other]) {
          await handle.write('/a', 'x');
          versions.push((await handle.stat('/a'))?.version);
        }
      }
      assert.equal(new Set(versions).size, versions.length);
    },
  },
  {
    name: 'shared: concurrent appends of both overlap nowhere and lose nothing',
    async body({ store, other }) {
      const texts = Array.from({ length: 60 }, (_, index) => `<${index}:${'ü'.repeat(index % 5)}>`);
      const offsets = await Promise.all(texts.map((text, index) => (index % 2 === 0 ? store : other).append('/a', text)));
      for (const [index, text] of texts.entries()) {
        const start = offsets[index] ?? -1;
        assert.equal(await store.readRange('/a', start, start + new TextEncoder().encode(text).length), text);
      }
      assert.equal((await other.stat('/a'))?.size, new TextEncoder().encode(texts.join('')).length);
    },
  },
  {
    name: 'shared: of concurrent commits that expect the same state exactly one passes',
    async body({ store, other }) {
      await store.write('/a', '');
      for (let round = 0; round < 10; round += 1) {
        const conditions = { expect: [{ path: '/a', size: round }] };
        const results = await Promise.all([store, other, store, other].map((handle) => handle.commit(line('/a', 'x'), conditions)));
        assert.equal(results.filter((result) => result.kind === 'committed').length, 1);
      }
    },
  },
  {
    name: 'shared: a lease of one handle binds the other, and a stale epoch is refused',
    async body({ store, other }) {
      const first = await acquired(store, '/run', 'a');
      const refused = await other.lease.acquire('/run', { owner: 'b', ttlMs: 60_000 });
      assert.ok(refused.kind === 'held' && refused.owner === 'a' && refused.remainingMs > 0);
      await store.lease.release('/run', { epoch: first });
      const second = await acquired(other, '/run', 'b');
      assert.ok(second > first);
      const stale = await store.commit(line('/log', 'late'), { fence: { lease: '/run', epoch: first } });
      assert.deepEqual(stale, { kind: 'stale_epoch', currentEpoch: second });
      assert.deepEqual(await other.commit(line('/log', 'x'), { fence: { lease: '/run', epoch: second } }), { kind: 'committed' });
      assert.equal(await store.read('/log'), 'x');
    },
  },
  {
    name: 'shared: a subscription hears of writes and deletes of the other handle, and only beneath its path',
    async body({ store, other }) {
      await other.write('/a/old', 'x');
      const changes = recordChanges(store, '/a');
      await other.write('/b', 'x');
      await other.append('/a/new', 'x');
      await changes.next('/a/new');
      await other.append('/a/new', 'x');
      await changes.next('/a/new');
      await other.delete('/a/old');
      await changes.next('/a/old');
      assert.deepEqual([...new Set(changes.heard)].sort(), ['/a/new', '/a/old']);
      changes.close();
    },
  },
  {
    name: 'shared: closing one handle leaves the other and the data',
    async body({ store, other }) {
      const epoch = await acquired(store, '/run', 'a');
      await store.write('/a', 'x');
      await store.close();
      assert.equal(await other.read('/a'), 'x');
      assert.equal((await other.lease.holder('/run'))?.epoch, epoch);
      await other.append('/a', 'y');
      assert.equal(await other.read('/a'), 'xy');
    },
  },
];
