import { memoryStore } from '@intarsia/core';
import { countingIds, virtualClock } from '@intarsia/core/testing';
import { expect, it } from 'vitest';
import { scope, spec } from './channel-spec.test-support.ts';
import { embeddedNetwork } from './embedded-network.ts';

function network() {
  const clock = virtualClock();
  const store = memoryStore(clock);
  return { store, hub: embeddedNetwork({ store, clock, ids: countingIds() }) };
}

it('C17 two participants of one name are refused before anything is stored', async () => {
  const { store, hub } = network();
  await expect(hub.open(spec('user', 'Ann', 'Ben', 'Ann'))).rejects.toMatchObject({
    code: 'name_taken',
    message: expect.stringContaining('"Ann"'),
  });
  expect(await store.list('/')).toEqual([]);
});

it('C17 names that differ keep their ids when the conversation is loaded again', async () => {
  const { store, hub } = network();
  const opened = await hub.open(spec('user', 'Ann', 'ann', 'Ann '));
  if (opened.kind !== 'owned') throw new Error(`It is ${opened.kind}.`);
  const { participants } = opened.channel;
  expect(new Set(participants.values()).size).toBe(4);
  const other = embeddedNetwork({ store, clock: virtualClock(), ids: countingIds() });
  expect((await other.inspect(scope))?.participants).toEqual(participants);
  await opened.channel.release();
});
