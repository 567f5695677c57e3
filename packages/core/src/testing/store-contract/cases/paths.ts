import { strict as assert } from 'node:assert';
import type { KnowledgeCase, StoreCase } from '../case.ts';
import { acquired, contents, fileCallsWith, journalCallsWith, rejectsWith } from '../looking.ts';

const refusedPaths = [
  '',
  '.',
  '..',
  '/.',
  '/..',
  '/a/../b',
  '/a/./b',
  '../a',
  '/a/..',
  '/a\u0000b',
  '/a\nb',
  '/\u007f',
  '/a\u0085',
  '/\ud800',
];

/** How paths are spelled, and which are refused. */
export const pathCases: readonly KnowledgeCase[] = [
  {
    name: 'paths: a leading slash is added, doubled slashes collapse, a trailing slash goes',
    async body({ store }) {
      await store.write('a//b/', '1');
      assert.equal(await store.append('//a/b', '2'), 1);
      assert.deepEqual(await contents(store), { '/a/b': '12' });
      assert.equal(await store.read('/a/b/'), '12');
      assert.equal(await store.readRange('a/b', 1, 2), '2');
      assert.deepEqual([await store.exists('a/'), await store.list('a//'), await store.list()], [true, ['b'], ['a/']]);
      await store.delete('a//b');
      assert.deepEqual(await contents(store), {});
    },
  },
  {
    name: 'paths: an empty path, a "." or ".." segment, a control character and half a surrogate pair are refused everywhere',
    async body({ store }) {
      await store.write('/kept', 'x');
      for (const path of refusedPaths) {
        for (const [name, call] of fileCallsWith(store, path)) {
          await rejectsWith('path_invalid', `${name} of ${JSON.stringify(path)}`, call);
        }
        await rejectsWith('path_invalid', `onChange of ${JSON.stringify(path)}`, () => store.onChange(path, () => undefined));
      }
      assert.deepEqual(await contents(store), { '/kept': 'x' });
    },
  },
  {
    name: 'paths: the root is a folder and never a file',
    async body({ store }) {
      await store.write('/a', 'x');
      assert.deepEqual([await store.read('/'), await store.readRange('/', 0), await store.exists('//')], [null, '', true]);
      await rejectsWith('path_invalid', 'write', () => store.write('/', 'x'));
      await rejectsWith('path_invalid', 'append', () => store.append('//', 'x'));
      assert.deepEqual(await contents(store), { '/a': 'x' });
    },
  },
  {
    name: 'paths: one of 4 KB in many folders is a path like any other',
    async body({ store }) {
      const path = '/ä-segment'.repeat(400); // 11 bytes each
      await store.write(path, 'deep');
      assert.equal(await store.append(path, '!'), 4);
      await store.write(`${path.slice(0, -1)}x`, 'beside');
      assert.deepEqual(
        [await store.read(path), await store.list(path.slice(0, path.lastIndexOf('/')))],
        ['deep!', ['ä-segment', 'ä-segmenx']],
      );
      await store.delete('/ä-segment/ä-segment');
      assert.deepEqual([await store.read(path), await store.list()], [null, []]);
    },
  },
];

/** The same for what only a journal's store has. */
export const journalPathCases: readonly StoreCase[] = [
  {
    name: 'paths: commits, expectations, fences, leases and stat take them in any spelling',
    async body({ store }) {
      await store.write('/a/b', '1');
      const epoch = await acquired(store, 'runs//1/', 'a');
      assert.deepEqual(
        await store.commit([{ kind: 'append', path: 'a/b//', content: '2' }], {
          fence: { lease: '/runs/1', epoch },
          expect: [{ path: 'a//b', size: 1 }],
        }),
        { kind: 'committed' },
      );
      assert.equal((await store.stat('a//b'))?.size, 2);
      assert.deepEqual(await store.commit([], { expect: [{ path: 'a//b/', size: 9 }] }), { kind: 'conflict', path: '/a/b' });
      await store.commit([{ kind: 'delete', path: 'a//' }]);
      assert.deepEqual(await contents(store), {});
    },
  },
  {
    name: 'paths: two spellings of a path in one commit are one file',
    async body({ store }) {
      const operations = [
        { kind: 'append', path: '/a', content: '1' },
        { kind: 'append', path: 'a//', content: '2' },
        { kind: 'write', path: '/b//c', content: '3' },
        { kind: 'append', path: 'b/c/', content: '4' },
        { kind: 'write', path: '/d', content: '5' },
        { kind: 'delete', path: 'd/' },
      ] as const;
      const expect = ['/a', 'a/', 'b//c'].map((path) => ({ path, size: -1 }));
      assert.deepEqual(await store.commit(operations, { expect }), { kind: 'committed' });
      assert.deepEqual(await contents(store), { '/a': '12', '/b/c': '34' });
    },
  },
  {
    name: 'paths: commits, leases and stat refuse the same ones, and change nothing',
    async body({ store }) {
      await store.write('/kept', 'x');
      for (const path of refusedPaths) {
        for (const [name, call] of journalCallsWith(store, path)) {
          await rejectsWith('path_invalid', `${name} of ${JSON.stringify(path)}`, call);
        }
      }
      assert.deepEqual(await contents(store), { '/kept': 'x' });
    },
  },
  {
    name: 'paths: the root cannot be written by a commit, expected, or leased',
    async body({ store }) {
      await store.write('/a', 'x');
      assert.equal(await store.stat('/'), null);
      await rejectsWith('path_invalid', 'write', () => store.commit([{ kind: 'write', path: '/', content: 'x' }]));
      await rejectsWith('path_invalid', 'append', () => store.commit([{ kind: 'append', path: '//', content: 'x' }]));
      await rejectsWith('path_invalid', 'expectation', () => store.commit([], { expect: [{ path: '/', size: -1 }] }));
      await rejectsWith('path_invalid', 'fence', () => store.commit([], { fence: { lease: '/', epoch: 1 } }));
      await rejectsWith('path_invalid', 'lease', () => store.lease.acquire('/', { owner: 'a', ttlMs: 1_000 }));
      assert.deepEqual(await contents(store), { '/a': 'x' });
    },
  },
];
