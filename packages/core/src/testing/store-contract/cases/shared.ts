import { strict as assert } from 'node:assert';
import { namespaceStore, storeNamespaces } from '../../../journal/index.ts';
import type { StoreCase } from '../case.ts';
import type { SharedStoreHarness } from '../harness.ts';
import { acquired, bytesOf, contents, expired, inTime, recordChanges } from '../looking.ts';

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
  {
    name: 'shared: a version that one handle knows is what the other one must expect',
    async body({ store, other }) {
      await store.write('/a', 'x');
      const version = (await store.stat('/a'))?.version ?? '';
      assert.deepEqual(await other.commit(line('/a', 'y'), { expect: [{ path: '/a', size: 1, version }] }), { kind: 'committed' });
      assert.deepEqual(await store.commit(line('/a', 'z'), { expect: [{ path: '/a', version }] }), { kind: 'conflict', path: '/a' });
      await other.delete('/a');
      await other.write('/a', 'xy');
      assert.equal((await store.commit([], { expect: [{ path: '/a', version }] })).kind, 'conflict');
      assert.equal(await other.read('/a'), 'xy');
    },
  },
  {
    name: 'shared: a large text of one handle is whole for the other',
    async body({ store, other }) {
      const text = 'größe \u{1f600}\n'.repeat(60_000);
      await store.append('/a', 'head');
      await other.append('/a', text);
      assert.ok((await store.read('/a')) === `head${text}`, 'the whole text');
      assert.equal(await store.readRange('/a', 4 + bytesOf(text) - 13), 'größe \u{1f600}\n');
      await other.write('/a', 'short');
      assert.deepEqual([await store.read('/a'), await store.readRange('/a', 3, 100), await store.append('/a', '!')], ['short', 'rt', 5]);
    },
  },
  {
    name: 'shared: what one handle deletes is gone for the other, and starts anew',
    async body({ store, other }) {
      for (const path of ['/t/a', '/t/b/c', '/t0']) await store.append(path, 'long ago');
      assert.equal(await other.append('/t/a', '!'), 8);
      await other.delete('/t');
      assert.deepEqual([await store.list('/t'), await store.stat('/t/a'), await store.readRange('/t/b/c', 0)], [[], null, '']);
      assert.equal(await store.append('/t/a', 'new'), 0);
      assert.deepEqual(await contents(other), { '/t/a': 'new', '/t0': 'long ago' });
    },
  },
  {
    name: 'shared: a lease is renewed and released by its epoch, through either handle',
    async body({ store, other }) {
      const epoch = await acquired(store, '/run', 'a');
      assert.equal(await other.lease.renew('/run', { epoch, ttlMs: 120_000 }), true);
      assert.ok(((await store.lease.holder('/run'))?.remainingMs ?? 0) > 60_000);
      const next = await acquired(other, '/run', 'a');
      await store.lease.release('/run', { epoch });
      assert.equal((await store.lease.holder('/run'))?.epoch, next);
      await store.lease.release('/run', { epoch: next });
      assert.equal(await other.lease.holder('/run'), null);
    },
  },
  {
    name: 'shared: a lease that ran out is taken by the other handle, and its late owner is fenced off',
    async body({ store, other }) {
      const first = await expired({ store }, '/run', 'a');
      const second = await acquired(other, '/run', 'b');
      assert.ok(second > first);
      assert.equal(await store.lease.renew('/run', { epoch: first, ttlMs: 60_000 }), false);
      await store.lease.release('/run', { epoch: first });
      const fence = { lease: '/run', epoch: first };
      assert.deepEqual(await store.commit(line('/log', 'late'), { fence }), { kind: 'stale_epoch', currentEpoch: second });
      assert.deepEqual([await contents(store), (await store.lease.holder('/run'))?.owner], [{}, 'b']);
    },
  },
  {
    name: 'shared: each file of many that the other handle changes is heard of',
    async body({ store, other }) {
      const changes = recordChanges(store, '/many');
      const paths = Array.from({ length: 30 }, (_, index) => `/many/${index % 3}/${index}`);
      await Promise.all(paths.slice(0, 15).map((path) => other.append(path, 'x')));
      await other.commit(paths.slice(15).map((path) => ({ kind: 'write', path, content: 'x' })));
      await changes.all(paths);
      changes.close();
    },
  },
  {
    name: 'shared: who looks when told finds what the other handle wrote last',
    async body({ store, other }) {
      const found = Promise.withResolvers<void>();
      const subscription = store.onChange('/a', () => {
        store.read('/a').then((text) => {
          if (text === '0123456789') found.resolve();
        }, found.reject);
      });
      for (let digit = 0; digit < 10; digit += 1) await other.append('/a', String(digit));
      await inTime('the last text', found.promise);
      subscription.close();
    },
  },
  {
    name: 'shared: a closed subscription hears nothing of the other handle either',
    async body({ store, other }) {
      const [closed, open] = [recordChanges(store, '/'), recordChanges(store, '/')];
      await other.write('/a', '1');
      await closed.next('/a');
      await open.next('/a');
      closed.close();
      const before = closed.heard.length;
      await other.write('/b', '2');
      await open.next('/b');
      assert.equal(closed.heard.length, before);
      open.close();
    },
  },
  {
    name: 'shared: a namespace that one handle made is there for the other',
    async body({ store, other }) {
      const namespaces = ['a', 'A', 'a/b', '{a}'].map((chat) => ({ tenant: 't', chat }));
      for (const namespace of namespaces) await namespaceStore(store, namespace).write('/a', namespace.chat);
      const listed = await storeNamespaces(other, 't');
      assert.deepEqual(
        new Set(listed.map((namespace) => JSON.stringify(namespace))),
        new Set(namespaces.map((namespace) => JSON.stringify(namespace))),
      );
      for (const namespace of namespaces) {
        const [view, same] = [namespaceStore(store, namespace), namespaceStore(other, namespace)];
        assert.equal(await same.append('/a', '!'), bytesOf(namespace.chat));
        const changes = recordChanges(view, '/');
        await same.write('/b', 'x');
        await changes.next('/b');
        changes.close();
        await acquired(view, '/run', 'a');
        assert.equal((await same.lease.acquire('/run', { owner: 'b', ttlMs: 60_000 })).kind, 'held');
        await view.delete('/');
        assert.deepEqual(await same.list('/'), []);
      }
      assert.deepEqual(await storeNamespaces(other), []);
    },
  },
];
