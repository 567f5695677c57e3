import { strict as assert } from 'node:assert';
import type { KnowledgeCase, StoreCase } from '../case.ts';
import { bytesOf, contents } from '../looking.ts';

/** Appending. */
export const appendCases: readonly KnowledgeCase[] = [
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
      const offsets = await Promise.all(texts.map((text) => store.append('/a', text)));
      const all = (await store.read('/a')) ?? '';
      assert.equal(bytesOf(all), bytesOf(texts.join('')));
      for (const [index, text] of texts.entries()) {
        const start = offsets[index] ?? -1;
        assert.equal(await store.readRange('/a', start, start + bytesOf(text)), text);
      }
    },
  },
  {
    name: 'append: those that are sent one after the other stand in that order',
    async body({ store }) {
      const sent: Promise<number>[] = [];
      for (let index = 0; index < 30; index += 1) {
        sent.push(store.append('/a', `${index};`));
        if (index % 3 === 2) await sent[index]; // what is sent after an answer stands behind what was answered
      }
      const offsets = await Promise.all(sent);
      for (let index = 2; index < 27; index += 3) {
        const answered = offsets[index] ?? 0;
        assert.ok(offsets.slice(index + 1).every((later) => later > answered));
      }
    },
  },
  {
    name: 'append: each file has its own offsets',
    async body({ store }) {
      const paths = ['/a', '/a/b', '/A', '/b', '/\u{1f600}'];
      const offsets = await Promise.all(
        Array.from({ length: 6 }, () => paths.map(async (path) => [path, await store.append(path, `${path};`)] as const)).flat(),
      );
      for (const path of paths) {
        const own = offsets.filter(([appended]) => appended === path).map(([, offset]) => offset);
        assert.deepEqual(
          own.sort((left, right) => left - right),
          [0, 1, 2, 3, 4, 5].map((index) => index * bytesOf(`${path};`)),
        );
        assert.equal(await store.read(path), `${path};`.repeat(6));
      }
    },
  },
  {
    name: 'append: small ones and a large one make one file',
    async body({ store }) {
      const large = 'ö23456789\n'.repeat(100_000); // 11 bytes each
      assert.equal(await store.append('/a', 'head'), 0);
      assert.equal(await store.append('/a', large), 4);
      for (let index = 0; index < 20; index += 1) assert.equal(await store.append('/a', 'x'), 1_100_004 + index);
      assert.equal(await store.readRange('/a', 1_099_993, 1_100_006), 'ö23456789\nxx');
      assert.ok((await store.read('/a')) === `head${large}${'x'.repeat(20)}`);
    },
  },
  {
    name: 'append: a write between concurrent ones replaces those before it, whole',
    async body({ store }) {
      for (let round = 0; round < 6; round += 1) {
        const path = `/${round}`;
        const before = [1, 2, 3].map(() => store.append(path, '<x>'));
        const write = store.write(path, 'W');
        const after = [1, 2, 3].map(() => store.append(path, '<y>'));
        await Promise.all([...before, write, ...after]);
        assert.match((await store.read(path)) ?? '', /^W(?:<[xy]>){0,6}$/);
      }
    },
  },
];

/** Appending beside commits. */
export const journalAppendCases: readonly StoreCase[] = [
  {
    name: 'append: concurrent ones and those of commits overlap nowhere and lose nothing',
    async body({ store }) {
      const texts = Array.from({ length: 40 }, (_, index) => `<${index}:${'ü'.repeat(index % 7)}>`);
      const offsets = await Promise.all(
        texts.map(async (text, index) => {
          if (index % 4 !== 3) return store.append('/a', text);
          await store.commit([{ kind: 'append', path: '/a', content: text }]);
          return null;
        }),
      );
      assert.equal((await store.stat('/a'))?.size, bytesOf(texts.join('')));
      const all = (await store.read('/a')) ?? '';
      for (const [index, text] of texts.entries()) {
        assert.equal(all.split(text).length, 2, `${text} stands there once`);
        const offset = offsets[index];
        if (typeof offset === 'number') assert.equal(await store.readRange('/a', offset, offset + bytesOf(text)), text);
      }
    },
  },
];
