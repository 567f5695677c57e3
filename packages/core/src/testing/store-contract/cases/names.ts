import { strict as assert } from 'node:assert';
import type { KnowledgeCase, StoreCase } from '../case.ts';
import { acquired, bytesOf, contents } from '../looking.ts';

/** Names that mean something to a shell, a file system, a database, a pattern or a JavaScript object; here they mean themselves. */
export const hostileNames = [
  '%',
  '_',
  '*',
  '?',
  '[a]',
  '{}',
  '{a}',
  '$gt',
  '$where',
  'a.b',
  'a:b',
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
  'undefined',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '\u00e9',
  'e\u0301',
  '\u00df',
  '\u{1f600}',
  '\u{1f469}\u200d\u{1f4bb}',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\uffff',
  'x'.repeat(120),
];

/** Names that some store uses for itself. */
const internalNames = [
  '.intarsia',
  '.lock',
  'lock',
  '.tmp',
  'tmp',
  'journal',
  '.wal',
  'wal',
  'store.db',
  'store.db-wal',
  'store.db-shm',
  '__index',
  '__version_counter',
  'idx',
  'ev',
  'entries',
  'chunks',
  'leases',
  'files',
  'namespaces',
  'conversations',
  'apps',
  'version',
  '_id',
  '$db',
  'admin',
  'oplog.rs',
  'system.users',
];

/** Which names are one name, and which are two. */
export const nameCases: readonly KnowledgeCase[] = [
  {
    name: 'names: hostile ones are ordinary ones, each its own file and folder',
    async body({ store }) {
      await Promise.all(hostileNames.map((name) => store.write(`/names/${name}`, `file ${name}`)));
      await Promise.all(hostileNames.map((name) => store.append(`/folders/${name}/f`, `in ${name}`)));
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
    name: 'names: those that a store may use for itself are free, at the root and beneath',
    async body({ store }) {
      await Promise.all(internalNames.map((name) => store.write(`/${name}`, name)));
      await Promise.all(internalNames.map((name) => store.append(`/a/${name}/f`, name)));
      assert.deepEqual(await store.list(), [...internalNames, 'a/'].sort());
      assert.deepEqual(await store.list('/a'), internalNames.map((name) => `${name}/`).sort());
      for (const name of internalNames) {
        assert.deepEqual([await store.read(`/${name}`), await store.read(`/a/${name}/f`)], [name, name]);
        await store.delete(`/${name}`);
      }
      assert.deepEqual(await store.list(), ['a/']);
    },
  },
  {
    name: 'names: patterns match nothing but themselves',
    async body({ store }) {
      const plain = ['/ab/x', '/abc/x', '/b/x', '/a/x', '/a b/x'];
      for (const path of plain) await store.write(path, path);
      for (const pattern of ['/*', '/a*', '/?', '/a?', '/[ab]', '/{a,b}', '/^a', '/.+', '/a|b', '/**']) {
        assert.deepEqual(
          [await store.exists(pattern), await store.list(pattern), await store.read(`${pattern}/x`)],
          [false, [], null],
          pattern,
        );
        await store.write(`${pattern}/x`, 'x');
        assert.deepEqual(await store.list(pattern), ['x'], pattern);
        await store.delete(pattern);
      }
      assert.deepEqual(Object.keys(await contents(store)).sort(), [...plain].sort());
    },
  },
  {
    name: 'names: upper and lower case differ',
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
  {
    name: 'names: composed and decomposed letters differ',
    async body({ store }) {
      const [composed, decomposed] = ['\u00e9', 'e\u0301'];
      await store.write(`/${composed}/f`, 'composed');
      assert.deepEqual([await store.exists(`/${decomposed}`), await store.read(`/${decomposed}/f`)], [false, null]);
      assert.equal(await store.append(`/${decomposed}/f`, 'decomposed'), 0);
      assert.deepEqual(await store.list(), [`${decomposed}/`, `${composed}/`]);
      await store.delete(`/${composed}`);
      assert.deepEqual(await contents(store), { [`/${decomposed}/f`]: 'decomposed' });
      // Letters that look or fold alike: the Kelvin sign and K, the long s and s, full width and half width.
      for (const name of ['K', '\u212a', 'k', 's', '\u017f', '\uff53']) await store.write(`/alike/${name}`, name);
      assert.deepEqual(await store.list('/alike'), ['K', 'k', 's', '\u017f', '\u212a', '\uff53']);
    },
  },
  {
    name: 'names: blanks, dots and escapes are kept',
    async body({ store }) {
      const names = ['a', 'a ', 'a.', ' a', '.a', 'a%20', 'a+', 'a%2Fb', '%61', 'a\\', 'a\\b', '%', '%%', '%25'];
      for (const name of names) await store.write(`/${name}`, name);
      assert.deepEqual(await store.list(), [...names].sort());
      for (const name of names) assert.equal(await store.read(`/${name}`), name);
    },
  },
  {
    name: 'names: one of 4 KB is a name like any other',
    async body({ store }) {
      const names = ['n'.repeat(4_096), '\u{1f600}'.repeat(1_024), 'é'.repeat(2_000)];
      for (const name of names) {
        await store.write(`/${name}`, 'file');
        assert.equal(await store.append(`/folders/${name}/f`, bytesOf(name).toString()), 0);
      }
      assert.deepEqual(await store.list('/'), [...names, 'folders/'].sort());
      for (const name of names) {
        assert.deepEqual([await store.read(`/${name}`), await store.list(`/folders/${name}`)], ['file', ['f']]);
        await store.delete(`/${name}`);
      }
      assert.deepEqual(await store.list(), ['folders/']);
    },
  },
  {
    name: 'names: long ones that differ in their last letter are two',
    async body({ store }) {
      for (const length of [100, 200, 255, 256, 512, 1_024, 2_048]) {
        const beginning = 'l'.repeat(length);
        for (const end of ['a', 'b', 'A', '']) await store.write(`/${length}/${beginning}${end}`, end);
        await store.delete(`/${length}/${beginning}`);
        assert.deepEqual(
          await store.list(`/${length}`),
          ['A', 'a', 'b'].map((end) => `${beginning}${end}`),
        );
        assert.equal(await store.read(`/${length}/${beginning}b`), 'b');
      }
    },
  },
];

/** The same for leases and expectations. */
export const journalNameCases: readonly StoreCase[] = [
  {
    name: 'names: hostile ones name leases and expectations too',
    async body({ store }) {
      const names = [...hostileNames, 'n'.repeat(2_000)];
      for (const name of names) {
        const epoch = await acquired(store, `/leases/${name}`, `owner of ${name}`);
        const operations = [{ kind: 'append', path: `/files/${name}`, content: name }] as const;
        const conditions = { fence: { lease: `/leases/${name}`, epoch }, expect: [{ path: `/files/${name}`, size: -1 }] };
        assert.deepEqual(await store.commit(operations, conditions), { kind: 'committed' }, name);
        assert.deepEqual(await store.commit(operations, conditions), { kind: 'conflict', path: `/files/${name}` });
      }
      for (const name of names) {
        assert.equal((await store.lease.holder(`/leases/${name}`))?.owner, `owner of ${name}`);
        assert.equal((await store.stat(`/files/${name}`))?.size, bytesOf(name));
      }
    },
  },
];
