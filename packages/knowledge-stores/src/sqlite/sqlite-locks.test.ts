import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type SqliteDriver } from './driver.ts';
import { sqliteStore } from './index.ts';
import { temporaryDatabase } from './temporary-database.test-support.ts';

let file = '';
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ file, remove } = await temporaryDatabase());
});

afterEach(() => remove());

/** Another process that holds the write lock. */
function lockedByAnother(): SqliteDriver {
  const other = openDatabase(file, 0);
  other.exec('BEGIN IMMEDIATE');
  return other;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('the process goes on while a call waits for a lock, and calls keep their order', async () => {
  const store = sqliteStore({ file });
  const other = lockedByAnother();
  const order: string[] = [];
  const calls = ['first', 'second', 'third'].map((text) => store.append('/log', `${text} `).then(() => order.push(text)));
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(order).toEqual([]);
  other.exec('ROLLBACK');
  const late = store.append('/log', 'fourth').then(() => order.push('fourth'));
  await Promise.all([...calls, late]);
  expect([order, await store.read('/log')]).toEqual([['first', 'second', 'third', 'fourth'], 'first second third fourth']);
  other.close();
  await store.close();
});

test('a call that waits for a lock ends when the store is closed or the call is aborted', async () => {
  const store = sqliteStore({ file });
  const other = lockedByAnother();
  const abort = new AbortController();
  const aborted = store.write('/a', 'x', { signal: abort.signal });
  const waiting = store.write('/b', 'x');
  abort.abort(new Error('mine'));
  await expect(aborted).rejects.toThrow('mine');
  await store.close();
  await expect(waiting).rejects.toMatchObject({ code: 'store_closed' });
  other.close();
});

test('K2 an unrelated write beside a commit that fails in the middle survives its rollback', async () => {
  const pages = 40;
  const store = sqliteStore({
    file,
    open(path, timeoutMs) {
      const driver = openDatabase(path, timeoutMs);
      driver.exec(`PRAGMA max_page_count = ${pages}`); // a disk that is full after these pages
      return driver;
    },
  });
  await store.write('/kept', 'before');
  const results = await Promise.allSettled([
    store.write('/first', 'x'),
    store.commit([
      { kind: 'write', path: '/half', content: 'x' },
      { kind: 'delete', path: '/kept' },
      { kind: 'append', path: '/log', content: 'x'.repeat(pages * 4096) },
    ]),
    store.write('/second', 'x'),
  ]);
  expect(results).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'store_unavailable', retryable: true, message: expect.stringContaining('full') } },
    { status: 'fulfilled' },
  ]);
  expect(await store.list('/')).toEqual(['first', 'kept', 'second']);
  expect(await store.read('/kept')).toBe('before');
  await store.close();
});
