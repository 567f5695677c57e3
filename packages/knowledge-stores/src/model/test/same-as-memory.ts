import { type JournalStore, scopedStore } from '@intarsia/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import { memoryStore } from '../../index.ts';
import { anyStep, countedTrack, type Hazards, type Track } from './steps.ts';

/** The store that is held against the one in memory. */
export interface Compared {
  /** An empty place of that name, through each of its handles: a step is taken through any of them. */
  place(name: string): readonly [JournalStore, ...JournalStore[]];
  readonly runs: number;
  readonly hazards?: Hazards;
  /** How its epochs are named. Default: they are counted from 1, as in memory. */
  readonly track?: (store: JournalStore) => Track;
}

const outcome = (call: Promise<unknown>): Promise<unknown> => call.catch((error) => ({ code: Reflect.get(Object(error), 'code') }));

async function everything(store: JournalStore, folder = '/'): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const name of await store.list(folder)) {
    const path = `${folder === '/' ? '' : folder}/${name}`;
    if (name.endsWith('/')) found.push(...(await everything(store, path.slice(0, -1))));
    else found.push([path, await store.read(path), (await store.stat(path))?.size]);
  }
  return found;
}

/** Any sequence of calls has the same answers as in memory, and leaves the same files. */
export async function sameAsMemory({ place, runs, hazards, track = countedTrack }: Compared): Promise<void> {
  const memory = memoryStore();
  const step = fc.tuple(anyStep(hazards), fc.nat());
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
      run += 1;
      const left = track(scopedStore(memory, `/run ${run}`));
      const handles = place(`run ${run}`);
      const right = track(handles[0]);
      for (const [index, [call, chosen]] of steps.entries()) {
        const through: Track = { ...right, store: handles[chosen % handles.length] ?? handles[0] };
        const [inMemory, there] = [await outcome(call(left)), await outcome(call(through))];
        expect(there, `step ${index}`).toEqual(inMemory);
      }
      for (const handle of handles) expect(await everything(handle)).toEqual(await everything(left.store));
    }),
    { numRuns: runs },
  );
  await memory.close();
}
