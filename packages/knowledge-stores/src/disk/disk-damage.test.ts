import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JournalStore } from '@intarsia/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockBytes } from './blocks.ts';
import { systemCalls } from './calls.ts';
import { contentsOf, temporaryRoot } from './disk.test-support.ts';
import { diskStoreOn } from './disk-store.ts';
import { dyingCalls } from './dying-calls.test-support.ts';
import { framed, unframed } from './frame.ts';
import { diskStore } from './index.ts';

let root = '';
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ root, remove } = await temporaryRoot());
});
afterEach(() => remove());

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const dataFile = (size: number): string =>
  filesIn('data').find((file) => readFileSync(file).length === size) ?? expect.fail(`no data file of ${size} bytes`);

/** Flips a bit of a file; gives back a function that flips it again. */
function flip(file: string, at: number): () => void {
  const bytes = readFileSync(file);
  const damaged = Buffer.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ 1;
  writeFileSync(file, damaged);
  return () => writeFileSync(file, bytes);
}

const using = async <Result>(use: (store: JournalStore) => Promise<Result>): Promise<Result> => {
  const store = diskStore({ root });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
};

/** Ends when all that the store holds is in data files. */
const checkpointed = (use: (store: JournalStore) => Promise<unknown>) =>
  using(async (store) => {
    await use(store);
    await store.write('/gone/a', 'x');
    await store.delete('/gone');
  });

const letters = (length: number, first = 0) =>
  Array.from({ length }, (_, index) => String.fromCharCode(97 + ((first + index) % 25))).join('');
const largeSize = 2 * blockBytes + 1_000;
const smallSizes = [blockBytes + 500, 700, 1] as const;
const grown = largeSize + blockBytes;

/** A store with a data file that grew twice, and one that several files share. */
async function filledStore(): Promise<void> {
  await checkpointed(async (store) => {
    await store.write('/large', letters(largeSize));
    for (const [index, size] of smallSizes.entries()) await store.write(`/small-${index}`, letters(size));
  });
  for (const size of [100, blockBytes - 100]) {
    await checkpointed(async (store) => store.append('/large', letters(size, (await store.stat('/large'))?.size)));
  }
}

const corrupt = (file: string, offset: number) =>
  expect.objectContaining({ code: 'store_corrupt', details: { file, offset }, message: expect.stringContaining(`${file} is damaged`) });

describe('a bit that the disk changed', () => {
  test('in a data file is found by whoever reads it, by the file and its place', async () => {
    await filledStore();
    expect(await using((store) => store.read('/large'))).toBe(letters(grown));
    const large = dataFile(grown);
    const borders = [0, 1, 2, 3].map((block) => block * blockBytes);
    for (const at of [...borders.flatMap((border) => [border, border + 1, border + 999]), blockBytes - 1, 3 * blockBytes - 1, grown - 1]) {
      const mend = flip(large, at);
      const found = corrupt(large, Math.floor(at / blockBytes) * blockBytes);
      await expect(
        using((store) => store.read('/large')),
        `byte ${at}`,
      ).rejects.toEqual(found);
      await expect(using((store) => store.readRange('/large', at, at + 1))).rejects.toEqual(found);
      mend();
    }
    const mend = flip(large, blockBytes);
    for (const [start, end] of [
      [0, blockBytes],
      [2 * blockBytes, grown],
    ] as const) {
      expect(await using((store) => store.readRange('/large', start, end))).toBe(letters(end - start, start));
    }
    mend();

    const shared = dataFile(smallSizes.reduce((sum, size) => sum + size));
    let offset = 0;
    for (const [index, size] of smallSizes.entries()) {
      for (const at of [0, Math.floor(size / 2), size - 1]) {
        const mendSmall = flip(shared, offset + at);
        await expect(using((store) => store.read(`/small-${index}`))).rejects.toEqual(
          corrupt(shared, offset + Math.floor(at / blockBytes) * blockBytes),
        );
        expect(await using((store) => store.read(`/small-${(index + 1) % smallSizes.length}`))).toHaveLength(
          smallSizes[(index + 1) % smallSizes.length] ?? -1,
        );
        mendSmall();
      }
      offset += size;
    }
  });

  test('in an entry is found under a store that had read it before', async () => {
    const store = diskStore({ root });
    await store.append('/log', 'first\n');
    await store.commit([
      { kind: 'append', path: '/log', content: letters(3 * blockBytes) },
      { kind: 'write', path: '/other', content: 'kept' },
    ]);
    const entry = filesIn('log').find((file) => basename(file) === '2') ?? expect.fail('no second entry');
    const begins = readFileSync(entry).indexOf(letters(100));
    for (const block of [0, 1, 2]) {
      const mend = flip(entry, begins + block * blockBytes + 7);
      await expect(store.read('/log')).rejects.toEqual(corrupt(entry, begins + block * blockBytes));
      expect([await store.read('/other'), await store.readRange('/log', 0, 6)]).toEqual(['kept', 'first\n']);
      mend();
    }
    expect(await store.read('/log')).toBe(`first\n${letters(3 * blockBytes)}`);
    await store.close();
  });

  test('is still found after a checkpoint was made of it', async () => {
    await filledStore();
    const large = dataFile(grown);
    flip(large, grown - 1);
    await checkpointed((store) => store.append('/large', 'more'));
    expect(readFileSync(large)).toHaveLength(grown + 4); // the checkpoint was made, on the damaged block
    await expect(using((store) => store.read('/large'))).rejects.toEqual(corrupt(large, 3 * blockBytes));

    const store = diskStore({ root });
    await store.append('/log', 'a line\n');
    const entry = filesIn('log').findLast((file) => readFileSync(file).includes('a line')) ?? expect.fail('no entry');
    flip(entry, readFileSync(entry).indexOf('a line'));
    await store.write('/gone/a', 'x');
    await store.delete('/gone');
    await store.close();
    await expect(using((again) => again.read('/log'))).rejects.toMatchObject({ code: 'store_corrupt', details: { file: entry } });
  });

  test('does not hold up the delete of the file, and what is written then is whole', async () => {
    await filledStore();
    flip(dataFile(grown), 5);
    await checkpointed((store) => store.write('/large', letters(grown)));
    expect(await using((store) => store.read('/large'))).toBe(letters(grown));
  });
});

