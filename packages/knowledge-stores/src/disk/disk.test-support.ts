import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalStore } from '@intarsia/core';

// In memory where that can be had: what the suites check does not depend on how long a disk takes to flush.
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A place for a store that does not exist yet, and how to remove what was made there. */
export async function temporaryRoot(): Promise<{ readonly folder: string; readonly root: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(parent, 'intarsia-disk-'));
  return { folder, root: join(folder, 'deep', 'store'), remove: () => rm(folder, { recursive: true, force: true }) };
}

const shown = (text: string | null): string | null =>
  text === null || text.length < 200 ? text : `${text.length} ${createHash('sha256').update(text).digest('hex')}`;

/** Every file of a store with its content, a long one as its digest. */
export async function contentsOf(store: JournalStore, folder = '/'): Promise<Readonly<Record<string, string | null>>> {
  const found: Record<string, string | null> = {};
  for (const name of await store.list(folder)) {
    const path = `${folder === '/' ? '' : folder}/${name}`;
    if (name.endsWith('/')) Object.assign(found, await contentsOf(store, path.slice(0, -1)));
    else found[path] = shown(await store.read(path));
  }
  return found;
}
