import { strict as assert } from 'node:assert';
import { callsWith, contents, rejectsWith, type StoreCase } from './case.ts';

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

const hostileNames = [
  '%',
  '_',
  '*',
  '?',
  '[a]',
  '{a}',
  '$where',
  "'; DROP TABLE entries; --",
  '"quoted"',
  '\\',
  'a\\..\\b',
  '..a',
  'a..',
  '...',
  '.hidden',
  '~',
  ' ',
  ' padded ',
  'C:',
  'con',
  ':memory:',
  '__proto__',
  'constructor',
  'toString',
  '\u00e9',
  'e\u0301',
  '\u00df',
  '\u{1f600}',
  '\u2028',
  '\u202e',
  '\ufeff',
  'x'.repeat(120),
];

/** How paths are spelled, and which are refused. */
export const pathCases: readonly StoreCase[] = [
  {
    name: 'paths: a leading slash is added, doubled slashes collapse, a trailing slash goes',
    async body({ store }) {
      await store.write('a//b/', '1');
      assert.equal(await store.append('//a/b', '2'), 1);
      assert.deepEqual(await store.commit([{ kind: 'append', path: 'a/b//', content: '3' }], { expect: [{ path: 'a//b', size: 2 }] }), {
        kind: 'committed',
      });
      assert.deepEqual(await contents(store), { '/a/b': '123' });
      assert.equal(await store.read('/a/b/'), '123');
      assert.equal(await store.readRange('a/b', 1, 2), '2');
      assert.equal((await store.stat('a//b'))?.size, 3);
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
        for (const [name, call] of callsWith(store, path)) await rejectsWith('path_invalid', `${name} of ${JSON.stringify(path)}`, call);
        await rejectsWith('path_invalid', `onChange of ${JSON.stringify(path)}`, () => store.onChange(path, () => undefined));
      }
      assert.deepEqual(await contents(store), { '/kept': 'x' });
    },
  },
  {
    name: 'paths: the root is a folder and never a file',
    async body({ store }) {
      await store.write('/a', 'x');
      assert.deepEqual([await store.read('/'), await store.stat('/'), await store.readRange('/', 0)], [null, null, '']);
      await rejectsWith('path_invalid', 'write', () => store.write('/', 'x'));
      await rejectsWith('path_invalid', 'append', () => store.append('//', 'x'));
      await rejectsWith('path_invalid', 'commit', () => store.commit([{ kind: 'write', path: '/', content: 'x' }]));
      await rejectsWith('path_invalid', 'expectation', () => store.commit([], { expect: [{ path: '/', size: -1 }] }));
      await rejectsWith('path_invalid', 'lease', () => store.lease.acquire('/', { owner: 'a', ttlMs: 1_000 }));
      assert.deepEqual(await contents(store), { '/a': 'x' });
    },
  },
  {
    name: 'paths: hostile names are ordinary names, each its own file and folder',
    async body({ store }) {
      for (const name of hostileNames) await store.write(`/names/${name}`, `file ${name}`);
      for (const name of hostileNames) await store.append(`/folders/${name}/f`, `in ${name}`);
      assert.deepEqual(await store.list('/names'), [...hostileNames].sort());
      assert.deepEqual(await store.list('/folders'), hostileNames.map((name) => `${name}/`).sort());
      for (const name of hostileNames) {
        assert.equal(await store.read(`/names/${name}`), `file ${name}`);
        assert.deepEqual(await store.list(`/folders/${name}`), ['f']);
        await store.delete(`/folders/${name}`);
        assert.equal(await store.exists(`/folders/${name}`), false);
      }
      assert.equal((await store.list('/names')).length, hostileNames.length);
    },
  },
  {
    name: 'paths: upper and lower case differ',
    async body({ store }) {
      await store.write('/Case/A', '1');
      await store.write('/case/a', '2');
      await store.write('/case/A', '3');
      await store.delete('/CASE');
      assert.deepEqual(await contents(store), { '/Case/A': '1', '/case/a': '2', '/case/A': '3' });
      assert.deepEqual(
        [await store.list('/'), await store.list('/case'), await store.exists('/case/B')],
        [['Case/', 'case/'], ['A', 'a'], false],
      );
      await store.delete('/case');
      assert.deepEqual(await contents(store), { '/Case/A': '1' });
    },
  },
];
