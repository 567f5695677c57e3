import { randomUUID } from 'node:crypto';
import { namespaceStore } from '@intarsia/core';
import {
  claimStoreContract,
  journalStoreContract,
  type SharedStoreHarness,
  type StoreHarness,
  sharedStoreContract,
} from '@intarsia/core/testing';
import { afterAll, describe, it } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { claimsOver } from '../claims/claims-over.test-support.ts';
import { mongoStore } from './index.ts';
import { testDatabase } from './test-database.test-support.ts';

const url = requireService('INTARSIA_TEST_MONGO_URL');
const database = testDatabase(url ?? '');
afterAll(() => database.drop());

const open = async (): Promise<StoreHarness> => {
  const opened = () => mongoStore({ client: database.client(), database: database.name });
  const namespace = { tenant: '$set', chat: `{$.}/${randomUUID()}` };
  let store = opened();
  await store.namespace?.({ ...namespace, chat: `${namespace.chat} beside` }).write('/beside', 'x');
  return {
    store: namespaceStore(store, namespace),
    close: () => store.close(),
    async reopen() {
      await store.close();
      store = opened();
      return namespaceStore(store, namespace);
    },
  };
};

const openShared = async (): Promise<SharedStoreHarness> => {
  const namespace = { tenant: 'shared', chat: randomUUID() };
  const [one, two] = [mongoStore(database.options()), mongoStore(database.options())];
  return {
    store: namespaceStore(one, namespace),
    other: namespaceStore(two, namespace),
    async close() {
      await Promise.all([one.close(), two.close()]);
    },
  };
};

describe.skipIf(url === undefined)('the mongo store', () => {
  it.each(journalStoreContract(open, { reopens: true, ownTime: true }))('$name', ({ run }) => run());
  it.each(sharedStoreContract(openShared))('$name', ({ run }) => run());
});

describe.skipIf(url === undefined)('claims in the mongo store', () => {
  it.each(claimStoreContract(claimsOver(openShared)))('$name', ({ run }) => run());
});
