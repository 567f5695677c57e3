import { scopedStore } from '@intarsia/core';
import {
  claimStoreContract,
  journalStoreContract,
  type SharedStoreHarness,
  type StoreHarness,
  sharedStoreContract,
} from '@intarsia/core/testing';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { claimsOver } from '../claims/claims-over.test-support.ts';
import { redisStore } from './index.ts';
import { type OwnRedis, ownPrefix, sharedRedis, startRedis } from './redis-servers.test-support.ts';

let server: OwnRedis; // of its own, as flushing each write to the disk makes nothing here truer
let url = '';

beforeAll(async () => {
  if (sharedRedis === undefined) return;
  server = await startRedis();
  url = server.url;
});
afterAll(() => server?.stop());

const openRedis = async (): Promise<StoreHarness> => {
  const { keyPrefix } = ownPrefix(url);
  let store = redisStore({ url, keyPrefix });
  return {
    store,
    async reopen() {
      await store.close();
      store = redisStore({ url, keyPrefix });
      return store;
    },
    close: () => store.close(),
  };
};

const openView = async (): Promise<StoreHarness> => {
  const { keyPrefix } = ownPrefix(url);
  const store = redisStore({ url, keyPrefix });
  await store.write('/outside', 'x');
  await store.namespace?.({ tenant: 't', chat: '{c' }).write('/beside', 'x');
  return {
    store: store.namespace?.({ tenant: 't', chat: '{c}' }) ?? store,
    close: () => store.close(),
  };
};

const openScoped = async (): Promise<StoreHarness> => {
  const { store, close } = await openRedis();
  await store.write('/outside', 'x');
  await store.write('/tenants/%_-beside/a', 'x');
  return { store: scopedStore(store, '/tenants/%_'), close };
};

const openShared = async (): Promise<SharedStoreHarness> => {
  const { keyPrefix } = ownPrefix(url);
  const store = redisStore({ url, keyPrefix });
  const other = redisStore({ url, keyPrefix });
  return {
    store,
    other,
    async close() {
      await store.close();
      await other.close();
    },
  };
};

describe.skipIf(sharedRedis === undefined)('the redis store', () => {
  it.each(journalStoreContract(openRedis, { reopens: true, ownTime: true }))('$name', ({ run }) => run());
  it.each(sharedStoreContract(openShared))('$name', ({ run }) => run());
});

describe.skipIf(sharedRedis === undefined)('a namespace of the redis store', () => {
  it.each(journalStoreContract(openView, { ownTime: true }))('$name', ({ run }) => run());
});

describe.skipIf(sharedRedis === undefined)('a scope of the redis store', () => {
  it.each(journalStoreContract(openScoped))('$name', ({ run }) => run());
});

describe.skipIf(sharedRedis === undefined)('claims in the redis store', () => {
  it.each(claimStoreContract(claimsOver(openShared)))('$name', ({ run }) => run());
});

describe.skipIf(sharedRedis === undefined)('a redis store that is closed while it works', () => {
  test.each([
    ['before it is connected', false],
    ['when it is connected', true],
  ])('a first commit, a text of several pages and a long list are ended, %s', async (_when, connected) => {
    const { keyPrefix } = ownPrefix(url);
    const text = 'größe\n'.repeat(1_200_000); // 9.6 MB
    const timeoutMs = 60_000; // these are large
    const maker = redisStore({ url, keyPrefix, timeoutMs });
    const paths = Array.from({ length: 20_001 }, (_, index) => `/many/${index}`);
    await maker.commit([
      { kind: 'write', path: '/large', content: text },
      ...paths.map((path) => ({ kind: 'write', path, content: '' }) as const),
    ]);
    await maker.namespace?.({ tenant: 't', chat: 'old' }).write('/a', 'x');
    const store = redisStore({ url, keyPrefix, timeoutMs });
    if (connected) await store.exists('/');
    const work = Promise.all([
      store.namespace?.({ tenant: 't', chat: 'new' }).append('/a', 'x'),
      store.read('/large'),
      store.list('/many'),
      store.namespaces?.('t'),
    ]);
    await store.close();
    await expect(store.exists('/')).rejects.toMatchObject({ code: 'store_closed' });
    const [offset, read, names, namespaces] = await work;
    expect([offset, read === text, names?.length]).toEqual([0, true, paths.length]);
    expect(namespaces).toContainEqual({ tenant: 't', chat: 'old' });
    expect(await maker.namespaces?.('t')).toEqual(['new', 'old'].map((chat) => ({ tenant: 't', chat })));
    await maker.close();
  });
});
