import { agentId, type Envelope, foldJournal, initialState, type JournalStore, memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { agent, converse, rule, scope, workflowOf } from '../runs/conversation.test-support.ts';
import { dueCheckpoint } from './journal-file.ts';

const workflow = workflowOf([agent('Ann')], [rule('Ann', 'user'), rule('user', 'Ann')], { maxTurns: 1_000 });
const namespace = '/conversations/acme/tracker';

/** A conversation that was answered some times and now is paused, with the store beneath it. */
async function paused(answers = 0) {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const script = { Ann: Array.from({ length: answers + 4 }, (_, index) => `reply ${index}`) };
  const talk = converse({ workflow, script, clock, store });
  await talk.start();
  for (let index = 0; index < answers; index += 1) await talk.answer(`answer ${index}`);
  const [channel = ''] = await store.list(`${namespace}/channels`);
  const folder = `${namespace}/channels/${channel.replace('/', '')}`;
  return {
    clock,
    store,
    talk,
    wal: `${folder}/wal.jsonl`,
    checkpoint: `${folder}/intarsia/checkpoint.json`,
    metadata: `${folder}/metadata.json`,
  };
}

/** What a process that has seen nothing yet finds. */
async function fresh(clock: ReturnType<typeof virtualClock>, store: JournalStore) {
  const talk = converse({ workflow, clock, store, script: { Ann: ['fresh reply'] } });
  const snapshot = await talk.runtime.inspect(scope);
  if (snapshot === null) throw new Error('There is no conversation.');
  return { talk, snapshot };
}

const graph = { initial_speaker: agentId('a'), transitions: [], default_target: null, max_turns: null };
const linesOf = (text: string | null) => (text ?? '').split('\n').filter((line) => line !== '');

describe('a journal whose last line is torn', () => {
  it('is gone on with after it; the torn line is left out and reported', async () => {
    const { clock, store, talk, wal } = await paused();
    const [complete = ''] = linesOf(await store.read(wal)).slice(-1);
    const torn = (await store.stat(wal))?.size;
    await store.append(wal, complete.slice(0, 40));
    expect(await talk.answer('yes')).toMatchObject({ status: 'paused' });
    expect((await talk.runtime.read(scope, 0)).quarantined).toEqual([torn]);
    const { snapshot } = await fresh(clock, store);
    expect(snapshot.state).toEqual((await talk.runtime.inspect(scope))?.state);
    expect(snapshot.state.transcript.messages.map(({ text }) => text)).toEqual(['a bug tracker', 'reply 0', 'yes', 'reply 1']);
  });

  it('and lost nothing but its end counts that line, as AG2 does', async () => {
    const { clock, store, talk, wal } = await paused();
    const text = (await store.read(wal)) ?? '';
    await store.write(wal, text.slice(0, -1));
    const { talk: other, snapshot } = await fresh(clock, store);
    expect(snapshot.state).toEqual((await talk.runtime.inspect(scope))?.state);
    const { next } = await other.runtime.read(scope, 0);
    expect(await other.answer('yes')).toMatchObject({ status: 'paused' });
    expect((await other.runtime.read(scope, 0)).quarantined).toEqual([]);
    expect((await other.runtime.read(scope, next)).envelopes.map(({ event_type }) => event_type).slice(0, 2)).toEqual([
      'intarsia.run.started',
      'ag2.msg.text',
    ]);
    expect((await fresh(clock, store)).snapshot.state).toEqual((await other.runtime.inspect(scope))?.state);
  });

  it('and is read while it is torn ends before it', async () => {
    const { store, talk, wal } = await paused();
    const { next } = await talk.runtime.read(scope, 0);
    await store.append(wal, '{"half":');
    expect(await talk.runtime.read(scope, next)).toEqual({ envelopes: [], next, quarantined: [] });
  });
});

describe('a line that is no envelope', () => {
  it.each([
    ['text beyond ASCII', 'grüße ✗ 😀'],
    ['JSON of another kind', '[1, 2]'],
    ['an envelope without data', '{"envelope_id": "a", "sender_id": "b", "event_type": "ag2.packet"}'],
    ['nothing', ''],
  ])('(%s) in the middle is left out, and the conversation goes on behind it', async (_, garbage) => {
    const { clock, store, talk, wal } = await paused();
    const at = (await store.stat(wal))?.size ?? 0;
    await store.append(wal, `${garbage}\n`);
    expect(await talk.answer('yes')).toMatchObject({ status: 'paused' });
    expect(await talk.answer('again')).toMatchObject({ status: 'paused' });
    const slice = await talk.runtime.read(scope, 0);
    expect(slice.quarantined).toEqual(garbage === '' ? [] : [at]);
    expect(slice.next).toBe((await store.stat(wal))?.size);
    expect((await fresh(clock, store)).snapshot.state.transcript.messages).toHaveLength(6);
  });
});

describe('a checkpoint', () => {
  it('gives the state of the whole journal, and spares reading what it covers', async () => {
    const { clock, store, wal, checkpoint } = await paused(16);
    const size = (await store.stat(wal))?.size ?? 0;
    const reads: number[] = [];
    const watched: JournalStore = {
      ...store,
      readRange: (path, start, end) => {
        if (path === wal) reads.push(start);
        return store.readRange(path, start, end);
      },
    };
    const { snapshot } = await fresh(clock, watched);
    expect(snapshot.state.envelopes).toBeGreaterThan(64);
    expect(Math.min(...reads)).toBeGreaterThan(size / 2);
    await store.delete(checkpoint);
    expect((await fresh(clock, store)).snapshot.state).toEqual(snapshot.state);
  });

  it.each<[string, (text: string) => string]>([
    ['is not JSON', () => 'garbage'],
    ['is cut short', (text) => text.slice(0, text.length / 2)],
    ['has no state', () => '{"bytes": 12}'],
    ['has a state without content', () => '{"bytes": 0, "state": {"version": 1}}'],
    ['has a state that was changed', (text) => text.replace('"turnCount":', '"turnCount":9')],
    ['covers other bytes than it says', (text) => text.replace(/"bytes":\d+/, '"bytes":0')],
    ['is of another form', (text) => text.replaceAll('"version":3', '"version":1')],
  ])('that %s is ignored', async (_, spoil) => {
    const { clock, store, talk, checkpoint } = await paused(16);
    const text = (await store.read(checkpoint)) ?? '';
    expect(spoil(text)).not.toBe(text);
    await store.write(checkpoint, spoil(text));
    const { talk: other, snapshot } = await fresh(clock, store);
    expect(snapshot.state).toEqual((await talk.runtime.inspect(scope))?.state);
    expect(await other.answer('yes')).toMatchObject({ status: 'paused' });
  });

  it('that is longer than its journal is ignored', async () => {
    const { clock, store, wal } = await paused(16);
    const [opened = '', started = ''] = linesOf(await store.read(wal));
    await store.write(wal, `${opened}\n${started}\n`);
    expect((await fresh(clock, store)).snapshot.state.envelopes).toBe(2);
  });
});

describe('the next checkpoint', () => {
  const last = { envelopes: 64, bytes: 1_000, length: 500 };
  it.each<[string, Parameters<typeof dueCheckpoint>[1], number, number, boolean]>([
    ['of a short journal is not due', null, 63, 99_999, false],
    ['of a longer one is', null, 64, 2_000, true],
    ['is not due for few envelopes, however long', last, 127, 99_999, false],
    ['is not due for many envelopes that are short beside it', last, 999, 2_999, false],
    ['is due after four times its length', last, 128, 3_000, true],
  ])('%s', (_, known, envelopes, bytes, due) => {
    const state = { ...initialState({ graph, contextVariables: {}, names: {} }), envelopes };
    expect(dueCheckpoint('c', known, state, bytes)?.checkpoint).toEqual(due ? { envelopes, bytes, length: expect.any(Number) } : undefined);
  });
});

describe('what stands in the store', () => {
  it('is the layout of an AG2 hub, and lines that only the hub orders', async () => {
    const { store, talk, wal, metadata } = await paused();
    expect(await store.list(namespace)).toEqual(['agents/', 'channels/']);
    const snapshot = await talk.runtime.inspect(scope);
    for (const id of snapshot?.participants.values() ?? []) {
      expect(await store.list(`${namespace}/agents/${id}`)).toEqual(['passport.json', 'resume.json', 'rule.json']);
    }
    const record = JSON.parse((await store.read(metadata)) ?? '');
    expect(record).toMatchObject({ channel_id: snapshot?.channel, state: 'active', labels: { workflow: 'Tracker', app: 'tracker' } });
    const ids = linesOf(await store.read(wal)).map((line) => JSON.parse(line).envelope_id);
    expect([...ids].sort()).toEqual(ids);
  });

  it('folds to the same state from its lines alone', async () => {
    const { store, talk, wal } = await paused(3);
    const snapshot = await talk.runtime.inspect(scope);
    if (snapshot === null) throw new Error('There is no conversation.');
    const envelopes: Envelope[] = linesOf(await store.read(wal)).map((line) => JSON.parse(line));
    const folded = envelopes.reduce((state, envelope) => foldJournal(snapshot.facts, state, envelope), initialState(snapshot.facts));
    expect(folded).toEqual(snapshot.state);
  });

  it('says why the channel is closed once it is', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const talk = converse({ workflow: workflowOf([agent('Ann')], [rule('Ann', 'terminate')]), script: { Ann: ['Bye.'] }, clock, store });
    await talk.start();
    const [channel = ''] = await store.list(`${namespace}/channels`);
    const record = JSON.parse((await store.read(`${namespace}/channels/${channel}metadata.json`)) ?? '');
    expect(record).toMatchObject({ state: 'closed', close_reason: 'workflow_complete', closed_at: expect.stringMatching(/\+00:00$/) });
  });
});
