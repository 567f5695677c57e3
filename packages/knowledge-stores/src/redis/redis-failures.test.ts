import type { JournalStore } from '@intarsia/core';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redisFiles } from './files.ts';
import { redisStore } from './index.ts';
import { storeKeys } from './keys.ts';
import { type OwnRedis, sharedRedis, startRedis } from './redis-servers.test-support.ts';
import type { ScriptCall } from './server.ts';

const withCredentials = (url: string, credentials: string): string => url.replace('://', `://${credentials}@`);

describe.skipIf(sharedRedis === undefined)('what is not as the store left it', () => {
  let server: OwnRedis;
  let store: JournalStore;
  let client: Redis;
  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.url);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await client.flushall();
    store = redisStore({ url: server.url, keyPrefix: 'p' });
    await store.write('/a', 'x'.repeat(10));
    await store.write('/b', 'y');
  });
  afterEach(() => store.close());

  const chunkOf = async (path: string): Promise<string> => `p:{/}:c:${(await client.hget('p:{/}:f', path))?.split(' ')[1]}:0`;
  /** Everything that is stored. */
  const stored = async (): Promise<unknown> => {
    const keys = (await client.keys('p:*')).sort();
    return Promise.all(keys.map(async (key) => [key, (await client.dumpBuffer(key))?.toString('hex')]));
  };
  const manyWrites = () =>
    store.commit([
      { kind: 'write', path: '/b', content: 'changed' },
      { kind: 'delete', path: '/none' },
      { kind: 'append', path: '/a', content: '!' },
    ]);

  test.each(['h', 'f', 'i', 's'])('a key of another type, %s: named, and nothing is written', async (name) => {
    const key = `p:{/}:${name}`;
    await client.set(key, 'another program');
    const before = await stored();
    await expect(manyWrites()).rejects.toMatchObject({ code: 'store_corrupt', details: { key }, message: expect.stringContaining(key) });
    expect(await stored()).toEqual(before);
  });

  test('a chunk of another type, cut short or gone: named, nothing is written, and it is not read as less', async () => {
    const key = await chunkOf('/a');
    const spoil = [() => client.multi().del(key).hset(key, 'a', '1').exec(), () => client.set(key, 'xxx'), () => client.del(key)];
    for (const each of spoil) {
      await each();
      const before = await stored();
      const corrupt = { code: 'store_corrupt', details: { key } };
      await expect(manyWrites()).rejects.toMatchObject(corrupt);
      expect(await stored()).toEqual(before);
      await expect(store.read('/a')).rejects.toMatchObject(corrupt);
      await expect(store.readRange('/a', 5, 6)).rejects.toMatchObject(corrupt);
    }
    await store.write('/a', 'mended');
    expect(await store.read('/a')).toBe('mended');
  });

  test('entries, leases, counts and texts that cannot be read are refused, and nothing is written', async () => {
    const refused = { code: 'store_corrupt' };
    await client.set(await chunkOf('/a'), Buffer.from('xxxxxxxxx\u00ff', 'latin1'));
    await expect(store.read('/a')).rejects.toMatchObject(refused);
    await client.hset('p:{/}:f', '/a', 'nonsense');
    await expect(manyWrites()).rejects.toMatchObject(refused);
    await expect(store.delete('/')).rejects.toMatchObject(refused);
    await expect(store.stat('/a')).rejects.toMatchObject(refused);
    await client.hdel('p:{/}:f', '/a');
    await expect(store.delete('/')).rejects.toMatchObject(refused);
    await client.zrem('p:{/}:i', '/a');
    await client.hset('p:{/}:h', '/run', 'nonsense');
    await expect(store.lease.holder('/run')).rejects.toMatchObject(refused);
    await expect(store.commit([{ kind: 'delete', path: '/b' }], { fence: { lease: '/run', epoch: 1 } })).rejects.toMatchObject(refused);
    await client.hset('p:{/}:h', 'changes', 'many');
    await expect(store.write('/b', 'z')).rejects.toMatchObject(refused);
    expect(await store.read('/b')).toBe('y');
  });

  test('keys of a newer form: found and known version are told, for reads, writes and leases', async () => {
    await client.hset('p:{/}:h', 'version', '2');
    const newer = { code: 'store_version', details: { found: '2', known: '1' }, message: expect.stringMatching(/form 2.* knows 1/) };
    await expect(store.read('/a')).rejects.toMatchObject(newer);
    await expect(store.write('/a', 'z')).rejects.toMatchObject(newer);
    await expect(store.lease.acquire('/run', { owner: 'a', ttlMs: 1_000 })).rejects.toMatchObject(newer);
  });

  test('C5 a lease of any length can be read: one without end is held, one without a length is over', async () => {
    for (const ttlMs of [Number.POSITIVE_INFINITY, Number.MAX_VALUE, Number.NaN, -1]) {
      const lease = `/run/${ttlMs}`;
      await store.lease.acquire(lease, { owner: 'a', ttlMs });
      expect((await store.lease.holder(lease))?.owner).toBe(ttlMs > 0 ? 'a' : undefined);
      expect((await store.lease.acquire(lease, { owner: 'b', ttlMs: 1 })).kind).toBe(ttlMs > 0 ? 'held' : 'acquired');
    }
  });

  test('a file that is replaced again and again while it is read: it is not begun anew for ever', async () => {
    let pages = 0;
    const large = { size: 9_000_000, bytes: Buffer.alloc(10) };
    const server = {
      where: 'here',
      enter: () => undefined,
      open: () => Promise.reject(new Error('not used')),
      close: async () => undefined,
      whole: <Result>(work: () => Promise<Result>) => work(),
      async run({ since = performance.now() }: ScriptCall) {
        if (performance.now() - since > 50) throw new Error('time is over');
        await new Promise(setImmediate);
        pages += 1;
        if (pages > 1_000_000) throw new Error('never ends');
        return ['file', String(large.size), `id${pages}`, 'v', '0', String(large.size), large.bytes].map((part) => Buffer.from(part));
      },
    };
    await expect(redisFiles(server, storeKeys('p').of('/')).read('/a', 0, undefined)).rejects.toThrow('time is over');
  });

  test('a server that forgot the scripts is given them again', async () => {
    await client.script('FLUSH');
    expect(await store.append('/a', '!')).toBe(10);
    expect(await store.read('/a')).toBe('xxxxxxxxxx!');
  });

  test('C5 a namespace that was emptied leaves nothing of it: no file, no entry in a list, and what fences it runs out', async () => {
    const view = store.namespace?.({ tenant: 't', chat: 'c' }) ?? store;
    await view.lease.acquire('/run', { owner: 'secret', ttlMs: 1_000 });
    await view.commit(['/one', '/two/three'].map((path) => ({ kind: 'write', path, content: 'x'.repeat(1_500_000) })));
    await view.append('/one', 'y');
    expect(await client.pttl('p:{/conversations/t/c}:h')).toBe(-1);
    expect(await store.namespaces?.()).toEqual([{ tenant: 't', chat: 'c' }]);
    await view.delete('/');
    expect(await store.namespaces?.()).toEqual([]);
    const keys = await client.keys('p:{/conversations/t/c}:*');
    expect(keys.filter((key) => !/:(h|s|r:.*)$/.test(key))).toEqual([]);
    for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(0);
    await view.write('/again', 'x');
    expect(await client.pttl('p:{/conversations/t/c}:h')).toBe(-1);
    expect(await store.namespaces?.('t')).toEqual([{ tenant: 't', chat: 'c' }]);
  });

  test('a namespace that was emptied long ago leaves the list when it is asked for, one that was just announced does not', async () => {
    for (const chat of ['old', 'new']) {
      const view = store.namespace?.({ tenant: 't', chat }) ?? store;
      await view.write('/a', 'x');
      await view.delete('/a');
    }
    await client.hset('p:{namespaces}:t', '/conversations/t/old', '1000');
    expect(await store.namespaces?.()).toEqual([]);
    expect(await client.zrange('p:{namespaces}:i', '0', '-1')).toEqual(['/conversations/t/new']);
    await client.zadd('p:{namespaces}:i', 0, '/somewhere');
    await client.zadd('p:{namespaces}:i', 0, '/conversations/t/a b');
    await client.zadd('p:{/conversations/t/a b}:i', 0, '/a');
    await expect(store.namespaces?.()).rejects.toMatchObject({ code: 'store_corrupt' });
  });

  test('a commit larger than the server may take as one is refused by name, before anything is sent', async () => {
    const operations = Array.from({ length: 100_001 }, (_, index) => ({ kind: 'delete', path: `/${index}` }) as const);
    const tooLarge = { code: 'store_unavailable', retryable: false, details: { maximalOperations: 100_000 } };
    await expect(store.commit([{ kind: 'write', path: '/b', content: 'z' }, ...operations])).rejects.toMatchObject(tooLarge);
    expect(await store.read('/b')).toBe('y');
  });

  test('the stream of changes is kept short, and none is left some time after the last change', async () => {
    await Promise.all(Array.from({ length: 2_500 }, (_, index) => store.append(`/${index % 10}`, 'x')));
    expect(await client.xlen('p:{/}:s')).toBeLessThan(1_500);
    expect(await client.pttl('p:{/}:s')).toBeGreaterThan(0);
    expect((await client.keys('p:{/}:r:*')).length).toBeGreaterThan(0);
    for (const key of (await client.keys('p:{/}:r:*')).slice(0, 10)) expect(await client.pttl(key)).toBeGreaterThan(5_000);
  });
});

