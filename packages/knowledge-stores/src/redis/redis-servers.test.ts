import type { JournalStore } from '@intarsia/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { redisStore } from './index.ts';
import { lossyProxy } from './lossy-proxy.test-support.ts';
import { type OwnRedis, sharedRedis, startRedis } from './redis-servers.test-support.ts';

const within20s = { timeout: 20_000 };
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});
const start = async (...options: readonly string[]): Promise<OwnRedis> => {
  const server = await startRedis(...options);
  endings.push(() => server.stop());
  return server;
};
const open = (...options: Parameters<typeof redisStore>): JournalStore => {
  const store = redisStore(...options);
  endings.push(() => store.close());
  return store;
};
const epochOf = async (store: JournalStore, owner: string): Promise<number> => {
  const granted = await store.lease.acquire('/run', { owner, ttlMs: 60_000 });
  return granted.kind === 'acquired' ? granted.epoch : Number.NaN;
};

describe.skipIf(sharedRedis === undefined)('a replica that takes over without the latest commits', () => {
  test('what depends on them is refused, what heard of them hears that all may have changed, and nothing comes back', async () => {
    const master = await start('--repl-diskless-sync-delay', '0');
    const replica = await start('--replicaof', '127.0.0.1', String(master.port));
    const proxy = await lossyProxy(master.port);
    endings.push(() => proxy.close());
    const [store, other] = [open({ url: proxy.url }), open({ url: proxy.url })];
    const heard = new Set<string>();
    for (const path of ['/a/kept', '/a/log']) await store.append(path, 'x');
    store.onChange('/a', (path) => heard.add(path));
    const first = await epochOf(store, 'a');
    await store.append('/a/log', 'y');
    await expect.poll(() => [...heard]).toEqual(['/a/log']);
    await expect.poll(() => replica.command('hget', 'intarsia:{/}:h', 'changes'), within20s).toBe('3');

    await replica.command('replicaof', 'no', 'one'); // and what follows is lost
    const lost = await epochOf(store, 'a');
    for (let round = 0; round < 2; round += 1) await store.append('/a/log', 'z');
    const version = (await store.stat('/a/log'))?.version ?? '';
    const versions = [version];
    heard.clear();
    proxy.leadTo(replica.port);

    await expect.poll(() => store.read('/a/log').catch(() => null), within20s).toBe('xy');
    await expect.poll(() => [...heard].sort(), within20s).toEqual(['/a', '/a/kept', '/a/log']);
    const append = [{ kind: 'append', path: '/a/log', content: '!' }] as const;
    expect(await store.commit(append, { expect: [{ path: '/a/log', version }] })).toEqual({ kind: 'conflict', path: '/a/log' });
    expect(await store.commit(append, { expect: [{ path: '/a/log', size: 4 }] })).toEqual({ kind: 'conflict', path: '/a/log' });
    expect(await store.commit(append, { fence: { lease: '/run', epoch: lost } })).toEqual({ kind: 'stale_epoch', currentEpoch: first });
    const next = await epochOf(other, 'a');
    expect(next).toBeGreaterThan(lost);
    heard.clear();
    for (let round = 0; round < 2; round += 1) {
      expect(await other.append('/a/log', 'n')).toBe(2 + round);
      versions.push((await other.stat('/a/log'))?.version ?? '');
      await expect.poll(() => [...heard], within20s).toContain('/a/log');
      heard.clear();
    }
    expect(new Set(versions).size).toBe(versions.length);
  });

  test('changes that its clock dates before those that were heard of are heard of, also when they are as many', async () => {
    const server = await start();
    const [store, other] = [open({ url: server.url }), open({ url: server.url })];
    const heard = new Set<string>();
    store.onChange('/', (path) => heard.add(path));
    for (const path of ['/a', '/b']) await other.write(path, 'x');
    await expect.poll(() => [...heard], within20s).toEqual(['/a', '/b']);
    heard.clear();
    await server.command('del', 'intarsia:{/}:s');
    await server.command('xadd', 'intarsia:{/}:s', '1-1', '2', '/b');
    await expect.poll(() => [...heard].sort(), within20s).toEqual(['/', '/a', '/b']);
    heard.clear();
    await other.write('/c', 'x');
    await expect.poll(() => [...heard], within20s).toEqual(['/c']);
  });
});

describe.skipIf(sharedRedis === undefined)('a server that drops keys when its memory is full', () => {
  test('is read and not written, until it is told not to', async () => {
    const server = await start('--maxmemory', '50mb', '--maxmemory-policy', 'noeviction');
    const [store, early] = [open({ url: server.url }), open({ url: server.url })];
    await early.write('/a', 'x');
    for (const policy of ['allkeys-lru', 'volatile-ttl']) {
      await server.command('config', 'set', 'maxmemory-policy', policy);
      const refused = { code: 'wiring_invalid', details: { policy }, message: expect.stringContaining('noeviction') };
      await expect(store.write('/b', 'x')).rejects.toMatchObject(refused);
      await expect(store.lease.acquire('/run', { owner: 'a', ttlMs: 1_000 })).rejects.toMatchObject(refused);
      expect([await store.read('/a'), await store.list('/')]).toEqual(['x', ['a']]);
      await server.command('client', 'kill', 'type', 'normal');
      await expect.poll(() => early.append('/a', 'y').catch((error: unknown) => error), within20s).toMatchObject(refused); // once connected again
    }
    await server.command('config', 'set', 'maxmemory-policy', 'noeviction');
    await Promise.all([store.write('/b', 'x'), early.write('/a', 'z')]);
    expect(await store.list('/')).toEqual(['a', 'b']);
  });

  test('one without a limit, or that does not let the user ask, is trusted', async () => {
    const warnings = vi.spyOn(console, 'warn').mockReturnValue(); // of the driver, which cannot ask either
    endings.push(async () => warnings.mockRestore());
    const server = await start('--maxmemory-policy', 'allkeys-lru');
    await open({ url: server.url }).write('/a', 'x');
    await server.command('config', 'set', 'maxmemory', '50mb');
    await server.command('acl', 'setuser', 'user', 'on', '>word', '~*', '&*', '+@all', '-info');
    const store = open({ url: server.url.replace('://', '://user:word@') });
    expect(await store.append('/a', 'y')).toBe(1);
  });
});
