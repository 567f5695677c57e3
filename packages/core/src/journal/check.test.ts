import { describe, expect, it } from 'vitest';
import { agentId } from '../ports/ids.ts';
import type { JsonObject } from '../ports/json.ts';
import { checkEnvelope } from './check.ts';
import type { Envelope } from './envelope.ts';
import { checkFact, factDraft, factSchemas } from './facts.ts';
import { initialState } from './fold.ts';
import { ann, ben, claim, envelope, facts, foldAll, packet, reply, settle, started, text, user } from './journal.test-support.ts';
import type { JournalState } from './state.ts';

const fresh = initialState(facts);
const annsTurn = foldAll([text('hi')]);
const check = (state: JournalState, given: Envelope) => () => checkEnvelope(facts, state, given);
const refused = expect.objectContaining({ code: 'journal_invalid' });
const changed = (given: Envelope, data: JsonObject): Envelope => ({ ...given, event_data: { ...given.event_data, ...data } });

describe('an envelope that may enter a journal', () => {
  it.each<[string, JournalState, Envelope]>([
    ['words of whose turn it is', fresh, text('hi')],
    ['a packet of whose turn it is', annsTurn, packet()],
    ['a packet with its defaults', annsTurn, envelope('ag2.packet', {})],
    ['a hand-off to a participant', annsTurn, packet({ routing: { kind: 'handoff', target: ben } })],
    ['a hand-off by tool', annsTurn, packet({ routing: { kind: 'handoff', tool: 'ask', reason: '' } })],
    ['a context set out of turn', annsTurn, envelope('ag2.context.set', { set: { a: 1 }, delete: ['b'] }, { sender_id: ben })],
    ['a fact out of turn', fresh, reply()],
    ['an event of the hub', fresh, envelope('ag2.channel.opened', { channel_id: 'c0' })],
    ['an event of somebody else', fresh, envelope('acme.note', { any: ['thing'] })],
  ])('%s', (_, state, given) => {
    expect(check(state, given)).not.toThrow();
  });
});

describe('an envelope that is refused', () => {
  const closed = foldAll([envelope('ag2.channel.closed', { reason: 'x' })]);
  it.each<[string, JournalState, Envelope]>([
    ['anything after the channel closed', closed, envelope('acme.note', {})],
    ['a fact after the channel closed', closed, started()],
    ['a closing after the channel closed', closed, envelope('ag2.channel.closed', { reason: 'y' })],
    ['a sender that takes no part', fresh, text('hi', { sender_id: agentId('x9') })],
    ['a sender with a name of the prototype', fresh, text('hi', { sender_id: agentId('constructor') })],
    ['words out of turn', fresh, text('hi', { sender_id: ann })],
    ['a packet out of turn', fresh, packet()],
    ['words that are no text', fresh, envelope('ag2.msg.text', { text: 1 }, { sender_id: user })],
    ['no words', fresh, envelope('ag2.msg.text', {}, { sender_id: user })],
    ['a packet without an object of routing', annsTurn, packet({ routing: 'text' })],
    ['a packet with another kind of routing', annsTurn, packet({ routing: { kind: 'jump' } })],
    ['a packet with malformed updates', annsTurn, packet({ context_updates: { set: [] } })],
    ['a packet with updates that are no object', annsTurn, packet({ context_updates: null })],
    ['a packet with a body that is no text', annsTurn, packet({ body: null })],
    ['a hand-off to nobody', annsTurn, packet({ routing: { kind: 'handoff', target: 'x9' } })],
    ['a context set with a list', fresh, envelope('ag2.context.set', { set: [['a', 1]], delete: [] })],
    ['a context set that deletes a text', fresh, envelope('ag2.context.set', { set: {}, delete: 'abc' })],
    ['a context set that deletes a number', fresh, envelope('ag2.context.set', { set: {}, delete: [1] })],
    ['a number that JSON cannot hold', fresh, envelope('ag2.context.set', { set: { a: [Number.NaN] }, delete: [] })],
    ['an infinite number in an event of somebody else', fresh, envelope('acme.note', { deep: { n: Number.POSITIVE_INFINITY } })],
    ['an event of AG2 that no workflow takes', fresh, envelope('ag2.task.cancelled', {})],
    ['a fact of another version', fresh, envelope('intarsia.later.fact', { v: 1 })],
    ['a fact with a name of the prototype', fresh, envelope('intarsia.toString', {})],
    ['a fact with a member too many', fresh, changed(reply(), { extra: 1 })],
    ['a fact with a member of another type', fresh, changed(claim(), { attempt: '1' })],
    ['a fact of another schema version', fresh, changed(settle(), { v: 2 })],
    ['a fact with an unknown code', fresh, changed(settle(), { code: 'whatever' })],
  ])('%s', (_, state, given) => {
    expect(check(state, given)).toThrow(refused);
  });
});

describe('the facts', () => {
  it('have closed schemas of version 1', () => {
    for (const [type, schema] of Object.entries(factSchemas)) {
      expect(type).toMatch(/^intarsia\.[a-z]+\.[a-z]+$/);
      expect(schema.shape.v.value).toBe(1);
      expect(schema.safeParse({}).success).toBe(false);
    }
  });

  it('name what is wrong with them', () => {
    expect(() => checkFact('intarsia.tool.released', { v: 1, turn: 't', agent: 'a', key: 'k', attempt: 1.5 })).toThrow(/\/attempt/);
  });

  it('go to nobody and have a causation of their own, one for each', () => {
    const all = [
      started(),
      reply(),
      reply({ ordinal: 1 }),
      claim(),
      claim({ attempt: 2 }),
      claim({ key: 'k2' }),
      settle(),
      settle({ attempt: 2 }),
    ];
    for (const { audience } of all) expect(audience).toEqual([]);
    expect(new Set(all.map(({ causation_id }) => causation_id)).size).toBe(all.length);
    const draft = factDraft(ann, 'intarsia.tool.released', { v: 1, turn: 't', agent: 'a', key: 'k', attempt: 3 });
    expect(draft.causation).toBe('intarsia.tool.released:k:3');
  });
});
