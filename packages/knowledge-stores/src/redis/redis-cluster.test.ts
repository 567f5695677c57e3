import type { JournalStore } from '@intarsia/core';
import { journalStoreContract, type SharedStoreHarness, type StoreHarness, sharedStoreContract } from '@intarsia/core/testing';
import { Cluster } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { redisStore } from './index.ts';
import { type OwnCluster, sharedRedis, startCluster } from './redis-servers.test-support.ts';

const chats = Array.from({ length: 24 }, (_, index) => ({ tenant: 't', chat: `chat ${index} {x}` }));

describe.skipIf(sharedRedis === undefined)('a redis cluster', () => {
  let cluster: OwnCluster;
  let shared: JournalStore;
  let runs = 0;
  beforeAll(async () => {
    cluster = await startCluster();
    shared = redisStore({ url: cluster.urls });
  });
  afterAll(async () => {
    await shared.close();
    await cluster.stop();
  });

  const prefix = (): string => {
    runs += 1;
    return `run${runs}`;
  };
  const viewOf = (store: JournalStore, chat: string): JournalStore => store.namespace?.({ tenant: 't', chat }) ?? store;
  const openView = async (): Promise<StoreHarness> => {
    const store = viewOf(shared, prefix());
    return { store, close: () => store.close() };
  };
  const openShared = async (): Promise<SharedStoreHarness> => {
    const keyPrefix = prefix();
    const [store, other] = [redisStore({ url: cluster.urls, keyPrefix }), redisStore({ url: cluster.urls, keyPrefix })];
    return {
      store: viewOf(store, `chat ${runs}`),
      other: viewOf(other, `chat ${runs}`),
      async close() {
        await Promise.all([store.close(), other.close()]);
      },
    };
  };

  it.each(journalStoreContract(openView, { ownTime: true }))('$name', ({ run }) => run());
  it.each(sharedStoreContract(openShared))('$name', ({ run }) => run());

  test('K4 all keys of a namespace share a slot and the namespaces are spread, also with autopipelining', async () => {
    const client = new Cluster(
      cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port })),
      { enableAutoPipelining: true, keyPrefix: 'app:' },
    );
    const store = redisStore({ client, keyPrefix: prefix() });
    const commits = chats.map(async (namespace, index) => {
      const view = store.namespace?.(namespace) ?? store;
      const lease = await view.lease.acquire('/run', { owner: 'a', ttlMs: 60_000 });
      const fence = { lease: '/run', epoch: lease.kind === 'acquired' ? lease.epoch : 0 };
      const [checkpoint, log] = ['/checkpoint', '/log'].map((path) => ({ kind: 'append', path, content: `${index} {y}` }) as const);
      if (checkpoint === undefined || log === undefined) throw new Error('two operations');
      await view.commit([checkpoint, log, { kind: 'write', path: '/large', content: 'x'.repeat(1_100_000) }], { fence });
      await view.append('/large', 'y');
      await view.delete('/log');
      return [await view.read('/checkpoint'), await view.list('/'), (await view.stat('/large'))?.size];
    });
    expect(await Promise.all(commits)).toEqual(chats.map((_, index) => [`${index} {y}`, ['checkpoint', 'large'], 1_100_001]));
    expect(await store.namespaces?.('t')).toHaveLength(chats.length);
    const counts = await Promise.all(
      cluster.nodes.map(async (node) => (await node.command('--scan', '--pattern', `app:run${runs}:*`)).split('\n')),
    );
    for (const keys of counts) expect(keys.length).toBeGreaterThan(10);
    const tags = counts.map((keys) => new Set(keys.map((key) => key.split('}')[0])));
    expect(tags.reduce((sum, each) => sum + each.size, 0)).toBe(new Set(tags.flatMap((each) => [...each])).size);
    await store.close();
    expect(await client.set('{own}', 'still open')).toBe('OK');
    client.disconnect();
  });

  test('changes in many namespaces on all nodes are heard, by one connection more', async () => {
    const keyPrefix = prefix();
    const [store, other] = [redisStore({ url: cluster.urls, keyPrefix }), redisStore({ url: cluster.urls, keyPrefix })];
    const heard = new Set<string>();
    for (const namespace of chats) store.namespace?.(namespace).onChange('/', (path) => heard.add(namespace.chat + path));
    await Promise.all(chats.map((namespace) => other.namespace?.(namespace).write('/a', 'x')));
    await expect.poll(() => heard.size, { timeout: 5_000 }).toBe(chats.length);
    const began = performance.now();
    for (const [index, namespace] of chats.slice(0, 10).entries()) {
      await other.namespace?.(namespace).write('/b', 'x');
      await expect.poll(() => heard.size, { interval: 5, timeout: 5_000 }).toBe(chats.length + index + 1);
    }
    expect(performance.now() - began).toBeLessThan(5_000); // looking now and then would take 20 s
    const subscribers = await Promise.all(cluster.nodes.map((node) => node.command('client', 'list', 'type', 'pubsub')));
    expect(subscribers.join('\n').match(/^id=/gm)).toHaveLength(1);
    await Promise.all([store.close(), other.close()]);
  });

  test('nodes are named by IPv6 addresses too', async () => {
    const urls = cluster.urls.map((url) => url.replace('127.0.0.1', '[::ffff:127.0.0.1]'));
    const store = redisStore({ url: urls, keyPrefix: prefix(), timeoutMs: 2_000 });
    await store.write('/a', 'x');
    expect(await store.read('/a')).toBe('x');
    await store.close();
  });

  test('a slot on its way to another node: changes wait for it within their time, and say that none was made', async () => {
    const keyPrefix = prefix();
    const store = redisStore({ url: cluster.urls, keyPrefix, timeoutMs: 300 });
    await store.write('/a', 'x');
    await store.write('/large', 'x'.repeat(1_100_000));
    const [first, ...others] = cluster.nodes;
    const slot = (await first?.command('cluster', 'keyslot', `${keyPrefix}:{/}:h`)) ?? '';
    const counts = await Promise.all(cluster.nodes.map((node) => node.command('cluster', 'countkeysinslot', slot)));
    const from = cluster.nodes[counts.findIndex((count) => count !== '0')];
    const to = from === first ? others[0] : first;
    const [fromId = '', toId = ''] = await Promise.all([from, to].map((node) => node?.command('cluster', 'myid')));
    await to?.command('cluster', 'setslot', slot, 'importing', fromId);
    await from?.command('cluster', 'setslot', slot, 'migrating', toId);
    expect(await store.read('/a')).toBe('x');
    const refusal = (): Promise<unknown> => store.append('/a', 'y').catch((error) => error);
    let refused = await refusal();
    // When the time ends while a try is on its way, nobody can know, and it says so: what is meant is a call whose last try was answered.
    for (let calls = 1; calls < 10 && Reflect.get(Reflect.get(Object(refused), 'details') ?? {}, 'outcome') === 'unknown'; calls += 1) {
      refused = await refusal();
    }
    expect(refused).toMatchObject({
      code: 'store_unavailable',
      retryable: true,
      details: expect.not.objectContaining({ outcome: 'unknown' }),
    });
    const keys = (await from?.command('cluster', 'getkeysinslot', slot, '100'))?.split('\n') ?? [];
    const move = async (moved: readonly string[]): Promise<void> => {
      for (const key of moved) await from?.command('migrate', '127.0.0.1', String(to?.port), key, '0', '1000');
    };
    const isChunk = (key: string): boolean => key.includes(':c:');
    await move(keys.filter((key) => !isChunk(key)));
    const halves = store.commit([
      { kind: 'append', path: '/log', content: 'once' },
      { kind: 'write', path: '/large', content: 'short' },
    ]);
    for (const outcome of await Promise.allSettled([store.read('/a'), store.append('/a', 'y'), halves])) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'store_unavailable', retryable: true } });
    }
    await move(keys.filter(isChunk));
    for (const node of [to, from]) await node?.command('cluster', 'setslot', slot, 'node', toId);
    await store.append('/a', 'z');
    expect([await store.read('/a'), await store.list('/'), (await store.stat('/large'))?.size]).toEqual(['xz', ['a', 'large'], 1_100_000]);
    await store.close();
  });

  test('a node that drops keys when its memory is full is found; one that says nothing holds up no other one', async () => {
    const [dropping, silent] = cluster.nodes;
    const keyPrefix = prefix();
    const limit = (bytes: string) => dropping?.command('config', 'set', 'maxmemory', bytes, 'maxmemory-policy', 'allkeys-random');
    await limit('100mb');
    const store = redisStore({ url: cluster.urls, keyPrefix, timeoutMs: 2_000 });
    const dropped = { code: 'wiring_invalid', details: { policy: 'allkeys-random' } };
    for (const namespace of chats.slice(0, 4)) await expect(store.namespace?.(namespace).write('/a', 'x')).rejects.toMatchObject(dropped);
    await limit('0');
    await silent?.signal('SIGSTOP');
    const writes = await Promise.allSettled(chats.map((namespace) => store.namespace?.(namespace).write('/a', 'x')));
    await silent?.signal('SIGCONT');
    const made = writes.filter(({ status }) => status === 'fulfilled').length;
    expect([made > 0, made < chats.length]).toEqual([true, true]);
    await store.close();
  });

  test('a node that is killed and comes back: the others work meanwhile, and so does it afterwards', async () => {
    const store = redisStore({ url: cluster.urls, keyPrefix: prefix(), timeoutMs: 1_000 });
    const views = chats.map((namespace) => store.namespace?.(namespace) ?? store);
    await Promise.all(views.map((view) => view.write('/a', 'x')));
    await cluster.nodes[0]?.signal('SIGKILL');
    const outcomes = await Promise.allSettled(views.map((view) => view.write('/a', 'y')));
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => Reflect.get(reason, 'code'));
    expect(new Set(failures)).toEqual(new Set(['store_unavailable']));
    expect(failures.length).toBeLessThan(chats.length);
    await cluster.nodes[0]?.restart();
    for (const view of views) await expect.poll(() => view.exists('/none').catch(() => null), { timeout: 10_000 }).toBe(false);
    await store.close();
  });
});
