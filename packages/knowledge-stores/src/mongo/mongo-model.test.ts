import { randomUUID } from 'node:crypto';
import { type JournalStore, namespaceStore, type StoreOperation, scopedStore } from '@intarsia/core';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { memoryStore } from '../index.ts';
import { mongoStore } from './index.ts';
import { testDatabase } from './test-database.test-support.ts';

const url = requireService('INTARSIA_TEST_MONGO_URL');
const database = testDatabase(url ?? '');
afterAll(() => database.drop());

type Step = (store: JournalStore) => Promise<unknown>;

const outcome = (call: Promise<unknown>): Promise<unknown> => call.catch((error) => ({ code: Reflect.get(Object(error), 'code') }));
const content = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('é', '\u{1f600}', '', '\u0000', '\ufeff', '$a', 'x'.repeat(70_000), 'y'.repeat(300_000)),
);
const segment = fc.constantFrom('a', 'b', 'ab', '%', 'é', 'A', '0', '.x', '$set', 'a.b', '\u{1f600}');
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => `/${segments.join('/')}`);
const anyPath = fc.oneof(
  { weight: 12, arbitrary: path },
  { weight: 1, arbitrary: fc.constantFrom('/', '', 'a//b/', '/a/../b', '/a\u0000') },
);
const operation: fc.Arbitrary<StoreOperation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('write', 'append'), path: anyPath, content }),
  fc.record({ kind: fc.constant('delete'), path: anyPath }),
);
const lease = fc.constantFrom('/run', '/$other.');
const epoch = fc.integer({ min: 0, max: 6 });
const conditions = fc.record(
  { fence: fc.record({ lease, epoch }), expect: fc.array(fc.record({ path, size: fc.integer({ min: -1, max: 12 }) }), { maxLength: 2 }) },
  { requiredKeys: [] },
);
const ttlMs = 3_600_000;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyPath, content).map(
    ([at, text]) =>
      (store: JournalStore) =>
        store.write(at, text),
  ),
  fc.tuple(anyPath, content).map(
    ([at, text]) =>
      (store: JournalStore) =>
        store.append(at, text),
  ),
  anyPath.map((at) => (store: JournalStore) => store.delete(at)),
  anyPath.map((at) => (store: JournalStore) => store.read(at)),
  anyPath.map((at) => (store: JournalStore) => store.list(at)),
  anyPath.map((at) => (store: JournalStore) => store.exists(at)),
  anyPath.map((at) => async (store: JournalStore) => (await store.stat(at))?.size),
  fc.tuple(path, fc.integer({ min: -2, max: 30 }), fc.option(fc.integer({ min: -2, max: 70_010 }), { nil: undefined })).map(
    ([at, start, end]) =>
      (store: JournalStore) =>
        store.readRange(at, start, end),
  ),
  fc.tuple(fc.array(operation, { maxLength: 5 }), conditions).map(
    ([operations, expected]) =>
      (store: JournalStore) =>
        store.commit(operations, expected),
  ),
  fc.tuple(lease, fc.constantFrom('a', 'b')).map(([name, owner]) => async (store: JournalStore) => ({
    ...(await store.lease.acquire(name, { owner, ttlMs })),
    remainingMs: 0,
  })),
  fc.tuple(lease, epoch).map(
    ([name, held]) =>
      (store: JournalStore) =>
        store.lease.renew(name, { epoch: held, ttlMs }),
  ),
  fc.tuple(lease, epoch).map(
    ([name, held]) =>
      (store: JournalStore) =>
        store.lease.release(name, { epoch: held }),
  ),
);

async function everything(store: JournalStore, folder = '/'): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const name of await store.list(folder)) {
    const at = `${folder === '/' ? '' : folder}/${name}`;
    if (name.endsWith('/')) found.push(...(await everything(store, at.slice(0, -1))));
    else found.push([at, await store.read(at), (await store.stat(at))?.size]);
  }
  return found;
}

describe.skipIf(url === undefined)('the mongo store beside the one in memory', () => {
  test('does the same with any sequence of calls, whichever of two handles takes each', { timeout: 90_000 }, async () => {
    const memory = memoryStore();
    const handles = [0, 1].map(() => mongoStore({ client: database.client(), database: database.name }));
    const run = fc.tuple(step, fc.integer({ min: 0, max: 1 }));
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
        const chat = randomUUID();
        const left = scopedStore(memory, `/${chat}`);
        const right = handles.map((handle) => namespaceStore(handle, { tenant: 'model', chat }));
        for (const [index, [call, chosen]] of steps.entries()) {
          const store = right[chosen] ?? left;
          const [inMemory, onMongo] = [await outcome(call(left)), await outcome(call(store))];
          expect(onMongo, `step ${index}`).toEqual(inMemory);
        }
        for (const store of right) expect(await everything(store)).toEqual(await everything(left));
      }),
      { numRuns: 25 },
    );
    await Promise.all(handles.map((handle) => handle.close()));
  });
});
