import { describe, expect, it } from 'vitest';
import { virtualClock } from '../testing/index.ts';
import { memoryStore } from './memory-store.ts';
import { encodeText } from './store-text.ts';
import { textChunks, textLines } from './text-chunks.ts';
import { verifyLines } from './verification.ts';

async function stored(text: string) {
  const store = memoryStore(virtualClock());
  await store.write('/a', text);
  return { store, size: encodeText(text).length };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('the chunks of a file', () => {
  it.each([
    ['of one byte each', 'a'],
    ['of two bytes', 'ä'],
    ['of three', '€'],
    ['of four', '😀'],
    ['of several widths', 'aä€😀'],
  ])('are cut between characters %s, and are the file again', async (_, pattern) => {
    const text = pattern.repeat(Math.ceil(2_500_000 / encodeText(pattern).length));
    const { store, size } = await stored(text);
    const chunks = await all(textChunks(store, '/a', { end: size }));
    expect(chunks).toHaveLength(3);
    expect(chunks.map((chunk) => chunk.text).join('') === text).toBe(true);
    expect(chunks.map(({ start }) => start)).toEqual([0, ...chunks.slice(0, -1).map(({ end }) => end)]);
    expect(chunks.at(-1)?.end).toBe(size);
  });

  it('are those of a range, and none of an empty one', async () => {
    const { store } = await stored('abcdef');
    expect(await all(textChunks(store, '/a', { start: 2, end: 4 }))).toEqual([{ text: 'cd', start: 2, end: 4 }]);
    expect(await all(textChunks(store, '/a', { start: 2, end: 2 }))).toEqual([]);
    expect(await all(textChunks(store, '/b', { end: 4 }))).toEqual([]);
  });

  it('end where the file does', async () => {
    const { store } = await stored('abc');
    expect(await all(textChunks(store, '/a', { end: 9 }))).toEqual([{ text: 'abc', start: 0, end: 3 }]);
  });

  it('are refused when the range itself begins or ends inside a character', async () => {
    const { store } = await stored('€€');
    await expect(all(textChunks(store, '/a', { end: 4 }))).rejects.toMatchObject({ code: 'path_invalid' });
    await expect(all(textChunks(store, '/a', { start: 1, end: 6 }))).rejects.toMatchObject({ code: 'path_invalid' });
  });
});

describe('the lines of a file', () => {
  const lines = async (text: string) => {
    const { store, size } = await stored(text);
    return all(textLines(store, '/a', { end: size }));
  };

  it('have the bytes at which they begin', async () => {
    expect(await lines('ä\n\nb\nc')).toEqual([
      { text: 'ä', offset: 0, isWhole: true },
      { text: '', offset: 3, isWhole: true },
      { text: 'b', offset: 4, isWhole: true },
      { text: 'c', offset: 6, isWhole: false },
    ]);
    expect(await lines('a\n')).toEqual([{ text: 'a', offset: 0, isWhole: true }]);
    expect(await lines('')).toEqual([]);
  });

  it('are whole over the ends of chunks', async () => {
    const [first, second] = ['€'.repeat(500_000), 'x'.repeat(2_200_000)];
    const found = await lines(`${first}\n${second}\nend`);
    expect(found.map(({ text, offset }) => [text.length, offset])).toEqual([
      [500_000, 0],
      [2_200_000, 1_500_001],
      [3, 3_700_002],
    ]);
  });
});

it('a log of JSON lines is read whole, and each line that is none is named', async () => {
  const { store, size } = await stored('{"a":1}\n\nno\n[2]\n{"torn');
  expect(await verifyLines(store, '/a', size)).toEqual({
    path: '/a',
    entries: 2,
    problems: [
      { path: '/a', offset: 9, code: 'store_corrupt', message: 'the line at byte 9 is not JSON and is left out' },
      { path: '/a', offset: 16, code: 'store_corrupt', message: 'the line at byte 16 is not JSON and is left out' },
    ],
  });
});
