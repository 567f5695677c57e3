import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockBytes } from './blocks.ts';
import { type DiskCalls, systemCalls } from './calls.ts';
import { contentsOf, temporaryRoot } from './disk.test-support.ts';
import { diskStoreOn } from './disk-store.ts';
import { diskStore } from './index.ts';

let root = '';
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ root, remove } = await temporaryRoot());
});
afterEach(() => remove());

/** Calls that count themselves, and the bytes that they move. */
function countingCalls() {
  const counts = new Map<string, number>();
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count);
  const calls = Object.fromEntries(
    Object.entries(systemCalls).map(([name, call]) => [
      name,
      (...given: readonly unknown[]) => {
        add(name, 1);
        const result: unknown = Reflect.apply(call, systemCalls, given);
        if (name === 'read' || name === 'write') add(`${name} bytes`, Number(result));
        return result;
      },
    ]),
  );
  const taken = () => {
    const seen = Object.fromEntries([...counts].sort());
    counts.clear();
    return seen;
  };
  return { calls: { ...systemCalls, ...calls } as DiskCalls, taken };
}

describe('the cost of a call', () => {
  test('an append flushes twice and writes what it brings, whatever the size of the file and the store', async () => {
    const { calls, taken } = countingCalls();
    const store = diskStoreOn(calls, { root });
    await store.write('/log', 'x'.repeat(100));
    await store.append('/log', 'line\n');
    taken();
    await store.append('/log', 'line\n');
    const small = taken();
    expect(small).toMatchObject({ flush: 1, flushFolder: 1, link: 1, remove: 1, write: 1 });
    expect(small['write bytes']).toBeLessThan(250);
    expect(small).not.toHaveProperty('read');

    await store.write('/log', 'x'.repeat(3_000_000));
    await store.commit(
      Array.from({ length: 3_000 }, (_, index) => ({ kind: 'write', path: `/many/${index % 60}/${index}`, content: 'x' })),
    );
    taken();
    await store.append('/log', 'line\n');
    expect(taken()).toEqual({ ...small, 'write bytes': expect.any(Number) });
    await store.close();
  });

  test('a thousand commits at once have few files open, and land in the order of their calls', async () => {
    const open = new Set<number>();
    let most = 0;
    let flushes = 0;
    const calls: DiskCalls = {
      ...systemCalls,
      open(path, how) {
        const descriptor = systemCalls.open(path, how);
        open.add(descriptor);
        most = Math.max(most, open.size);
        return descriptor;
      },
      close(descriptor) {
        open.delete(descriptor);
        systemCalls.close(descriptor);
      },
      async flush(descriptor) {
        flushes += 1;
        for (let tick = (flushes * 7) % 5; tick > 0; tick -= 1) await new Promise((resolve) => setImmediate(resolve)); // some take longer
        return systemCalls.flush(descriptor);
      },
    };
    const store = diskStoreOn(calls, { root });
    const texts = Array.from({ length: 1_000 }, (_, index) => `${index}\n`);
    await Promise.all(texts.map((text) => store.append('/log', text)));
    expect(await store.read('/log')).toBe(texts.join(''));
    expect(most).toBeLessThan(80);
    await store.close();
  });

  test('a commit may delete any number of files, here and for those who hear of it, and what comes behind it in the commit is done', {
    timeout: 60_000,
  }, async () => {
    const [store, other, late] = [diskStore({ root }), diskStore({ root }), diskStore({ root })];
    const count = 150_000; // more than a call takes arguments
    await store.commit(Array.from({ length: count }, (_, index) => ({ kind: 'write', path: `/many/${index}`, content: '' })));
    let heard = 0;
    for (const each of [other, late]) each.onChange('/many', () => (heard += 1));
    expect(
      await store.commit([
        { kind: 'delete', path: '/many' },
        { kind: 'write', path: '/after', content: 'x' },
      ]),
    ).toEqual({ kind: 'committed' });
    expect([await store.list(), await other.list()]).toEqual([['after'], ['after']]);
    await store.close(); // after a checkpoint: the last one finds another log than it knew
    expect(await late.list()).toEqual(['after']);
    await expect.poll(() => heard, { timeout: 20_000 }).toBe(2 * count);
    await Promise.all([other.close(), late.close()]);
  });

  test('a range reads what it returns and the rest of two blocks, a list and a stat nothing', async () => {
    const first = diskStore({ root });
    await first.write('/log', 'x'.repeat(1_000_000));
    await first.commit(Array.from({ length: 2_000 }, (_, index) => ({ kind: 'write', path: `/many/${index}`, content: 'x' })));
    await first.write('/gone/a', 'x');
    await first.delete('/gone');
    await first.close();
    const { calls, taken } = countingCalls();
    const store = diskStoreOn(calls, { root });
    await store.append('/log', 'line\n');
    taken();
    expect(await store.readRange('/log', 999_998)).toBe('xxline\n');
    expect(taken()['read bytes']).toBe((1_000_000 % blockBytes) + 5);
    expect(await store.readRange('/log', 0, 2 * blockBytes)).toHaveLength(2 * blockBytes);
    expect(taken()['read bytes']).toBe(2 * blockBytes);
    expect(await store.readRange('/log', blockBytes - 1, blockBytes + 1)).toBe('xx');
    expect(taken()['read bytes']).toBe(2 * blockBytes);
    expect(await store.readRange('/many/7', 0)).toBe('x');
    expect(taken()['read bytes']).toBe(1);
    expect(await store.list()).toEqual(['log', 'many/']);
    expect((await store.stat('/log'))?.size).toBe(1_000_005);
    expect(await store.exists('/many')).toBe(true);
    expect(taken()).toEqual({ look: 6 });
    await store.close();
  });
});

