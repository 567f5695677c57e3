import { strict as assert } from 'node:assert';
import { contents, type StoreCase } from './case.ts';

const large = 'Größe \u{1f600} line\n'.repeat(60_000);

/** Reading, writing, listing and deleting files and the folders they imply. */
export const fileCases: readonly StoreCase[] = [
  {
    name: 'files: what was written is read back, and a write replaces all of it',
    async body({ store }) {
      assert.equal(await store.read('/a/b'), null);
      await store.write('/a/b', 'a longer text');
      await store.write('/a/c', 'other');
      await store.write('/a/b', 'short');
      assert.deepEqual([await store.read('/a/b'), await store.read('/a/c'), await store.read('/a')], ['short', 'other', null]);
    },
  },
  {
    name: 'files: text is kept byte for byte',
    async body({ store }) {
      const text = '\ufeffBOM, NUL \u0000, CR LF \r\n, \u0085\u2028\u2029, \u{1f600}, \ufffd, trailing space \n\n ';
      await store.write('/written', text);
      await store.append('/appended', '');
      await store.append('/appended', text);
      assert.equal(await store.read('/written'), text);
      assert.equal(await store.read('/appended'), text);
      await store.write('/halves', 'a\ud800b');
      assert.equal(await store.read('/halves'), 'a\ufffdb', 'half a surrogate pair has no UTF-8 form and becomes U+FFFD');
    },
  },
  {
    name: 'files: an empty file is a file',
    async body({ store }) {
      await store.write('/empty', '');
      assert.deepEqual([await store.read('/empty'), await store.exists('/empty'), await store.list()], ['', true, ['empty']]);
      assert.equal((await store.stat('/empty'))?.size, 0);
      await store.delete('/empty');
      assert.equal(await store.read('/empty'), null);
    },
  },
  {
    name: 'files: a large text comes back whole, and ranges of it too',
    async body({ store }) {
      await store.write('/large', large);
      const bytes = new TextEncoder().encode(large);
      assert.equal(await store.append('/large', 'tail'), bytes.length);
      assert.ok((await store.read('/large')) === `${large}tail`, 'the text read back is the text written');
      const line = bytes.length / 60_000;
      for (const number of [0, 2_048, 3_120, 31_999, 59_999]) {
        const text = await store.readRange('/large', line * number, line * (number + 1));
        assert.equal(text, 'Größe \u{1f600} line\n', `line ${number}`);
      }
    },
  },
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
    name: 'folders: a path can be a file and a folder at once',
    async body({ store }) {
      await store.write('/a', 'file');
      await store.write('/a/b', 'beneath');
      assert.deepEqual(await store.list(), ['a', 'a/']);
      assert.deepEqual([await store.read('/a'), await store.read('/a/b'), (await store.stat('/a'))?.size], ['file', 'beneath', 4]);
      await store.delete('/a/b');
      assert.deepEqual(await contents(store), { '/a': 'file' });
      await store.write('/a/b', 'beneath');
      await store.delete('/a');
      assert.deepEqual(await contents(store), {});
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
    name: 'stat: the size in bytes, and null for a missing file and a folder',
    async body({ store }) {
      await store.write('/a/b', 'é\u{1f600}');
      assert.equal((await store.stat('/a/b'))?.size, 6);
      await store.append('/a/b', 'ß');
      assert.equal((await store.stat('/a/b'))?.size, 8);
      assert.deepEqual([await store.stat('/a'), await store.stat('/a/c')], [null, null]);
    },
  },
  {
    name: 'stat: the version is new after every write of the file, and only then',
    async body({ store }) {
      const versions: (string | undefined)[] = [];
      const note = async () => versions.push((await store.stat('/a'))?.version);
      for (const content of ['x', 'x', 'y']) {
        await store.write('/a', content);
        await note();
      }
      for (const content of ['x', '']) {
        await store.append('/a', content);
        await note();
      }
      await store.delete('/a');
      await store.write('/a', 'x');
      await note();
      await store.commit([{ kind: 'write', path: '/a', content: 'x' }]);
      await note();
      assert.ok(versions.every((version) => typeof version === 'string'));
      assert.equal(new Set(versions).size, 7, `versions repeat: ${versions.join(', ')}`);
      await store.write('/b', 'x');
      await store.read('/a');
      assert.equal((await store.stat('/a'))?.version, versions.at(-1), 'nothing wrote the file');
    },
  },
];
