import { type JournalStore, type StoreOperation, scopedStore } from '@intarsia/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryStore } from '../index.ts';
import { temporaryRoot } from './disk.test-support.ts';
import { diskStore } from './index.ts';

type Step = (store: JournalStore) => Promise<unknown>;

const outcome = (call: Promise<unknown>): Promise<unknown> => call.catch((error) => ({ code: Reflect.get(Object(error), 'code') }));
const content = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('é', '\u{1f600}', '', '\u0000', '\ufeff', 'x'.repeat(70_000)),
);
const segment = fc.constantFrom('a', 'b', 'ab', '%', 'é', 'A', '0', '.x');
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => `/${segments.join('/')}`);
const anyPath = fc.oneof(
  { weight: 12, arbitrary: path },
  { weight: 1, arbitrary: fc.constantFrom('/', '', 'a//b/', '/a/../b', '/a\u0000') },
);
const operation: fc.Arbitrary<StoreOperation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('write', 'append'), path: anyPath, content }),
  fc.record({ kind: fc.constant('delete'), path: anyPath }),
);
const lease = fc.constantFrom('/run', '/other');
const epoch = fc.integer({ min: 0, max: 6 });
const conditions = fc.record(
  { fence: fc.record({ lease, epoch }), expect: fc.array(fc.record({ path, size: fc.integer({ min: -1, max: 12 }) }), { maxLength: 2 }) },
  { requiredKeys: [] },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyPath, content).map<Step>(
    ([path, text]) =>
      (store) =>
        store.write(path, text),
  ),
  fc.tuple(anyPath, content).map<Step>(
    ([path, text]) =>
      (store) =>
        store.append(path, text),
  ),
  anyPath.map<Step>((path) => (store) => store.delete(path)),
  anyPath.map<Step>((path) => (store) => store.read(path)),
  anyPath.map<Step>((path) => (store) => store.list(path)),
  anyPath.map<Step>((path) => (store) => store.exists(path)),
  anyPath.map<Step>((path) => async (store) => (await store.stat(path))?.size),
  fc.tuple(path, fc.integer({ min: -2, max: 30 }), fc.option(fc.integer({ min: -2, max: 70_010 }), { nil: undefined })).map<Step>(
    ([path, start, end]) =>
      (store) =>
        store.readRange(path, start, end),
  ),
  fc.tuple(fc.array(operation, { maxLength: 5 }), conditions).map<Step>(
    ([operations, conditions]) =>
      (store) =>
        store.commit(operations, conditions),
  ),
  fc.tuple(lease, fc.constantFrom('a', 'b')).map<Step>(([lease, owner]) => async (store) => ({
    ...(await store.lease.acquire(lease, { owner, ttlMs: 3_600_000 })),
    remainingMs: 0,
  })),
  fc.tuple(lease, epoch).map<Step>(
    ([lease, epoch]) =>
      (store) =>
        store.lease.renew(lease, { epoch, ttlMs: 3_600_000 }),
  ),
  fc.tuple(lease, epoch).map<Step>(
    ([lease, epoch]) =>
      (store) =>
        store.lease.release(lease, { epoch }),
  ),
);

async function everything(store: JournalStore, folder = '/'): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const name of await store.list(folder)) {
    const path = `${folder === '/' ? '' : folder}/${name}`;
    if (name.endsWith('/')) found.push(...(await everything(store, path.slice(0, -1))));
    else found.push([path, await store.read(path), (await store.stat(path))?.size]);
  }
  return found;
}

test('any sequence of calls does the same on disk as in memory', { timeout: 60_000 }, async () => {
  const { root, remove } = await temporaryRoot();
  const memory = memoryStore();
  const disk = diskStore({ root });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
      run += 1;
      const left = scopedStore(memory, `/run ${run}`);
      const right = scopedStore(disk, `/run ${run}`);
      for (const [index, call] of steps.entries()) {
        const [inMemory, onDisk] = [await outcome(call(left)), await outcome(call(right))];
        expect(onDisk, `step ${index}`).toEqual(inMemory);
      }
      expect(await everything(right)).toEqual(await everything(left));
    }),
    { numRuns: 150 },
  );
  await disk.close();
  await remove();
});
