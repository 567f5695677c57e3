import { expect, test } from 'vitest';
import { IntarsiaError } from '../ports/errors.ts';
import { changeListeners } from './change-listeners.ts';
import { leaseTable } from './lease-table.ts';
import { journalStoreOf, type StoreBackend } from './store-backend.ts';

const listeners = changeListeners();
const empty: StoreBackend = {
  name: 'The place',
  fenced: false,
  lease: leaseTable({ now: () => 0 }),
  stat: () => null,
  read: () => null,
  list: () => [],
  exists: () => false,
  commit: () => ({ kind: 'committed', start: 0 }),
  watch: listeners.add,
  close: () => undefined,
};

test('a file that is no text is corrupt; a range of it is cut in the wrong place', async () => {
  const store = journalStoreOf({ ...empty, read: async () => ({ start: 2, bytes: Uint8Array.of(0x61, 0xff) }) });
  await expect(store.read('/a')).rejects.toMatchObject({ code: 'store_corrupt', message: expect.stringMatching(/The place .* \/a /) });
  await expect(store.readRange('/a', 2)).rejects.toMatchObject({ code: 'path_invalid', details: { start: 2, end: 4 } });
});

test('the backend is closed once, when its subscriptions have ended, and every close waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let closes = 0;
  const store = journalStoreOf({
    ...empty,
    close() {
      closes += 1;
      expect(listeners.size()).toBe(0);
      return promise;
    },
  });
  store.onChange('/', () => undefined);
  const closing = Promise.all([store.close(), store.close()]);
  await expect(store.exists('/')).rejects.toMatchObject({ code: 'store_closed' });
  resolve();
  await closing;
  expect(closes).toBe(1);
});

test('the backend can refuse calls itself, before anything else is looked at', async () => {
  const busy = new IntarsiaError('store_unavailable', 'It moves house.');
  const store = journalStoreOf({
    ...empty,
    enter() {
      throw busy;
    },
  });
  await expect(store.read('..')).rejects.toBe(busy);
  await expect(store.lease.holder('/run')).rejects.toBe(busy);
  expect(() => store.onChange('/', () => undefined)).toThrow(busy);
});
