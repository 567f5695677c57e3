import { strict as assert } from 'node:assert';
import type { CommitConditions, JournalStore, StoreOperation } from '../../../ports/index.ts';
import type { StoreCase } from '../case.ts';
import { contents } from '../looking.ts';

const write = (path: string, content: string): StoreOperation => ({ kind: 'write', path, content });
const append = (path: string, content: string): StoreOperation => ({ kind: 'append', path, content });
const erase = (path: string): StoreOperation => ({ kind: 'delete', path });

/** Adds one to a number in a file by reading, expecting and trying again; how often it was refused. */
export async function increment(store: JournalStore, path: string): Promise<number> {
  for (let refusals = 0; ; refusals += 1) {
    const found = await store.stat(path);
    const value = Number((await store.read(path)) ?? '0');
    const expected = found === null ? { path, size: -1 } : { path, version: found.version };
    const result = await store.commit([write(path, String(value + 1))], { expect: [expected] });
    if (result.kind === 'committed') return refusals;
  }
}

/** What must still hold when a commit is made. */
export const expectationCases: readonly StoreCase[] = [
  {
    name: 'commit: an expectation that does not hold refuses all of it and names the path',
    async body({ store }) {
      await store.write('/a', 'é');
      await store.write('/b', 'x');
      const version = (await store.stat('/a'))?.version ?? '';
      const broken: NonNullable<CommitConditions['expect']>[number][] = [
        { path: '/a', size: 1 },
        { path: '/a', size: 0 },
        { path: '/a', size: -1 },
        { path: '/a', version: `${version}0` },
        { path: '/a', size: 3, version },
        { path: '/a', size: 2, version: '' },
        { path: '/missing', size: 0 },
        { path: '/missing', version },
        { path: '/missing', version: '' },
      ];
      for (const expected of broken) {
        const result = await store.commit([append('/a', '!'), erase('/b'), write('/c', 'x')], {
          expect: [{ path: '/b', size: 1 }, expected, { path: '/b' }],
        });
        assert.deepEqual(result, { kind: 'conflict', path: expected.path }, JSON.stringify(expected));
      }
      assert.deepEqual(await contents(store), { '/a': 'é', '/b': 'x' });
    },
  },
  {
    name: 'commit: expectations that hold let it pass; size -1 means that there is no file',
    async body({ store }) {
      await store.write('/a', 'é');
      const version = (await store.stat('/a'))?.version ?? '';
      const hold = {
        expect: [
          { path: '/a', size: 2, version },
          { path: '/new', size: -1 },
          { path: '/folder', size: -1 },
        ],
      };
      assert.deepEqual(await store.commit([append('/a', '!'), write('/new', 'x'), write('/folder/f', 'x')], hold), { kind: 'committed' });
      assert.deepEqual(await store.commit([write('/folder', 'x')], { expect: [{ path: '/folder', size: -1 }] }), { kind: 'committed' });
      assert.deepEqual(await contents(store), { '/a': 'é!', '/folder': 'x', '/folder/f': 'x', '/new': 'x' });
    },
  },
  {
    name: 'commit: expectations are about the state before it, and all of them must hold',
    async body({ store }) {
      await store.write('/a', '12');
      const expectations = [
        { path: '/a', size: 2 },
        { path: '/b', size: -1 },
      ];
      assert.deepEqual(
        await store.commit([append('/a', '3'), write('/b', 'x'), erase('/a'), append('/a', '4')], { expect: expectations }),
        {
          kind: 'committed',
        },
      );
      assert.deepEqual(await contents(store), { '/a': '4', '/b': 'x' });
      // Two about one file: the first that does not hold is named.
      const refused = await store.commit([erase('/')], {
        expect: [
          { path: '/a', size: 1 },
          { path: '/a', size: 2 },
          { path: '/b', size: 9 },
        ],
      });
      assert.deepEqual([refused, await store.read('/a')], [{ kind: 'conflict', path: '/a' }, '4']);
    },
  },
  {
    name: 'commit: of several expectations that do not hold the first one is named',
    async body({ store }) {
      await store.write('/z', 'x');
      const broken = ['/z', '/missing', '/a', '/0'].map((path) => ({ path, size: 7 }));
      for (const expect of [broken, broken.toReversed(), broken.slice(1)]) {
        assert.deepEqual(await store.commit([write('/new', 'x')], { expect: [{ path: '/z', size: 1 }, ...expect] }), {
          kind: 'conflict',
          path: expect[0]?.path,
        });
      }
      assert.equal(await store.exists('/new'), false);
    },
  },
  {
    name: 'commit: a file that was deleted and written again is another version',
    async body({ store }) {
      await store.write('/a', 'same');
      const version = (await store.stat('/a'))?.version ?? '';
      await store.delete('/a');
      await store.write('/a', 'same');
      const result = await store.commit([append('/a', '!')], { expect: [{ path: '/a', size: 4, version }] });
      assert.deepEqual(result, { kind: 'conflict', path: '/a' });
    },
  },
  {
    name: 'commit: an append of nothing and the delete of a folder break an expected version',
    async body({ store }) {
      await store.write('/t/a', 'x');
      const first = (await store.stat('/t/a'))?.version ?? '';
      await store.append('/t/a', '');
      assert.equal((await store.commit([], { expect: [{ path: '/t/a', version: first }] })).kind, 'conflict');
      const second = (await store.stat('/t/a'))?.version ?? '';
      assert.equal((await store.commit([], { expect: [{ path: '/t/a', version: second }] })).kind, 'committed');
      await store.delete('/t');
      assert.equal((await store.commit([append('/t/a', 'y')], { expect: [{ path: '/t/a', version: second }] })).kind, 'conflict');
      assert.deepEqual(await contents(store), {});
    },
  },
  {
    name: 'commit: of concurrent ones that expect the same state exactly one passes',
    async body({ store }) {
      await store.write('/a', '');
      for (let round = 0; round < 8; round += 1) {
        const results = await Promise.all(
          Array.from({ length: 6 }, () =>
            store.commit([append('/a', 'x'), write(`/round/${round}`, 'x')], { expect: [{ path: '/a', size: round }] }),
          ),
        );
        assert.equal(results.filter((result) => result.kind === 'committed').length, 1);
        assert.equal((await store.stat('/a'))?.size, round + 1);
      }
    },
  },
  {
    name: 'commit: of concurrent ones that make the same new file exactly one passes',
    async body({ store }) {
      for (let round = 0; round < 8; round += 1) {
        const path = `/new/${round}`;
        const expect = [{ path, size: -1 }];
        const results = await Promise.all(['a', 'b', 'c', 'd'].map((content) => store.commit([append(path, content)], { expect })));
        assert.equal(results.filter((result) => result.kind === 'committed').length, 1);
        assert.equal((await store.stat(path))?.size, 1);
      }
    },
  },
  {
    name: 'commit: concurrent ones about different files all pass',
    async body({ store }) {
      for (let round = 0; round < 3; round += 1) {
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, index) => {
            const path = `/a/${round}/${index}`;
            return store.commit([append(path, 'x'), write(`${path}/state`, 'x')], { expect: [{ path, size: -1 }] });
          }),
        );
        assert.ok(results.every((result) => result.kind === 'committed'));
      }
    },
  },
  {
    name: 'commit: concurrent ones without expectations all pass, in one order for all files',
    async body({ store }) {
      const results = await Promise.all(
        Array.from({ length: 24 }, (_, index) => {
          const [first, second] = index % 2 === 0 ? ['/a', '/b'] : ['/b', '/a'];
          return store.commit([append(first, `${index};`), append(second, `${index};`)]);
        }),
      );
      assert.ok(results.every((result) => result.kind === 'committed'));
      const [left, right] = [await store.read('/a'), await store.read('/b')];
      assert.equal(left, right);
      assert.equal(new Set(left?.split(';')).size, 25);
    },
  },
  {
    name: 'commit: of two that each expect what the other changes exactly one passes',
    async body({ store }) {
      for (let round = 0; round < 12; round += 1) {
        const [left, right] = [`/left/${round}`, `/right/${round}`];
        const results = await Promise.all([
          store.commit([write(left, 'x')], { expect: [{ path: right, size: -1 }] }),
          store.commit([write(right, 'x')], { expect: [{ path: left, size: -1 }] }),
        ]);
        assert.deepEqual(results.map(({ kind }) => kind).sort(), ['committed', 'conflict']);
        assert.notEqual(await store.exists(left), await store.exists(right));
      }
    },
  },
  {
    name: 'C11 commit: five concurrent updates that try again are five',
    async body({ store }) {
      await Promise.all(Array.from({ length: 5 }, () => increment(store, '/counter')));
      assert.equal(await store.read('/counter'), '5');
    },
  },
];
