import { strict as assert } from 'node:assert';
import type { KnowledgeCase } from '../case.ts';
import { bytesOf, contents, rejectsWith } from '../looking.ts';

const large = 'Größe \u{1f600} line\n'.repeat(60_000); // 1.1 MB

/** Reading and writing files, and what a text may hold. */
export const fileCases: readonly KnowledgeCase[] = [
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
      assert.equal(await store.readRange('/written', 0), text);
      await store.write('/halves', 'a\ud800b');
      assert.equal(await store.read('/halves'), 'a\ufffdb', 'half a surrogate pair has no UTF-8 form and becomes U+FFFD');
    },
  },
  {
    name: 'files: text that looks like something else is text',
    async body({ store }) {
      const every = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('');
      const texts = [
        'undefined',
        'null',
        '0',
        'NaN',
        ' ',
        '\n',
        '{"$gt":1}',
        '\\u0000',
        'x\u0000',
        '\u0000',
        '%00',
        '\u001f\u008b\b',
        every,
      ];
      for (const [index, text] of texts.entries()) {
        await store.write(`/${index}`, text);
        assert.equal(await store.append(`/${index}`, text), bytesOf(text));
        assert.equal(await store.read(`/${index}`), text + text);
      }
    },
  },
  {
    name: 'C3 files: what is no text is refused, so that nothing unreadable is ever stored; an absent member stays absent',
    async body({ store }) {
      const absent: unknown = undefined;
      await store.write('/a', 'x');
      // A caller in JavaScript writes what `JSON.stringify(undefined)` gave.
      for (const path of ['/a', '/b']) {
        await rejectsWith('content_invalid', 'a write of undefined', () => store.write(path, absent as string));
        await rejectsWith('content_invalid', 'an append of undefined', () => store.append(path, absent as string));
      }
      assert.deepEqual(await contents(store), { '/a': 'x' });
      await store.write('/state', JSON.stringify({ kept: 1, absent }));
      assert.deepEqual(JSON.parse((await store.read('/state')) ?? ''), { kept: 1 });
    },
  },
  {
    name: 'files: the halves of a pair that come one after the other stay halves',
    async body({ store }) {
      assert.equal(await store.append('/a', '\ud83d'), 0);
      assert.equal(await store.append('/a', '\ude00'), 3);
      assert.deepEqual([await store.read('/a'), await store.readRange('/a', 3)], ['\ufffd\ufffd', '\ufffd']);
    },
  },
  {
    name: 'files: line ends and byte order marks are kept at the borders of appends',
    async body({ store }) {
      const parts = ['\ufeffa\r', '\n', '\ufeff', '\n\r', '\r\n', '\ufeff\ufeffb', '\n'];
      for (const part of parts) await store.append('/a', part);
      assert.equal(await store.read('/a'), parts.join(''));
      assert.equal(await store.readRange('/a', 0, 3), '\ufeff');
      assert.equal(await store.readRange('/a', 4, 6), '\r\n');
      assert.equal(await store.readRange('/a', 6, 9), '\ufeff');
    },
  },
  {
    name: 'files: an empty file is a file',
    async body({ store }) {
      await store.write('/empty', '');
      assert.deepEqual([await store.read('/empty'), await store.exists('/empty'), await store.list()], ['', true, ['empty']]);
      assert.deepEqual([await store.readRange('/empty', 0), await store.append('/empty', '')], ['', 0]);
      await store.delete('/empty');
      assert.equal(await store.read('/empty'), null);
    },
  },
  {
    name: 'files: a large text comes back whole, and ranges of it too',
    async body({ store }) {
      await store.write('/large', large);
      const bytes = bytesOf(large);
      assert.equal(await store.append('/large', 'tail'), bytes);
      assert.ok((await store.read('/large')) === `${large}tail`, 'the text read back is the text written');
      const line = bytes / 60_000;
      for (const number of [0, 2_048, 3_120, 31_999, 59_999]) {
        const text = await store.readRange('/large', line * number, line * (number + 1));
        assert.equal(text, 'Größe \u{1f600} line\n', `line ${number}`);
      }
    },
  },
  {
    name: 'files: a short text that replaces a large one leaves nothing of it',
    async body({ store }) {
      await store.write('/a', large);
      await store.append('/a', large);
      await store.write('/a', 'ü');
      assert.deepEqual([await store.read('/a'), await store.readRange('/a', 2), await store.readRange('/a', 100, 200)], ['ü', '', '']);
      assert.equal(await store.append('/a', 'x'), 2);
      await store.delete('/a');
      assert.equal(await store.append('/a', 'y'), 0);
      assert.deepEqual(await contents(store), { '/a': 'y' });
    },
  },
  {
    name: 'files: a reader sees the old text or the new one, never a part of both',
    async body({ store }) {
      const texts = ['a', 'b', 'c', 'd'].map((letter) => `${letter}ü`.repeat(40_000));
      await store.write('/a', texts[0] ?? '');
      const writes = texts.map((text) => store.write('/a', text));
      const reads = Array.from({ length: 12 }, () => store.read('/a'));
      await Promise.all(writes);
      for (const text of [...(await Promise.all(reads)), await store.read('/a')]) {
        assert.ok(
          texts.some((written) => written === text),
          `a text of ${text?.length} characters that nobody wrote`,
        );
      }
    },
  },
  {
    name: 'files: concurrent writes of many files are all there',
    async body({ store }) {
      const paths = Array.from({ length: 40 }, (_, index) => `/${index % 5}/${index % 2 === 0 ? 'deep/' : ''}${index}`);
      await Promise.all(paths.map((path) => store.write(path, path)));
      assert.deepEqual(await contents(store), Object.fromEntries(paths.map((path) => [path, path])));
    },
  },
];
