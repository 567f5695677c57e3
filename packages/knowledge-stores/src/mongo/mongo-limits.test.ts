import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { handlesOn, write } from './handles.test-support.ts';
import { mongoStore } from './index.ts';
import { testDatabase } from './test-database.test-support.ts';

const url = requireService('INTARSIA_TEST_MONGO_URL');
const on = handlesOn(url ?? '');
afterEach(() => on.close());
afterAll(() => on.server.drop());

describe('a mongo store', () => {
  test.each(['', 'a.b', 'a b', 'a/b', 'a$b', 'a\0', 'ü'.repeat(32)])('refuses %j as the name of a database', (database) => {
    expect(() => mongoStore({ url: 'mongodb://127.0.0.1', database })).toThrow(expect.objectContaining({ code: 'wiring_invalid' }));
  });

  test.each(['$a', 'a\0', '.a', 'system.'])('refuses %j as a prefix of collections', (collectionPrefix) => {
    expect(() => mongoStore({ url: 'mongodb://127.0.0.1', collectionPrefix })).toThrow(expect.objectContaining({ code: 'wiring_invalid' }));
  });
});

describe.skipIf(url === undefined)('a mongo store on a server', () => {
  test('tells at once that its server refuses a name', async () => {
    const store = mongoStore({ ...on.server.options(), collectionPrefix: 'x'.repeat(300) });
    await expect(store.write('/a', 'x')).rejects.toMatchObject({ code: 'wiring_invalid', retryable: false });
    await store.close();
  });

  test('takes many paths that are longer together than a question may be', async () => {
    const store = on.view(on.namespace());
    const paths = Array.from({ length: 900 }, (_, index) => `/${index}/${'x'.repeat(20_000)}`);
    const expectAbsent = { expect: paths.map((path) => ({ path, size: -1 })) };
    expect(
      await store.commit(
        paths.map((path) => write(path, 'x')),
        expectAbsent,
      ),
    ).toEqual({ kind: 'committed' });
    expect(await store.list('/')).toHaveLength(900);
  });

  test('makes the indexes that are missing when a list needs them', async () => {
    const restored = testDatabase(url ?? '');
    const before = mongoStore(restored.options());
    await before.write('/a/b', 'x');
    await before.close();
    const files = restored.client().db(restored.name).collection('intarsia_files');
    await files.dropIndexes();
    const store = mongoStore(restored.options());
    expect(await store.list('/a')).toEqual(['b']);
    expect(await files.indexExists(['live', 'deleted'])).toBe(true);
    await store.close();
    await restored.drop();
  });

  test('tells those who read when its database was dropped', async () => {
    const dropped = testDatabase(url ?? '');
    const store = mongoStore(dropped.options());
    await store.write('/a', 'x');
    await dropped.client().db(dropped.name).dropDatabase();
    await expect(store.read('/a')).rejects.toMatchObject({ code: 'store_corrupt' });
    await store.close();
    await dropped.drop();
  });
});
