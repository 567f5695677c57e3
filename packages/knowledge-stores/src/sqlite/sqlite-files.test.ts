import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStoreDatabase } from './database.ts';
import { openDatabase, type SqliteDriver } from './driver.ts';
import { columnReader } from './failures.ts';
import { sqliteFiles } from './files.ts';
import { sqliteStore } from './index.ts';
import { sqliteLeases } from './leases.ts';
import { transact } from './transaction.ts';

let folder = '';
let file = '';
const open = (): SqliteDriver => openStoreDatabase(file, openDatabase, 1_000).driver;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intarsia-sqlite-'));
  file = join(folder, 'store.db');
});

afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

describe('the cost of a call', () => {
  const count = (driver: SqliteDriver, sql: string): number => Number(Object.values(driver.prepare(sql).get() ?? {})[0]);

  test('an append changes two rows, however large the file is', () => {
    const driver = open();
    const files = sqliteFiles(driver, columnReader(file));
    transact(driver, () => files.append('/log', Buffer.alloc(3_000_000, 'x'), 'v0'));
    const changed: number[] = [];
    for (let index = 1; index <= 200; index += 1) {
      const before = count(driver, 'SELECT total_changes()');
      transact(driver, () => files.append('/log', Buffer.from('line\n'), `v${index}`));
      changed.push(count(driver, 'SELECT total_changes()') - before);
    }
    expect(new Set(changed)).toEqual(new Set([2]));
    expect(count(driver, 'SELECT max(length(bytes)) FROM chunks')).toBeLessThanOrEqual(65_536);
    expect(files.stat('/log')).toEqual({ size: 3_001_000, version: 'v200' });
    driver.close();
  });

  test('a range reads only the chunks that it overlaps', () => {
    const driver = open();
    const files = sqliteFiles(driver, columnReader(file));
    transact(driver, () => {
      for (let index = 0; index < 1_000; index += 1) files.append('/log', Buffer.from('0123456789'), 'v');
    });
    const found = files.readRange('/log', 4_995, 5_011);
    expect({ ...found, chunks: found?.chunks.length }).toEqual({ size: 10_000, start: 4_990, chunks: 3 });
    expect(files.readRange('/log', 9_999, undefined)?.chunks.length).toBe(1);
    driver.close();
  });

  test('no statement walks through a table', () => {
    const driver = open();
    const prepared: string[] = [];
    const recording: SqliteDriver = {
      ...driver,
      prepare(sql) {
        prepared.push(sql);
        return driver.prepare(sql);
      },
    };
    sqliteFiles(recording, columnReader(file));
    sqliteLeases(recording, columnReader(file));
    const plans = prepared.map((sql) =>
      driver
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map((row) => String(row['detail'])),
    );
    expect(plans.flat().filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
    expect(plans.flat().filter((step) => step.includes('path>? AND path<?')).length).toBeGreaterThan(0);
    driver.close();
  });

  test('the log is flushed at every commit', async () => {
    const driver = open();
    expect([count(driver, 'PRAGMA synchronous'), driver.prepare('PRAGMA journal_mode').get()]).toEqual([2, { journal_mode: 'wal' }]);
    driver.close();
  });
});

describe('a file that is no store', () => {
  const codeOf = (open: () => unknown): unknown => {
    try {
      open();
    } catch (error) {
      expect(String(error)).toContain(folder);
      return Reflect.get(Object(error), 'code');
    }
    return undefined;
  };

  test('is refused when it is no database', () => {
    writeFileSync(file, 'this is not a database, but it is long enough to have a header of its own'.repeat(20));
    expect(codeOf(() => sqliteStore({ file }))).toBe('store_corrupt');
  });

  test('is refused when it is the database of another program, and left as it was', () => {
    writeDatabase('CREATE TABLE notes (text TEXT)');
    const before = readFileSync(file);
    expect(codeOf(() => sqliteStore({ file }))).toBe('store_corrupt');
    expect(readFileSync(file)).toEqual(before);
  });

  test.each([-2, -1, 1, 2])('is refused when another program gave its schema the version %d, and left as it was', (version) => {
    writeDatabase(`CREATE TABLE notes (text TEXT); PRAGMA user_version = ${version}`);
    const before = readFileSync(file);
    expect(codeOf(() => sqliteStore({ file }))).toBe('store_corrupt');
    expect(readFileSync(file)).toEqual(before);
  });

  test('is refused when its tables have other columns', () => {
    open().close();
    writeDatabase('ALTER TABLE changes RENAME COLUMN path TO place');
    expect(codeOf(() => sqliteStore({ file }))).toBe('store_unavailable');
  });

  test('is refused when a newer version wrote it', () => {
    open().close();
    const newer = openDatabase(file, 0);
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    expect(codeOf(() => sqliteStore({ file }))).toBe('store_version');
  });

  test('is refused when it is a folder', () => {
    mkdirSync(file);
    expect(codeOf(() => sqliteStore({ file }))).toBe('store_unavailable');
  });

  test('is refused when it is a pipe, which nobody writes to', () => {
    execFileSync('mkfifo', [file]);
    expect(codeOf(() => sqliteStore({ file }))).toBe('store_unavailable');
  });

  test('is refused as ":memory:"', () => {
    expect(() => sqliteStore({ file: ':memory:' })).toThrow('memoryStore()');
  });

  test('is refused as read-only when the folder or the file cannot be written', () => {
    open().close();
    asOrdinaryUser(() => {
      expect(codeOf(() => sqliteStore({ file: join(folder, 'sub', 'new.db') }))).toBe('store_read_only');
      expect(codeOf(() => sqliteStore({ file: join(folder, 'new.db') }))).toBe('store_read_only');
      expect(codeOf(() => sqliteStore({ file }))).toBe('store_read_only');
    });
    chmodSync(file, 0o666);
    asOrdinaryUser(() => expect(codeOf(() => sqliteStore({ file }))).toBe('store_read_only'));
  });

  test('is reported as unavailable, to be tried again, while another process holds the lock', async () => {
    const store = sqliteStore({ file, timeoutMs: 50 });
    const other = openDatabase(file, 0);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.write('/a', 'x')).rejects.toMatchObject({ code: 'store_unavailable', retryable: true, details: { file } });
    other.exec('ROLLBACK');
    await store.write('/a', 'x');
    other.close();
    await store.close();
  });

  test.each([
    ['no text', "UPDATE chunks SET bytes = x'ff20ff20'"],
    ['shorter than its file', "UPDATE chunks SET bytes = x'20'"],
    ['longer than its file', 'UPDATE entries SET size = 3'],
    ['at another place', 'UPDATE chunks SET start = 1'],
    ['lost', 'DELETE FROM chunks'],
  ])('is reported as corrupt when a chunk is %s', async (_, spoil) => {
    const store = sqliteStore({ file });
    await store.write('/a', 'text');
    writeDatabase(spoil);
    const corrupt = { code: 'store_corrupt', details: { file } };
    await expect(store.read('/a')).rejects.toMatchObject(corrupt);
    await expect(store.readRange('/a', 0, 4)).rejects.toMatchObject({ code: spoil.includes('ff') ? 'path_invalid' : 'store_corrupt' });
    await store.close();
  });

  function writeDatabase(sql: string): void {
    const driver = openDatabase(file, 0);
    driver.exec(sql);
    driver.close();
  }

  /** The super user may write everywhere, so the body runs without its rights; the folder is read-only for its owner too. */
  function asOrdinaryUser(body: () => void): void {
    const own = process.geteuid?.() ?? -1;
    chmodSync(folder, 0o555);
    if (own === 0) process.seteuid?.(65_534);
    try {
      body();
    } finally {
      if (own === 0) process.seteuid?.(0);
      chmodSync(folder, 0o700);
    }
  }
});
