import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGraph } from '../graph/transition-graph.ts';
import type { Envelope } from './envelope.ts';
import { applyUpdates, closeReasonOf, foldJournal, initialState, writesOf } from './fold.ts';
import { ann, ben, claim, envelope, facts, foldAll, idOf, packet, reply, settle, text, user } from './journal.test-support.ts';
import type { ChannelFacts } from './state.ts';

describe('a recorded AG2 channel', () => {
  const recorded = JSON.parse(readFileSync(new URL('fixtures/workflow.json', import.meta.url), 'utf8'));
  const lines = readFileSync(new URL('fixtures/workflow.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const graph = readGraph(recorded.knobs.graph);
  if (graph === null) throw new Error('The recorded graph cannot be read.');
  const channelFacts: ChannelFacts = {
    graph,
    contextVariables: recorded.knobs.context_vars,
    names: recorded.names,
    creator: recorded.creator_id,
  };

  it('folds to the state that the hub reports', () => {
    const envelopes: Envelope[] = lines.map((line) => JSON.parse(line));
    const {
      channel,
      envelopes: count,
      lastEnvelope,
    } = envelopes.reduce((state, each) => foldJournal(channelFacts, state, each), initialState(channelFacts));
    const { state } = recorded;
    expect(count).toBe(recorded.wal_length);
    expect(channel).toEqual({
      status: 'active',
      closeReason: '',
      expectedSpeaker: state.expected_next_speaker,
      lastSpeaker: state.last_speaker_id,
      trigger: state.last_envelope_id,
      turnCount: state.turn_count,
      pendingCloseReason: state.pending_close_reason,
      contextVariables: state.context_vars,
    });
    expect(lastEnvelope).toBe(envelopes.at(-1)?.envelope_id);
  });
});

describe('what is said', () => {
  it('a text takes the turn, is remembered, and the graph picks the next speaker', () => {
    const { channel, transcript } = foldAll([text('hi', { envelope_id: idOf(7) })]);
    expect(channel).toMatchObject({ expectedSpeaker: ann, lastSpeaker: user, trigger: idOf(7), turnCount: 1, pendingCloseReason: '' });
    expect(transcript.messages).toEqual([{ envelope: idOf(7), sender: 'user', text: 'hi' }]);
  });

  it('HUB-8 a hand-off by tool, then a text, move the turn on; a named target wins over the graph', () => {
    const asked = foldAll([packet({ routing: { kind: 'handoff', tool: 'ask', reason: '' } })]);
    expect(asked.channel.expectedSpeaker).toBe(user);
    expect(foldAll([text('ok')], asked).channel.expectedSpeaker).toBe(ann);
    expect(foldAll([packet({ routing: { kind: 'handoff', target: ben } })]).channel.expectedSpeaker).toBe(ben);
  });

  it('HUB-15 a packet with a target against a tool_called rule: the target wins', () => {
    expect(foldAll([packet({ routing: { kind: 'handoff', tool: 'ask', target: ben } })]).channel.expectedSpeaker).toBe(ben);
  });

  it('HUB-2 a text that mentions a tool is no call of it', () => {
    expect(foldAll([text('ask')]).channel.expectedSpeaker).toBe(ann);
  });

  it.each([
    ['with its reason', { kind: 'finish', reason: 'enough' }, 'enough'],
    ['without one', { kind: 'finish' }, 'finished'],
    ['with an empty one', { kind: 'finish', reason: '' }, 'finished'],
  ])('a finish %s leaves nobody next', (_, routing, pendingCloseReason) => {
    expect(foldAll([packet({ routing })]).channel).toMatchObject({ expectedSpeaker: null, pendingCloseReason });
  });

  it('HUB-12 a packet sets a variable and the graph looks at the new value in the same fold', () => {
    const done = packet({ context_updates: { set: { done: true }, delete: [] } }, { sender_id: ben });
    expect(foldAll([done]).channel).toMatchObject({
      expectedSpeaker: null,
      pendingCloseReason: 'goal',
      contextVariables: { done: true, kept: 1 },
    });
  });

  it('HUB-13 a packet deletes a seeded variable, and a rule on null terminates', () => {
    const onNull: ChannelFacts = {
      ...facts,
      graph: {
        ...facts.graph,
        transitions: [
          {
            when: { name: 'context_equals', args: { key: 'kept', value: null } },
            then: { name: 'terminate', args: { reason: 'gone' } },
            priority: 0,
          },
        ],
      },
    };
    const state = foldJournal(onNull, initialState(onNull), packet({ context_updates: { set: {}, delete: ['kept', 'done'] } }));
    expect(state.channel).toMatchObject({ contextVariables: {}, pendingCloseReason: 'gone' });
  });

  it('HUB-14 a packet without context changes keeps the seeded variables', () => {
    expect(foldAll([packet()]).channel).toMatchObject({ contextVariables: { done: false, kept: 1 }, expectedSpeaker: ben });
  });

  it('an empty body says nothing, and still takes the turn', () => {
    const { channel, transcript } = foldAll([packet({ body: '' })]);
    expect(transcript.messages).toEqual([]);
    expect(channel.turnCount).toBe(1);
  });

  it('the packet of an agent ends its open turn, and nobody else’s does', () => {
    const open = foldAll([reply()]);
    expect(foldAll([packet({}, { sender_id: ben })], open).turn).not.toBeNull();
    expect(foldAll([packet()], open).turn).toBeNull();
  });

  it('keeps the latest 200 messages whole and counts the others by sender', () => {
    const { transcript } = foldAll(
      Array.from({ length: 203 }, (_, index) => text(`${index}`, { sender_id: index % 2 === 0 ? user : ann })),
    );
    expect(transcript.messages).toHaveLength(200);
    expect(transcript.messages[0]?.text).toBe('3');
    expect(transcript.earlier).toEqual({ count: 3, senders: ['Ann', 'user'] });
  });
});

describe('the context', () => {
  it.each([
    ['deletes, then sets', { set: { a: 2 }, delete: ['a', 'b'] }, { a: 2, c: 3 }],
    ['nothing', { set: {}, delete: [] }, { a: 1, b: 1, c: 3 }],
    ['deletes what is not there', { set: {}, delete: ['z'] }, { a: 1, b: 1, c: 3 }],
    [
      'names of the prototype',
      { set: { constructor: 1, toString: 2 }, delete: ['hasOwnProperty'] },
      { a: 1, b: 1, c: 3, constructor: 1, toString: 2 },
    ],
  ])('%s', (_, updates, expected) => {
    expect(applyUpdates({ a: 1, b: 1, c: 3 }, updates)).toEqual(expected);
  });

  it('a context set changes variables and neither takes a turn nor closes', () => {
    const before = foldAll([text('hi')]);
    const after = foldAll([envelope('ag2.context.set', { set: { done: true }, delete: ['kept'] })], before);
    expect(after.channel).toEqual({ ...before.channel, contextVariables: { done: true } });
  });

  it('a context set that carries what a turn wrote marks it as written, and no other does', () => {
    const open = [claim(), settle({ delta: { set: { a: 1 }, delete: [] } }), claim({ key: 'k2', position: 'auto:1' })];
    const set = (causation: string | null) => envelope('ag2.context.set', { set: { a: 1 }, delete: [] }, { causation_id: causation });
    const written = (causation: string | null) => foldAll([...open, set(causation)]).turn?.calls.map((call) => call.written);
    expect(written(writesOf('t1', 3))).toEqual([true, false]);
    expect(written(writesOf('t2', 3))).toEqual([false, false]);
    expect(written(null)).toEqual([false, false]);
  });
});

describe('the life of the channel', () => {
  it.each([
    ['ag2.channel.closed', { reason: 'goal', channel_id: 'c0' }, 'goal'],
    ['ag2.channel.expired', { reason: 'ttl_expired', channel_id: 'c0' }, 'ttl_expired'],
    ['ag2.channel.closed', {}, 'explicit_close'],
  ])('%s closes it', (type, data, closeReason) => {
    expect(foldAll([envelope(type, data)]).channel).toMatchObject({ status: 'closed', closeReason, expectedSpeaker: null });
  });

  it.each([
    'ag2.channel.invite',
    'ag2.channel.invite.ack',
    'ag2.channel.opened',
    'ag2.expectation.violated',
    'ag2.later.event',
    'acme.note',
  ])('%s is counted and folded past', (type) => {
    const before = foldAll([text('hi')]);
    expect(foldAll([envelope(type, { any: 'thing' }, { envelope_id: idOf(9) })], before)).toEqual({
      ...before,
      envelopes: 2,
      lastEnvelope: idOf(9),
    });
  });

  it('HUB-10 the reason of the graph wins over max_turns', () => {
    const channel = { ...initialState(facts).channel, turnCount: 99 };
    expect(closeReasonOf(facts, channel)).toBe('max_turns');
    expect(closeReasonOf(facts, { ...channel, expectedSpeaker: null, pendingCloseReason: 'goal' })).toBe('goal');
    expect(closeReasonOf(facts, { ...channel, expectedSpeaker: null })).toBe('workflow_terminated');
    expect(closeReasonOf(facts, { ...channel, turnCount: 49 })).toBeNull();
    expect(closeReasonOf({ ...facts, graph: { ...facts.graph, max_turns: null } }, channel)).toBeNull();
  });
});
