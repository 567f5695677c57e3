import { randomUUID } from 'node:crypto';
import { scopedStore } from '@intarsia/core';
import { journalStoreContract, type StoreHarness } from '@intarsia/core/testing';
import { afterAll, describe, it } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { mongoStore } from './index.ts';
import { testDatabase } from './test-database.test-support.ts';

const url = requireService('INTARSIA_TEST_MONGO_URL');
const database = testDatabase(url ?? '');
afterAll(() => database.drop());

const openScoped = async (): Promise<StoreHarness> => {
  const store = mongoStore({ client: database.client(), database: database.name });
  const prefix = `/${randomUUID()}/%_`; // of the handle's own place
  await store.write(`${prefix}-beside/a`, 'x');
  return { store: scopedStore(store, prefix), close: () => store.close() };
};

describe.skipIf(url === undefined)('a scope of the mongo store, outside of every namespace', () => {
  it.each(journalStoreContract(openScoped, { ownTime: true }))('$name', ({ run }) => run());
});
