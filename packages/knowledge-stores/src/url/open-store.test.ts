import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from './index.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intarsia-url-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('K3 a memory store is one store throughout: what a commit wrote is read, and lives as long as the handle', async () => {
  const store = await openStore('memory:');
  expect(await store.commit([{ kind: 'write', path: '/a', content: 'x' }])).toEqual({ kind: 'committed' });
  expect([await store.read('/a'), await store.list('/')]).toEqual(['x', ['a']]);
  const other = await openStore('memory:');
  expect(await other.read('/a')).toBe(null);
  await expect(openStore('sqlite::memory:')).rejects.toMatchObject({ code: 'wiring_invalid' });
  await Promise.all([store.close(), other.close()]);
});

test.each(['sqlite', 'file'])('%s: takes a path, which a second handle opens again', async (scheme) => {
  const url = `${scheme}:${join(folder, `${scheme}.store`)}`;
  const store = await openStore(url);
  await store.write('/a', 'x');
  await store.close();
  const again = await openStore(url);
  expect(await again.read('/a')).toBe('x');
  await again.close();
});

test('file: takes the URL form as well', async () => {
  const url = pathToFileURL(join(folder, 'with space')).href;
  const store = await openStore(url);
  await store.write('/a', 'x');
  await store.close();
  const again = await openStore(`file:${join(folder, 'with space')}`);
  expect(await again.read('/a')).toBe('x');
  await again.close();
});

test.each(['', 'store.db', 'postgres://user:sesame@host/db', 'sqlite:', 'file:', 'C:\\store'])(
  '%j is refused without telling a password',
  async (url) => {
    await expect(openStore(url)).rejects.toMatchObject({ code: 'wiring_invalid', message: expect.not.stringContaining('sesame') });
  },
);
