import { strict as assert } from 'node:assert';
import type { KnowledgeCase, StoreCase } from '../case.ts';
import { inTime, recordChanges, rejectsWith } from '../looking.ts';

/** Who hears of a change. That something is not heard is shown by a later change that is: no case waits for silence. */
export const changeCases: readonly KnowledgeCase[] = [
  {
    name: 'onChange: hears of a write, an append and a delete of the path',
    async body({ store }) {
      const changes = recordChanges(store, 'a//b/');
      await store.write('/a/b', '1');
      await changes.next('/a/b');
      await store.append('a/b/', '2');
      await changes.next('/a/b');
      await store.delete('//a/b');
      await changes.next('/a/b');
      assert.deepEqual([...new Set(changes.heard)], ['/a/b']);
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
    name: 'onChange: a path that looks like a pattern hears of itself only',
    async body({ store }) {
      const patterns = ['/*', '/a*', '/?', '/[ab]', '/_', '/%', '/.*', '/{a}'];
      const recorders = patterns.map((path) => recordChanges(store, path));
      for (const path of ['/a', '/ab', '/b', '/a/x', '/bb']) await store.write(path, 'x');
      for (const [index, path] of patterns.entries()) {
        await store.write(`${path}/x`, 'x');
        await recorders[index]?.next(`${path}/x`);
        assert.deepEqual([...new Set(recorders[index]?.heard)], [`${path}/x`]);
      }
      for (const recorder of recorders) recorder.close();
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
      assert.ok(
        folder.heard.every((path) => !['/a', '/a/c', '/missing'].includes(path)),
        `heard ${folder.heard.join(', ')}`,
      );
      folder.close();
      file.close();
    },
  },
  {
    name: 'onChange: hears on after what it watches was deleted',
    async body({ store }) {
      const recorders = ['/a/b', '/a', '/'].map((path) => recordChanges(store, path));
      for (let round = 0; round < 2; round += 1) {
        await store.write('/a/b', 'x');
        for (const recorder of recorders) await recorder.next('/a/b');
        await store.delete(round === 0 ? '/a' : '/');
        for (const recorder of recorders) await recorder.next('/a/b');
      }
      await store.append('/a/b', 'x');
      for (const recorder of recorders) await recorder.next('/a/b');
      for (const recorder of recorders) recorder.close();
    },
  },
  {
    name: 'onChange: hears of each file of many that change at once',
    async body({ store }) {
      const changes = recordChanges(store, '/many');
      const paths = Array.from({ length: 50 }, (_, index) => `/many/${index % 4}/${index}`);
      await Promise.all(paths.map((path) => store.append(path, 'x')));
      await changes.all(paths);
      changes.close();
    },
  },
  {
    name: 'onChange: who looks when told finds what was written last',
    async body({ store }) {
      const found = Promise.withResolvers<void>();
      const subscription = store.onChange('/a', () => {
        store.read('/a').then((text) => {
          if (text === '0123456789') found.resolve();
        }, found.reject);
      });
      for (let digit = 0; digit < 10; digit += 1) await store.append('/a', String(digit));
      await inTime('the last text', found.promise);
      subscription.close();
    },
  },
  {
    name: 'onChange: every one of many subscriptions hears of a change',
    async body({ store }) {
      const recorders = ['/', '/a', '/a/b', '/a/b/c'].flatMap((path) => Array.from({ length: 15 }, () => recordChanges(store, path)));
      await store.write('/a/b/c', 'x');
      for (const recorder of recorders) await recorder.next('/a/b/c');
      for (const recorder of recorders) recorder.close();
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
      closed.close();
      closed.close();
      const before = closed.heard.length;
      for (let round = 0; round < 2; round += 1) {
        await store.append('/a', '2');
        await open.next('/a');
      }
      assert.equal(closed.heard.length, before);
      open.close();
    },
  },
  {
    name: 'onChange: two subscriptions with one listener are two',
    async body({ store }) {
      let calls = 0;
      const listener = () => {
        calls += 1;
      };
      const [first, second] = [store.onChange('/a', listener), store.onChange('/a', listener)];
      const last = recordChanges(store, '/a');
      await store.write('/a', '1');
      await last.next('/a');
      assert.ok(calls >= 2, `${calls} calls`);
      first.close();
      const before = calls;
      await store.write('/a', '2');
      await last.next('/a');
      assert.ok(calls > before, 'the second one still hears');
      second.close();
      last.close();
    },
  },
  {
    name: 'onChange: a listener that throws neither fails the writer nor stops the others',
    async body({ store }) {
      const throwing = store.onChange('/', () => {
        throw new Error('a mistake of the listener');
      });
      const others = recordChanges(store, '/');
      for (const path of ['/a', '/b']) {
        await store.write(path, 'x');
        await others.next(path);
      }
      assert.equal(await store.append('/a', 'y'), 1);
      await others.next('/a');
      throwing.close();
      others.close();
    },
  },
  {
    name: 'onChange: a listener may end its own subscription, and others',
    async body({ store }) {
      let calls = 0;
      const neighbour = recordChanges(store, '/');
      const own = store.onChange('/', () => {
        calls += 1;
        own.close();
        neighbour.close();
      });
      const others = recordChanges(store, '/');
      for (const path of ['/a', '/b', '/c']) {
        await store.write(path, 'x');
        await others.next(path);
      }
      assert.equal(calls, 1);
      assert.ok(
        neighbour.heard.every((path) => path === '/a'),
        `the neighbour heard ${neighbour.heard.join(', ')}`,
      );
      others.close();
    },
  },
  {
    name: 'onChange: a listener may use the store, and subscribe',
    async body({ store }) {
      const echoes = recordChanges(store, '/echo');
      const late = Promise.withResolvers<string>();
      const first = store.onChange('/a', () => {
        first.close();
        store.onChange('/late', late.resolve);
        store.append('/echo', 'x').then(() => store.write('/late', 'x'), late.reject);
      });
      await store.write('/a', 'x');
      await echoes.next('/echo');
      assert.equal(await inTime('a change that a listener made', late.promise), '/late');
      echoes.close();
    },
  },
  {
    name: 'onChange: a writer does not wait for a listener',
    async body({ store }) {
      const told = Promise.withResolvers<void>();
      let calling = false;
      const during: string[] = [];
      const subscription = store.onChange('/a', async (path) => {
        if (calling) during.push(path);
        told.resolve();
        await new Promise(() => undefined); // never ends
      });
      calling = true;
      const writing = store.write('/a', 'x');
      calling = false;
      await inTime('the write', writing);
      assert.deepEqual(during, [], 'a listener is called within the call of the writer, who waits for what it does');
      await inTime('the change', told.promise);
      await inTime('the next write', store.write('/a', 'y'));
      assert.equal(await inTime('the read', store.read('/a')), 'y');
      subscription.close();
    },
  },
  {
    name: 'onChange: an aborted call and a refused one are no change',
    async body({ store }) {
      const changes = recordChanges(store, '/');
      const options = { signal: AbortSignal.abort(new Error('gone')) };
      await assert.rejects(store.write('/aborted', 'x', options));
      await assert.rejects(store.append('/aborted', 'x', options));
      await rejectsWith('path_invalid', 'a write', () => store.write('/a/../b', 'x'));
      for (const path of ['/c', '/d']) {
        await store.write(path, 'x');
        await changes.next(path);
      }
      assert.deepEqual([...new Set(changes.heard)], ['/c', '/d']);
      changes.close();
    },
  },
];

/** The changes of commits. */
export const journalChangeCases: readonly StoreCase[] = [
  {
    name: 'onChange: hears of each file of a commit',
    async body({ store }) {
      for (const path of ['/a/old', '/b/x', '/b/y']) await store.write(path, 'x');
      const changes = recordChanges(store, '/');
      await store.commit([
        { kind: 'append', path: '/a/log', content: '1' },
        { kind: 'write', path: 'a//state', content: '2' },
        { kind: 'delete', path: '/a/old' },
        { kind: 'delete', path: '/b/' },
      ]);
      await changes.all(['/a/log', '/a/state', '/a/old', '/b/x', '/b/y']);
      changes.close();
    },
  },
  {
    name: 'onChange: a refused commit is no change',
    async body({ store }) {
      const changes = recordChanges(store, '/');
      const refused = await store.commit([{ kind: 'write', path: '/a', content: 'x' }], { expect: [{ path: '/b', size: 1 }] });
      assert.equal(refused.kind, 'conflict');
      const stale = await store.commit([{ kind: 'write', path: '/a', content: 'x' }], { fence: { lease: '/run', epoch: 1 } });
      assert.equal(stale.kind, 'stale_epoch');
      await store.lease.acquire('/run', { owner: 'a', ttlMs: 60_000 });
      for (const path of ['/c', '/d']) {
        await store.write(path, 'x');
        await changes.next(path);
      }
      assert.deepEqual([...new Set(changes.heard)], ['/c', '/d']);
      changes.close();
    },
  },
  {
    name: 'onChange: who hears of one file of a commit sees all of it',
    async body({ store }) {
      const seen = Promise.withResolvers<readonly (string | null)[]>();
      const subscription = store.onChange('/first', () => {
        Promise.all(['/first', '/second', '/third'].map((path) => store.read(path))).then(seen.resolve, seen.reject);
      });
      await store.commit([
        { kind: 'write', path: '/first', content: '1' },
        { kind: 'write', path: '/second', content: '2' },
        { kind: 'append', path: '/third', content: '3' },
      ]);
      assert.deepEqual(await inTime('the commit', seen.promise), ['1', '2', '3']);
      subscription.close();
    },
  },
];
