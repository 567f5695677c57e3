import { Redis } from 'ioredis';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { redisStore } from './index.ts';
import { ownPrefix, sharedRedis } from './redis-servers.test-support.ts';

const nobody = 'redis://user:sesame@127.0.0.1:1/0';

describe('where a redis store lives', () => {
  afterEach(() => {
    vi.doUnmock('ioredis');
  });

  test.each([
    [''],
    ['postgres://user:sesame@host/db'],
    ['127.0.0.1:6379'],
    [[]],
    [['redis://a:1', 'nonsense:sesame']],
    ['redis://:sesame%zz@host/0'],
    ['redis://:sesame@host/main'],
    ['redis://:sesame@host/-1'],
    ['redis://:sesame@host/1/2'],
  ])('%j is refused without telling a password', (url) => {
    expect(() => redisStore({ url })).toThrow(
      expect.objectContaining({ code: 'wiring_invalid', message: expect.not.stringContaining('sesame') }),
    );
  });

  test('a key prefix with a brace or half a pair, and a time limit that is none are refused', () => {
    for (const wrong of [{ keyPrefix: 'a{b' }, { keyPrefix: '}' }, { keyPrefix: '\ud800' }, { timeoutMs: 0 }, { timeoutMs: Number.NaN }]) {
      expect(() => redisStore({ url: nobody, ...wrong })).toThrow(expect.objectContaining({ code: 'wiring_invalid' }));
    }
  });

  test('the paths of a commit count for its size too', async () => {
    const operation = { kind: 'delete', path: `/${'x'.repeat(1_000_000)}` } as const;
    const store = redisStore({ url: nobody, timeoutMs: 300 });
    await expect(store.commit(Array.from({ length: 300 }, () => operation))).rejects.toMatchObject({
      code: 'store_unavailable',
      details: { operations: 300, maximalBytes: 256 * 1024 * 1024 },
    });
    await store.close();
  });

  test('nobody there: said within the time limit, naming the server without its credentials', async () => {
    const store = redisStore({ url: nobody, timeoutMs: 300 });
    const began = performance.now();
    const failure = await store.write('/a', 'x').catch((error: unknown) => error);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(failure).toMatchObject({
      code: 'store_unavailable',
      retryable: true,
      message: expect.stringContaining('redis://127.0.0.1:1/0'),
    });
    expect(JSON.stringify([String(failure), Reflect.get(Object(failure), 'details')])).not.toMatch(/sesame|unknown/);
    await store.close();
  });

  test('a missing client package is named with the command that installs it', async () => {
    vi.doMock('ioredis', () => {
      throw new Error('Cannot find package');
    });
    const store = redisStore({ url: nobody });
    await expect(store.read('/a')).rejects.toMatchObject({
      code: 'client_missing',
      message: expect.stringContaining('npm install ioredis'),
    });
    await store.close();
  });
});

describe.skipIf(sharedRedis === undefined)('a client that its owner gives', () => {
  const url = sharedRedis ?? '';

  test('lends its settings and its prefix; it is neither used nor closed, and closing it does not close the store', async () => {
    const { keyPrefix, remove } = ownPrefix(url);
    const client = new Redis(url, { keyPrefix: `${keyPrefix}:`, replyMapping: 'resp3', stringNumbers: true });
    const store = redisStore({ client, keyPrefix: 'inner' });
    const changes = new Set<string>();
    store.onChange('/', (path) => changes.add(path));
    await store.append('/a', 'x');
    const other = redisStore({ url: `${url}/0?keyPrefix=${encodeURIComponent(`${keyPrefix}:inner`)}` });
    await other.append('/a', 'y');
    await other.write('/b', 'x');
    await expect.poll(() => [...changes].sort()).toEqual(['/a', '/b']);
    await other.close();
    expect(await client.set('own', 'x')).toBe('OK');
    client.disconnect();
    expect(await store.read('/a')).toBe('xy');
    await store.close();
    await remove();
  });

  test('K10 a store that was closed by its owner leaves a given client open', async () => {
    const client = new Redis(url);
    const store = redisStore({ client });
    await store.exists('/none');
    await store.close();
    await store.close();
    expect(await client.ping()).toBe('PONG');
    client.disconnect();
  });
});
