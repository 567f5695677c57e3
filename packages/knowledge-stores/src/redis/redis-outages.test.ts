import { isIntarsiaError } from '@intarsia/core';
import { journalStoreContract, type StoreHarness } from '@intarsia/core/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { redisStore } from './index.ts';
import { type LossyProxy, lossyProxy } from './lossy-proxy.test-support.ts';
import { type OwnRedis, ownPrefix, sharedRedis, startRedis } from './redis-servers.test-support.ts';

const timeoutMs = 400;
/** By when a call must have settled: a busy machine is slow to say so, and nobody waits as long by chance. */
const settledMs = 10 * timeoutMs;
const unknownOutcome = { code: 'store_unavailable', retryable: true, details: { outcome: 'unknown' } };
const noAnswer = { code: 'store_unavailable', retryable: true, details: expect.not.objectContaining({ outcome: expect.anything() }) };

/** How long a call that must fail took, in milliseconds. */
async function timeOf(call: Promise<unknown>, failure: object): Promise<number> {
  const began = performance.now();
  await expect(call).rejects.toMatchObject(failure);
  return performance.now() - began;
}

describe.skipIf(sharedRedis === undefined)('answers that get lost on their way', () => {
  let server: OwnRedis;
  let proxy: LossyProxy;
  beforeAll(async () => {
    server = await startRedis();
  });
  beforeEach(async () => {
    proxy = await lossyProxy(server.port);
  });
  afterEach(() => proxy.close());
  afterAll(() => server.stop());

  const openLossy = async (): Promise<StoreHarness> => {
    const { keyPrefix, remove } = ownPrefix(server.url);
    const store = redisStore({ url: proxy.url, keyPrefix });
    return {
      store,
      async loseAnswer(call) {
        const [result] = await Promise.all([call(), proxy.loseNextAnswer()]);
        return result;
      },
      async close() {
        await store.close();
        await remove();
      },
    };
  };
  const known = new Set(journalStoreContract(openLossy).map(({ name }) => name));
  it.each(journalStoreContract(openLossy, { losesAnswers: true }).filter(({ name }) => !known.has(name)))('$name', ({ run }) => run());

  test('a commit whose answer was lost is answered by a second try, once made, with the right offset', async () => {
    const { store, loseAnswer, close } = await openLossy();
    await store.append('/log', 'ü');
    expect(await loseAnswer?.(() => store.append('/log', 'x'))).toBe(2);
    expect(
      await loseAnswer?.(() => store.commit([{ kind: 'append', path: '/log', content: 'y' }], { expect: [{ path: '/log', size: 3 }] })),
    ).toEqual({
      kind: 'committed',
    });
    expect(await store.read('/log')).toBe('üxy');
    await close();
  });

  test('K7 a call that is under way when the connection drops settles within the time limit', async () => {
    const { keyPrefix, remove } = ownPrefix(server.url);
    const store = redisStore({ url: proxy.url, keyPrefix, timeoutMs });
    await store.write('/a', 'x');
    proxy.mute();
    const calls = [
      timeOf(store.append('/a', 'y'), unknownOutcome),
      timeOf(store.read('/a'), noAnswer),
      timeOf(store.lease.holder('/l'), noAnswer),
    ];
    proxy.cut();
    for (const time of await Promise.all(calls)) expect(time).toBeLessThan(settledMs);
    proxy.unmute();
    expect(await store.read('/a')).toMatch(/^xy?$/);
    await store.close();
    await remove();
  });

  test('a change whose answer was lost, and whose second try is refused: told that it may have been made', async () => {
    const { keyPrefix, remove } = ownPrefix(server.url);
    await server.command('acl', 'setuser', 'guest', 'reset', 'on', '>word', '~*', '&*', '+@all');
    const store = redisStore({ url: proxy.url.replace('://', '://guest:word@'), keyPrefix });
    await store.write('/a', 'x');
    const failing = expect(store.append('/a', 'y')).rejects.toMatchObject({ code: 'store_denied', details: { outcome: 'unknown' } });
    await proxy.loseNextAnswer(() => server.command('acl', 'setuser', 'guest', 'off'));
    await failing;
    await expect(store.append('/a', 'z')).rejects.toMatchObject({
      code: 'store_denied',
      details: expect.not.objectContaining({ outcome: 'unknown' }),
    });
    const reader = redisStore({ url: server.url, keyPrefix });
    expect(await reader.read('/a')).toBe('xy');
    await Promise.all([store.close(), reader.close()]);
    await remove();
  });

  test('a silent connection is replaced, so that the store goes on when only the connection was broken', async () => {
    const { keyPrefix, remove } = ownPrefix(server.url);
    const store = redisStore({ url: proxy.url, keyPrefix, timeoutMs });
    await store.write('/a', 'x');
    proxy.silence();
    await timeOf(store.read('/a'), noAnswer);
    await expect.poll(() => store.read('/a').catch(() => null), { timeout: 5_000 }).toBe('x');
    await store.close();
    await remove();
  });

  test('a call that is aborted while it waits ends with the reason', async () => {
    const store = redisStore({ url: proxy.url });
    proxy.mute();
    const controller = new AbortController();
    const reading = store.read('/a', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    await expect(store.exists('/a', { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: 'TimeoutError' });
    proxy.unmute();
    await store.close();
  });

  test('changes of another handle are heard at once', async () => {
    const { keyPrefix, remove } = ownPrefix(server.url);
    const [store, other] = [redisStore({ url: server.url, keyPrefix }), redisStore({ url: server.url, keyPrefix })];
    const heard = new Set<string>();
    store.onChange('/', (path) => heard.add(path));
    const began = performance.now();
    for (let round = 0; round < 10; round += 1) {
      await other.write(`/${round}`, 'x');
      await expect.poll(() => heard.size, { interval: 5, timeout: 5_000 }).toBe(round + 1);
    }
    expect(performance.now() - began).toBeLessThan(5_000); // looking now and then would take 20 s
    await Promise.all([store.close(), other.close()]);
    await remove();
  });

  test('the changes made while the subscription was cut off are heard afterwards', async () => {
    const { keyPrefix, remove } = ownPrefix(server.url);
    const store = redisStore({ url: proxy.url, keyPrefix });
    const other = redisStore({ url: server.url, keyPrefix });
    const heard = new Set<string>();
    store.onChange('/a', (path) => heard.add(path));
    await other.write('/a/before', 'x');
    await expect.poll(() => [...heard]).toEqual(['/a/before']);
    proxy.mute();
    proxy.cut();
    for (const name of ['one', 'two']) await other.write(`/a/${name}`, 'x');
    await other.delete('/a/before');
    heard.clear();
    proxy.unmute();
    await expect.poll(() => [...heard].sort(), { timeout: 5_000 }).toEqual(['/a/before', '/a/one', '/a/two']);
    await Promise.all([store.close(), other.close()]);
    await remove();
  });

  test.each([
    ['nothing', []],
    ['something', ['/c', '/d']],
  ])('when the stream lost what was missed, and %s changed since, everything watched counts as changed', async (_what, since) => {
    const { keyPrefix, remove } = ownPrefix(server.url);
    const store = redisStore({ url: proxy.url, keyPrefix });
    const other = redisStore({ url: server.url, keyPrefix });
    const heard = new Set<string>();
    const file = new Set<string>();
    await other.write('/a/untouched', 'x');
    store.onChange('/a', (path) => heard.add(path));
    store.onChange('/a/gone', (path) => file.add(path));
    await other.write('/a/gone', 'x');
    await expect.poll(() => [...file]).toEqual(['/a/gone']);
    proxy.mute();
    proxy.cut();
    await other.delete('/a/gone');
    await other.write('/b', 'x');
    await server.command('xtrim', `${keyPrefix}:{/}:s`, 'maxlen', '0');
    for (const path of since) await other.write(path, 'x');
    heard.clear();
    file.clear();
    proxy.unmute();
    await expect.poll(() => [[...heard].sort(), [...file]], { timeout: 5_000 }).toEqual([['/a', '/a/untouched'], ['/a/gone']]);
    await Promise.all([store.close(), other.close()]);
    await remove();
  });
});

describe.skipIf(sharedRedis === undefined)('a server that loses everything', () => {
  test('is begun with anew: what it lost counts as changed, and what comes is heard, also by who wrote before', async () => {
    const server = await startRedis();
    const [store, other] = [redisStore({ url: server.url }), redisStore({ url: server.url })];
    const heard = new Set<string>();
    for (let round = 0; round < 5; round += 1) await store.write('/a', 'x');
    store.onChange('/', (path) => heard.add(path));
    await other.write('/b', 'x');
    await expect.poll(() => [...heard]).toEqual(['/b']);
    const epoch = await store.lease.acquire('/run', { owner: 'a', ttlMs: 60_000 });
    await server.command('flushall');
    const later = new Set<string>();
    store.onChange('/', (path) => later.add(path));
    for (const path of ['/c', '/d', '/e']) {
      await other.write(path, 'x');
      await expect.poll(() => [heard.has(path), later.has(path)], { timeout: 5_000 }).toEqual([true, true]);
    }
    const third = new Set<string>();
    const fresh = store.namespace?.({ tenant: 't', chat: 'c' });
    fresh?.onChange('/', (path) => third.add(path));
    await fresh?.write('/f', 'x');
    await expect.poll(() => [...third]).toEqual(['/f']);
    const again = await store.lease.acquire('/run', { owner: 'b', ttlMs: 60_000 });
    if (epoch.kind !== 'acquired' || again.kind !== 'acquired') throw new Error('both are granted');
    expect(again.epoch).toBeGreaterThan(epoch.epoch);
    await Promise.all([store.close(), other.close()]);
    await server.stop();
  });
});

describe.skipIf(sharedRedis === undefined)('a server that stops', () => {
  let server: OwnRedis;
  beforeEach(async () => {
    server = await startRedis('--appendonly', 'yes', '--appendfsync', 'always');
  });
  afterEach(() => server.stop());

  test('killed under load and started again: every acknowledged append is there, once, and the handle goes on', async () => {
    const store = redisStore({ url: server.url, timeoutMs: 2_000 });
    const acknowledged: string[] = [];
    const unsure: string[] = [];
    let running = true;
    const write = async (writer: number): Promise<void> => {
      for (let number = 0; running; number += 1) {
        const text = `<${writer}.${number}>`;
        try {
          await store.append('/log', text);
          acknowledged.push(text);
        } catch (error) {
          expect(isIntarsiaError(error, 'store_unavailable')).toBe(true);
          unsure.push(text);
        }
      }
    };
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
    for (let kill = 0; kill < 2; kill += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(before + 100);
      await server.signal('SIGKILL');
      await server.restart();
    }
    await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(200);
    running = false;
    await Promise.all(writers);
    const log = (await store.read('/log')) ?? '';
    const times = (text: string): number => log.split(text).length - 1;
    expect(acknowledged.filter((text) => times(text) !== 1)).toEqual([]);
    expect(unsure.filter((text) => times(text) > 1)).toEqual([]);
    await store.close();
  });

  test('frozen: calls settle within the time limit, and the handle works when the server does', async () => {
    const store = redisStore({ url: server.url, timeoutMs });
    await store.write('/a', 'x');
    await server.signal('SIGSTOP');
    const times = await Promise.all([
      timeOf(store.append('/a', 'y'), unknownOutcome),
      timeOf(store.read('/a'), noAnswer),
      timeOf(store.lease.acquire('/run', { owner: 'a', ttlMs: 1_000 }), unknownOutcome),
    ]);
    times.push(await timeOf(store.stat('/a'), noAnswer)); // on a connection that is not there yet
    for (const time of times) expect(time).toBeLessThan(settledMs);
    await server.signal('SIGCONT');
    await expect.poll(() => store.read('/a').catch(() => null), { timeout: 5_000 }).toMatch(/^xy?$/);
    await store.close();
  });

  test('away from the beginning: calls say so in time, and work once it is there', async () => {
    await server.signal('SIGKILL');
    const store = redisStore({ url: server.url, timeoutMs });
    const heard = new Set<string>();
    store.onChange('/', (path) => heard.add(path));
    expect(await timeOf(store.write('/a', 'x'), noAnswer)).toBeLessThan(settledMs);
    await server.restart();
    await expect.poll(() => store.exists('/a').catch(() => null), { timeout: 5_000 }).toBe(false);
    const other = redisStore({ url: server.url });
    await other.write('/b', 'x');
    await expect.poll(() => [...heard], { timeout: 5_000 }).toEqual(['/b']);
    await Promise.all([store.close(), other.close()]);
  });
});