describe.skipIf(sharedRedis === undefined)('a server that refuses', () => {
  let server: OwnRedis;
  const stores: JournalStore[] = [];
  const open = (...options: Parameters<typeof redisStore>): JournalStore => {
    const store = redisStore(...options);
    stores.push(store);
    return store;
  };
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await server.stop();
  });

  test('credentials: told at once, for a wrong password, none, and a user without the right; no message holds one', async () => {
    server = await startRedis('--requirepass', 'sesame');
    await server.command('acl', 'setuser', 'reader', 'on', '>letmein', '~*', '&*', '+@all', '-append', '-set');
    const denied = { code: 'store_denied', message: expect.not.stringMatching(/wrong-word|letmein|sesame/) };
    for (const credentials of [':wrong-word', 'nobody:wrong-word', 'reader:letmein', '']) {
      const url = credentials === '' ? server.url : withCredentials(server.url, credentials);
      const began = performance.now();
      await expect(open({ url }).write('/a', 'x')).rejects.toMatchObject(denied);
      expect(performance.now() - began).toBeLessThan(5_000);
    }
    await expect(open({ url: [withCredentials(server.url, ':wrong-word')] }).read('/a')).rejects.toMatchObject(denied);
    const store = open({ url: withCredentials(server.url, ':sesame') });
    expect(await store.list('/')).toEqual([]);
    await store.write('/a', 'x');
    expect(await store.read('/a')).toBe('x');
  });

  test('a database that the server does not have, or does not give the user: told at every call, and nothing is written to another one', async () => {
    server = await startRedis();
    await server.command('acl', 'setuser', 'first', 'on', '>word', '~*', '&*', '+@all', '-select');
    const away = { code: 'wiring_invalid', message: expect.stringContaining(`:${server.port}/`) };
    for (const url of [server.url.replace(/0$/, '99'), withCredentials(server.url.replace(/0$/, '1'), 'first:word')]) {
      const store = open({ url, timeoutMs: 2_000 });
      await expect(store.write('/a', 'x')).rejects.toMatchObject(away);
      await expect(Promise.all([store.read('/a'), store.write('/b', 'x')])).rejects.toMatchObject(away);
    }
    expect(await server.command('dbsize')).toBe('0');
  });

  test('a user without one of the commands: told before anything of a commit was written, or a lease was granted', async () => {
    server = await startRedis();
    for (const command of ['pttl', 'pexpire', 'unlink', 'persist']) {
      await server.command('acl', 'setuser', command, 'reset', 'on', '>word', '~*', '&*', '+@all', `-${command}`);
      const store = open({ url: withCredentials(server.url, `${command}:word`), keyPrefix: command });
      await expect(store.write('/a', 'x')).rejects.toMatchObject({ code: 'store_denied' });
      expect(await store.read('/a')).toBeNull();
      const granted = await store.lease.acquire('/run', { owner: 'a', ttlMs: 60_000 }).catch(() => null);
      expect((await store.lease.holder('/run')) === null).toBe(granted === null);
    }
  });

  test('rights that are taken away after a commit: nothing is made in part, and the handle works when they are given back', async () => {
    server = await startRedis();
    const rights = async (...rules: readonly string[]) => server.command('acl', 'setuser', 'user', 'on', '>word', '~*', '&*', ...rules);
    await rights('+@all');
    const store = open({ url: withCredentials(server.url, 'user:word') });
    const write = (text: string) =>
      store.commit([
        { kind: 'append', path: '/a', content: text },
        { kind: 'write', path: '/b', content: text },
        { kind: 'write', path: `/new${text}`, content: text },
        { kind: 'delete', path: '/b' },
      ]);
    await write('1');
    for (const command of ['set', 'append', 'hset', 'hdel', 'hincrby', 'zadd', 'zrem', 'unlink', 'xadd', 'pttl', 'pexpire', 'persist']) {
      await rights(`-${command}`);
      await expect(write('2'), command).rejects.toMatchObject({ code: 'store_denied' });
      await rights('+@all');
      expect([await store.read('/a'), await store.list('/')], command).toEqual(['1', ['a', 'new1']]);
    }
    await write('3');
    expect([await store.read('/a'), await store.list('/')]).toEqual(['13', ['a', 'new1', 'new3']]);
  });

  test('writes on a read-only replica: told as such, while it can be read', async () => {
    server = await startRedis('--repl-diskless-sync-delay', '0');
    const replica = await startRedis('--replicaof', '127.0.0.1', String(server.port));
    await open({ url: server.url }).write('/a', 'x');
    const store = open({ url: replica.url });
    await expect.poll(() => store.read('/a').catch(() => null), { timeout: 10_000 }).toBe('x');
    await expect(store.write('/a', 'y')).rejects.toMatchObject({ code: 'store_read_only' });
    await expect(store.lease.acquire('/run', { owner: 'a', ttlMs: 1_000 })).rejects.toMatchObject({ code: 'store_read_only' });
    expect(await store.read('/a')).toBe('x');
    await replica.stop();
  });

  test('a write when its memory is full: to be tried again, and nothing of it was made', async () => {
    server = await startRedis('--maxmemory', '6mb', '--maxmemory-policy', 'noeviction');
    const store = open({ url: server.url });
    const full = { code: 'store_unavailable', retryable: true, message: expect.stringContaining('memory') };
    const fill = async (): Promise<void> => {
      for (let index = 0; index < 20; index += 1) {
        await store.commit([
          { kind: 'append', path: '/count', content: 'x' },
          { kind: 'write', path: `/${index}`, content: 'x'.repeat(500_000) },
        ]);
      }
    };
    await expect(fill()).rejects.toMatchObject(full);
    const files = await store.list('/');
    expect((await store.stat('/count'))?.size).toBe(files.length - 1);
    await store.delete('/0');
    await expect
      .poll(() =>
        store
          .write('/small', 'x')
          .then(() => 'written')
          .catch(() => null),
      )
      .toBe('written');
  });

  test('messages: a user without channels is heard all the same, a little later', async () => {
    server = await startRedis();
    await server.command('acl', 'setuser', 'quiet', 'on', '>word', '~*', 'resetchannels', '+@all');
    const url = withCredentials(server.url, 'quiet:word');
    const heard = new Set<string>();
    open({ url }).onChange('/', (path) => heard.add(path));
    await open({ url }).write('/a', 'x');
    await expect.poll(() => [...heard], { timeout: 5_000 }).toEqual(['/a']);
  });
});
