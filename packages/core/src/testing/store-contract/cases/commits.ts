import { strict as assert } from 'node:assert';
import type { JournalStore, StoreOperation } from '../../../ports/index.ts';
import type { StoreCase } from '../case.ts';
import { acquired, bytesOf, contents, recordChanges, rejectsWith, whileItLasts } from '../looking.ts';

const write = (path: string, content: string): StoreOperation => ({ kind: 'write', path, content });
const append = (path: string, content: string): StoreOperation => ({ kind: 'append', path, content });
const erase = (path: string): StoreOperation => ({ kind: 'delete', path });

/** While one handle commits again and again, another one on the same data sees all of a commit or nothing. */
export async function readsWhole(reader: JournalStore, writer: JournalStore): Promise<void> {
  const commits = async () => {
    for (let round = 1; round <= 12; round += 1) {
      await writer.commit([write('/a', String(round)), write('/pair/x', 'x'), write('/pair/y', 'y'), write('/z', String(round))]);
      await writer.commit([{ kind: 'delete', path: '/pair' }]);
    }
  };
  const number = async (path: string) => Number((await reader.read(path)) ?? '0');
  await whileItLasts(commits(), async (round) => {
    const [first, second] = round % 2 === 0 ? ['/a', '/z'] : ['/z', '/a'];
    const [before, after] = [await number(first), await number(second)];
    assert.ok(after >= before, `${first} was written with ${before}, and ${second} holds ${after}`);
    assert.notEqual((await reader.list('/pair')).length, 1, 'one file of a commit of two');
  });
}

