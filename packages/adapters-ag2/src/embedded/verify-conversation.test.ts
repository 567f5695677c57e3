import { type JournalStore, memoryStore, namespaceStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, converse, rule, scope, workflowOf } from '../runs/conversation.test-support.ts';
import { verifyConversation } from './verify-conversation.ts';

const workflow = workflowOf([agent('Ann')], [rule('Ann', 'user'), rule('user', 'Ann')], { maxTurns: 1_000 });
let space: JournalStore;
let channel = '';
let wal = '';

/** A conversation that was answered often enough to have a checkpoint and more behind it. */
beforeEach(async () => {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const talk = converse({ workflow, script: { Ann: Array.from({ length: 20 }, (_, index) => `reply ${index}`) }, clock, store });
  await talk.start();
  for (let index = 0; index < 18; index += 1) await talk.answer(`answer ${index}`);
  space = namespaceStore(store, scope);
  channel = `/channels/${((await space.list('/channels'))[0] ?? '').replace('/', '')}`;
  wal = `${channel}/wal.jsonl`;
});

const problems = async () => (await verifyConversation(space)).flatMap((log) => log.problems);
const sizeOf = async () => (await space.stat(wal))?.size ?? 0;

it('a conversation as its owners left it has nothing wrong', async () => {
  expect(await space.exists(`${channel}/intarsia/checkpoint.json`)).toBe(true);
  const lines = ((await space.read(wal)) ?? '').split('\n').length - 1;
  expect(await verifyConversation(space)).toEqual([{ path: wal, entries: lines, problems: [] }]);
});

it('a namespace without a channel has nothing to verify', async () => {
  expect(await verifyConversation(memoryStore(virtualClock()))).toEqual([]);
});

describe('a line', () => {
  it.each([
    ['that is no envelope', 'grüße\n', 'is no envelope'],
    ['that is torn', '{"half":', 'is torn'],
    [
      'that cannot be folded',
      `${JSON.stringify({ envelope_id: 'e', sender_id: 'a', event_type: 'intarsia.model.replied', event_data: { v: 1, usage: 7 } })}\n`,
      'cannot be folded',
    ],
  ])('%s is named with its byte', async (_, text, why) => {
    const offset = await sizeOf();
    await space.append(wal, text);
    expect(await problems()).toEqual([
      { path: wal, offset, code: 'store_corrupt', message: expect.stringContaining(`at byte ${offset} ${why}`) },
    ]);
  });

  it('that only a newer release can fold ends what can be said', async () => {
    const offset = await sizeOf();
    const newer = { envelope_id: 'e', sender_id: 'a', event_type: 'intarsia.run.paused', event_data: { v: 99 } };
    await space.append(wal, `${JSON.stringify(newer)}\n`);
    expect(await problems()).toMatchObject([{ path: wal, offset, code: 'journal_version' }]);
  });
});

describe('a checkpoint', () => {
  const checkpoint = () => `${channel}/intarsia/checkpoint.json`;

  it('that another journal made is named', async () => {
    const text = (await space.read(wal)) ?? '';
    await space.write(wal, text.replace('answer 0', 'answer X'));
    expect(await problems()).toMatchObject([{ path: checkpoint(), offset: null, code: 'store_corrupt' }]);
  });

  it('that is ahead of the journal is named', async () => {
    const text = (await space.read(wal)) ?? '';
    await space.write(wal, `${text.split('\n').slice(0, 10).join('\n')}\n`);
    expect(await problems()).toMatchObject([{ path: checkpoint(), code: 'store_corrupt' }]);
  });

  it('that nobody uses is no problem', async () => {
    await space.write(checkpoint(), '{"bytes":1}');
    expect(await problems()).toEqual([]);
  });
});

it.each([
  ['the record of the channel', () => `${channel}/metadata.json`],
  ['a passport', async () => `/agents/${((await space.list('/agents'))[0] ?? '').replace('/', '')}/passport.json`],
])('a conversation without %s cannot be opened, and that is said', async (_, path) => {
  await space.delete(await path());
  expect(await problems()).toMatchObject([{ code: 'store_corrupt', offset: null }]);
});
