import { randomUUID } from 'node:crypto';
import { type JournalStore, namespaceStore } from '@intarsia/core';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { mongoStore } from './index.ts';
import { type OwnServer, ownServer } from './own-server.test-support.ts';

const binary = requireService('INTARSIA_TEST_MONGOD');
const stores: JournalStore[] = [];
const opened = (options: Parameters<typeof mongoStore>[0]): JournalStore => {
  const store = mongoStore(options);
  stores.push(store);
  return store;
};
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
});
const outcome = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done' as const,
    (error: unknown) => error,
  );

describe('a MongoDB store without a server', () => {
  test('settles every call within its deadline, says that nothing was sent, and tells no password', async () => {
    const url = 'mongodb://ann:sesame@127.0.0.1:1/?appName=sesame';
    const store = opened({ url, timeoutMs: 600 });
    const began = performance.now();
    const calls = [store.read('/a'), store.append('/a', 'x'), store.list(), store.lease.acquire('/run', { owner: 'a', ttlMs: 1_000 })];
    for (const error of await Promise.all(calls.map(outcome))) {
      expect(error).toMatchObject({ code: 'store_unavailable', retryable: true });
      expect(error).not.toHaveProperty('details.outcome');
      expect(JSON.stringify(error) + String(error)).not.toContain('sesame');
    }
    expect(performance.now() - began).toBeLessThan(10_000); // the driver by itself would wait for 30 s
  });

  test('refuses a URL that is none, without repeating it', async () => {
    expect(() => mongoStore({ url: 'redis://:sesame@127.0.0.1' })).toThrow(expect.objectContaining({ code: 'wiring_invalid' }));
    const error = await outcome(opened({ url: 'mongodb://ann:ses@me:sesame@127.0.0.1/?nonsense=sesame' }).read('/a'));
    expect(error).toMatchObject({ code: 'wiring_invalid', message: expect.not.stringContaining('sesame') });
  });
});

describe.skipIf(binary === undefined)('a MongoDB server alone, with users', () => {
  let server: OwnServer;
  const as = (user: string, password: string) => server.url.replace('//', `//${user}:${encodeURIComponent(password)}@`);

  beforeAll(async () => {
    server = await ownServer(binary ?? '', { replicaSet: false, flags: ['--auth'] });
    const admin = new MongoClient(server.url);
    const user = (name: string, role: string) => ({
      createUser: name,
      pwd: 'p@ss:/word',
      roles: [{ role, db: name === 'root' ? 'admin' : 'intarsia' }],
    });
    await admin.db('admin').command(user('root', 'root'));
    await admin.close();
    const root = new MongoClient(as('root', 'p@ss:/word'));
    await root.db('admin').command(user('writer', 'readWrite'));
    await root.db('admin').command(user('reader', 'read'));
    await root.close();
  });
  afterAll(() => server?.remove());

  test('is used without a replica set: commits, leases and changes of others', async () => {
    const [store, other] = [opened({ url: as('writer', 'p@ss:/word') }), opened({ url: as('writer', 'p@ss:/word') })];
    const heard = Promise.withResolvers<string>();
    store.onChange('/', heard.resolve);
    expect(await other.append('/a', 'x')).toBe(0);
    expect(await heard.promise).toBe('/a');
    expect(await store.lease.acquire('/run', { owner: 'a', ttlMs: 60_000 })).toEqual({ kind: 'acquired', epoch: 1, ttlMs: 60_000 });
    const fence = { lease: '/run', epoch: 1 };
    expect(await other.commit([{ kind: 'append', path: '/a', content: 'y' }], { fence })).toEqual({ kind: 'committed' });
    expect(await store.read('/a')).toBe('xy');
  });

  test.each([
    ['a wrong password', 'writer', 'sesame'],
    ['an unknown user', 'nobody', 'sesame'],
  ])('denies %s', async (_what, user, password) => {
    const store = opened({ url: as(user, password) });
    for (const error of await Promise.all([store.read('/a'), store.write('/a', 'x')].map(outcome))) {
      expect(error).toMatchObject({ code: 'store_denied', retryable: false });
      expect(String(error)).not.toContain('sesame');
    }
  });

  test('denies who gives no user', async () => {
    expect(await outcome(opened({ url: server.url }).read('/a'))).toMatchObject({ code: 'store_denied' });
  });

  test('is read-only for a user who may only read', async () => {
    const writer = opened({ url: as('writer', 'p@ss:/word') });
    await writer.write('/shown', 'x');
    await writer.list();
    const store = opened({ url: as('reader', 'p@ss:/word') });
    expect([await store.read('/shown'), (await store.list()).includes('shown')]).toEqual(['x', true]);
    expect(await outcome(store.write('/a', 'x'))).toMatchObject({ code: 'store_read_only' });
  });

  test('refuses a schema of a newer version by name', async () => {
    const root = new MongoClient(as('root', 'p@ss:/word'));
    await root.db('intarsia').collection<{ _id: string; version: number }>('newer_schema').insertOne({ _id: 'store', version: 7 });
    await root.close();
    const error = await outcome(opened({ url: as('writer', 'p@ss:/word'), collectionPrefix: 'newer_' }).read('/a'));
    expect(error).toMatchObject({ code: 'store_version', details: { found: 7, known: 2 } });
  });
});

