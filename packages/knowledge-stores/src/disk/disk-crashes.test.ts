import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalStore } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../memory/index.ts';
import { systemCalls } from './calls.ts';
import { contentsOf, temporaryRoot } from './disk.test-support.ts';
import { diskStoreOn } from './disk-store.ts';
import { dyingCalls, type Loss } from './dying-calls.test-support.ts';
import { diskStore } from './index.ts';

const large = 'x'.repeat(40_000);
const append = (path: string, content: string) => ({ kind: 'append', path, content }) as const;
const write = (path: string, content: string) => ({ kind: 'write', path, content }) as const;
const erase = (path: string) => ({ kind: 'delete', path }) as const;

/** Lives of a process, each ended by closing the store. Deletes of folders bring a checkpoint each, so that the steps meet every moment of one. */
const lives: readonly (readonly ((store: JournalStore) => Promise<unknown>)[])[] = [
  [
    (store) => store.append('/log', 'first\n'),
    (store) => store.commit([write('/big', large), append('/log', 'second\n'), write('/gone/a', 'x'), write('/gone/b', '')]),
    (store) => store.commit([erase('/gone'), append('/big', 'more'), write('/small', 'ö')]),
  ],
  [
    (store) => store.commit([write('/gone/c', 'x'), write('/small', 'new'), append('/big', 'and more')]),
    (store) => store.delete('/gone'),
    (store) => store.append('/log', 'third\n'),
  ],
  [(store) => store.commit([append('/log', 'last\n'), erase('/big')])],
];

/** What the files are after each step, from none to all. */
async function statesOf(): Promise<readonly unknown[]> {
  const store = memoryStore();
  const states = [await contentsOf(store)];
  for (const step of lives.flat()) {
    await step(store);
    states.push(await contentsOf(store));
  }
  return states;
}

/** Runs the lives until their process dies; how many steps it had acknowledged, or null when it came to its end. */
async function runUntilDeath(open: () => JournalStore, died: () => boolean): Promise<number | null> {
  let acknowledged = 0;
  try {
    for (const life of lives) {
      const store = open();
      for (const step of life) {
        await step(store);
        acknowledged += 1;
      }
      await store.close();
    }
  } catch (error) {
    if (!died()) throw error;
  }
  return died() ? acknowledged : null;
}

describe.each<{ readonly death: string; readonly loss: Loss }>([
  { death: 'killed', loss: 'nothing' },
  { death: 'cut off, with all that was not flushed lost', loss: 'everything' },
  { death: 'cut off, with a part of what was not flushed lost', loss: 'part' },
])('a process that is $death', ({ loss }) => {
  it('at any step loses no acknowledged commit, leaves none half done, and hinders nobody', { timeout: 120_000 }, async () => {
    const states = await statesOf();
    for (let step = 1; ; step += 1) {
      const { root, remove } = await temporaryRoot();
      const dying = dyingCalls(systemCalls, root, step, loss);
      const acknowledged = await runUntilDeath(() => diskStoreOn(dying.calls, { root }), dying.died);
      dying.loseWhatWasNotFlushed();

      const store = diskStore({ root });
      const found = await contentsOf(store);
      const possible = acknowledged === null ? states.slice(-1) : states.slice(acknowledged, acknowledged + 2);
      expect(possible, `died at step ${step}`).toContainEqual(found);
      // Whatever it left, others go on, and clean up.
      await store.write('/other/a', 'x');
      await store.delete('/other');
      expect(await store.append('/log', '!')).toBe(Buffer.byteLength(found['/log'] ?? ''));
      await store.close();
      expect(readdirSync(join(root, 'log')), `segments after step ${step}`).toHaveLength(1);
      const again = diskStore({ root });
      expect(await contentsOf(again)).toEqual({ ...found, '/log': `${found['/log'] ?? ''}!` });
      await again.close();
      await remove();
      if (acknowledged === null) break;
    }
  });
});
