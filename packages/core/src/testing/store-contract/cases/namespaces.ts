import { strict as assert } from 'node:assert';
import { namespacePath, namespaceStore, storeNamespaces } from '../../../journal/index.ts';
import type { JournalStore, StoreNamespace } from '../../../ports/index.ts';
import type { StoreCase } from '../case.ts';
import { acquired, contents, inTime, recordChanges, rejectsWith } from '../looking.ts';

/** Namespaces that only look alike: joined, folded, escaped, matched or cut they would be one. */
const alike: readonly StoreNamespace[] = [
  { tenant: 'a', chat: 'b' },
  { tenant: 'a', app: 'b' },
  { tenant: 'b', chat: 'a' },
  { tenant: 'A', chat: 'b' },
  { tenant: 'a/b', chat: 'c' },
  { tenant: 'a', chat: 'b/c' },
  { tenant: 'a:b', chat: 'c' },
  { tenant: 'a', chat: 'b:c' },
  { tenant: 'a%2Fb', chat: 'c' },
  { tenant: 'a{b}', chat: 'c' },
  { tenant: 'a', chat: '{b}c' },
  { tenant: '{}', chat: '{}' },
  { tenant: '*', chat: '*' },
  { tenant: '?', chat: '[ab]' },
  { tenant: '%', chat: '_' },
  { tenant: '..', chat: '.' },
  { tenant: '.', app: '..' },
  { tenant: '/', chat: '/' },
  { tenant: '$gt', chat: 'a.b' },
  { tenant: '__proto__', chat: 'constructor' },
  { tenant: 'null', app: 'undefined' },
  { tenant: '\u0000', chat: '\n' },
  { tenant: ' ', chat: ' ' },
  { tenant: '\u00e9', chat: 'x' },
  { tenant: 'e\u0301', chat: 'x' },
  { tenant: '\u{1f600}', chat: '\u{1f600}'.repeat(128) },
  { tenant: 'l'.repeat(128), chat: 'm'.repeat(128) },
  { tenant: 'l'.repeat(128), chat: `${'m'.repeat(127)}n` },
  { tenant: 'conversations', chat: 'apps' },
];

const ordered = (namespaces: readonly StoreNamespace[]): readonly string[] => namespaces.map(namespacePath).sort();
const line = (path: string, content: string) => [{ kind: 'append', path, content }] as const;

/** Two namespaces that differ in the case of a letter, each with a file. */
async function twoWithFiles(store: JournalStore): Promise<readonly [left: JournalStore, right: JournalStore]> {
  const left = namespaceStore(store, { tenant: 't', chat: 'left' });
  const right = namespaceStore(store, { tenant: 't', chat: 'Left' });
  await left.write('/a/b', 'left');
  await right.write('/a/b', 'right');
  return [left, right];
}

