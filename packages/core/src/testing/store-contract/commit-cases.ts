import { strict as assert } from 'node:assert';
import type { CommitConditions, StoreOperation } from '../../ports/index.ts';
import { contents, rejectsWith, type StoreCase } from './case.ts';

const write = (path: string, content: string): StoreOperation => ({ kind: 'write', path, content });
const append = (path: string, content: string): StoreOperation => ({ kind: 'append', path, content });
const erase = (path: string): StoreOperation => ({ kind: 'delete', path });

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
      assert.deepEqual(await store.commit([]), { kind: 'committed' });
    },
  },
  {
    name: 'commit: a path that is refused refuses all of it',
    async body({ store }) {
      await store.write('/a', '1');
      for (const last of [write('/b/../c', 'x'), append('', 'x'), erase('..')]) {
        await rejectsWith('path_invalid', `last ${last.kind}`, () =>
          store.commit([append('/a', '2'), erase('/a'), write('/d', 'x'), last]),
        );
      }
      assert.deepEqual(await contents(store), { '/a': '1' });
    },
  },
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
];
