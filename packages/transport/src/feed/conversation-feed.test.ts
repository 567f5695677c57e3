import { expect, test } from 'vitest';
import type { NumberedEvent } from '../projection/index.ts';
import { exchange, facts, scriptedConversation } from '../test/scripted-conversation.ts';
import { createConversationFeed, createFeeds } from './index.ts';

const numbersFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Pulls until number `last` came, then stops. */
async function pull(batches: AsyncGenerator<readonly NumberedEvent[], void>, last: number): Promise<readonly NumberedEvent[]> {
  const events: NumberedEvent[] = [];
  for await (const batch of batches) {
    events.push(...batch);
    if ((events.at(-1)?.seq ?? 0) >= last) break;
  }
  return events;
}

test('cursors older than the window are projected again and give what the window would', async () => {
  const conversation = scriptedConversation();
  for (const round of [1, 2, 3, 4]) conversation.post(...exchange(round));
  const small = createConversationFeed(conversation.runtime, conversation.scope, facts, 7);
  const large = createConversationFeed(conversation.runtime, conversation.scope, facts);
  await Promise.all([small.refresh(), large.refresh()]);
  const { signal } = new AbortController();
  for (const after of numbersFrom(0, 39)) {
    const expected = await pull(large.batches(after, signal), 40);
    expect(expected.map(({ seq }) => seq)).toEqual(numbersFrom(after + 1, 40));
    expect(await pull(small.batches(after, signal), 40)).toEqual(expected);
    expect(await small.upToNow(after)).toEqual(expected);
  }
});

test('a subscriber of which the window runs away still gets every event once', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const feed = createConversationFeed(conversation.runtime, conversation.scope, facts, 3);
  await feed.refresh();
  const batches = feed.batches(0, new AbortController().signal);
  const events: NumberedEvent[] = [];
  for (let round = 2; round <= 8; round += 1) {
    const next = await batches.next();
    events.push(...(next.value ?? []));
    conversation.post(...exchange(round));
    await feed.refresh();
  }
  events.push(...(await pull(batches, 80)));
  expect(events.map(({ seq }) => seq)).toEqual(numbersFrom(1, 80));
});

test('commits during a read are read in the same go; a read begins where the last one ended', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const positions: number[] = [];
  const feed = createConversationFeed(
    {
      watch: conversation.runtime.watch,
      read: (scope, after) => {
        positions.push(after);
        const slice = conversation.runtime.read(scope, after);
        // In the middle, and after the read that found nothing more had looked.
        if (after === 4) conversation.post(...exchange(2));
        if (after === 20 && positions.filter((position) => position === 20).length === 1) conversation.post(...exchange(3));
        return slice;
      },
    },
    conversation.scope,
    facts,
  );
  await feed.refresh();
  expect(feed.state().seq).toBe(30);
  expect(positions).toEqual([...positions].sort((left, right) => left - right));
});

test('waiting for events ends with the signal, and with the failure of the journal', async () => {
  const conversation = scriptedConversation();
  const feed = createConversationFeed(conversation.runtime, conversation.scope, facts);
  const leaving = new AbortController();
  const left = feed.batches(0, leaving.signal).next();
  leaving.abort();
  expect(await left).toEqual({ done: true, value: undefined });
  const waiting = feed.batches(0, new AbortController().signal).next();
  const cause = new Error('disk gone');
  conversation.breakStore(cause);
  await expect(waiting).rejects.toBe(cause);
  await expect(feed.refresh()).rejects.toBe(cause);
  expect(feed.failed()).toBe(true);
});

test('a feed is shared as long as somebody uses it; a failed one is not handed out again', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const feeds = createFeeds(conversation.runtime);
  expect(await feeds.open({ tenant: 'local', chat: 'other' })).toBe(null);
  const [first, second] = await Promise.all([feeds.open(conversation.scope), feeds.open(conversation.scope)]);
  expect(first?.feed).toBe(second?.feed);
  expect(conversation.listeners().watch).toBe(1);
  first?.close();
  first?.close();
  expect(conversation.listeners().watch).toBe(1);
  conversation.breakStore(new Error('disk gone'));
  await expect(second?.feed.refresh()).rejects.toThrow('disk gone');
  conversation.repairStore();
  const third = await feeds.open(conversation.scope);
  expect(third?.feed).not.toBe(second?.feed);
  expect(third?.feed.state().seq).toBe(10);
  second?.close();
  expect(conversation.listeners().watch).toBe(1);
  third?.close();
  expect(feeds.size()).toBe(0);
  expect(conversation.listeners().watch).toBe(0);
});
