import { strict as assert } from 'node:assert';
import type { KnowledgeCase } from '../case.ts';
import { contents } from '../looking.ts';

/** Listing and deleting, and the folders that files imply. */
export const folderCases: readonly KnowledgeCase[] = [
  {
    name: 'folders: list names the direct children, sorted, folders with a slash',
    async body({ store }) {
      for (const path of ['/d/z', '/d/a/1', '/d/a/2', '/d/b/c/d', '/d/Z', '/e', '/d/a1']) await store.write(path, 'x');
      assert.deepEqual(await store.list('/d'), ['Z', 'a/', 'a1', 'b/', 'z']);
      assert.deepEqual(await store.list('/d/b'), ['c/']);
      assert.deepEqual(await store.list(), ['d/', 'e']);
      assert.deepEqual([await store.list('/missing'), await store.list('/e')], [[], []]);
    },
  },
  {
    name: 'folders: list names a folder once, however much is in it',
    async body({ store }) {
      const paths = Array.from({ length: 60 }, (_, index) => `/d/many/${index % 3}/${index}`);
      await Promise.all([...paths, '/d/a', '/d/many', '/d/z'].map((path) => store.write(path, 'x')));
      assert.deepEqual(await store.list('/d'), ['a', 'many', 'many/', 'z']);
      assert.deepEqual(await store.list('/d/many'), ['0/', '1/', '2/']);
      assert.equal((await store.list('/d/many/1')).length, 20);
    },
  },
  {
    name: 'folders: a folder is not the prefix of its neighbours',
    async body({ store }) {
      for (const path of ['/a/x', '/ab/x', '/a-/x', '/a.txt', '/a0', '/a/b/x', '/a/bc']) await store.write(path, path);
      assert.deepEqual(await store.list('/a'), ['b/', 'bc', 'x']);
      assert.deepEqual(
        [await store.exists('/a/b'), await store.exists('/a/'), await store.exists('/a/c'), await store.exists('/aa')],
        [true, true, false, false],
      );
      await store.delete('/a/b');
      assert.deepEqual(await store.list('/a'), ['bc', 'x']);
      await store.delete('/a');
      assert.deepEqual(await store.list(), ['a-/', 'a.txt', 'a0', 'ab/']);
    },
  },
  {
    name: 'folders: "%" and "_" match only themselves',
    async body({ store }) {
      for (const path of ['/a_/x', '/ab/x', '/a%/x', '/abc/x']) await store.write(path, path);
      assert.deepEqual(
        [await store.list('/a_'), await store.list('/a%'), await store.exists('/_b'), await store.exists('/%')],
        [['x'], ['x'], false, false],
      );
      await store.delete('/a_');
      await store.delete('/a%');
      assert.deepEqual(await store.list(), ['ab/', 'abc/']);
    },
  },
  {
    name: 'folders: they exist because files do',
    async body({ store }) {
      assert.deepEqual([await store.exists('/'), await store.list('/')], [false, []]);
      await store.write('/a/b/c', 'x');
      assert.deepEqual(
        [await store.exists('/'), await store.exists('/a'), await store.exists('/a/b'), await store.exists('/a/b/c/d')],
        [true, true, true, false],
      );
      await store.delete('/a/b/c');
      assert.deepEqual([await store.exists('/'), await store.exists('/a'), await store.list('/a')], [false, false, []]);
    },
  },
  {
    name: 'folders: each one on a long way down lists the next one',
    async body({ store }) {
      const names = Array.from({ length: 16 }, (_, index) => `level ${index}`);
      await store.write(`/${names.join('/')}`, 'x');
      await store.append(`/${names.slice(0, 8).join('/')}/beside`, 'x');
      for (const [index, name] of names.entries()) {
        const expected = index === names.length - 1 ? [name] : [`${name}/`];
        assert.deepEqual(await store.list(`/${names.slice(0, index).join('/')}`), index === 8 ? ['beside', ...expected] : expected);
      }
      await store.delete(`/${names.slice(0, 9).join('/')}`);
      assert.deepEqual(Object.keys(await contents(store)), [`/${names.slice(0, 8).join('/')}/beside`]);
    },
  },
  {
    name: 'folders: a path can be a file and a folder at once',
    async body({ store }) {
      await store.write('/a', 'file');
      await store.write('/a/b', 'beneath');
      assert.deepEqual(await store.list(), ['a', 'a/']);
      assert.deepEqual([await store.read('/a'), await store.read('/a/b'), await store.list('/a')], ['file', 'beneath', ['b']]);
      await store.delete('/a/b');
      assert.deepEqual(await contents(store), { '/a': 'file' });
      await store.write('/a/b', 'beneath');
      await store.delete('/a');
      assert.deepEqual(await contents(store), {});
    },
  },
  {
    name: 'folders: a file can come to stand where a folder is, and the other way round',
    async body({ store }) {
      await store.write('/a/b/c', 'leaf');
      assert.equal(await store.append('/a/b', 'one'), 0);
      assert.equal(await store.append('/a', 'two'), 0);
      assert.equal(await store.append('/a/b/c/d', 'three'), 0);
      assert.equal(await store.append('/a/b', '!'), 3);
      assert.deepEqual(await contents(store), { '/a': 'two', '/a/b': 'one!', '/a/b/c': 'leaf', '/a/b/c/d': 'three' });
      assert.deepEqual(
        [await store.list('/'), await store.list('/a/b')],
        [
          ['a', 'a/'],
          ['c', 'c/'],
        ],
      );
      await store.delete('/a/b/c/d');
      assert.deepEqual([await store.list('/a/b'), await store.readRange('/a/b', 1, 3)], [['c'], 'ne']);
    },
  },
  {
    name: 'delete: a missing path is no error, and "/" empties the store',
    async body({ store }) {
      await store.delete('/missing');
      await store.delete('/');
      for (const path of ['/a', '/b/c', '/\u{1f600}', '/~', '/zz/y/x']) await store.write(path, 'x');
      await store.delete('/b/missing');
      assert.equal(Object.keys(await contents(store)).length, 5);
      await store.delete('/');
      assert.deepEqual(await contents(store), {});
      assert.equal(await store.append('/a', 'again'), 0, 'a deleted file starts anew');
    },
  },
  {
    name: 'C5 delete: nothing of what was beneath is left, wherever one looks',
    async body({ store }) {
      const paths = ['/t/a', '/t/a/b', '/t/a/b/c', '/t/\u{1f600}/x', '/t/*', '/t/0'];
      for (const path of paths) await store.append(path, path);
      for (const path of ['/t-beside', '/t0/x']) await store.write(path, 'kept');
      await store.delete('/t');
      for (const path of ['/t', '/t/a/b', ...paths, '/t/\u{1f600}']) {
        assert.deepEqual(
          [await store.read(path), await store.exists(path), await store.list(path), await store.readRange(path, 0)],
          [null, false, [], ''],
          path,
        );
      }
      assert.deepEqual(await contents(store), { '/t-beside': 'kept', '/t0/x': 'kept' });
      assert.equal(await store.append('/t/a', 'new'), 0);
      assert.deepEqual([await store.list('/t'), await store.read('/t/a')], [['a'], 'new']);
    },
  },
  {
    name: 'delete: concurrent ones of one folder all succeed, and take nothing else',
    async body({ store }) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => store.write(`/a/${index}`, 'x')));
      await store.write('/ab', 'x');
      await Promise.all([...Array.from({ length: 5 }, () => store.delete('/a')), store.delete('/a/3'), store.write('/b/1', 'x')]);
      assert.deepEqual(await contents(store), { '/ab': 'x', '/b/1': 'x' });
    },
  },
  {
    name: 'delete: what is written while a folder is deleted stands whole or not at all',
    async body({ store }) {
      for (let round = 0; round < 6; round += 1) {
        await store.write('/a/old', 'x');
        const offsets = Promise.all(Array.from({ length: 4 }, (_, index) => store.append(`/a/${index}`, 'one')));
        await Promise.all([store.delete('/a'), offsets, store.append('/a/0', 'two')]);
        const found = await contents(store);
        assert.equal(found['/a/old'], undefined);
        for (const text of Object.values(found)) assert.ok(['one', 'two', 'onetwo', 'twoone'].includes(text ?? ''), String(text));
        await store.delete('/a');
      }
    },
  },
];
