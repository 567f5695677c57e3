import { scopedStore } from '@intarsia/core';
import {
  claimStoreContract,
  journalStoreContract,
  type SharedStoreHarness,
  type StoreHarness,
  sharedStoreContract,
} from '@intarsia/core/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
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