describe.skipIf(binary === undefined)('a MongoDB server that fails', () => {
  let server: OwnServer;
  let admin: MongoClient;
  beforeAll(async () => {
    server = await ownServer(binary ?? '', { replicaSet: true, flags: ['--setParameter', 'enableTestCommands=1'] });
    admin = new MongoClient(server.url);
  });
  afterAll(async () => {
    await admin?.close();
    await server?.remove();
  });

  const fail = (mode: unknown, data: Record<string, unknown>) =>
    admin.db('admin').command({ configureFailPoint: 'failCommand', mode, data: { appName: 'intarsia', ...data } });
  const fresh = (timeoutMs = 5_000) => {
    const namespace = { tenant: 'failures', chat: randomUUID() };
    return { namespace, store: namespaceStore(opened({ url: server.url, timeoutMs }), namespace) };
  };

  test.each([
    ['K8 a duplicate key of nobody', { errorCode: 11_000 }],
    ['K8 a write conflict', { errorCode: 112 }],
    ['a stepdown', { errorCode: 11_602, errorLabels: ['RetryableWriteError'] }],
    ['a closed connection', { closeConnection: true }],
    ['a lost answer', { writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } }],
  ])('%s: the commit is tried again and done once', async (_what, data) => {
    const { store } = fresh();
    await store.append('/log', 'first;');
    await fail({ times: 3 }, { failCommands: ['insert'], ...data });
    expect(await store.append('/log', 'second;')).toBe(6);
    await fail('off', {});
    expect(await store.append('/log', 'third;')).toBe(13);
    expect(await store.read('/log')).toBe('first;second;third;');
  });

  test('K8 a write conflict or duplicate key that does not end is given up within the deadline', async () => {
    for (const errorCode of [112, 11_000]) {
      const { store } = fresh(800);
      await store.append('/log', 'first;');
      await fail('alwaysOn', { failCommands: ['insert'], errorCode });
      const began = performance.now();
      expect(await outcome(store.append('/log', 'second;'))).toMatchObject({ code: 'store_unavailable', retryable: true });
      expect(performance.now() - began).toBeLessThan(10_000); // the driver by itself would wait for 30 s
      await fail('off', {});
      await store.append('/log', 'third;');
      expect(await store.read('/log')).toMatch(/^first;(second;)?third;$/);
    }
  });

  test('K8 two handles that bring the same new names at once both get through', async () => {
    const namespace = { tenant: 'failures', chat: randomUUID() };
    const handles = Array.from({ length: 4 }, () => namespaceStore(opened({ url: server.url }), namespace));
    await Promise.all(handles.map((handle, index) => handle.append('/new', `${index}`)));
    await Promise.all(handles.map((handle) => handle.list('/')));
    expect([...((await handles[0]?.read('/new')) ?? '')].sort()).toEqual(['0', '1', '2', '3']);
  });

  test('that stops answering is given up in time, and used again when it goes on', async () => {
    const { store } = fresh(1_000);
    let done = 0;
    const appending = (async () => {
      for (; done < 10_000; done += 1) {
        const began = performance.now();
        const result = await outcome(store.append('/log', `${done};`));
        if (result !== 'done') return { error: result, took: performance.now() - began };
      }
      throw new Error('The server never stopped answering.');
    })();
    await expect.poll(() => done).toBeGreaterThan(20);
    await server.stop();
    const began = performance.now();
    const calls = [store.read('/log'), store.list('/'), store.lease.holder('/run')].map(outcome);
    const [{ error, took }, ...read] = await Promise.all([appending, ...calls]);
    const tookAll = performance.now() - began;
    server.resume();
    for (const answer of read) expect(answer).toMatchObject({ code: 'store_unavailable', retryable: true });
    expect(tookAll).toBeLessThan(10_000); // the driver by itself would wait for ever
    expect(error).toMatchObject({ code: 'store_unavailable', retryable: true, details: { outcome: 'unknown' } });
    expect(took).toBeLessThan(10_000);
    await expect.poll(() => outcome(store.append('/log', 'last')), { timeout: 15_000 }).toBe('done');
    const acknowledged = Array.from({ length: done }, (_, index) => `${index};`).join('');
    expect([`${acknowledged}last`, `${acknowledged}${done};last`]).toContain((await store.read('/log'))?.replace(/(last)+$/, 'last'));
  });

  test('that is killed under load and starts again has lost no acknowledged commit, and has none by half', async () => {
    const { store, namespace } = fresh(2_000);
    const acknowledged: string[] = [];
    const uncertain: string[] = [];
    const heard = new Set<string>();
    namespaceStore(opened({ url: server.url, timeoutMs: 2_000 }), namespace).onChange('/lines', (path) => heard.add(path));
    let longest = 0;
    let ended = false;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let round = 0; !ended; round += 1) {
        const line = `<${writer}.${round}>`;
        const began = performance.now();
        const result = await outcome(
          store.commit([
            { kind: 'append', path: '/log', content: line },
            { kind: 'write', path: `/lines/${line}`, content: line },
          ]),
        );
        longest = Math.max(longest, performance.now() - began);
        if (result === 'done') acknowledged.push(line);
        else uncertain.push(line);
      }
    });
    for (let kill = 0; kill < 2; kill += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 30);
      await server.kill();
      await server.start();
    }
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 5);
    ended = true;
    await Promise.all(writers);

    expect(longest).toBeLessThan(12_000); // within its 2 s; a busy machine is slow to say so
    await expect.poll(() => acknowledged.filter((line) => !heard.has(`/lines/${line}`)), { timeout: 15_000 }).toEqual([]);
    for (const reader of [store, namespaceStore(opened({ url: server.url }), namespace)]) {
      const lines: readonly string[] = ((await reader.read('/log')) ?? '').match(/<\d+\.\d+>/g) ?? [];
      expect(new Set(lines).size).toBe(lines.length);
      expect(acknowledged.filter((line) => !lines.includes(line))).toEqual([]);
      expect(lines.filter((line) => !acknowledged.includes(line) && !uncertain.includes(line))).toEqual([]);
      expect(await reader.list('/lines')).toEqual([...lines].sort());
    }
  }, 90_000);
});
