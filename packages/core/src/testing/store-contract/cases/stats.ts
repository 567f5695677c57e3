import { strict as assert } from 'node:assert';
import type { JournalStore } from '../../../ports/index.ts';
import type { StoreCase } from '../case.ts';
import { acquired } from '../looking.ts';

const versionOf = async (store: JournalStore, path: string): Promise<string | undefined> => (await store.stat(path))?.version;

/** Sizes and versions. */
export const statCases: readonly StoreCase[] = [
  {
    name: 'stat: the size in bytes, and null for a missing file and a folder',
    async body({ store }) {
      await store.write('/a/b', 'é\u{1f600}');
      assert.equal((await store.stat('/a/b'))?.size, 6);
      await store.append('/a/b', 'ß');
      assert.equal((await store.stat('/a/b'))?.size, 8);
      await store.write('/empty', '');
      assert.equal((await store.stat('/empty'))?.size, 0);
      assert.deepEqual([await store.stat('/a'), await store.stat('/a/c'), await store.stat('/a/b/c')], [null, null, null]);
    },
  },
  {
    name: 'stat: of a path that is a file and a folder it is about the file',
    async body({ store }) {
      await store.write('/a/b', 'beneath');
      assert.equal(await store.stat('/a'), null);
      await store.write('/a', 'file');
      const before = await store.stat('/a');
      assert.equal(before?.size, 4);
      await store.write('/a/b', 'changed');
      await store.delete('/a/b');
      assert.deepEqual(await store.stat('/a'), before);
    },
  },
  {
    name: 'stat: the version is new after every write of the file, and only then',
    async body({ store }) {
      const versions: (string | undefined)[] = [];
      const note = async () => versions.push(await versionOf(store, '/a'));
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
      await store.write('/a/b', 'x');
      await store.read('/a');
      await store.list('/');
      await acquired(store, '/a', 'owner');
      assert.equal(await versionOf(store, '/a'), versions.at(-1), 'nothing wrote the file');
    },
  },
  {
    name: 'stat: no version of a path comes back, however often it is deleted and written again',
    async body({ store }) {
      const versions: (string | undefined)[] = [];
      for (let round = 0; round < 12; round += 1) {
        await store.commit([{ kind: 'append', path: '/a/b', content: 'x' }]);
        versions.push(await versionOf(store, '/a/b'));
        if (round % 3 === 0) await store.delete('/a/b');
        if (round % 3 === 1) await store.delete('/');
        if (round % 3 === 2) await store.commit([{ kind: 'delete', path: '/a' }]);
      }
      assert.equal(new Set(versions).size, 12, `versions repeat: ${versions.join(', ')}`);
    },
  },
  {
    name: 'stat: a commit that writes a file twice, or deletes and writes it, makes a new version; a refused one makes none',
    async body({ store }) {
      const append = { kind: 'append', path: '/a', content: 'x' } as const;
      await store.write('/a', 'x');
      const versions = [await versionOf(store, '/a')];
      for (const operations of [[append, append], [{ kind: 'delete', path: '/a' } as const, append], [append]]) {
        await store.commit(operations);
        versions.push(await versionOf(store, '/a'));
      }
      assert.equal(new Set(versions).size, 4, `versions repeat: ${versions.join(', ')}`);
      await store.commit([append], { expect: [{ path: '/a', size: 0 }] });
      await store.commit([append], { fence: { lease: '/run', epoch: 1 } });
      await store.commit([{ ...append, path: '/b' }]);
      assert.equal(await versionOf(store, '/a'), versions.at(-1));
    },
  },
];