/** Several operations as one. */
export const commitCases: readonly StoreCase[] = [
  {
    name: 'commit: applies its operations in the order given',
    async body({ store }) {
      await store.write('/folder/old', 'x');
      const result = await store.commit([
        append('/a', '1'),
        write('/a', '2'),
        append('/a', '3'),
        write('/b', 'gone'),
        erase('/b'),
        erase('/folder'),
        write('/folder/new', 'x'),
        write('/c', 'gone'),
        erase('/c'),
        append('/c', '4'),
      ]);
      assert.deepEqual(result, { kind: 'committed' });
      assert.deepEqual(await contents(store), { '/a': '23', '/c': '4', '/folder/new': 'x' });
    },
  },
  {
    name: 'commit: a folder that it deletes takes what it wrote there before, and nothing that it writes after',
    async body({ store }) {
      for (const path of ['/t', '/t/old', '/t/deep/old', '/t0']) await store.write(path, 'old');
      await store.commit([append('/t/new', '1'), append('/t/old', '1'), erase('/t/'), append('/t/old', '2'), append('/t/deep/x', '3')]);
      assert.deepEqual(await contents(store), { '/t/old': '2', '/t/deep/x': '3', '/t0': 'old' });
      await store.commit([write('/last', 'gone'), erase('/'), write('/only', 'x')]);
      assert.deepEqual(await contents(store), { '/only': 'x' });
    },
  },
  {
    name: 'C2 commit: one of no operations is no error and changes nothing; its conditions are checked',
    async body({ store }) {
      const changes = recordChanges(store, '/');
      await store.write('/a', 'x');
      await changes.next('/a');
      const before = await store.stat('/a');
      const epoch = await acquired(store, '/run', 'a');
      const held = { fence: { lease: '/run', epoch }, expect: [{ path: '/a', size: 1 }] };
      for (const conditions of [undefined, {}, { expect: [] }, held]) {
        assert.deepEqual(await store.commit([], conditions), { kind: 'committed' });
      }
      assert.deepEqual(await store.commit([], { expect: [{ path: '/a', size: 2 }] }), { kind: 'conflict', path: '/a' });
      assert.deepEqual(await store.commit([], { fence: { lease: '/run', epoch: epoch + 1 } }), {
        kind: 'stale_epoch',
        currentEpoch: epoch,
      });
      assert.deepEqual([await store.stat('/a'), await contents(store)], [before, { '/a': 'x' }]);
      await store.write('/b', 'x');
      await changes.next('/b');
      assert.deepEqual([...new Set(changes.heard)], ['/a', '/b']);
      changes.close();
    },
  },
  {
    name: 'commit: a path that is refused refuses all of it',
    async body({ store }) {
      await store.write('/a', '1');
      for (const last of [write('/b/../c', 'x'), append('', 'x'), erase('..'), write('/\ud800', 'x')]) {
        await rejectsWith('path_invalid', `last ${last.kind}`, () =>
          store.commit([append('/a', '2'), erase('/a'), write('/d', 'x'), last]),
        );
      }
      assert.deepEqual(await contents(store), { '/a': '1' });
    },
  },
  {
    name: 'commit: a file that is a folder too is written and deleted like any other',
    async body({ store }) {
      await store.commit([write('/a/b', '1'), write('/a', '2'), append('/a/b/c', '3'), append('/a', '!')]);
      assert.deepEqual(await contents(store), { '/a': '2!', '/a/b': '1', '/a/b/c': '3' });
      await store.commit([erase('/a/b'), append('/a', '!')]);
      assert.deepEqual(await contents(store), { '/a': '2!!' });
    },
  },
  {
    name: 'commit: text is kept byte for byte',
    async body({ store }) {
      const text = '\ufeffNUL \u0000, \r\n, \u2028, \u{1f600}, half \ud83d';
      await store.commit([write('/a', text), append('/a', '\ude00'), append('/b', ''), append('/b', text)]);
      const kept = text.toWellFormed();
      assert.deepEqual(await contents(store), { '/a': `${kept}\ufffd`, '/b': kept });
      assert.equal((await store.stat('/b'))?.size, bytesOf(kept));
    },
  },
  {
    name: 'commit: 5 MB in one, as one file and as many',
    async body({ store }) {
      const text = 'five megabytes, 32 bytes a line\n'.repeat(81_920); // 2.5 MB
      const parts = Array.from({ length: 20 }, (_, index) => append(`/parts/${index}`, text.slice(0, 131_072)));
      await store.append('/large', 'head\n');
      assert.deepEqual(await store.commit([append('/large', text), ...parts]), { kind: 'committed' });
      assert.ok((await store.read('/large')) === `head\n${text}`, 'the large file');
      assert.equal((await store.list('/parts')).length, 20);
      assert.ok((await store.read('/parts/19')) === text.slice(0, 131_072), 'the last of the many files');
    },
  },
  {
    name: 'commit: 300 operations and 300 expectations in one',
    async body({ store }) {
      const paths = Array.from({ length: 300 }, (_, index) => `/many/${index}`);
      const conditions = { expect: paths.map((path) => ({ path, size: -1 })) };
      assert.deepEqual(
        await store.commit(
          paths.map((path) => append(path, path)),
          conditions,
        ),
        { kind: 'committed' },
      );
      assert.equal((await store.list('/many')).length, 300);
      await store.delete('/many/299');
      assert.deepEqual(
        await store.commit(
          paths.map((path) => append(path, path)),
          { expect: conditions.expect.toReversed() },
        ),
        { kind: 'conflict', path: '/many/298' },
      );
      assert.deepEqual([await store.read('/many/298'), await store.read('/many/299')], ['/many/298', null]);
    },
  },
  {
    name: 'commit: 600 files and as many folders in one are all listed, and one delete takes them all',
    async body({ store }) {
      const numbers = Array.from({ length: 600 }, (_, index) => 100 + index);
      const operations = numbers.flatMap((number) => [write(`/many/${number}`, 'x'), write(`/many/${number}/file`, 'y')]);
      assert.deepEqual(await store.commit([write('/many-beside', 'x'), ...operations]), { kind: 'committed' });
      assert.deepEqual(
        await store.list('/many'),
        numbers.flatMap((number) => [`${number}`, `${number}/`]),
      );
      assert.deepEqual([await store.read('/many/699'), await store.read('/many/699/file')], ['x', 'y']);
      await store.delete('/many');
      assert.deepEqual(await contents(store), { '/many-beside': 'x' });
    },
  },
  {
    name: 'commit: what the caller does to its own lists afterwards is its own affair',
    async body({ store }) {
      const operations = [append('/a', '1'), append('/b', '1')];
      const expect = [{ path: '/a', size: -1 }];
      const commit = store.commit(operations, { expect });
      operations.splice(0, 2, append('/c', 'never given'));
      expect[0] = { path: '/c', size: 99 };
      assert.deepEqual(await commit, { kind: 'committed' });
      assert.deepEqual(await contents(store), { '/a': '1', '/b': '1' });
    },
  },
  {
    name: 'commit: a reader never sees a part of it',
    body: ({ store }) => readsWhole(store, store),
  },
];
