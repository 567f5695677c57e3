import { once } from 'node:events';
import { IntarsiaError } from '@intarsia/core';
import { afterEach, expect, test } from 'vitest';
import { exchange, packet, scriptedConversation, user } from '../test/scripted-conversation.ts';
import { type EventClient, type Served, serve } from '../test/serve-conversation.ts';

const path = '/api/conversations/chat-1/events';
const numbersFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const seqs = async (client: EventClient, count: number) =>
  (await client.frames('visible', count)).map((frame) => Number(frame.id?.split(':')[1]));

const open: Served[] = [];
afterEach(async () => {
  for (const served of open.splice(0)) await served.close();
});
async function started(...given: Parameters<typeof serve>): Promise<Served> {
  const served = await serve(...given);
  open.push(served);
  return served;
}

test('a subscriber gets everything from 1, then each commit as it comes', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const client = await served.events(path);
  expect(client.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(await seqs(client, 10)).toEqual(numbersFrom(1, 10));
  expect(client.text()).toMatch(/^retry: 1\d{3}\n\n/);
  conversation.post(...exchange(2));
  const frames = await client.frames('visible', 20);
  expect(frames.map((frame) => frame.id)).toEqual(numbersFrom(1, 20).map((seq) => `chat-1:${seq}`));
  expect(frames[11]?.data).toMatchObject({ seq: 12, event: { kind: 'message', role: 'person', text: 'question 2' } });
  expect(client.text()).not.toContain('hidden');
});

test.each(['header', 'query'] as const)(
  'R1: reconnecting at every number by %s, while events keep coming, gives the rest once',
  async (by) => {
    const conversation = scriptedConversation();
    conversation.post(...exchange(1), ...exchange(2));
    const served = await started(conversation);
    for (const last of numbersFrom(0, 20)) {
      const before = 20 + last;
      const id = `chat-1:${last}`;
      const connected = by === 'header' ? served.events(path, { 'last-event-id': id }) : served.events(`${path}?after=${last}`);
      conversation.post(packet(user, `more ${last}`)); // One visible event and, the first time, a speaker.
      const client = await connected;
      const expected = numbersFrom(last + 1, before + 2);
      expect(await seqs(client, expected.length)).toEqual(expected);
      expect(client.text()).not.toContain('resync');
      client.close();
    }
  },
);

test('R1: the header wins over the query of a page that reconnects', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const client = await served.events(`${path}?after=2`, { 'last-event-id': 'chat-1:8' });
  expect(await seqs(client, 2)).toEqual([9, 10]);
});

test.each([
  ['abc', 'malformed'],
  ['-1', 'malformed'],
  ['1.5', 'malformed'],
  ['007', 'malformed'],
  ['9'.repeat(400), 'malformed'],
  ['chat-1:', 'malformed'],
  ['chat-2:3', 'foreign'],
  ['chat-1:x:3', 'foreign'],
  ['11', 'ahead'],
  ['chat-1:999999999999999', 'ahead'],
])('R2: the cursor %s gives one resync (%s), then everything from 1', async (cursor, reason) => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const client = await served.events(path, { 'last-event-id': cursor });
  expect(await seqs(client, 10)).toEqual(numbersFrom(1, 10));
  expect((await client.frames('resync', 1)).map((frame) => frame.data)).toEqual([{ reason }]);
  expect(client.text().indexOf('event: resync')).toBeLessThan(client.text().indexOf('event: visible'));
});

test('two tabs are in step over one watch; when both are gone nothing is left and no run was touched', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const [left, right] = await Promise.all([served.events(path), served.events(path)]);
  for (const round of [2, 3, 4]) conversation.post(...exchange(round));
  expect(await left.frames('visible', 40)).toEqual(await right.frames('visible', 40));
  expect(conversation.listeners()).toEqual({ watch: 1, live: 2 });
  const closed = served.responses.map((response) => once(response, 'close'));
  left.close();
  right.close();
  await Promise.all(closed);
  await served.clock.advance(0);
  expect(conversation.listeners()).toEqual({ watch: 0, live: 0 });
  expect(served.clock.pending()).toBe(0);
  expect(conversation.asked).toEqual([]);
});

test('R16: silence is broken by a comment after 15 s, and by nothing before', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const client = await served.events(path);
  await client.frames('visible', 10);
  await served.clock.advance(14_999);
  conversation.post(...exchange(2));
  await client.frames('visible', 20);
  await served.clock.advance(14_999);
  expect(client.text()).not.toContain('\n:');
  await served.clock.advance(1);
  await client.holds('\n\n:\n\n');
});

