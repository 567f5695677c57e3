import type { JournalStore } from '@intarsia/core';
import {
  claimStoreContract,
  journalStoreContract,
  type SharedStoreHarness,
  type StoreHarness,
  sharedStoreContract,
} from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { claimsOver } from '../claims/claims-over.test-support.ts';
import { temporaryRoot } from './disk.test-support.ts';
import { diskStore } from './index.ts';

type Part = (store: JournalStore) => JournalStore;
const whole: Part = (store) => store;
const namespace: Part = (store) => store.namespace?.({ tenant: 'T.%_', chat: 'É '.repeat(64) }) ?? expect.fail('the store has namespaces');

const openOne = (part: Part) => async (): Promise<StoreHarness> => {
  const { root, remove } = await temporaryRoot();
  let opened = diskStore({ root });
  if (part !== whole) await opened.write('/outside', 'x');
  return {
    store: part(opened),
    async reopen() {
      await opened.close();
      opened = diskStore({ root });
      return part(opened);
    },
    async close() {
      await opened.close();
      await remove();
    },
  };
};

const openTwo = (part: Part) => async (): Promise<SharedStoreHarness> => {
  const { root, remove } = await temporaryRoot();
  const [first, second] = [diskStore({ root }), diskStore({ root })];
  return {
    store: part(first),
    other: part(second),
    async close() {
      await first.close();
      await second.close();
      await remove();
    },
  };
};

describe('the disk store', () => {
  it.each(journalStoreContract(openOne(whole), { reopens: true }))('$name', ({ run }) => run());
  it.each(sharedStoreContract(openTwo(whole)))('$name', ({ run }) => run());
});

describe('claims in the disk store', () => {
  it.each(claimStoreContract(claimsOver(openTwo(whole))))('$name', ({ run }) => run());
});

describe('a namespace of the disk store', () => {
  // Namespaces of namespaces are not a thing: the cases about them are for the whole store.
  it.each(journalStoreContract(openOne(namespace)))('$name', ({ run }) => run());
  it.each(sharedStoreContract(openTwo(namespace)))('$name', ({ run }) => run());
});
