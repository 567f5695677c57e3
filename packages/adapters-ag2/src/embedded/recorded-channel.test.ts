import { readFileSync } from 'node:fs';
import { type ConversationScope, memoryStore } from '@intarsia/core';
import { countingIds, virtualClock } from '@intarsia/core/testing';
import { expect, it } from 'vitest';
import { embeddedNetwork } from './embedded-network.ts';

const { files, state } = JSON.parse(readFileSync(new URL('fixtures/recorded-channel.json', import.meta.url), 'utf8'));
const scope: ConversationScope = { tenant: 'acme', chat: 'recorded' };

/** A network over a namespace that an AG2 hub wrote. */
async function recorded() {
  const clock = virtualClock(Date.UTC(2026, 11, 1));
  const store = memoryStore(clock);
  for (const [path, content] of Object.entries<string>(files)) await store.write(`/conversations/acme/recorded${path}`, content);
  return { store, network: embeddedNetwork({ store, clock, ids: countingIds() }) };
}

it('a channel that an AG2 hub wrote is observed as that hub reports it', async () => {
  const { network } = await recorded();
  const snapshot = await network.inspect(scope);
  expect(snapshot?.state.channel).toMatchObject({
    expectedSpeaker: state.expected_next_speaker,
    lastSpeaker: state.last_speaker_id,
    trigger: state.last_envelope_id,
    turnCount: state.turn_count,
    contextVariables: state.context_vars,
  });
  expect(snapshot?.facts.creator).toBe(state.creator_id);
  expect([...(snapshot?.participants ?? [])]).toEqual(
    ['alice', 'bob', 'helen'].map((name, index) => [name, state.participant_order[index]]),
  );
  expect(snapshot?.labels).toEqual({ team: 'dev', intent: 'bake' });
});

it('and gone on with: what it owed is pending, and the next envelope follows its last one', async () => {
  const { network } = await recorded();
  const taken = await network.resume(scope);
  if (taken.kind !== 'owned') throw new Error(`It is ${taken.kind}.`);
  const { channel } = taken;
  const helen = state.participant_order[2];
  expect(channel.pendingTurns()).toEqual([{ agent: helen, trigger: state.last_envelope_id }]);
  const [said] = await channel.post([
    { sender: helen, type: 'ag2.msg.text', data: { text: 'here' }, audience: null, causation: state.last_envelope_id },
  ]);
  expect(String(said?.envelope_id) > state.last_envelope_id).toBe(true);
  expect(channel.state().channel).toMatchObject({
    lastSpeaker: helen,
    turnCount: state.turn_count + 1,
    expectedSpeaker: state.participant_order[0],
  });
  await channel.release();
  expect((await network.inspect(scope))?.state).toEqual(channel.state());
});

it.each([
  ['without metadata', 'metadata.json', null],
  ['whose metadata is not JSON', 'metadata.json', '{'],
  ['without a graph', 'metadata.json', '{"knobs": {}}'],
  [
    'with a graph that nobody can follow',
    'metadata.json',
    '{"knobs": {"graph": {"initial_speaker": "a", "transitions": [{"when": {"name": "moon", "args": {}}}]}}}',
  ],
  ['with a participant that has no passport', 'passport.json', '{"agent_id": "other", "name": "alice"}'],
  ['with a passport that names nobody', 'passport.json', '{}'],
])('a channel %s is corrupt, and said to be', async (_, file, content) => {
  const { store, network } = await recorded();
  const path = Object.keys(files).find((name) => name.endsWith(file)) ?? '';
  if (content === null) await store.delete(`/conversations/acme/recorded${path}`);
  else await store.write(`/conversations/acme/recorded${path}`, content);
  await expect(network.inspect(scope)).rejects.toMatchObject({ code: 'store_corrupt' });
  await expect(network.resume(scope)).rejects.toMatchObject({ code: 'store_corrupt' });
  expect(await store.lease.holder('/conversations/acme/recorded/intarsia/conversation')).toBeNull();
});