test('streamed text has no number; who comes late gets a reset and the text so far', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const early = await served.events(path);
  await early.frames('visible', 10);
  const message = { agent: 'Writer', message: 't9:Writer:0' };
  conversation.say({ kind: 'text', ...message, text: 'one ' });
  conversation.say({ kind: 'text', ...message, text: 'two' });
  const late = await served.events(`${path}?after=10`);
  conversation.say({ kind: 'reset', ...message });
  expect((await early.frames('live', 4)).map((frame) => frame.data)).toEqual([
    { kind: 'message.reset', ...message },
    { kind: 'message.text', ...message, text: 'one ' },
    { kind: 'message.text', ...message, text: 'two' },
    { kind: 'message.reset', ...message },
  ]);
  expect((await late.frames('live', 3)).map((frame) => [frame.id, frame.data])).toEqual([
    [null, { kind: 'message.reset', ...message }],
    [null, { kind: 'message.text', ...message, text: 'one two' }],
    [null, { kind: 'message.reset', ...message }],
  ]);
});

/** A batch part may be a frame longer than planned, and the socket holds a chunk of its own. */
const limit = 256 * 1024 + 3 * 65_536;

test('a client that does not read costs a bounded buffer, loses its connection after 30 s, and comes back without loss', {
  timeout: 30_000,
}, async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const slow = await served.events(path);
  await slow.frames('visible', 10);
  slow.pause();
  const long = 'x'.repeat(60_000);
  conversation.post(...Array.from({ length: 250 }, () => packet(user, long)));
  const [response] = served.responses;
  const quick = await served.events(`${path}?after=10`);
  await quick.frames('visible', 251);
  expect(response?.writableLength).toBeGreaterThan(256 * 1024);
  expect(response?.writableLength).toBeLessThan(limit);
  const message = { agent: 'Writer', message: 't9:Writer:0' };
  for (let piece = 0; piece < 10; piece += 1) conversation.say({ kind: 'text', ...message, text: long });
  expect(response?.writableLength).toBeLessThan(limit);
  await served.clock.advance(30_000);
  expect(response?.destroyed).toBe(true);
  expect(quick.text()).not.toContain('resync');
  slow.resume();
  await slow.ended();
  const received = (await slow.frames('visible', 10)).length;
  const back = await served.events(`${path}?after=${received}`);
  expect(await seqs(back, 261 - received)).toEqual(numbersFrom(received + 1, 261));
});

test('a client that falls behind and reads on gets every event, and the open text anew', { timeout: 30_000 }, async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const slow = await served.events(path);
  await slow.frames('visible', 10);
  slow.pause();
  const message = { agent: 'Writer', message: 't9:Writer:0' };
  conversation.say({ kind: 'text', ...message, text: 'begin ' });
  conversation.post(...Array.from({ length: 250 }, () => packet(user, 'x'.repeat(60_000))));
  const quick = await served.events(`${path}?after=10`);
  await quick.frames('visible', 251);
  conversation.say({ kind: 'text', ...message, text: 'middle ' });
  slow.resume();
  expect(await seqs(slow, 261)).toEqual(numbersFrom(1, 261));
  await slow.holds('begin middle ');
  conversation.say({ kind: 'text', ...message, text: 'end' });
  await slow.holds('"end"');
  expect((await slow.frames('live', 5)).map((frame) => frame.data)).toEqual([
    { kind: 'message.reset', ...message },
    { kind: 'message.text', ...message, text: 'begin ' },
    { kind: 'message.reset', ...message },
    { kind: 'message.reset', ...message },
    { kind: 'message.text', ...message, text: 'begin middle ' },
    { kind: 'message.text', ...message, text: 'end' },
  ]);
});

test('a store that fails ends the stream without an invented event; coming back is 503 with a code and nothing of the cause', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const client = await served.events(path);
  await client.frames('visible', 10);
  const cause = new IntarsiaError('store_unavailable', 'password of the store in it');
  conversation.breakStore(cause);
  await client.ended();
  expect((await client.frames('visible', 10)).length).toBe(10);
  expect(conversation.listeners()).toEqual({ watch: 0, live: 0 });
  for (const route of [path, '/api/conversations/chat-1/snapshot', '/api/conversations/chat-1/journal', '/api/conversations']) {
    expect(await served.ask('GET', route)).toEqual({
      status: 503,
      body: { error: { code: 'store_unavailable', message: 'The store did not answer, or answered with an error.' } },
    });
  }
  expect(served.logged).toContain(cause);
});

test('closing the transport ends the streams and leaves the run alone', async () => {
  const conversation = scriptedConversation();
  conversation.post(...exchange(1));
  const served = await started(conversation);
  const client = await served.events(path);
  await client.frames('visible', 10);
  served.endStreams();
  await client.ended();
  expect(conversation.listeners()).toEqual({ watch: 0, live: 0 });
  expect(conversation.asked).toEqual([]);
});
