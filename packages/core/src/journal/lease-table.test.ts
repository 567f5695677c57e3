import { expect, test } from 'vitest';
import { leaseTable, type StoredLease } from './lease-table.ts';

test('a lease that could not be saved is not granted, renewed or released', async () => {
  let full = false;
  const saved: [string, StoredLease][] = [];
  const table = leaseTable({
    now: () => 100,
    epochsAfter: 40,
    save(name, lease) {
      if (full) throw new Error('no room');
      saved.push([name, lease]);
      table.set(name, lease);
    },
  });
  expect(await table.acquire('/run', { owner: 'a', ttlMs: 10 })).toEqual({ kind: 'acquired', epoch: 41, ttlMs: 10 });
  full = true;
  await expect(table.acquire('/run', { owner: 'a', ttlMs: 99 })).rejects.toThrow('no room');
  await expect(table.acquire('/other', { owner: 'a', ttlMs: 99 })).rejects.toThrow('no room');
  await expect(table.renew('/run', { epoch: 41, ttlMs: 99 })).rejects.toThrow('no room');
  await expect(table.release('/run', { epoch: 41 })).rejects.toThrow('no room');
  expect([await table.holder('/run'), await table.holder('/other')]).toEqual([{ owner: 'a', epoch: 41, remainingMs: 10 }, null]);
  expect(saved).toEqual([['/run', { owner: 'a', epoch: 41, until: 110 }]]);
});

test('a table that is given the leases of an earlier one goes on with them', async () => {
  const table = leaseTable({ now: () => 100 });
  table.set('/run', { owner: 'a', epoch: 7, until: 105 });
  table.set('/free', { owner: null, epoch: 3, until: 105 });
  expect(await table.acquire('/run', { owner: 'b', ttlMs: 1 })).toEqual({ kind: 'held', owner: 'a', remainingMs: 5 });
  expect(await table.acquire('/free', { owner: 'b', ttlMs: 1 })).toMatchObject({ epoch: 4 });
  expect([null, { lease: '/run', epoch: 7 }, { lease: '/free', epoch: 3 }, { lease: '/never', epoch: 1 }].map(table.staleAgainst)).toEqual([
    null,
    null,
    4,
    0,
  ]);
});
