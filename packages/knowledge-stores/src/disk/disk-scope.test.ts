import { scopedStore } from '@intarsia/core';
import { journalStoreContract, type StoreHarness } from '@intarsia/core/testing';
import { describe, it } from 'vitest';
import { temporaryRoot } from './disk.test-support.ts';
import { diskStore } from './index.ts';

const open = async (): Promise<StoreHarness> => {
  const { root, remove } = await temporaryRoot();
  const store = diskStore({ root });
  await store.write('/outside', 'x');
  await store.write('/tenants/%_-beside/a', 'x');
  return {
    store: scopedStore(store, '/tenants/%_'),
    async close() {
      await store.close();
      await remove();
    },
  };
};

describe('a scope of the disk store', () => {
  it.each(journalStoreContract(open))('$name', ({ run }) => run());
});
