import { join } from 'node:path';
import { scopedStore } from '@intarsia/core';
import {
  claimStoreContract,
  journalStoreContract,
  type SharedStoreHarness,
  type StoreOpener,
  sharedStoreContract,
} from '@intarsia/core/testing';
import { describe, it } from 'vitest';
import { claimsOver } from '../claims/claims-over.test-support.ts';
import { sqliteStore } from './index.ts';
import { temporaryDatabase } from './temporary-database.test-support.ts';

const temporary = async () => {
  const { folder, remove } = await temporaryDatabase();
  return { file: join(folder, 'deep', 'store.db'), remove };
};

const openSqlite: StoreOpener = async () => {
  const { file, remove } = await temporary();
  const first = sqliteStore({ file });
  let opened = first;
  return {
    store: first,
    async reopen() {
      await opened.close();
      opened = sqliteStore({ file });
      return opened;
    },
    async close() {
      await opened.close();
      await remove();
    },
  };
};

const openScoped: StoreOpener = async () => {
  const harness = await openSqlite();
  await harness.store.write('/outside', 'x');
  await harness.store.write('/tenants/%_-beside/a', 'x');
  return { ...harness, store: scopedStore(harness.store, '/tenants/%_') };
};

const openShared = async (): Promise<SharedStoreHarness> => {
  const { file, remove } = await temporary();
  const store = sqliteStore({ file });
  const other = sqliteStore({ file });
  return {
    store,
    other,
    async close() {
      await store.close();
      await other.close();
      await remove();
    },
  };
};

describe('the sqlite store', () => {
  it.each(journalStoreContract(openSqlite, { reopens: true, ownTime: true }))('$name', ({ run }) => run());
  it.each(sharedStoreContract(openShared))('$name', ({ run }) => run());
});

describe('a scope of the sqlite store', () => {
  it.each(journalStoreContract(openScoped))('$name', ({ run }) => run());
});

describe('claims in the sqlite store', () => {
  it.each(claimStoreContract(claimsOver(openShared)))('$name', ({ run }) => run());
});
