import { randomUUID } from 'node:crypto';
import type { JournalStore } from '@intarsia/core';

const leaseName = '/intarsia/copy';
const ttlMs = 10_000;

/**
 * Whether two handles are on one store, however each was named: over a link, by another name of its server, in another spelling. A lease tells, as it leaves no file: its
 * owner is a random one, so who sees it in `from` looks at the store in which it was taken. Only `to` is changed.
 */
export async function isSameStore(from: JournalStore, to: JournalStore): Promise<boolean> {
  const own = `copy/${randomUUID()}`;
  const taken = await to.lease.acquire(leaseName, { owner: own, ttlMs });
  const owner = taken.kind === 'acquired' ? own : taken.owner; // that of another copy, which does as well
  try {
    return (await from.lease.holder(leaseName))?.owner === owner;
  } finally {
    if (taken.kind === 'acquired') await to.lease.release(leaseName, { epoch: taken.epoch }).catch(() => undefined); // it runs out by itself
  }
}