describe('a checkpoint', () => {
  const entries = () => readdirSync(join(root, 'log'), { recursive: true }).filter((name) => /\/\d+$/.test(String(name)));
  const everything = () =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');

  test('comes now and then, and the log stays short', async () => {
    const store = diskStore({ root });
    for (let index = 0; index < 700; index += 1) await store.append('/log', `${index}\n`);
    expect(entries().length).toBeLessThan(300);
    await store.close();
    expect(entries().length).toBeLessThan(16);
    const again = diskStore({ root });
    expect(await again.read('/log')).toBe(Array.from({ length: 700 }, (_, index) => `${index}\n`).join(''));
    await again.close();
  });

  test('comes after the delete of a folder, and what was deleted is nowhere any more', async () => {
    const store = diskStore({ root });
    const [view] = [store.namespace?.({ tenant: 't', chat: 'c' })];
    for (const each of [store, view]) {
      await each?.write('/a/b', 'a secret');
      await each?.write('/a/c', 'a secret'.repeat(10_000));
      await each?.append('/kept', 'kept');
      await each?.delete('/a');
    }
    await store.close();
    expect(everything()).not.toContain('secret');
    const again = diskStore({ root });
    await again.write('/b/c', 'a secret');
    await again.delete('/');
    await again.close();
    expect(everything()).not.toContain('secret');
    expect(readdirSync(join(root, 'data'))).toEqual([]);
  });

  test('rewrites neither a large file that grew nor small ones that stayed', async () => {
    const { calls, taken } = countingCalls();
    const store = diskStoreOn(calls, { root });
    const checkpoint = async () => {
      await store.write('/gone/a', 'x');
      await store.delete('/gone');
    };
    await store.write('/large', 'x'.repeat(2_000_000));
    await store.commit(Array.from({ length: 200 }, (_, index) => ({ kind: 'write', path: `/small/${index}`, content: 'x'.repeat(1_000) })));
    await checkpoint();
    await expect.poll(() => readdirSync(join(root, 'data')).length).toBe(2);
    await store.close();
    const again = diskStoreOn(calls, { root });
    await again.append('/large', 'more');
    taken();
    await again.write('/gone/a', 'x');
    await again.delete('/gone');
    await again.close();
    expect(taken()['write bytes']).toBeLessThan(60_000); // the checkpoint names each file
    expect(await diskStore({ root }).readRange('/large', 1_999_999)).toBe('xmore');
  });

  test('moves bytes that another handle knows elsewhere: that one finds them again', async () => {
    const other = diskStore({ root });
    const lookBefore = (file: string, name: string): boolean => {
      if (name.endsWith('checkpoint')) void other.exists('/log'); // follows the log into the new segment, before the old one is retired
      return systemCalls.link(file, name);
    };
    const store = diskStoreOn({ ...systemCalls, link: lookBefore }, { root });
    for (let round = 0; round < 3; round += 1) {
      await store.append('/log', `${round}\n`);
      await store.write('/large', `${round}`.repeat(50_000));
      await store.write('/gone/a', 'x');
      await store.delete('/gone');
      await expect.poll(() => readdirSync(join(root, 'log')).length).toBe(1);
    }
    await store.close();
    expect([await other.read('/log'), await other.readRange('/large', 49_999)]).toEqual(['0\n1\n2\n', '2']);
    await other.close();
  });

  test('takes over the few that are left of many small ones, and lets the rest go', async () => {
    let store = diskStore({ root });
    await store.commit(
      Array.from({ length: 100 }, (_, index) => ({ kind: 'write', path: `/small/${index}`, content: `${index}`.repeat(100) })),
    );
    await store.write('/gone/a', 'x');
    await store.delete('/gone');
    await store.close();
    store = diskStore({ root });
    await store.commit(Array.from({ length: 80 }, (_, index) => ({ kind: 'delete', path: `/small/${index}` })));
    await store.write('/gone/a', 'x');
    await store.delete('/gone');
    const expected = await contentsOf(store);
    await store.close();
    const sizes = readdirSync(join(root, 'data')).map((name) => readFileSync(join(root, 'data', name)).length);
    expect(sizes).toEqual([20 * 2 * 100]);
    store = diskStore({ root });
    expect(await contentsOf(store)).toEqual(expected);
    await store.close();
  });

  test('removes what processes left that died long ago, and nothing that is new', async () => {
    const store = diskStore({ root });
    await store.write('/a/b', 'x');
    for (const name of ['old', 'young']) writeFileSync(join(root, 'new', name), 'x');
    utimesSync(join(root, 'new', 'old'), 1, 1);
    await store.delete('/a');
    await store.close();
    expect(readdirSync(join(root, 'new'))).toEqual(['young']);
  });
});