/** One conversation, or one app, is kept apart from all others. */
export const namespaceCases: readonly StoreCase[] = [
  {
    name: 'namespaces: none sees the files of another, however alike their names are',
    async body({ store }) {
      await Promise.all(alike.map((namespace, index) => namespaceStore(store, namespace).append('/a/b', String(index))));
      for (const [index, namespace] of alike.entries()) {
        assert.deepEqual(await contents(namespaceStore(store, namespace)), { '/a/b': String(index) }, JSON.stringify(namespace));
      }
    },
  },
  {
    name: 'namespaces: exactly those that hold a file are listed',
    async body({ store }) {
      assert.deepEqual(await storeNamespaces(store), []);
      for (const namespace of alike) await namespaceStore(store, namespace).write('/a/b', 'x');
      const unused = namespaceStore(store, { tenant: 'unused', chat: 'x' });
      await acquired(unused, '/run', 'a');
      assert.deepEqual([await unused.list('/'), await unused.read('/a')], [[], null]);
      assert.deepEqual(ordered(await storeNamespaces(store)), ordered(alike));
      for (const namespace of alike.slice(0, 9)) await namespaceStore(store, namespace).delete('/a/b');
      assert.deepEqual(ordered(await storeNamespaces(store)), ordered(alike.slice(9)));
    },
  },
  {
    name: 'C4 namespaces: those of one tenant are listed, and never those of another',
    async body({ store }) {
      for (const namespace of alike) await namespaceStore(store, namespace).write('/a', 'x');
      for (const { tenant } of alike) {
        assert.deepEqual(
          ordered(await storeNamespaces(store, tenant)),
          ordered(alike.filter((namespace) => namespace.tenant === tenant)),
          tenant,
        );
      }
      for (const tenant of ['nobody', 'a*', 'l', '_', '.*', 'aa', '\\*', '[a]'])
        assert.deepEqual(await storeNamespaces(store, tenant), [], tenant);
    },
  },
  {
    name: 'C5 namespaces: one that is emptied leaves nothing behind and takes nothing else',
    async body({ store }) {
      const [left, right] = await twoWithFiles(store);
      for (const path of ['/a', '/a/b/c', '/\u{1f600}', '/*']) await left.append(path, 'x');
      await left.delete('/');
      for (const path of ['/', '/a', '/a/b', '/a/b/c', '/\u{1f600}', '/*']) {
        assert.deepEqual(
          [await left.read(path), await left.exists(path), await left.list(path), await left.stat(path)],
          [null, false, [], null],
          path,
        );
      }
      assert.deepEqual(await storeNamespaces(store, 't'), [{ tenant: 't', chat: 'Left' }]);
      assert.deepEqual(await contents(right), { '/a/b': 'right' });
      assert.equal(await left.append('/a/b', 'again'), 0);
      assert.equal((await storeNamespaces(store, 't')).length, 2);
    },
  },
  {
    name: 'namespaces: a commit that empties one leaves the others',
    async body({ store }) {
      const [left, right] = await twoWithFiles(store);
      const operations = [{ kind: 'delete', path: '/' }, ...line('/new', 'x')] as const;
      assert.deepEqual(await left.commit(operations, { expect: [{ path: '/a/b', size: 4 }] }), { kind: 'committed' });
      assert.deepEqual([await contents(left), await contents(right)], [{ '/new': 'x' }, { '/a/b': 'right' }]);
    },
  },
  {
    name: 'namespaces: a lease name is another lease in each',
    async body({ store }) {
      const [left, right] = await twoWithFiles(store);
      await acquired(left, '/run', 'a');
      await acquired(left, '/run', 'a');
      const epoch = await acquired(left, '/run', 'a');
      assert.equal(await right.lease.holder('/run'), null);
      const other = await acquired(right, '/run', 'b');
      await right.lease.release('/run', { epoch: other });
      await right.delete('/');
      assert.deepEqual([(await left.lease.holder('/run'))?.epoch, await right.lease.holder('/run')], [epoch, null]);
      const fence = { lease: '/run', epoch };
      assert.equal((await right.commit(line('/log', 'bad'), { fence })).kind, 'stale_epoch');
      assert.deepEqual(await left.commit(line('/log', 'x'), { fence }), { kind: 'committed' });
    },
  },
  {
    name: 'namespaces: an epoch of an emptied one never comes back',
    async body({ store }) {
      const namespace = { tenant: 't', chat: 'c' };
      const view = namespaceStore(store, namespace);
      await view.write('/a', 'x');
      const first = await acquired(view, '/run', 'a');
      await view.delete('/');
      await view.lease.release('/run', { epoch: first });
      await view.close();
      const again = namespaceStore(store, namespace);
      assert.equal((await again.commit(line('/log', 'bad'), { fence: { lease: '/run', epoch: first } })).kind, 'stale_epoch');
      assert.ok((await acquired(again, '/run', 'b')) > first);
    },
  },
  {
    name: 'namespaces: a conflict names the path as the namespace spells it',
    async body({ store }) {
      const [left] = await twoWithFiles(store);
      assert.deepEqual(await left.commit([], { expect: [{ path: 'a//b', size: 9 }] }), { kind: 'conflict', path: '/a/b' });
      const version = (await left.stat('/a/b'))?.version ?? '';
      assert.deepEqual(await left.commit(line('/a/b', '!'), { expect: [{ path: '/a/b', size: 4, version }] }), { kind: 'committed' });
    },
  },
  {
    name: 'namespaces: a subscription hears of its own, by their paths in it',
    async body({ store }) {
      const [left, right] = await twoWithFiles(store);
      const [all, beneath] = [recordChanges(left, '/'), recordChanges(left, '/a')];
      await right.write('/a/b', 'changed');
      await right.delete('/');
      await left.write('/c', 'x');
      await left.append('/a/d', 'x');
      await all.next('/c');
      await all.next('/a/d');
      await beneath.next('/a/d');
      await left.delete('/');
      await all.all(['/a/b', '/c', '/a/d']);
      assert.ok(!beneath.heard.includes('/c'));
      assert.ok(
        all.heard.every((path) => ['/a/b', '/c', '/a/d'].includes(path)),
        `heard ${all.heard.join(', ')}`,
      );
      all.close();
      beneath.close();
    },
  },
  {
    name: 'namespaces: two views of one are the same part',
    async body({ store }) {
      const [first, second] = [namespaceStore(store, { tenant: 't', chat: 'c' }), namespaceStore(store, { tenant: 't', chat: 'c' })];
      const changes = recordChanges(second, '/');
      assert.equal(await first.append('/a', 'é'), 0);
      assert.equal(await second.append('/a', '!'), 2);
      await changes.next('/a');
      assert.deepEqual([await first.read('/a'), await first.stat('/a')], ['é!', await second.stat('/a')]);
      await acquired(first, '/run', 'a');
      assert.equal((await second.lease.acquire('/run', { owner: 'b', ttlMs: 60_000 })).kind, 'held');
      const results = await Promise.all([first, second].map((view) => view.commit(line('/a', '?'), { expect: [{ path: '/a', size: 3 }] })));
      assert.deepEqual(results.map(({ kind }) => kind).sort(), ['committed', 'conflict']);
      changes.close();
    },
  },
  {
    name: 'namespaces: closing a view ends its subscriptions and nothing else',
    async body({ store }) {
      const [first, second] = [namespaceStore(store, { tenant: 't', chat: 'c' }), namespaceStore(store, { tenant: 't', chat: 'c' })];
      const [closed, open] = [recordChanges(first, '/'), recordChanges(second, '/')];
      await first.write('/a', 'x');
      await closed.next('/a');
      await open.next('/a');
      const before = closed.heard.length;
      await first.close();
      await first.close();
      closed.close();
      await rejectsWith('store_closed', 'read', () => first.read('/a'));
      await rejectsWith('store_closed', 'commit', () => first.commit(line('/a', 'x')));
      await rejectsWith('store_closed', 'acquire', () => first.lease.acquire('/run', { owner: 'a', ttlMs: 1_000 }));
      await second.append('/a', 'y');
      await open.next('/a');
      await store.write('/root', 'x');
      assert.deepEqual([closed.heard.length, await second.read('/a'), await store.read('/root')], [before, 'xy', 'x']);
      open.close();
    },
  },
  {
    name: 'namespaces: closing the store closes its views',
    async body({ store }) {
      const view = namespaceStore(store, { tenant: 't', chat: 'c' });
      await view.write('/a', 'x');
      const changes = recordChanges(view, '/');
      await store.close();
      await rejectsWith('store_closed', 'read', () => view.read('/a'));
      await rejectsWith('store_closed', 'append', () => view.append('/a', 'x'));
      await rejectsWith('store_closed', 'commit', () => view.commit(line('/a', 'x')));
      changes.close();
      await inTime('the close of a view', view.close());
    },
  },
  {
    name: 'namespaces: names are 1 to 128 characters of well-formed text, and others are refused',
    async body({ store }) {
      for (const name of ['', 'n'.repeat(129), '\ud800', '\u{1f600}'.repeat(129)]) {
        await rejectsWith('path_invalid', `tenant ${name.length}`, () =>
          namespaceStore(store, { tenant: name, chat: 'c' }).write('/a', 'x'),
        );
        await rejectsWith('path_invalid', `chat ${name.length}`, () => namespaceStore(store, { tenant: 't', chat: name }).write('/a', 'x'));
        await rejectsWith('path_invalid', `app ${name.length}`, () => namespaceStore(store, { tenant: 't', app: name }).write('/a', 'x'));
      }
      assert.deepEqual(await storeNamespaces(store), []);
    },
  },
];
