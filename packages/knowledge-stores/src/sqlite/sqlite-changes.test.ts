import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteChanges } from './changes.ts';
import { openStoreDatabase } from './database.ts';
import { openDatabase, type SqliteDriver } from './driver.ts';
import { columnReader } from './failures.ts';
import { sqliteStore } from './index.ts';
import { temporaryDatabase } from './temporary-database.test-support.ts';
import { transact } from './transaction.ts';

let file = '';
let remove: () => Promise<void>;
let driver: SqliteDriver;

beforeEach(async () => {
  ({ file, remove } = await temporaryDatabase());
  driver = openStoreDatabase(file, openDatabase, 1_000).driver;
});

afterEach(async () => {
  driver.close();
  await remove();
});

test('changes are numbered in order, and old ones are dropped', () => {
  const changes = sqliteChanges(driver, columnReader(file));
  expect([changes.last(), changes.after(0)]).toEqual([0, []]);
  expect(transact(driver, () => changes.note(['/a', '/b']))).toBe(2);
  expect([changes.after(0), changes.after(1), changes.after(2)]).toEqual([['/a', '/b'], ['/b'], []]);
  const many = Array.from({ length: 12_000 }, (_, index) => `/${index}`);
  expect(transact(driver, () => changes.note(many))).toBe(12_002);
  expect([changes.after(5), changes.after(11_999)?.length]).toEqual([null, 3]);
});

test('no statement walks through the changes', () => {
  const plans: string[] = [];
  const recording: SqliteDriver = {
    ...driver,
    prepare(sql) {
      if (!sql.startsWith('PRAGMA'))
        plans.push(
          ...driver
            .prepare(`EXPLAIN QUERY PLAN ${sql}`)
            .all()
            .map((row) => String(row['detail'])),
        );
      return driver.prepare(sql);
    },
  };
  sqliteChanges(recording, columnReader(file));
  expect(plans.filter((step) => step.startsWith('SCAN'))).toEqual([]);
});

test('each change of another handle is told once, also between own ones', async () => {
  const store = sqliteStore({ file });
  const other = sqliteStore({ file });
  const heard: string[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  store.onChange('/', (path) => {
    heard.push(path);
    if (path === '/last') resolve();
  });
  await store.write('/own/1', 'x');
  await other.write('/other/1', 'x');
  await store.write('/own/2', 'x');
  await other.commit([
    { kind: 'write', path: '/other/2', content: 'x' },
    { kind: 'append', path: '/other/2', content: 'x' },
    { kind: 'delete', path: '/other/1' },
  ]);
  await store.write('/own/3', 'x');
  await other.write('/last', 'x');
  await done;
  expect(heard.filter((path) => path.startsWith('/own'))).toEqual(['/own/1', '/own/2', '/own/3']);
  expect(heard.filter((path) => !path.startsWith('/own')).sort()).toEqual(['/last', '/other/1', '/other/2']);
  await store.close();
  await other.close();
});

test('when changes were dropped before they were read, every file counts as changed', async () => {
  const store = sqliteStore({ file });
  const other = sqliteStore({ file });
  await store.write('/watched/a', 'x');
  const heard = new Set<string>();
  const { promise: done, resolve } = Promise.withResolvers<void>();
  store.onChange('/watched', (path) => {
    heard.add(path);
    if (path === '/watched') resolve();
  });
  // One commit of more files than are kept: no poll can come between them.
  await other.commit(Array.from({ length: 11_500 }, (_, index) => ({ kind: 'write' as const, path: `/many/${index}`, content: '' })));
  await done;
  expect([...heard].sort()).toEqual(['/watched', '/watched/a']);
  await store.close();
  await other.close();
});
