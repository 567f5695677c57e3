import { strict as assert } from 'node:assert';
import type { KnowledgeCase } from '../case.ts';
import { bytesOf, rejectsWith } from '../looking.ts';

/** Reading ranges of bytes. */
export const rangeCases: readonly KnowledgeCase[] = [
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
        [3, Number.MAX_SAFE_INTEGER, 'déf'],
        [6, undefined, 'f'],
        [7, undefined, ''],
        [99, undefined, ''],
        [99, 120, ''],
        [3, 3, ''],
        [4, 2, ''],
        [0, 0, ''],
        [-5, 2, 'ab'],
      ];
      for (const [start, end, text] of ranges) assert.equal(await store.readRange('/a', start, end), text, `[${start}, ${end})`);
      assert.deepEqual([await store.readRange('/missing', 0), await store.readRange('/missing', 0, 5)], ['', '']);
      await store.write('/folder/f', 'x');
      assert.equal(await store.readRange('/folder', 0), '');
    },
  },
  {
    name: 'readRange: ends that are no whole numbers are cut to them',
    async body({ store }) {
      await store.write('/a', 'abc');
      await store.append('/a', 'def');
      const ranges: [start: number, end: number, text: string][] = [
        [0.5, 2.5, 'ab'],
        [1.9, 2, 'b'],
        [2, 2.9, ''],
        [0, Number.POSITIVE_INFINITY, 'abcdef'],
        [Number.NEGATIVE_INFINITY, 1, 'a'],
        [Number.NaN, 3, 'abc'],
        [0, Number.NaN, ''],
      ];
      for (const [start, end, text] of ranges) assert.equal(await store.readRange('/a', start, end), text, `[${start}, ${end})`);
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
  {
    name: 'readRange: a cut between characters is fine, also between those that are shown as one',
    async body({ store }) {
      await store.append('/a', 'e\u0301');
      await store.append('/a', '\u{1f469}\u200d\u{1f4bb}');
      await store.append('/a', '\r\n');
      const cuts = [0, 1, 3, 7, 10, 14, 15, 16];
      const characters = cuts.slice(1).map((end, index) => store.readRange('/a', cuts[index] ?? 0, end));
      assert.deepEqual(await Promise.all(characters), ['e', '\u0301', '\u{1f469}', '\u200d', '\u{1f4bb}', '\r', '\n']);
    },
  },
  {
    name: 'readRange: any two offsets that appends returned are a whole text, in a file of many sizes',
    async body({ store }) {
      const texts = [1, 5_000, 0, 70_000, 3, 131_072, 2, 65_535, 4].map((length, index) =>
        'aé漢\u{1f600}'.charAt(index % 3).repeat(length),
      );
      const offsets: number[] = [];
      for (const text of texts) offsets.push(await store.append('/a', text));
      for (const from of [0, 3, 4, 7]) {
        for (const to of [4, 6, 8]) {
          const expected = texts.slice(from, to).join('');
          assert.ok((await store.readRange('/a', offsets[from] ?? 0, offsets[to])) === expected, `texts ${from} to ${to}`);
        }
      }
    },
  },
  {
    name: 'readRange: what was read once reads the same while others append',
    async body({ store }) {
      const head = 'hä'.repeat(2_000);
      await store.append('/a', head);
      const appends = Promise.all(Array.from({ length: 20 }, (_, index) => store.append('/a', `<${index}>`)));
      const reads = Promise.all(Array.from({ length: 20 }, () => store.readRange('/a', 0, bytesOf(head))));
      const [texts] = await Promise.all([reads, appends]);
      for (const text of texts) assert.equal(text, head);
    },
  },
];
