import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JournalStore } from '@intarsia/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memoryStore } from '../memory/index.ts';
import { openStore } from '../url/index.ts';
import { holdsFile, isSameStore } from './index.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intarsia-same-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function compared(from: JournalStore, to: JournalStore): Promise<boolean> {
  try {
    return await isSameStore(from, to);
  } finally {
    expect([await holdsFile(from, 'root'), await holdsFile(to, 'root')]).toEqual([false, false]);
    await from.close();
    await to.close();
  }
}

it.each(['sqlite', 'file'])('finds a store again by another path of %s:, and after that, too', async (scheme) => {
  const path = join(folder, 'store');
  const own = await openStore(`${scheme}:${path}`);
  await symlink(path, join(folder, 'link'));
  expect(await compared(own, await openStore(`${scheme}:${join(folder, 'link')}`))).toBe(true);
  const spelled = await openStore(`${scheme}:${relative(process.cwd(), path)}`);
  expect(await compared(await openStore(`${scheme}:${path}`), spelled)).toBe(true);
});

it('tells two stores apart', async () => {
  expect(await compared(await openStore(`sqlite:${folder}/a`), await openStore(`sqlite:${folder}/b`))).toBe(false);
  expect(await compared(await openStore(`sqlite:${folder}/a`), memoryStore())).toBe(false);
});

it('is not misled by another copy that compares at that moment', async () => {
  const [from, to] = [await openStore(`sqlite:${folder}/a`), memoryStore()];
  await to.lease.acquire('/intarsia/copy', { owner: 'copy/another', ttlMs: 60_000 });
  expect(await isSameStore(to, to)).toBe(true);
  expect(await compared(from, to)).toBe(false);
});
