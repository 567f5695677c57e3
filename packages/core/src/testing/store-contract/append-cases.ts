import { strict as assert } from 'node:assert';
import { contents, rejectsWith, type StoreCase } from './case.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Appending, and reading ranges of bytes. */
export const appendCases: readonly StoreCase[] = [
  {
    name: 'append: creates the file and returns the byte offset at which its text starts',
    async body({ store }) {
      const offsets: number[] = [];
      for (const text of ['é', '', '\u{1f600}\n', 'abc', '漢字']) offsets.push(await store.append('/log/a', text));
      assert.deepEqual(offsets, [0, 2, 2, 7, 10]);
      assert.equal(await store.read('/log/a'), 'é\u{1f600}\nabc漢字');
      assert.deepEqual([await store.append('/log/b', ''), await store.read('/log/b'), await store.list('/log')], [0, '', ['a', 'b']]);
    },
  },
  {
    name: 'append: goes behind what was written, and a write replaces what was appended',
    async body({ store }) {
      await store.append('/a', 'one');
      await store.append('/a', 'two');
      await store.write('/a', 'ü');
      assert.equal(await store.append('/a', 'three'), 2);
      assert.equal(await store.read('/a'), 'üthree');
      await store.delete('/a');
      assert.equal(await store.append('/a', 'four'), 0);
      assert.deepEqual(await contents(store), { '/a': 'four' });
    },
  },
  {
    name: 'append: concurrent ones overlap nowhere and lose nothing',
    async body({ store }) {
      const texts = Array.from({ length: 40 }, (_, index) => `<${index}:${'ü'.repeat(index % 7)}>`);
      const offsets = await Promise.all(
        texts.map(async (text, index) => {
          if (index % 4 !== 3) return store.append('/a', text);
          await store.commit([{ kind: 'append', path: '/a', content: text }]);
          return null;
        }),
      );
      const total = texts.reduce((sum, text) => sum + bytesOf(text), 0);
      assert.equal((await store.stat('/a'))?.size, total);
      const all = (await store.read('/a')) ?? '';
      for (const [index, text] of texts.entries()) {
        assert.equal(all.split(text).length, 2, `${text} stands there once`);
        const offset = offsets[index];
        if (typeof offset === 'number') assert.equal(await store.readRange('/a', offset, offset + bytesOf(text)), text);
      }
    },
  },
  {
    name: 'readRange: the bytes [start, end), clipped to the file',
    async body({ store }) {
      await store.write('/a', 'abc');
      await store.append('/a', 'déf');
      const ranges: [start: number, end: number | undefined, text: string][] = [
        [0, undefined, 'abcdéf'],
        [0, 3, 'abc'],
        [2, 4, 'cd'],
        [4, 6, 'é'],
        [3, 99, 'déf'],
        [6, undefined, 'f'],
        [7, undefined, ''],
        [99, undefined, ''],
        [99, 120, ''],
        [3, 3, ''],
        [4, 2, ''],
        [-5, 2, 'ab'],
      ];
      for (const [start, end, text] of ranges) assert.equal(await store.readRange('/a', start, end), text, `[${start}, ${end})`);
      assert.deepEqual([await store.readRange('/missing', 0), await store.readRange('/missing', 0, 5)], ['', '']);
      await store.write('/folder/f', 'x');
      assert.equal(await store.readRange('/folder', 0), '');
    },
  },
  {
    name: 'readRange: crosses the borders of appends',
    async body({ store }) {
      for (let index = 0; index < 50; index += 1) await store.append('/a', `é${String(index).padStart(2, '0')};`); // 5 bytes each
      assert.equal(await store.readRange('/a', 0, 10), 'é00;é01;');
      assert.equal(await store.readRange('/a', 22, 34), '04;é05;é06');
      assert.equal(await store.readRange('/a', 245), 'é49;');
      assert.equal(await store.readRange('/a', 249, 250), ';');
    },
  },
  {
    name: 'readRange: a cut inside a character is refused',
    async body({ store }) {
      await store.write('/a', 'aé');
      await store.append('/a', '\u{1f600}b');
      for (const [start, end] of [
        [0, 2],
        [2, undefined],
        [2, 3],
        [0, 4],
        [3, 6],
        [5, 8],
        [6, 7],
      ] as const) {
        await rejectsWith('path_invalid', `[${start}, ${end})`, () => store.readRange('/a', start, end));
      }
      assert.equal(await store.readRange('/a', 3, 7), '\u{1f600}');
    },
  },
];