describe('a store of version 1', () => {
  const mark = () => readFileSync(join(root, 'store.json'), 'utf8');

  /** Takes from a store what version 1 did not write. */
  function makeOld(): void {
    writeFileSync(join(root, 'store.json'), '{"store":"intarsia-disk","version":1}\n');
    for (const file of filesIn('log').filter((path) => basename(path) === 'checkpoint')) {
      const { json } = unframed(file, readFileSync(file));
      const without = JSON.parse(JSON.stringify(json, (name, value: unknown) => (name === 'checksums' ? undefined : value)));
      writeFileSync(file, framed(without, []).file);
    }
  }

  test('is read as it is, and gets checksums with its next checkpoint, not before', async () => {
    await filledStore();
    const expected = await using(contentsOf);
    makeOld();
    const before = filesIn('.').map((file) => [file, readFileSync(file, 'latin1')]);
    expect(await using(contentsOf)).toEqual(expected);
    expect(filesIn('.').map((file) => [file, readFileSync(file, 'latin1')])).toEqual(before);
    await using((store) => store.append('/large', 'm'));
    expect(mark()).toContain('"version":1');

    await checkpointed((store) => store.append('/large', 'ore'));
    expect(mark()).toBe('{"store":"intarsia-disk","version":2}\n');
    expect(readdirSync(join(root, 'new'))).toEqual([]);
    const large = dataFile(grown + 4);
    for (const at of [0, blockBytes, grown, grown + 3]) {
      const mend = flip(large, at);
      await expect(
        using((store) => store.read('/large')),
        `byte ${at}`,
      ).rejects.toMatchObject({ code: 'store_corrupt' });
      mend();
    }
    flip(dataFile(smallSizes.reduce((sum, size) => sum + size)), blockBytes + 600);
    await expect(using((store) => store.read('/small-1'))).rejects.toMatchObject({ code: 'store_corrupt' });
    expect(await using((store) => store.read('/large'))).toBe(`${letters(grown)}more`);
  });

  test('loses nothing when a process dies while it upgrades it, or when an old one goes on with it', { timeout: 60_000 }, async () => {
    for (let step = 1; ; step += 1) {
      await filledStore();
      const expected = await using(contentsOf);
      makeOld();
      const dying = dyingCalls(systemCalls, root, step, 'part');
      const open = () => diskStoreOn(dying.calls, { root });
      try {
        const store = open();
        await store.write('/gone/a', 'x');
        await store.delete('/gone');
        await store.close();
      } catch (error) {
        if (!dying.died()) throw error;
      }
      const died = dying.died();
      dying.loseWhatWasNotFlushed();
      const { '/gone/a': _, ...found } = await using(contentsOf);
      expect(found, `died at step ${step}`).toEqual(expected);
      if (!died) break;
      await remove();
      ({ root, remove } = await temporaryRoot());
    }
    makeOld(); // the checkpoint of a process of version 1 that still had it open
    await checkpointed((store) => store.append('/large', '!'));
    flip(dataFile(grown + 1), 0);
    await expect(using((store) => store.read('/large'))).rejects.toMatchObject({ code: 'store_corrupt' });
  });
});
