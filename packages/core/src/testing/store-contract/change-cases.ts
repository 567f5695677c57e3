import { strict as assert } from 'node:assert';
import { recordChanges, type StoreCase } from './case.ts';

/** Who hears of a change. */
export const changeCases: readonly StoreCase[] = [
  {
    name: 'onChange: hears of a write, an append, a commit and a delete of the path',
    async body({ store }) {
      const changes = recordChanges(store, 'a//b/');
      await store.write('/a/b', '1');
      await changes.next('/a/b');
      await store.append('/a/b', '2');
      await changes.next('/a/b');
      await store.commit([{ kind: 'append', path: '/a/b', content: '3' }]);
      await changes.next('/a/b');
      await store.delete('/a/b');
      await changes.next('/a/b');
      changes.close();
    },
  },
  {
    name: 'onChange: hears of what is beneath the path, not of what is beside it',
    async body({ store }) {
      const changes = recordChanges(store, '/a');
      const all = recordChanges(store, '/');
      for (const path of ['/ab', '/b', '/A', '/b/a', '/a-/x']) await store.write(path, 'x');
      await store.delete('/b');
      for (const path of ['/a/b/c', '/a/d', '/a']) {
        await store.write(path, 'x');
        await changes.next(path);
        await all.next(path);
      }
      assert.deepEqual([...new Set(changes.heard)].sort(), ['/a', '/a/b/c', '/a/d']);
      assert.ok(all.heard.includes('/ab') && all.heard.includes('/b/a'), 'the root hears of everything');
      changes.close();
      all.close();
    },
  },
  {
    name: 'onChange: hears of each file that the delete of a folder takes',
    async body({ store }) {
      for (const path of ['/a/b', '/a/c/d', '/ab']) await store.write(path, 'x');
      const folder = recordChanges(store, '/');
      const file = recordChanges(store, '/a/c/d');
      await store.delete('/missing');
      await store.delete('/a');
      await file.next('/a/c/d');
      await folder.next('/a/b');
      await store.write('/last', 'x');
      await folder.next('/last');
      assert.deepEqual([...new Set(folder.heard)].sort(), ['/a/b', '/a/c/d', '/last']);
      folder.close();
      file.close();
    },
  },
  {
    name: 'onChange: a closed subscription hears nothing more',
    async body({ store }) {
      const open = recordChanges(store, '/a');
      const closed = recordChanges(store, '/a');
      await store.write('/a', '1');
      await closed.next('/a');
      await open.next('/a');
      const before = closed.heard.length;
      closed.close();
      closed.close();
      for (let round = 0; round < 2; round += 1) {
        await store.append('/a', '2');
        await open.next('/a');
      }
      assert.equal(closed.heard.length, before);
      open.close();
    },
  },
  {
    name: 'onChange: a refused commit is no change',
    async body({ store }) {
      const changes = recordChanges(store, '/');
      const refused = await store.commit([{ kind: 'write', path: '/a', content: 'x' }], { expect: [{ path: '/b', size: 1 }] });
      assert.equal(refused.kind, 'conflict');
      for (const path of ['/c', '/d']) {
        await store.write(path, 'x');
        await changes.next(path);
      }
      assert.deepEqual([...new Set(changes.heard)], ['/c', '/d']);
      changes.close();
    },
  },
];
