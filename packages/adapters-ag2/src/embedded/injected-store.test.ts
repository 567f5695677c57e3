import { memoryStore } from '@intarsia/core';
import { countingIds, virtualClock } from '@intarsia/core/testing';
import { expect, it } from 'vitest';
import { scope, spec } from './channel-spec.test-support.ts';
import { embeddedNetwork } from './embedded-network.ts';

async function opened() {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const hub = embeddedNetwork({ store, clock, ids: countingIds() });
  const found = await hub.open(spec('user'));
  if (found.kind !== 'owned') throw new Error(`It is ${found.kind}.`);
  await found.channel.release();
  return { store, hub };
}

it('K10 closing a hub leaves the store open that it was given, for its owner and for other hubs', async () => {
  const { store, hub } = await opened();
  await hub.close();
  await store.write('/mine', 'x');
  const other = embeddedNetwork({ store, clock: virtualClock(), ids: countingIds() });
  expect([await store.read('/mine'), await other.conversations('acme')]).toEqual(['x', ['tracker']]);
});

it('K10 a hub is closed without complaint after the owner closed the store, and says so to those who still ask', async () => {
  const { store, hub } = await opened();
  await store.close();
  await expect(hub.inspect(scope)).rejects.toMatchObject({ code: 'store_closed' });
  await hub.close();
});
